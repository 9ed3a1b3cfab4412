/**
 * A client's view of a route, and its compact notation: `PUT! file/:id/contents?size&reference`, `GET
 * folder?filter*`.
 */
import type { Method } from "./route.ts";

export interface ClientRoute {
  readonly method: Method;
  readonly path: string;
  /** Parameters other than those in the path, in address order. */
  readonly query: readonly { readonly name: string; readonly isJson: boolean }[];
  /** `!` after the method: the body is bytes. */
  readonly isRaw: boolean;
}

export function readClientRoute(line: string): ClientRoute {
  const space = line.indexOf(" ");
  const isRaw = line[space - 1] === "!";
  const [path = "", query = ""] = line.slice(space + 1).split("?");
  return {
    method: line.slice(0, isRaw ? space - 1 : space) as Method,
    path,
    query: query === "" ? [] : query.split("&").map(readParameter),
    isRaw,
  };
}

/** A star: the value is a JSON text on the wire. */
function readParameter(text: string): { readonly name: string; readonly isJson: boolean } {
  const isJson = text.endsWith("*");
  return { name: isJson ? text.slice(0, -1) : text, isJson };
}
