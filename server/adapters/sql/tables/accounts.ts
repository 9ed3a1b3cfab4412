/** Accounts, sessions, groups, and who may do what. */
import type { Bit, Json } from "./columns.ts";

export interface UsersTable {
  id: string;
  login: string;
  email: string;
  first_name: string;
  last_name: string;
  admin: Bit;
  status: "enabled" | "disabled" | "pending";
  password_hash: string | null;
  email_verified: Bit;
  private_queue_enabled: Bit;
  otp_secret: string | null;
  otp_step: number | null;
  language: string | null;
  theme: "auto" | "dark" | "light" | null;
  created_ms: number;
}

export interface TokensTable {
  id: string;
  hash: string;
  user_id: string | null;
  scopes: Json;
  created_ms: number;
  expires_ms: number;
  /** The key it was made with. */
  api_key_id: string | null;
  address: string | null;
  agent: string | null;
  last_use_ms: number | null;
}

export interface AuditTable {
  id: string;
  created_ms: number;
  actor_id: string | null;
  actor_login: string;
  area: "access" | "user" | "group" | "setting";
  action: string;
  target_type: string;
  target_id: string;
  target_name: string;
  changes: Json;
}

export interface GroupsTable {
  id: string;
  name: string;
  lower_name: string;
  /** Key by which lists are sorted by name. */
  sort_name: string;
  description: string;
  public: Bit;
  add_allowed: "default" | "no" | "yesmod" | "yesadmin";
  created_ms: number;
  updated_ms: number;
}

export interface GroupMembersTable {
  group_id: string;
  user_id: string;
  state: "member" | "invited" | "requested";
  level: 0 | 1 | 2;
}

export interface IdentitiesTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_ms: number;
}

export interface ApiKeysTable {
  id: string;
  user_id: string;
  hash: string;
  hint: string;
  name: string;
  /** `null`: everything the user may do. */
  scopes: Json | null;
  token_days: number | null;
  active: Bit;
  created_ms: number;
  last_use_ms: number | null;
}

/** For documents with their own list; lists of folders are in `folder_access`. */
export interface AccessTable {
  model: "collection" | "user" | "group" | "job";
  document_id: string;
  subject_type: "user" | "group";
  subject_id: string;
  level: -1 | 0 | 1 | 2;
}

/** Access lists of folders, each stored once. */
export interface FolderAccessTable {
  list_id: string;
  subject_type: "user" | "group";
  subject_id: string;
  level: -1 | 0 | 1 | 2;
}
