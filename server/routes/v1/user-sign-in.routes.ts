/** `user/*`: signing in and out, by password, link and confirmed address. */
import { clearTokenCookie, findToken } from "../../plugins/authentication.ts";
import type { AccountServices } from "../../services/accounts/account-services.ts";
import type { TreeServices } from "../../services/tree/tree-services.ts";
import type { RegisterRoute } from "../registry.ts";
import { readBasicAuth, readOneTimePassword } from "./credentials.ts";
import { originOf } from "./origin.ts";
import { wireOwnWith, withCookie } from "./own-account.ts";
import { wireDate, wireUser } from "./wire.ts";

export function registerSignInRoutes(
  register: RegisterRoute,
  services: Pick<AccountServices, "accountRecovery" | "signIns" | "users"> & Pick<TreeServices, "folders">,
): void {
  const { accountRecovery, signIns } = services;
  const wireOwn = wireOwnWith(services);

  register("user.login", async ({ actor, request, reply }) => {
    const text = findToken(request, undefined, false);
    if (actor.user !== undefined && actor.token !== undefined && text !== undefined) {
      const { token, user } = actor;
      return {
        user: await wireOwn(actor, user),
        authToken: { token: text, expires: wireDate(token.expiresMs), scope: token.scopes },
        message: "Login succeeded.",
      };
    }
    const { name, password } = readBasicAuth(request);
    const { user, token } = await signIns.signIn(name, password, originOf(request), readOneTimePassword(request));
    return {
      user: await wireOwn({ user }, user),
      authToken: withCookie(request, reply, token),
      message: "Login succeeded.",
    };
  });

  register("user.logout", async ({ actor, reply }) => {
    await signIns.signOut(actor);
    clearTokenCookie(reply);
    return { message: "Logged out." };
  });

  register("user.makeLink", async ({ actor, parameters }) => {
    const { user, token } = await signIns.createTemporaryTokenFor(actor, parameters.id);
    return { userId: user.id, token: token.text, expires: wireDate(token.record.expiresMs) };
  });

  register("user.requestTemporaryLogin", async ({ parameters, request }) => {
    accountRecovery.requestTemporaryAccess(parameters.email, request.ip);
    return { message: "Sent temporary access email." };
  });

  register("user.temporaryLogin", async ({ parameters, request, reply }) => {
    const { id, token: text } = parameters;
    const code = readOneTimePassword(request);
    const { user, token } = await signIns.signInWithTemporaryToken(id, text, originOf(request), code);
    const authToken = { ...withCookie(request, reply, token), temporary: true };
    return { user: await wireOwn({ user }, user), authToken, message: "Temporary access token is valid." };
  });

  register("user.requestVerification", async () => accountRecovery.requestVerification());

  register("user.verify", async ({ parameters, request, reply }) => {
    const user = await accountRecovery.verify(parameters.id, parameters.token);
    const message = "Email verification succeeded.";
    if (user.status !== "enabled") return { user: wireUser({}, user), message };
    const { token } = await signIns.startSession(user, originOf(request));
    return { user: await wireOwn({ user }, user), authToken: withCookie(request, reply, token), message };
  });
}
