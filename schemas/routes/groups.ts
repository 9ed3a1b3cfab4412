/** Groups of users, and keys for scripts (api-v1 sections 4.3 and 11). */
import {
  idShape,
  messageShape,
  userShape,
  groupShape,
  groupWithAccessShape,
  tokenShape,
  apiKeyShape,
} from "../wire.ts";
import { p, route } from "../route.ts";
import { exactly, listOf } from "../json-shape.ts";

const id = p.need.text();
const paging = { limit: p.integer(50), offset: p.integer(0), sort: p.text("name"), sortdir: p.integer(1) } as const;
const keyFields = {
  name: p.text(),
  scope: p.json<string[] | null>(),
  tokenDuration: p.json<number | null>(),
  active: p.boolean(),
} as const;

export const groupRoutes = {
  "group.list": route(listOf(groupShape))("GET", "group", {
    auth: "public",
    summary: "Groups, paged; Girder-Total-Count.",
    parameters: { text: p.search(), exact: p.boolean(false), ...paging },
  }),
  "group.create": route(groupShape)("POST", "group", {
    auth: "user",
    summary: "Creates a group; the caller becomes its administrator.",
    parameters: { name: p.need.text(), description: p.text(""), public: p.boolean(false) },
  }),
  "group.get": route(groupShape)("GET", "group/:id", { auth: "public", summary: "One group.", parameters: { id } }),
  "group.access": route(groupWithAccessShape)("GET", "group/:id/access", {
    auth: "public",
    summary: "The group with its members' levels.",
    parameters: { id },
  }),
  "group.invitations": route(listOf(userShape))("GET", "group/:id/invitation", {
    auth: "public",
    summary: "Users who are invited; Girder-Total-Count.",
    parameters: { id, ...paging },
  }),
  "group.members": route(listOf(userShape))("GET", "group/:id/member", {
    auth: "public",
    summary: "Users who are members; Girder-Total-Count.",
    parameters: { id, ...paging },
  }),
  "group.update": route(groupShape)("PUT", "group/:id", {
    auth: "user",
    summary: "Renames or describes a group, and says who may add people without asking them.",
    parameters: {
      id,
      name: p.text(),
      description: p.text(),
      public: p.boolean(),
      addAllowed: p.oneOf(["default", "no", "yesmod", "yesadmin"]),
    },
  }),
  "group.invite": route(groupShape)("POST", "group/:id/invitation", {
    auth: "user",
    summary: "Invites a user; with force adds at once where that is allowed.",
    parameters: {
      id,
      userId: p.need.text(),
      level: p.integer(0),
      quiet: p.boolean(false),
      force: p.boolean(false),
    },
  }),
  "group.join": route(groupShape)("POST", "group/:id/member", {
    auth: "user",
    summary: "Accepts an invitation, or asks to join.",
    parameters: { id },
  }),
  "group.addModerator": route(groupShape)("POST", "group/:id/moderator", {
    auth: "user",
    summary: "Makes a member a moderator.",
    parameters: { id, userId: p.need.text() },
  }),
  "group.addAdmin": route(groupShape)("POST", "group/:id/admin", {
    auth: "user",
    summary: "Makes a member an administrator of the group.",
    parameters: { id, userId: p.need.text() },
  }),
  "group.removeModerator": route(groupShape)("DELETE", "group/:id/moderator", {
    auth: "user",
    summary: "Makes a moderator an ordinary member.",
    parameters: { id, userId: p.need.text() },
  }),
  "group.removeAdmin": route(groupShape)("DELETE", "group/:id/admin", {
    auth: "user",
    summary: "Makes an administrator of the group an ordinary member.",
    parameters: { id, userId: p.need.text() },
  }),
  "group.removeMember": route(groupShape)("DELETE", "group/:id/member", {
    auth: "user",
    summary: "Takes a user out of the group, or turns an invitation down; the caller when no one is named.",
    parameters: { id, userId: p.text() },
  }),
  "group.delete": route(messageShape)("DELETE", "group/:id", {
    auth: "user",
    summary: "Deletes a group; it disappears from all access lists.",
    parameters: { id },
  }),
  "apiKey.list": route(listOf(apiKeyShape))("GET", "api_key", {
    auth: "user",
    summary: "Keys of the caller, or for administrators of another user.",
    parameters: { userId: p.text(), ...paging },
  }),
  "apiKey.create": route(apiKeyShape)("POST", "api_key", {
    auth: "user",
    summary: "Makes a key for scripts; only this answer has it whole.",
    parameters: { ...keyFields, targetUserId: p.text() },
  }),
  "apiKey.update": route(apiKeyShape)("PUT", "api_key/:id", {
    auth: "user",
    summary: "Changes a key; sessions that it has started end.",
    parameters: { id, ...keyFields },
  }),
  "apiKey.delete": route(messageShape)("DELETE", "api_key/:id", {
    auth: "user",
    summary: "Deletes a key; sessions that it has started end.",
    parameters: { id },
  }),
  "apiKey.signIn": route(
    exactly({
      user: exactly({ _id: idShape }),
      authToken: tokenShape,
    }),
  )("POST", "api_key/token", {
    auth: "public",
    summary: "Trades a key for a token; sets the cookie.",
    parameters: { key: p.need.text(), duration: p.number() },
  }),
} as const;
