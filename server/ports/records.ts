/**
 * The stored documents, field by field. Times are milliseconds since 1970 (UTC), sizes are bytes, ids are 24 hex digits.
 * `null` means "stored as nothing"; optional properties are not used, so that a row is always complete.
 */
import type { AccessLevel } from "../base/access-level.ts";

/** Free-form properties that clients keep with a document. */
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
  /** Opaque to everything but the password service. `null`: this account cannot sign in by password. */
  passwordHash: string | null;
  emailVerified: boolean;
  privateQueueEnabled: boolean;
  /** Base 32. */
  otpSecret: string | null;
  /** Time step of the last one-time password that was taken; `null`: sign-ins need none. */
  otpStep: number | null;
  /** What its pages are shown in (BCP 47, and the colours); `null`: nothing has been chosen. */
  language: string | null;
  theme: Theme | null;
  createdMs: number;
}

export interface TokenRecord {
  id: string;
  /** SHA-256 of the 64-character token, hex: a stolen database lets no one sign in. */
  hash: string;
  /** `null`: an anonymous session. */
  userId: string | null;
  scopes: string[];
  createdMs: number;
  expiresMs: number;
  /** The key that it was made with; it ends with the key. */
  apiKeyId: string | null;
  /** Where the session was begun from, and by which program; `null`: unknown. */
  address: string | null;
  agent: string | null;
  /** To within minutes; `null`: not yet. */
  lastUseMs: number | null;
}

/** What the audit list distinguishes. */
export type AuditArea = "access" | "user" | "group" | "setting";

export interface AuditChange {
  readonly name: string;
  /** `null`: there was nothing before, or is nothing now. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface AuditRecord {
  id: string;
  createdMs: number;
  /** `null`: the server itself, or an operator at its command line. */
  actorId: string | null;
  /** As it was then: the account may be gone. */
  actorLogin: string;
  area: AuditArea;
  /** `user.deleted`, `access.changed`... */
  action: string;
  targetType: string;
  targetId: string;
  targetName: string;
  changes: readonly AuditChange[];
}

/** A long secret that a script trades for tokens. */
export interface ApiKeyRecord {
  id: string;
  userId: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  /** Its first characters, for people who have several. */
  hint: string;
  name: string;
  /** What its tokens may do; `null`: everything that the user may do. */
  scopes: string[] | null;
  /** Lifetime of its tokens; `null`: as long as a session. */
  tokenDays: number | null;
  active: boolean;
  createdMs: number;
  lastUseMs: number | null;
}

/** People who are given rights together. */
export interface GroupRecord {
  id: string;
  name: string;
  description: string;
  public: boolean;
  /** Who may add people without asking them: `default` and `no` allow no one. */
  addAllowed: "default" | "no" | "yesmod" | "yesadmin";
  createdMs: number;
  updatedMs: number;
}

export interface GroupMemberRecord {
  groupId: string;
  userId: string;
  /** A user who is invited or asks to join is no member yet. */
  state: "member" | "invited" | "requested";
  /** Read: member; write: moderator; admin: administrator of the group. */
  level: 0 | 1 | 2;
}

/** Documents that carry an access list of their own. */
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
  /** Clones: the folder whose media they show. */
  foreignMediaId: string | null;
  /** In the trash, by itself or with a folder above it: the entry. */
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

/** Where the bytes of a file are. */
export type FileContent =
  /** In the blob store. */
  | { readonly kind: "blob"; /** SHA-256, lower-case hex. */ readonly hash: string }
  /** In a place of media (`MediaSource`), as this version of what the key names. */
  | { readonly kind: "source"; readonly source: string; readonly key: string; readonly etag: string }
  /** At another site, for clients to fetch from there. */
  | { readonly kind: "link"; readonly url: string };

export interface FileRecord {
  id: string;
  itemId: string;
  name: string;
  mimeType: string;
  size: number;
  /** Read with `openContent` (server/services/content). `null`: there is none, which is a damage. */
  content: FileContent | null;
  creatorId: string | null;
  createdMs: number;
  updatedMs: number;
}

/** A file on its way in. */
export interface UploadRecord {
  id: string;
  userId: string;
  parentType: "folder" | "item" | "file";
  /** With `file`: the file whose content is being replaced. */
  parentId: string;
  name: string;
  mimeType: string;
  size: number;
  /** Bytes that are safely on disk. */
  received: number;
  createdMs: number;
  updatedMs: number;
  /** The file that came of it; `null` while bytes are missing. */
  fileId: string | null;
}

/** Work that goes on after a request was answered. */
export interface JobRecord {
  id: string;
  title: string;
  type: string;
  /** `null`: without an owner. */
  userId: string | null;
  parentId: string | null;
  /** The dataset that it works on. */
  datasetId: string | null;
  public: boolean;
  /** See `domain/job-status.ts`. */
  status: number;
  /** Who runs it: see `domain/job-status.ts`. */
  handler: string;
  args: unknown[];
  kwargs: Meta;
  meta: Meta;
  /** What it was started with; `null`: nothing that may be shown. */
  params: Meta | null;
  /** The same for jobs that are to be one; `null`: each such job is one of its own. */
  dedupeKey: string | null;
  progress: { total: number; current: number; message: string } | null;
  /** When it came into which status, in order. */
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

/** One page and how many there are without paging. */
export interface Paged<T> {
  rows: T[];
  total: number;
}

/** Whose eyes a list is read with. */
export interface Viewer {
  /** `null`: anonymous. */
  userId: string | null;
  /** Site administrators see everything. */
  seesAll: boolean;
}
