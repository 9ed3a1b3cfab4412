/**
 * Rewrites a request before routing: both mounts become one, trailing and doubled slashes are removed, and a POST may
 * override its method.
 */
import type { IncomingMessage } from "node:http";

const overridable = new Set(["GET", "PUT", "PATCH", "DELETE", "HEAD"]);

/** The URL to route by. Changes `request.method` if the override header says so. */
export function rewriteUrl(request: Pick<IncomingMessage, "url" | "method" | "headers">): string {
  const override = request.headers["x-http-method-override"];
  if (request.method === "POST" && typeof override === "string" && overridable.has(override.toUpperCase())) {
    request.method = override.toUpperCase();
  }
  const url = request.url ?? "/";
  const queryStart = url.indexOf("?");
  const query = queryStart < 0 ? "" : url.slice(queryStart);
  let path = queryStart < 0 ? url : url.slice(0, queryStart);
  // Empty segments have no meaning: some clients append a slash to a URL that already ends with one.
  if (/^\/+(girder\/+)?api\/+v1(\/|$)/.test(path)) path = path.replaceAll(/\/{2,}/g, "/");
  if (path === "/girder/api/v1" || path.startsWith("/girder/api/v1/")) path = path.slice("/girder".length);
  if (path.startsWith("/api/v1/") && path.endsWith("/")) path = path.slice(0, -1);
  return path + query;
}
