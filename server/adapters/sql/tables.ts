/**
 * The tables as Kysely knows them; each is in `tables/`. Booleans are 0 and 1, objects and lists are JSON text, times are
 * milliseconds: the same in every database, so that they share one set of queries.
 */
import type { Kysely, Selectable } from "kysely";

import type {
  UsersTable,
  TokensTable,
  AuditTable,
  GroupsTable,
  GroupMembersTable,
  IdentitiesTable,
  ApiKeysTable,
  AccessTable,
  FolderAccessTable,
} from "./tables/accounts.ts";
import type {
  AnnotationsTable,
  FeatureChunksTable,
  RevisionsTable,
  CommentsTable,
  TasksTable,
} from "./tables/annotations.ts";
import type {
  CollectionsTable,
  FoldersTable,
  TrashTable,
  ClonesTable,
  MediaSourcesTable,
  CloneMediaTable,
  ItemsTable,
  FilesTable,
  BlobsTable,
  UploadsTable,
} from "./tables/tree.ts";
import type {
  JobsTable,
  WorkersTable,
  JobLogsTable,
  NotificationsTable,
  WebhooksTable,
  WebhookDeliveriesTable,
  SettingsTable,
} from "./tables/site.ts";
import type { Bit } from "./tables/columns.ts";

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
