/** Users, sign-in, tokens and facts about the server (api-v1 sections 4 and 5). */
import {
  auditEntryShape,
  dateShape,
  healthShape,
  messageShape,
  oneTimeLinkShape,
  sessionShape,
  uploadShape,
  userShape,
  tokenShape,
  tokenDocumentShape,
  loginShape,
  verifiedShape,
  registeredShape,
  scopeShape,
} from "../wire.ts";
import { p, route } from "../route.ts";
import {
  anyShape,
  booleanShape,
  exactly,
  integerShape,
  listOf,
  nullable,
  nullShape,
  objectShape,
  oneOf,
  textShape,
} from "../json-shape.ts";

const page = { limit: p.integer(50), offset: p.integer(0) } as const;
const uploadFilter = {
  uploadId: p.text(),
  userId: p.text(),
  parentId: p.text(),
  assetstoreId: p.text(),
  /** Days since the last byte. */
  minimumAge: p.number(),
  /** Bytes that belong to no upload; the server removes those on its own. */
  includeUntracked: p.boolean(true),
} as const;

const themes = ["auto", "dark", "light"] as const;

export const accountRoutes = {
  "user.login": route(loginShape)("GET", "user/authentication", {
    auth: "public",
    summary: "Signs in with HTTP Basic authentication; sets the cookie.",
  }),
  "user.logout": route(messageShape)("DELETE", "user/authentication", {
    auth: "public",
    summary: "Revokes the token and clears the cookie.",
  }),
  "user.me": route(nullable(userShape))("GET", "user/me", { auth: "public", summary: "The signed-in user, or null." }),
  "user.list": route(listOf(userShape))("GET", "user", {
    auth: "user",
    summary: "Users, paged.",
    parameters: {
      text: p.search(),
      limit: p.integer(50),
      offset: p.integer(0),
      sort: p.text("lastName"),
      sortdir: p.integer(1),
    },
  }),
  "user.counts": route(exactly({ nUsers: integerShape }))("GET", "user/details", {
    auth: "user",
    summary: "How many users there are.",
  }),
  "user.get": route(userShape)("GET", "user/:id", {
    auth: "public",
    summary: "One user.",
    parameters: { id: p.need.text() },
  }),
  "user.details": route(exactly({ nFolders: integerShape }))("GET", "user/:id/details", {
    auth: "public",
    summary: "How many folders of the user the caller can read.",
    parameters: { id: p.need.text() },
  }),
  "user.register": route(registeredShape)("POST", "user", {
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
  "user.update": route(userShape)("PUT", "user/:id", {
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
  "user.delete": route(messageShape)("DELETE", "user/:id", {
    auth: "user",
    summary: "Deletes a user and what it owns.",
    parameters: { id: p.need.text(), progress: p.boolean(false) },
  }),
  "user.changePassword": route(messageShape)("PUT", "user/password", {
    auth: "user",
    summary:
      "Changes the caller's password; `old` may be a temporary token, and is left out after signing in by a one-time link.",
    parameters: { old: p.text(), new: p.need.text(), revokeKeys: p.boolean(false) },
  }),
  "user.setPassword": route(messageShape)("PUT", "user/:id/password", {
    auth: "admin",
    summary: "Sets another user's password.",
    parameters: { id: p.need.text(), password: p.need.text(), revokeKeys: p.boolean(false) },
  }),
  "user.temporaryLogin": route(loginShape)("GET", "user/password/temporary/:id", {
    auth: "public",
    summary:
      "Signs in with a one-time token, which is used up by it; one that was mailed or made here may need Girder-OTP.",
    parameters: { id: p.need.text(), token: p.need.text() },
  }),
  "user.requestTemporaryLogin": route(messageShape)("PUT", "user/password/temporary", {
    auth: "public",
    summary: "Mails a link that signs in once, where the site sends mail; the same answer for every address.",
    parameters: { email: p.need.text() },
  }),
  "user.requestVerification": route(messageShape)("POST", "user/verification", {
    auth: "public",
    summary: "Says that no address has to be verified.",
    parameters: { login: p.need.text() },
  }),
  "user.verify": route(verifiedShape)("PUT", "user/:id/verification", {
    auth: "public",
    summary: "Confirms an address by a token, and signs in.",
    parameters: { id: p.need.text(), token: p.need.text() },
  }),
  "user.makeLink": route(oneTimeLinkShape)("POST", "user/:id/one_time_link", {
    auth: "admin",
    summary: "Makes a one-time token for a user who cannot sign in; `/login?user=…&token=…` of the web app takes it.",
    parameters: { id: p.need.text() },
  }),
  "user.sessions": route(listOf(sessionShape))("GET", "user/:id/sessions", {
    auth: "user",
    summary: "Where the account is signed in.",
    parameters: { id: p.need.text() },
  }),
  "user.endSession": route(messageShape)("DELETE", "user/:id/sessions/:sessionId", {
    auth: "user",
    summary: "Ends one session of the account.",
    parameters: { id: p.need.text(), sessionId: p.need.text() },
  }),
  "user.endOtherSessions": route(messageShape)("DELETE", "user/:id/sessions", {
    auth: "user",
    summary: "Ends every session of the account but the one that asks.",
    parameters: { id: p.need.text() },
  }),
  "user.startOtp": route(exactly({ totpUri: textShape }))("POST", "user/:id/otp", {
    auth: "user",
    summary: "Makes a secret for one-time passwords, which counts once it is confirmed.",
    parameters: { id: p.need.text() },
  }),
  "user.confirmOtp": route(nullShape)("PUT", "user/:id/otp", {
    auth: "user",
    summary: "Confirms the secret by a code in the header Girder-OTP; sign-ins need one from now on.",
    parameters: { id: p.need.text() },
  }),
  "user.removeOtp": route(nullShape)("DELETE", "user/:id/otp", {
    auth: "user",
    summary:
      "Signs in without one-time passwords again; one's own account takes a code (Girder-OTP) or the password (HTTP Basic).",
    parameters: { id: p.need.text() },
  }),
  "user.usePrivateQueue": route(exactly({ user_private_queue_enabled: booleanShape }))(
    "PUT",
    "user/:id/use_private_queue",
    {
      auth: "user",
      summary: "Reads or sets whether the user's jobs wait for a private runner.",
      parameters: { id: p.need.text(), privateQueueEnabled: p.boolean() },
    },
  ),
  "user.setPreferences": route(exactly({ language: nullable(textShape), theme: nullable(oneOf(...themes)) }))(
    "PUT",
    "user/:id/preferences",
    {
      auth: "user",
      summary: "Changes the language (BCP 47) and the theme of the web app, whichever is given.",
      parameters: { id: p.need.text(), language: p.text(), theme: p.oneOf(themes) },
    },
  ),
  "token.current": route(nullable(tokenDocumentShape))("GET", "token/current", {
    auth: "public",
    summary: "The token in use, or null.",
  }),
  "token.session": route(tokenShape)("GET", "token/session", {
    auth: "public",
    summary: "The token in use, or a new anonymous one.",
  }),
  "token.deleteSession": route(messageShape)("DELETE", "token/session", {
    auth: "token",
    summary: "Revokes the token in use.",
  }),
  "token.scopes": route(
    exactly({
      custom: listOf(scopeShape),
      adminCustom: listOf(scopeShape),
    }),
  )("GET", "token/scopes", {
    auth: "public",
    summary: "What keys can be limited to.",
  }),
  "system.version": route(exactly({ release: textShape, serverStartDate: dateShape }))("GET", "system/version", {
    auth: "public",
    summary: "Release of the api that is spoken.",
  }),
  "describe.get": route(objectShape)("GET", "describe", {
    auth: "public",
    summary: "These routes as OpenAPI 2.0; for people at the address of the api itself.",
  }),
  "system.publicSettings": route(objectShape)("GET", "system/public_settings", {
    auth: "public",
    summary: "Settings that anybody may read.",
  }),
  "system.setting": route(anyShape)("GET", "system/setting", {
    auth: "admin",
    summary: "One setting, or several by name.",
    parameters: { key: p.text(), list: p.array<string>(), default: p.text() },
  }),
  "system.setSetting": route(booleanShape)("PUT", "system/setting", {
    auth: "admin",
    summary: "Changes a setting, or several; null goes back to the default.",
    parameters: { key: p.text(), value: p.text(), list: p.array<{ key: string; value: unknown }>() },
  }),
  "system.deleteSetting": route(booleanShape)("DELETE", "system/setting", {
    auth: "admin",
    summary: "Sets a setting back to its default.",
    parameters: { key: p.need.text() },
  }),
  "system.collectionCreationAccess": route(
    exactly({
      open: booleanShape,
      groups: listOf(anyShape),
      users: listOf(anyShape),
    }),
  )("GET", "system/setting/collection_creation_policy/access", {
    auth: "admin",
    summary: "Who besides administrators may create collections.",
  }),
  "system.accessFlags": route(exactly({}))("GET", "system/access_flag", {
    auth: "public",
    summary: "Access flags; there are none.",
  }),
  "system.plugins": route(
    exactly({
      all: exactly({}),
      loaded: listOf(textShape),
    }),
  )("GET", "system/plugins", {
    auth: "admin",
    summary: "Plugins; there are none.",
  }),
  "system.configuration": route(anyShape)("GET", "system/configuration", {
    auth: "admin",
    summary: "What the server was started with, without secrets.",
    parameters: { section: p.text("wakeline"), key: p.text() },
  }),
  "system.uploads": route(listOf(uploadShape))("GET", "system/uploads", {
    auth: "admin",
    summary: "Uploads that are not complete.",
    parameters: { ...uploadFilter, ...page },
  }),
  "system.discardUploads": route(listOf(uploadShape))("DELETE", "system/uploads", {
    auth: "admin",
    summary: "Drops uploads that are not complete.",
    parameters: uploadFilter,
  }),
  "system.health": route(healthShape)("GET", "system/health", {
    auth: "admin",
    summary: "Storage, database, queue, workers and versions.",
  }),
  "system.audit": route(listOf(auditEntryShape))("GET", "system/audit", {
    auth: "admin",
    summary: "Who changed access, accounts, groups and settings; newest first.",
    parameters: { area: p.oneOf(["access", "user", "group", "setting"]), text: p.search(), ...page },
  }),
  "system.check": route(objectShape)("GET", "system/check", {
    auth: "public",
    summary: "Whether the server works.",
    parameters: { mode: p.oneOf(["basic", "quick", "slow"], "basic") },
  }),
} as const;
