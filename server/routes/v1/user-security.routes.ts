/** `user/*`: sessions of an account, its password and its one-time passwords. */
import type { Session } from "#schemas";

import type { AccountServices } from "../../services/accounts/account-services.ts";
import type { SessionView } from "../../services/accounts/session.service.ts";
import type { SiteServices } from "../../services/site/site-services.ts";
import type { RegisterRoute } from "../registry.ts";
import { hasBasicAuth, readBasicAuth, readOneTimePassword } from "./credentials.ts";
import { originOf } from "./origin.ts";
import { wireDate } from "./wire.ts";

export function registerSecurityRoutes(
  register: RegisterRoute,
  {
    oneTimePasswords,
    sessions,
    settings,
    signIns,
    users,
  }: Pick<AccountServices, "oneTimePasswords" | "sessions" | "signIns" | "users"> & Pick<SiteServices, "settings">,
): void {
  register("user.changePassword", async ({ actor, parameters, request }) => {
    const { old: oldPassword = "", new: newPassword, revokeKeys = false } = parameters;
    await users.changePassword(actor, { oldPassword, newPassword, revokeKeys }, request.ip);
    return { message: "Password changed." };
  });

  register("user.setPassword", async ({ actor, parameters, request }) => {
    const { id, password, revokeKeys = false } = parameters;
    await users.setPassword(actor, id, { password, revokeKeys }, request.ip);
    return { message: "Password changed." };
  });

  register("user.sessions", async ({ actor, parameters }) =>
    (await sessions.list(actor, parameters.id)).map(wireSession),
  );

  register("user.endSession", async ({ actor, parameters: { id, sessionId } }) => {
    await sessions.end(actor, id, sessionId);
    return { message: "Session ended." };
  });

  register("user.endOtherSessions", async ({ actor, parameters }) => {
    const count = await sessions.endOthers(actor, parameters.id);
    return { message: `Ended ${count} other sessions.` };
  });

  register("user.startOtp", async ({ actor, parameters }) => {
    const { "core.brand_name": brand } = await settings.publicSettings();
    return { totpUri: await oneTimePasswords.start(actor, parameters.id, String(brand)) };
  });

  register("user.confirmOtp", async ({ actor, parameters, request }) => {
    await oneTimePasswords.confirm(actor, parameters.id, readOneTimePassword(request));
    return null;
  });

  register("user.removeOtp", async ({ actor, parameters, request }) => {
    const { user } = actor;
    const password = hasBasicAuth(request) ? readBasicAuth(request).password : undefined;
    const code = readOneTimePassword(request);
    const origin = originOf(request);
    const checkPassword =
      password === undefined || user === undefined ? undefined : () => signIns.requirePassword(user, password, origin);
    const remove = () => oneTimePasswords.remove(actor, parameters.id, { code, checkPassword });
    if (code === undefined || checkPassword !== undefined || user === undefined) await remove();
    else await signIns.requireOwnCode(user, remove, origin);
    return null;
  });
}

function wireSession({ token, keyName, isCurrent }: SessionView): Session {
  return {
    _id: token.id,
    created: wireDate(token.createdMs),
    expires: wireDate(token.expiresMs),
    lastUse: token.lastUseMs === null ? null : wireDate(token.lastUseMs),
    address: token.address,
    agent: token.agent,
    apiKey: keyName ?? null,
    current: isCurrent,
  };
}
