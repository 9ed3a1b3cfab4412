/** Signing in, registering and signing out; keeps `session` and the stored token in step with the server. */
import { ApiError } from "#schemas/client";
import type { Login, User } from "#schemas/wire";
import { anonymousApi, api, formApi } from "./client.ts";
import { markSessionExpired, requireUser, session } from "./session.ts";
import { currentToken, forgetToken, storeToken } from "./token.ts";

/** Finds out who the stored token belongs to. Throws when the server cannot be asked. */
export async function loadSession(): Promise<void> {
  if (currentToken() === undefined) {
    session.value = { state: "anonymous" };
    return;
  }
  const user = await api.call("user.me", {});
  if (user === null) forgetToken();
  session.value = user === null ? { state: "anonymous" } : { state: "signedIn", user };
}

/** @param login a login name or an e-mail address @param code of an authenticator app, for accounts that need one */
export async function signIn(login: string, password: string, code?: string): Promise<User> {
  const headers: Record<string, string> = { Authorization: `Basic ${toBase64(`${login}:${password}`)}` };
  if (code !== undefined) headers["Girder-OTP"] = code;
  return enter(await anonymousApi.call("user.login", {}, { headers }));
}

/** The password was right, and the account needs a one-time code as well. */
export function needsCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === "code-required";
}

/** The code was wrong, or has been used. */
export function isWrongCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === "code-wrong";
}

/** By the token of a one-time link, which is used up by it. @param code where a mailed link needs one besides */
export async function signInByLink(userId: string, token: string, code?: string): Promise<User> {
  const headers: Record<string, string> = code === undefined ? {} : { "Girder-OTP": code };
  return enter(await anonymousApi.call("user.temporaryLogin", { id: userId, token }, { headers }));
}

/** Has a one-time link mailed, to an account that has this address. */
export async function requestLink(email: string): Promise<void> {
  await anonymousApi.call("user.requestTemporaryLogin", { email });
}

/**
 * Asks whether the session has ended, and updates the page's state. Returns false also when the server cannot be asked.
 */
export async function hasSessionEnded(): Promise<boolean> {
  if (currentToken() === undefined) return true;
  const user = await api.call("user.me", {}).catch(() => undefined);
  if (user !== null) return false;
  if (currentToken() !== undefined) markSessionExpired();
  return true;
}

export interface NewAccount {
  readonly login: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
}

/** Undefined when the account exists now, but may not log in yet (verification or approval). */
export async function register(account: NewAccount): Promise<User | undefined> {
  const user = await anonymousApi.call("user.register", { ...account });
  if (user.authToken === undefined) return undefined;
  return enter({ user, authToken: user.authToken, message: "" });
}

export interface PasswordFacts {
  /** False after a one-time link. */
  readonly asksForOld: boolean;
  /** There are keys for scripts, which could be revoked. */
  readonly hasKeys: boolean;
}

/**
 * What changing the password requires in this session. For a server that does not report it, everything is asked for.
 */
export async function loadPasswordFacts(): Promise<PasswordFacts> {
  const [token, keys] = await Promise.all([
    api.call("token.current", {}).catch(() => null),
    api.call("apiKey.list", { limit: 1 }).catch(() => undefined),
  ]);
  const isNew = token?.scope.includes(newPasswordScope) === true;
  return { asksForOld: !isNew, hasKeys: keys === undefined || keys.length > 0 };
}

/** Of a session that may set a password without the old one. */
const newPasswordScope = "wakeline.password.new";

/** @param old left out when it is not asked for. Throws `ApiError` 403 when it is not the password. */
export async function changePassword(old: string | undefined, password: string, revokeKeys: boolean): Promise<void> {
  await formApi.call("user.changePassword", { old, new: password, revokeKeys });
}

export type Theme = NonNullable<User["theme"]>;

export interface Profile {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export async function changeProfile(profile: Profile): Promise<void> {
  keepUser(await api.call("user.update", { id: requireUser()._id, ...profile }));
}

/** @returns the address with a new secret, as authenticator apps read it; it counts once it is confirmed */
export async function startOneTimeCodes(): Promise<string> {
  return (await api.call("user.startOtp", { id: requireUser()._id })).totpUri;
}

/** @throws ApiError 403 for a wrong code */
export async function confirmOneTimeCodes(code: string): Promise<void> {
  const { _id: id } = requireUser();
  await api.call("user.confirmOtp", { id }, { headers: { "Girder-OTP": code.trim() } });
  keepUser({ ...requireUser(), otp: true });
}

/** @throws ApiError 403 for a wrong code */
export async function removeOneTimeCodes(code: string): Promise<void> {
  await api.call("user.removeOtp", { id: requireUser()._id }, { headers: { "Girder-OTP": code.trim() } });
  keepUser({ ...requireUser(), otp: false });
}

/** What the pages of the account are shown in, whichever browser shows them. */
export async function setPreferences(changes: { language?: string; theme?: Theme }): Promise<void> {
  await api.call("user.setPreferences", { id: requireUser()._id, ...changes });
  keepUser({ ...requireUser(), ...changes });
}

/** What the server says of the signed-in user, for everything on the page. */
function keepUser(user: User): void {
  const now = session.peek();
  if ((now.state === "signedIn" || now.state === "expired") && now.user._id === user._id)
    session.value = { ...now, user: { ...now.user, ...user } };
}

/** Whether new jobs of the signed-in user wait for a worker of their own. */
export async function setPrivateQueue(isEnabled: boolean): Promise<void> {
  const { _id: id } = requireUser();
  const reply = await api.call("user.usePrivateQueue", { id, privateQueueEnabled: isEnabled });
  keepUser({ ...requireUser(), user_private_queue_enabled: reply.user_private_queue_enabled });
}

/** Ends the session here even when the server cannot be notified. */
export async function signOut(): Promise<void> {
  const leaving = api.call("user.logout", {});
  // Sent already; later failures do not mean that the session expired.
  forgetToken();
  try {
    await leaving;
  } finally {
    session.value = { state: "anonymous" };
  }
}

function enter(login: Login): User {
  storeToken(login.authToken.token);
  session.value = { state: "signedIn", user: login.user };
  return login.user;
}

/** Base64 of the UTF-8 bytes: `btoa` alone refuses everything beyond Latin-1. */
function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
