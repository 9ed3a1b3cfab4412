/** Accounts: users, their groups, keys and tokens. */
import {
  anyShape,
  booleanShape,
  documentShape,
  exactly,
  integerShape,
  listOf,
  nullable,
  numberShape,
  oneOf,
  optional,
  patternShape,
  textShape,
  type TypeOf,
} from "../json-shape.ts";
import { accessListShape } from "./access.ts";
import { dateShape, idShape, levelShape } from "./basics.ts";

const userFields = {
  _id: idShape,
  _modelType: oneOf("user"),
  _accessLevel: levelShape,
  login: textShape,
  firstName: textShape,
  lastName: textShape,
  admin: booleanShape,
  public: booleanShape,
  created: dateShape,
  user_private_queue_enabled: optional(booleanShape),
  /** From here on: only for the user and administrators. */
  email: optional(textShape),
  status: optional(oneOf("enabled", "disabled", "pending")),
  emailVerified: optional(booleanShape),
  groups: optional(listOf(idShape)),
  groupInvites: optional(listOf(anyShape)),
  otp: optional(booleanShape),
  size: optional(integerShape),
  /** Language of the web app, once chosen by the user; BCP 47. */
  language: optional(textShape),
  theme: optional(oneOf("auto", "dark", "light")),
};
export const userShape = documentShape("User", userFields);
export type User = TypeOf<typeof userShape>;

const groupFields = {
  _id: idShape,
  _modelType: oneOf("group"),
  _accessLevel: levelShape,
  name: textShape,
  description: textShape,
  public: booleanShape,
  created: dateShape,
  updated: dateShape,
  addAllowed: oneOf("default", "no", "yesmod", "yesadmin"),
  /** The policy for groups without their own: users are not added without their consent, groups may allow it. */
  _addToGroupPolicy: oneOf("nomod"),
  /** For moderators: users who ask to join. */
  requests: optional(listOf(exactly({ id: idShape, login: textShape, name: textShape }))),
};
export const groupShape = documentShape("UserGroup", groupFields);
export type UserGroup = TypeOf<typeof groupShape>;
export const groupWithAccessShape = documentShape("UserGroupWithAccess", { ...groupFields, access: accessListShape });

export const apiKeyShape = documentShape("ApiKey", {
  _id: idShape,
  _modelType: oneOf("api_key"),
  _accessLevel: levelShape,
  active: booleanShape,
  created: dateShape,
  /** Complete in the answer that creates it; later only its first characters. */
  key: textShape,
  lastUse: nullable(dateShape),
  name: textShape,
  scope: nullable(listOf(textShape)),
  /** Days. */
  tokenDuration: nullable(numberShape),
  userId: idShape,
});
export type ApiKey = TypeOf<typeof apiKeyShape>;

/** A permission of a token. */
export const scopeShape = documentShape("Scope", { id: textShape, name: textShape, description: textShape });
export type ScopeDescription = TypeOf<typeof scopeShape>;

export const tokenShape = documentShape("AuthToken", {
  token: patternShape("^[A-Za-z0-9]{64}$"),
  expires: dateShape,
  scope: optional(listOf(textShape)),
  temporary: optional(booleanShape),
});
export type AuthToken = TypeOf<typeof tokenShape>;

/** A stored token, without its text. */
export const tokenDocumentShape = documentShape("Token", {
  /** The token itself, as in Girder. */
  _id: textShape,
  created: dateShape,
  expires: dateShape,
  scope: listOf(textShape),
  /** `null`: an anonymous session. */
  userId: nullable(idShape),
});

/** Where an account is signed in. */
export const sessionShape = documentShape("Session", {
  _id: idShape,
  created: dateShape,
  expires: dateShape,
  /** Accurate to a few minutes; `null`: not since it began. */
  lastUse: nullable(dateShape),
  address: nullable(textShape),
  /** The program's user agent. */
  agent: nullable(textShape),
  /** The name of the API key that it was started with. */
  apiKey: nullable(textShape),
  /** Whether it is the session of this request. */
  current: booleanShape,
});
export type Session = TypeOf<typeof sessionShape>;

export const oneTimeLinkShape = documentShape("OneTimeLink", {
  userId: idShape,
  token: textShape,
  expires: dateShape,
});

export const loginShape = documentShape("Login", { user: userShape, authToken: tokenShape, message: textShape });
export type Login = TypeOf<typeof loginShape>;

export const verifiedShape = exactly({ user: userShape, message: textShape, authToken: optional(tokenShape) });
export const registeredShape = documentShape("RegisteredUser", { ...userFields, authToken: optional(tokenShape) });
