/**
 * Which scope lets a limited token call a route as its user (api-v1 2.5). Routes that are not listed require a token
 * with full access.
 */
import type { Route, RouteId } from "#schemas";

import { AccessError } from "../base/errors.ts";
import type { Actor } from "../services/access/actor.ts";
import { TokenScope } from "../services/accounts/token.service.ts";

const dataGroups: readonly string[] = ["collection", "folder", "item", "file", "resource", "group", "tile"];
const userRoutes: readonly string[] = ["user.me", "user.get", "user.details", "user.list", "user.counts"];
/** Routes that export files of a dataset. */
const exportRoutes: readonly string[] = [
  "dataset.export",
  "dataset.mediaBytes",
  "dataset.mediaAddress",
  "dataset.thumbnail",
  "dataset.configuration",
  "annotation.export",
];
/** Administering one's own data. */
const ownerRoutes: readonly string[] = [
  "folder.access",
  "folder.setAccess",
  "collection.access",
  "collection.setAccess",
];

function scopeOf(id: RouteId, route: Route): string | undefined {
  if (id === "job.create") return TokenScope.createJobs;
  if (id === "job.list" || id === "job.all") return TokenScope.listJobs;
  if (userRoutes.includes(id)) return TokenScope.readUser;
  if (id.startsWith("system.") && route.method === "GET") return TokenScope.readSettings;
  if (exportRoutes.includes(id)) return TokenScope.readData;
  if (!dataGroups.includes(id.slice(0, id.indexOf(".")))) return undefined;
  if (ownerRoutes.includes(id) || route.method === "DELETE") return TokenScope.ownData;
  return route.method === "GET" || id === "resource.postDownload" ? TokenScope.readData : TokenScope.writeData;
}

/**
 * The caller as this route sees it: without the user if the token's scopes are not sufficient.
 * @throws AccessError if the route requires a user and the token lacks the scope
 */
export function narrowByScope(id: RouteId, route: Route, actor: Actor): Actor {
  const { token, user } = actor;
  if (token === undefined || user === undefined || token.scopes.includes(TokenScope.userAuth)) return actor;
  const needed = scopeOf(id, route);
  if (needed !== undefined && token.scopes.includes(needed)) return actor;
  if (route.auth === "public" || route.auth === "token") return { token };
  throw new AccessError(
    `Invalid token scope.\nRequired: ${needed ?? TokenScope.userAuth}.\nAllowed: ${token.scopes.join(" ")}`,
  );
}
