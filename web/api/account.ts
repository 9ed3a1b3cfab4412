/** Signing in, registering and signing out; keeps `session` and the stored token in sync with the server. */
import { ApiError } from "#schemas/client";
import type { Login, User } from "#schemas/wire";
import { anonymousApi, api, formApi } from "./client.ts";
import { markSessionExpired, requireUser, session } from "./session.ts";
import { currentToken, forgetToken, storeToken } from "./token.ts";

/** Loads the user of the stored token. Throws if the server cannot be reached. */
export async function loadSession(): Promise<void> {
  if (currentToken() === undefined) {
    session.value = { state: "anonymous" };
    return;
  }
  const user = await api.call("user.me", {});
  if (user === null) forgetToken();
  session.value = user === null ? { state: "anonymous" } : { state: "signedIn", user };
}

/**
 * @param login a login name or an e-mail address @param code from an authenticator app, for accounts that require one
 */
export async function signIn(login: string, password: string, code?: string): Promise<User> {
  const headers: Record<string, string> = { Authorization: `Basic ${toBase64(`${login}:${password}`)}` };
  if (code !== undefined) headers["Girder-OTP"] = code;
  return enter(await anonymousApi.call("user.login", {}, { headers }));
}

/** Whether the password was right, but the account also requires a one-time code. */
export function needsCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === "code-required";
}

/** Whether the code was wrong, or already used. */
export function isWrongCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === "code-wrong";
}

/**
 * Signs in with the token of a one-time link, which becomes invalid. @param code for mailed links of accounts with
 * one-time codes
 */
export async function signInByLink(userId: string, token: string, code?: string): Promise<User> {
  const headers: Record<string, string> = code === undefined ? {} : { "Girder-OTP": code };
  return enter(await anonymousApi.call("user.temporaryLogin", { id: userId, token }, { headers }));
}

/** Requests a mail with a one-time link, if an account has this address. */
export async function requestLink(email: string): Promise<void> {
  await anonymousApi.call("user.requestTemporaryLogin", { email });
}

/**
 * Checks whether the session has expired, and updates the page's state. Also returns false if the server cannot be
 * reached.
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

/** Undefined if the account was created, but may not log in yet (pending verification or approval). */
export async function register(account: NewAccount): Promise<User | undefined> {
  const user = await anonymousApi.call("user.register", { ...account });
  if (user.authToken === undefined) return undefined;
  return enter({ user, authToken: user.authToken, message: "" });
}

export interface PasswordFacts {
  /** False after a one-time link. */
  readonly asksForOld: boolean;
  /** API keys exist, which could be revoked. */
  readonly hasKeys: boolean;
}

/** Requirements for changing the password in this session. If the server does not report it, everything is required. */
export async function loadPasswordFacts(): Promise<PasswordFacts> {
  const [token, keys] = await Promise.all([
    api.call("token.current", {}).catch(() => null),
    api.call("apiKey.list", { limit: 1 }).catch(() => undefined),
  ]);
  const isNew = token?.scope.includes(newPasswordScope) === true;
  return { asksForOld: !isNew, hasKeys: keys === undefined || keys.length > 0 };
}

/** Scope of a session that may set a password without the old one. */
const newPasswordScope = "wakeline.password.new";

/** @param old omitted if it is not required. Throws `ApiError` 403 if it is wrong. */
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

/** @returns an address with a new secret, for authenticator apps; it takes effect once confirmed */
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

/** Stores the language and theme with the account, for all browsers. */
export async function setPreferences(changes: { language?: string; theme?: Theme }): Promise<void> {
  await api.call("user.setPreferences", { id: requireUser()._id, ...changes });
  keepUser({ ...requireUser(), ...changes });
}

/** Updates the signed-in user from the server's data. */
function keepUser(user: User): void {
  const now = session.peek();
  if ((now.state === "signedIn" || now.state === "expired") && now.user._id === user._id)
    session.value = { ...now, user: { ...now.user, ...user } };
}

/** Whether the user's new jobs wait for a worker of their own. */
export async function setPrivateQueue(isEnabled: boolean): Promise<void> {
  const { _id: id } = requireUser();
  const reply = await api.call("user.usePrivateQueue", { id, privateQueueEnabled: isEnabled });
  keepUser({ ...requireUser(), user_private_queue_enabled: reply.user_private_queue_enabled });
}

/** Ends the session here even if the server cannot be reached. */
export async function signOut(): Promise<void> {
  const leaving = api.call("user.logout", {});
  // The request has been sent; later failures must not look like an expired session.
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

/** Base64 of the UTF-8 bytes: `btoa` alone only accepts Latin-1. */
function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
