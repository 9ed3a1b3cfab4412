/** Generated from the route table by `npm run generate`: do not edit. `schemas/client-route.ts` says how a line reads. */
import type { RouteId } from "../routes.ts";

export const entranceRoutes: Partial<Record<RouteId, string>> = {
  "user.login": "GET user/authentication",
  "user.logout": "DELETE user/authentication",
  "user.me": "GET user/me",
  "user.register": "POST user?login&email&firstName&lastName&password&admin",
  "user.temporaryLogin": "GET user/password/temporary/:id?token",
  "user.requestTemporaryLogin": "PUT user/password/temporary?email",
  "user.requestVerification": "POST user/verification?login",
  "user.verify": "PUT user/:id/verification?token",
  "user.setPreferences": "PUT user/:id/preferences?language&theme",
  "token.current": "GET token/current",
  "system.publicSettings": "GET system/public_settings",
  "folder.get": "GET folder/:id",
  "dataset.get": "GET dive_dataset/:id",
  "dataset.media": "GET dive_dataset/:id/media?sizes",
  "annotation.image": "GET dive_annotation/image?folderId&revision&set",
  "configuration.brand": "GET dive_configuration/brand_data",
  "oauth.login": "GET oauth/:provider/login?redirect",
};
