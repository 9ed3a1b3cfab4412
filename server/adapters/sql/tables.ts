/**
 * The tables as Kysely knows them. Booleans are 0 and 1, objects and lists are JSON text, times are milliseconds: the
 * same in every database, so that they share one set of queries.
 */
import type { Generated, Kysely, Selectable } from "kysely";

import type { TaskPriority, TaskState, WebhookEvent } from "#schemas";

type Bit = 0 | 1;
type Json = string;

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

export interface CollectionsTable {
  id: string;
  name: string;
  lower_name: string;
  /** Key by which lists are sorted by name. */
  sort_name: string;
  description: string;
  public: Bit;
  meta: Json;
  created_ms: number;
  updated_ms: number;
}

export interface FoldersTable {
  id: string;
  name: string;
  lower_name: string;
  /** Key by which lists are sorted by name. */
  sort_name: string;
  description: string;
  parent_type: "folder" | "user" | "collection";
  parent_id: string;
  base_parent_type: "user" | "collection";
  base_parent_id: string;
  creator_id: string | null;
  public: Bit;
  size: number;
  meta: Json;
  /** From `meta`; columns because lists filter on them. */
  is_dataset: Bit;
  is_published: Bit;
  foreign_media_id: string | null;
  /** Id in `folder_access`; empty: the empty list. */
  access_list: Generated<string>;
  /** Set if the folder is in the trash: its entry. */
  trash_id: string | null;
  created_ms: number;
  updated_ms: number;
}

export interface TrashTable {
  id: string;
  folder_id: string;
  parent_type: "folder" | "user" | "collection";
  parent_id: string;
  deleted_by: string | null;
  deleted_ms: number;
  files: number;
}

export interface CommentsTable {
  id: string;
  dataset_id: string;
  thread_id: string;
  author_id: string;
  author_login: string;
  text: string;
  /** JSON. */
  anchor: string;
  created_ms: number;
  edited_ms: number | null;
  resolved_ms: number | null;
  resolved_by: string | null;
}

export interface TasksTable {
  id: string;
  dataset_id: string;
  set_name: string;
  assignee_id: string;
  reviewer_id: string | null;
  state: TaskState;
  priority: TaskPriority;
  due: string | null;
  version: number;
  created_ms: number;
  /** JSON. */
  content: string;
}

export interface WebhooksTable {
  id: string;
  folder_id: string | null;
  url: string;
  secret: string;
  /** JSON. */
  events: string;
  description: string;
  active: Bit;
  creator_id: string;
  creator_login: string;
  created_ms: number;
}

export interface WebhookDeliveriesTable {
  id: string;
  webhook_id: string;
  event: WebhookEvent;
  /** JSON. */
  content: string;
  created_ms: number;
  due_ms: number | null;
  tries: number;
  answered: number | null;
  failure: string | null;
  ended_ms: number | null;
}

export interface ClonesTable {
  dataset_id: string;
  source_id: string;
  cut_ms: number | null;
}

export interface MediaSourcesTable {
  id: string;
  name: string;
  location: string;
  created_ms: number;
}

export interface CloneMediaTable {
  dataset_id: string;
  item_id: string;
  /** For media that are not stored: their etag. */
  blob_hash: string | null;
}

export interface ItemsTable {
  id: string;
  folder_id: string;
  name: string;
  lower_name: string;
  /** Key by which lists are sorted by name. */
  sort_name: string;
  description: string;
  creator_id: string | null;
  size: number;
  meta: Json;
  copy_of_item_id: string | null;
  created_ms: number;
  updated_ms: number;
}

export interface FilesTable {
  id: string;
  item_id: string;
  name: string;
  mime_type: string;
  size: number;
  blob_hash: string | null;
  link_url: string | null;
  source_id: string | null;
  source_key: string | null;
  source_etag: string | null;
  creator_id: string | null;
  created_ms: number;
  updated_ms: number;
}

export interface BlobsTable {
  hash: string;
  size: number;
  /** When a caller last announced that it will store this content. */
  claimed_ms: number;
  sweeping: Bit;
  /** Size of a picture as stored; `null`: not measured, 0: not measurable. */
  width: Generated<number | null>;
  height: Generated<number | null>;
  /** Exif orientation, 1 to 8. */
  orientation: Generated<number | null>;
}

export interface UploadsTable {
  id: string;
  user_id: string;
  parent_type: "folder" | "item" | "file";
  parent_id: string;
  name: string;
  mime_type: string;
  size: number;
  received: number;
  created_ms: number;
  updated_ms: number;
  file_id: string | null;
}

