/** `token/*`: the token of this request. */
import type { AccountServices } from "../../services/accounts/account-services.ts";
import { adminScopes, customScopes } from "../../services/accounts/token.service.ts";
import type { RegisterRoute } from "../registry.ts";
import { findToken } from "../../plugins/authentication.ts";
import { wireDate, wireToken } from "./wire.ts";

export function registerTokenRoutes(
  register: RegisterRoute,
  { signIns, tokens }: Pick<AccountServices, "signIns" | "tokens">,
): void {
  register("token.current", async ({ actor: { token }, request }) => {
    if (token === undefined) return null;
    return {
      // As in Girder, whose tokens are their own ids: the caller knows it anyway.
      _id: findToken(request, undefined, false) ?? token.id,
      created: wireDate(token.createdMs),
      expires: wireDate(token.expiresMs),
      scope: token.scopes,
      userId: token.userId,
    };
  });

  register("token.session", async ({ actor, request }) => {
    const text = findToken(request, undefined, false);
    if (actor.token !== undefined && text !== undefined) {
      return { token: text, expires: wireDate(actor.token.expiresMs), scope: actor.token.scopes };
    }
    return wireToken(await tokens.createAnonymous(request.ip));
  });

  register("token.scopes", async () => ({ custom: [...customScopes], adminCustom: [...adminScopes] }));

  register("token.deleteSession", async ({ actor }) => {
    await signIns.signOut(actor);
    return { message: "Session deleted." };
  });
}
