/**
 * The part of the route table that the client needs, one line per route: a page loads 4 KB of it instead of 14 KB of
 * shapes and summaries used only by the server and the docs.
 */
import { pathParameters } from "../route.ts";
import { routeIds, routeOf, type RouteId } from "../routes.ts";

/**
 * Routes called by the log-in page, and those requested for the viewer before its code has loaded: these are loaded
 * first.
 */
const entrance = new Set<RouteId>([
  ...(["user.login", "user.logout", "user.me", "user.register", "user.temporaryLogin"] as const),
  ...(["user.requestTemporaryLogin", "user.requestVerification", "user.verify", "user.setPreferences"] as const),
  ...(["token.current", "configuration.brand", "system.publicSettings", "oauth.login"] as const),
  ...(["dataset.get", "dataset.media", "folder.get", "annotation.image"] as const),
]);

export const clientRoutesText = (): string => textOf("clientRoutes", "Readonly<Record<RouteId, string>>", routeIds);

export const entranceRoutesText = (): string =>
  textOf(
    "entranceRoutes",
    "Partial<Record<RouteId, string>>",
    routeIds.filter((id) => entrance.has(id)),
  );

function textOf(name: string, type: string, ids: readonly RouteId[]): string {
  const lines = ids.map((id) => `  ${JSON.stringify(id)}: ${JSON.stringify(lineOf(id))},`);
  return `/** Generated from the route table by \`npm run generate\`: do not edit. \`schemas/client-route.ts\` says how a line reads. */
import type { RouteId } from "../routes.ts";

export const ${name}: ${type} = {
${lines.join("\n")}
};
`;
}

function lineOf(id: (typeof routeIds)[number]): string {
  const { method, path, parameters, body } = routeOf(id);
  const inPath = new Set(pathParameters(path));
  const query = Object.entries(parameters)
    .filter(([name]) => !inPath.has(name))
    .map(([name, { type }]) => (type === "object" || type === "array" || type === "json" ? `${name}*` : name));
  return `${method}${body === "raw" ? "!" : ""} ${path}${query.length === 0 ? "" : `?${query.join("&")}`}`;
}
