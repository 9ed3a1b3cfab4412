/**
 * The stored documents, field by field. Times are milliseconds since 1970 (UTC), sizes are bytes, ids are 24 hex
 * digits. A missing value is stored as `null`; optional properties are not used, so that a row is always complete.
 */
import type { AccessLevel } from "../base/access-level.ts";

/** Free-form properties that clients store with a document. */
export type Meta = Record<string, unknown>;

export type Theme = "auto" | "dark" | "light";

export interface UserRecord {
  id: string;
  /** Lower case, unique. */
  login: string;
  /** Lower case, unique. */
  email: string;
  firstName: string;
  lastName: string;
  admin: boolean;
  status: "enabled" | "disabled" | "pending";
  /** Opaque except to the password service. `null`: this account cannot sign in with a password. */
  passwordHash: string | null;
  emailVerified: boolean;
  privateQueueEnabled: boolean;
  /** Base 32. */
  otpSecret: string | null;
  /** Time step of the last accepted one-time password; `null`: the account does not use them. */
  otpStep: number | null;
  /** Language of the user's pages (BCP 47) and color scheme; `null`: not chosen. */
  language: string | null;
  theme: Theme | null;
  createdMs: number;
}

export interface TokenRecord {
  id: string;
  /** SHA-256 of the 64-character token, hex: a stolen database cannot be used to sign in. */
  hash: string;
  /** `null`: an anonymous session. */
  userId: string | null;
  scopes: string[];
  createdMs: number;
  expiresMs: number;
  /** The key it was created with; it ends with the key. */
  apiKeyId: string | null;
  /** Address and program the session was started from; `null`: unknown. */
  address: string | null;
  agent: string | null;
  /** Accurate to minutes; `null`: not used yet. */
  lastUseMs: number | null;
}

/** Categories of the audit log. */
export type AuditArea = "access" | "user" | "group" | "setting";

export interface AuditChange {
  readonly name: string;
  /** `null`: there was no value before, or there is none now. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface AuditRecord {
  id: string;
  createdMs: number;
  /** `null`: the server itself, or an operator on the command line. */
  actorId: string | null;
  /** Login at that time: the account may be gone. */
  actorLogin: string;
  area: AuditArea;
  /** `user.deleted`, `access.changed`... */
  action: string;
  targetType: string;
  targetId: string;
  targetName: string;
  changes: readonly AuditChange[];
}

/** A long secret that a script exchanges for tokens. */
export interface ApiKeyRecord {
  id: string;
  userId: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  /** Its first characters, to tell several keys apart. */
  hint: string;
  name: string;
  /** Rights of its tokens; `null`: all rights of the user. */
  scopes: string[] | null;
  /** Lifetime of its tokens; `null`: that of a session. */
  tokenDays: number | null;
  active: boolean;
  createdMs: number;
  lastUseMs: number | null;
}

/** Users who are given rights together. */
export interface GroupRecord {
  id: string;
  name: string;
  description: string;
  public: boolean;
  /** Who may add users without asking them: `default` and `no` allow no one. */
  addAllowed: "default" | "no" | "yesmod" | "yesadmin";
  createdMs: number;
  updatedMs: number;
}

export interface GroupMemberRecord {
  groupId: string;
  userId: string;
  /** A user who is invited or asks to join is not a member yet. */
  state: "member" | "invited" | "requested";
  /** 0 read: member; 1 write: moderator; 2 admin: administrator of the group. */
  level: 0 | 1 | 2;
}

/** Documents that have their own access list. */
export type AccessModel = "folder" | "collection" | "user" | "group" | "job";

export interface AccessEntry {
  subjectType: "user" | "group";
  subjectId: string;
  level: AccessLevel;
}

export interface CollectionRecord {
  id: string;
  name: string;
  description: string;
  public: boolean;
  meta: Meta;
  createdMs: number;
  updatedMs: number;
}

export type ParentType = "folder" | "user" | "collection";

export interface FolderRecord {
  id: string;
  name: string;
  description: string;
  parentType: ParentType;
  parentId: string;
  /** The user or collection at the top of the tree. */
  baseParentType: "user" | "collection";
  baseParentId: string;
  creatorId: string | null;
  public: boolean;
  /** Bytes of the items directly inside. */
  size: number;
  meta: Meta;
  /** Set on clones: the folder whose media they show. */
  foreignMediaId: string | null;
  /** Id of the trash entry if the folder is in the trash, itself or with a folder above it. */
  trashId: string | null;
  createdMs: number;
  updatedMs: number;
}

export interface ItemRecord {
  id: string;
  folderId: string;
  name: string;
  description: string;
  creatorId: string | null;
  /** Bytes of all files of the item. */
  size: number;
  meta: Meta;
  copyOfItemId: string | null;
  baseParentType: "user" | "collection";
  baseParentId: string;
  createdMs: number;
  updatedMs: number;
}

/** Where the bytes of a file are stored. */
export type FileContent =
  /** In the blob store. */
  | { readonly kind: "blob"; /** SHA-256, lower-case hex. */ readonly hash: string }
  /** In a media source (`MediaSource`), as this version of the file at the key. */
  | { readonly kind: "source"; readonly source: string; readonly key: string; readonly etag: string }
  /** At another site; clients fetch it from there. */
  | { readonly kind: "link"; readonly url: string };

export interface FileRecord {
  id: string;
  itemId: string;
  name: string;
  mimeType: string;
  size: number;
  /** Read it with `openContent` (server/services/content). `null`: the file is damaged. */
  content: FileContent | null;
  creatorId: string | null;
  createdMs: number;
  updatedMs: number;
}

/** An upload in progress. */
export interface UploadRecord {
  id: string;
  userId: string;
  parentType: "folder" | "item" | "file";
  /** With `file`: the file whose content the upload replaces. */
  parentId: string;
  name: string;
  mimeType: string;
  size: number;
  /** Bytes stored durably. */
  received: number;
  createdMs: number;
  updatedMs: number;
  /** The resulting file; `null` while bytes are missing. */
  fileId: string | null;
}

/** Work that continues after the request was answered. */
export interface JobRecord {
  id: string;
  title: string;
  type: string;
  /** `null`: without an owner. */
  userId: string | null;
  parentId: string | null;
  /** The dataset it works on. */
  datasetId: string | null;
  public: boolean;
  /** See `domain/job-status.ts`. */
  status: number;
  /** Who runs it: see `domain/job-status.ts`. */
  handler: string;
  args: unknown[];
  kwargs: Meta;
  meta: Meta;
  /** The request that started it; `null`: nothing that may be shown. */
  params: Meta | null;
  /** Jobs with equal keys are the same job; `null`: the job is never shared. */
  dedupeKey: string | null;
  progress: { total: number; current: number; message: string } | null;
  /** When it reached which status, in order. */
  timestamps: { status: number; timeMs: number }[];
  createdMs: number;
  updatedMs: number;
  /** Not before. */
  whenMs: number;
}

/** A message to one user. */
export interface NotificationRecord {
  id: string;
  userId: string;
  type: string;
  data: Meta;
  createdMs: number;
  updatedMs: number;
  expiresMs: number;
}

export interface Page {
  /** 0 = no limit. */
  limit: number;
  offset: number;
}

export interface Sort<Field extends string> {
  by: Field;
  descending: boolean;
}

/** One page of results, and the total number without paging. */
export interface Paged<T> {
  rows: T[];
  total: number;
}

/** The user for whom a list is read. */
export interface Viewer {
  /** `null`: anonymous. */
  userId: string | null;
  /** Site administrators see everything. */
  seesAll: boolean;
}
