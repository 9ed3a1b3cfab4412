/** Users, sign-in, tokens and facts about the server (api-v1 sections 4 and 5). */
import { p, route } from "../route.ts";
import type { AuthToken, Login, ScopeDescription, Upload, User } from "../wire.ts";

const page = { limit: p.integer(50), offset: p.integer(0) } as const;
const uploadFilter = {
  uploadId: p.text(),
  userId: p.text(),
  parentId: p.text(),
  assetstoreId: p.text(),
  /** Days since the last byte. */
  minimumAge: p.number(),
  /** Bytes that belong to no upload; the server removes those by itself. */
  includeUntracked: p.boolean(true),
} as const;

export const accountRoutes = {
  "user.login": route<Login>()("GET", "user/authentication", {
    auth: "public",
    summary: "Signs in with HTTP Basic authentication; sets the cookie.",
  }),
  "user.logout": route<{ message: string }>()("DELETE", "user/authentication", {
    auth: "public",
    summary: "Revokes the token and clears the cookie.",
  }),
  "user.me": route<User | null>()("GET", "user/me", { auth: "public", summary: "The signed-in user, or null." }),
  "user.list": route<User[]>()("GET", "user", {
    auth: "user",
    summary: "Users, paged.",
    parameters: {
      text: p.text(),
      limit: p.integer(50),
      offset: p.integer(0),
      sort: p.text("lastName"),
      sortdir: p.integer(1),
    },
  }),
  "user.counts": route<{ nUsers: number }>()("GET", "user/details", {
    auth: "user",
    summary: "How many users there are.",
  }),
  "user.get": route<User>()("GET", "user/:id", {
    auth: "public",
    summary: "One user.",
    parameters: { id: p.need.text() },
  }),
  "user.details": route<{ nFolders: number }>()("GET", "user/:id/details", {
    auth: "public",
    summary: "How many folders of the user the caller can read.",
    parameters: { id: p.need.text() },
  }),
  "user.register": route<User & { authToken?: AuthToken }>()("POST", "user", {
    auth: "public",
    summary: "Creates an account; signs in when the caller was anonymous.",
    parameters: {
      login: p.need.text(),
      email: p.need.text(),
      firstName: p.need.text(),
      lastName: p.need.text(),
      password: p.need.text(),
      admin: p.boolean(false),
    },
  }),
  "user.update": route<User>()("PUT", "user/:id", {
    auth: "user",
    summary: "Changes names, address; for administrators also the admin flag and status.",
    parameters: {
      id: p.need.text(),
      firstName: p.need.text(),
      lastName: p.need.text(),
      email: p.need.text(),
      admin: p.boolean(),
      status: p.oneOf(["enabled", "disabled", "pending"]),
    },
  }),
  "user.delete": route<{ message: string }>()("DELETE", "user/:id", {
    auth: "user",
    summary: "Deletes a user and what it owns.",
    parameters: { id: p.need.text(), progress: p.boolean(false) },
  }),
  "user.changePassword": route<{ message: string }>()("PUT", "user/password", {
    auth: "user",
    summary: "Changes the caller's password; `old` may be a temporary token.",
    parameters: { old: p.need.text(), new: p.need.text() },
  }),
  "user.setPassword": route<{ message: string }>()("PUT", "user/:id/password", {
    auth: "admin",
    summary: "Sets another user's password.",
    parameters: { id: p.need.text(), password: p.need.text() },
  }),
  "user.temporaryLogin": route<Login>()("GET", "user/password/temporary/:id", {
    auth: "public",
    summary: "Signs in with a one-time token, which is used up by it.",
    parameters: { id: p.need.text(), token: p.need.text() },
  }),
  "user.requestTemporaryLogin": route<{ message: string }>()("PUT", "user/password/temporary", {
    auth: "public",
    summary: "Says how to get in without a password: this server sends no mail.",
    parameters: { email: p.need.text() },
  }),
  "user.requestVerification": route<{ message: string }>()("POST", "user/verification", {
    auth: "public",
    summary: "Says that no address has to be verified: this server sends no mail.",
    parameters: { login: p.need.text() },
  }),
  "user.verify": route<Omit<Login, "authToken"> & { authToken?: AuthToken }>()("PUT", "user/:id/verification", {
    auth: "public",
    summary: "Confirms an address by a token, and signs in.",
    parameters: { id: p.need.text(), token: p.need.text() },
  }),
  "user.startOtp": route<{ totpUri: string }>()("POST", "user/:id/otp", {
    auth: "user",
    summary: "Makes a secret for one-time passwords, which counts once it is confirmed.",
    parameters: { id: p.need.text() },
  }),
  "user.confirmOtp": route<null>()("PUT", "user/:id/otp", {
    auth: "user",
    summary: "Confirms the secret by a code in the header Girder-OTP; sign-ins need one from now on.",
    parameters: { id: p.need.text() },
  }),
  "user.removeOtp": route<null>()("DELETE", "user/:id/otp", {
    auth: "user",
    summary: "Signs in without one-time passwords again.",
    parameters: { id: p.need.text() },
  }),
  "user.usePrivateQueue": route<{ user_private_queue_enabled: boolean }>()("PUT", "user/:id/use_private_queue", {
    auth: "user",
    summary: "Reads or sets whether the user's jobs wait for a private runner.",
    parameters: { id: p.need.text(), privateQueueEnabled: p.boolean() },
  }),
  "token.current": route<Record<string, unknown> | null>()("GET", "token/current", {
    auth: "token",
    summary: "The token in use.",
  }),
  "token.session": route<AuthToken>()("GET", "token/session", {
    auth: "public",
    summary: "The token in use, or a new anonymous one.",
  }),
  "token.deleteSession": route<{ message: string }>()("DELETE", "token/session", {
    auth: "public",
    summary: "Revokes the token in use.",
  }),
  "token.scopes": route<{ custom: ScopeDescription[]; adminCustom: ScopeDescription[] }>()("GET", "token/scopes", {
    auth: "public",
    summary: "What keys can be limited to.",
  }),
  "system.version": route<{ release: string; serverStartDate: string }>()("GET", "system/version", {
    auth: "public",
    summary: "Release of the api that is spoken.",
  }),
  "describe.get": route<Record<string, unknown>>()("GET", "describe", {
    auth: "public",
    summary: "These routes as OpenAPI 2.0; for people at the address of the api itself.",
  }),
  "system.publicSettings": route<Record<string, unknown>>()("GET", "system/public_settings", {
    auth: "public",
    summary: "Settings that anybody may read.",
  }),
  "system.setting": route<unknown>()("GET", "system/setting", {
    auth: "admin",
    summary: "One setting, or several by name.",
    parameters: { key: p.text(), list: p.array<string>(), default: p.text() },
  }),
  "system.setSetting": route<boolean>()("PUT", "system/setting", {
    auth: "admin",
    summary: "Changes a setting, or several; null goes back to the default.",
    parameters: { key: p.text(), value: p.text(), list: p.array<{ key: string; value: unknown }>() },
  }),
  "system.deleteSetting": route<boolean>()("DELETE", "system/setting", {
    auth: "admin",
    summary: "Sets a setting back to its default.",
    parameters: { key: p.need.text() },
  }),
  "system.collectionCreationAccess": route<{ open: boolean; groups: unknown[]; users: unknown[] }>()(
    "GET",
    "system/setting/collection_creation_policy/access",
    { auth: "admin", summary: "Who besides administrators may create collections." },
  ),
  "system.accessFlags": route<Record<string, never>>()("GET", "system/access_flag", {
    auth: "public",
    summary: "Access flags; there are none.",
  }),
  "system.plugins": route<{ all: Record<string, never>; loaded: string[] }>()("GET", "system/plugins", {
    auth: "admin",
    summary: "Plugins; there are none.",
  }),
  "system.configuration": route<unknown>()("GET", "system/configuration", {
    auth: "admin",
    summary: "What the server was started with, without secrets.",
    parameters: { section: p.text("wakeline"), key: p.text() },
  }),
  "system.uploads": route<Upload[]>()("GET", "system/uploads", {
    auth: "admin",
    summary: "Uploads that are not complete.",
    parameters: { ...uploadFilter, ...page },
  }),
  "system.discardUploads": route<Upload[]>()("DELETE", "system/uploads", {
    auth: "admin",
    summary: "Drops uploads that are not complete.",
    parameters: uploadFilter,
  }),
  "system.check": route<Record<string, unknown>>()("GET", "system/check", {
    auth: "public",
    summary: "Whether the server works.",
    parameters: { mode: p.oneOf(["basic", "quick", "slow"], "basic") },
  }),
} as const;
