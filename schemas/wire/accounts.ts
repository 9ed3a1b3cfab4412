/** Who signs in: users, their groups, keys and tokens. */
import type { ObjectId } from "../generated/types.ts";
import type { AccessLevel, IsoDate } from "./basics.ts";

export interface User {
  _id: ObjectId;
  _modelType: "user";
  _accessLevel: AccessLevel;
  login: string;
  firstName: string;
  lastName: string;
  admin: boolean;
  public: boolean;
  created: IsoDate;
  user_private_queue_enabled?: boolean;
  /** From here on: only for the user and administrators. */
  email?: string;
  status?: "enabled" | "disabled" | "pending";
  emailVerified?: boolean;
  groups?: ObjectId[];
  groupInvites?: unknown[];
  otp?: boolean;
  size?: number;
}

export interface UserGroup {
  _id: ObjectId;
  _modelType: "group";
  _accessLevel: AccessLevel;
  name: string;
  description: string;
  public: boolean;
  created: IsoDate;
  updated: IsoDate;
  addAllowed: "default" | "no" | "yesmod" | "yesadmin";
  /** What holds on this site where a group says nothing: nobody adds people without asking, groups may allow it. */
  _addToGroupPolicy: "nomod";
  /** For moderators: who asks to join. */
  requests?: { id: ObjectId; login: string; name: string }[];
}

export interface ApiKey {
  _id: ObjectId;
  _modelType: "api_key";
  _accessLevel: AccessLevel;
  active: boolean;
  created: IsoDate;
  /** Whole in the answer that makes it; later its first characters. */
  key: string;
  lastUse: IsoDate | null;
  name: string;
  scope: string[] | null;
  /** Days. */
  tokenDuration: number | null;
  userId: ObjectId;
}

/** What a token may do. */
export interface ScopeDescription {
  id: string;
  name: string;
  description: string;
}

export interface AuthToken {
  token: string;
  expires: IsoDate;
  scope?: string[];
  temporary?: boolean;
}

/** A token as it is kept; its text is not. */
export interface TokenDocument {
  _id: ObjectId;
  created: IsoDate;
  expires: IsoDate;
  scope: string[];
  /** `null`: an anonymous session. */
  userId: ObjectId | null;
}

export interface Login {
  user: User;
  authToken: AuthToken;
  message: string;
}