export interface AnnotationsTable {
  dataset_id: string;
  /** Empty: the default set. */
  set_name: string;
  kind: "track" | "group";
  id: number;
  rev_created: number;
  /** `null`: current. */
  rev_deleted: number | null;
  /** Best type. */
  label: string | null;
  begin_frame: number;
  end_frame: number;
  /** If `cut_at` is set: with the first feature only. */
  payload: Json;
  /**
   * Characters of the payload after which the other features belong, which are in chunks; `null`: it is stored whole.
   */
  cut_at: Generated<number | null>;
}

/** The features of a long track after the first one. */
export interface FeatureChunksTable {
  dataset_id: string;
  set_name: string;
  track_id: number;
  first_frame: number;
  rev_created: number;
  rev_deleted: number | null;
  last_frame: number;
  feature_count: number;
  /** Each feature preceded by a comma. */
  payload: Json;
}

export interface RevisionsTable {
  dataset_id: string;
  revision: number;
  set_name: string;
  author_id: string;
  author_name: string;
  description: string;
  additions: number;
  deletions: number;
  created_ms: number;
  save_id: string | null;
}

export interface JobsTable {
  id: string;
  title: string;
  type: string;
  user_id: string | null;
  parent_id: string | null;
  dataset_id: string | null;
  public: Bit;
  status: number;
  handler: string;
  args: Json;
  kwargs: Json;
  meta: Json;
  params: Json | null;
  progress: Json | null;
  timestamps: Json;
  created_ms: number;
  updated_ms: number;
  when_ms: number;
  /** The queue; `null`: the job is not for workers of this site. */
  queue: string | null;
  /** Abilities that a worker needs to take it; `null`: none. */
  needs: string | null;
  /** Who has it. */
  worker: string | null;
  /** Expiry, by the clock of the database. */
  lease_ms: number | null;
  /** How many times it was taken. */
  attempt: Generated<number>;
  dedupe_key: string | null;
  /** Its position in the queue, in which owners alternate. */
  turn: Generated<number>;
}

/** Workers that have recently announced themselves. */
export interface WorkersTable {
  name: string;
  queues: Json;
  until_ms: number;
  offer: Json;
}

export interface JobLogsTable {
  job_id: string;
  position: number;
  text: string;
}

export interface NotificationsTable {
  id: string;
  user_id: string;
  type: string;
  data: Json;
  created_ms: number;
  updated_ms: number;
  expires_ms: number;
}

export interface SettingsTable {
  key: string;
  value: Json;
}

export interface Tables {
  access: AccessTable;
  annotations: AnnotationsTable;
  api_keys: ApiKeysTable;
  audit: AuditTable;
  blobs: BlobsTable;
  clones: ClonesTable;
  clone_media: CloneMediaTable;
  collections: CollectionsTable;
  comments: CommentsTable;
  feature_chunks: FeatureChunksTable;
  files: FilesTable;
  folder_access: FolderAccessTable;
  folders: FoldersTable;
  group_members: GroupMembersTable;
  groups: GroupsTable;
  identities: IdentitiesTable;
  items: ItemsTable;
  job_logs: JobLogsTable;
  jobs: JobsTable;
  media_sources: MediaSourcesTable;
  notifications: NotificationsTable;
  revisions: RevisionsTable;
  settings: SettingsTable;
  tasks: TasksTable;
  tokens: TokensTable;
  trash: TrashTable;
  uploads: UploadsTable;
  users: UsersTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhooks: WebhooksTable;
  workers: WorkersTable;
}

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

export const bit = (value: boolean): Bit => (value ? 1 : 0);

/**
 * The tables of a backup, in an order in which rows can be loaded. Leaves out short-lived rows: unfinished uploads,
 * whose bytes are not backed up, notifications and workers.
 */
export const dumpedTables = [
  ...([
    "users",
    "identities",
    "groups",
    "group_members",
    "api_keys",
    "tokens",
    "access",
    "collections",
    "folder_access",
  ] as const),
  ...(["folders", "items", "blobs", "media_sources", "files", "settings", "annotations", "revisions"] as const),
  "feature_chunks",
  ...(["clones", "clone_media", "trash", "comments", "tasks", "webhooks"] as const),
  "webhook_deliveries",
  "audit",
  ...(["jobs", "job_logs"] as const),
] satisfies (keyof Tables)[];

/** Does not compile if a new table is neither listed above nor named here as left out of backups. */
type Forgotten = Exclude<keyof Tables, (typeof dumpedTables)[number] | "uploads" | "notifications" | "workers">;
export const nothingForgotten: Forgotten extends never ? true : Forgotten = true;

/** The database, or a transaction. */
export type Db = Kysely<Tables>;
