/**
 * The database as the services see it: one repository per kind of document, and transactions. Adapters run
 * `contract/database.ts`.
 *
 * Reads outside a transaction see everything that is committed. A transaction runs alone in its scope: what it reads
 * there stays true until it commits, and once the promise of `transaction` resolves, its writes survive a power cut.
 */
import type { AccessRepository } from "./access.repository.ts";
import type { AnnotationRepository } from "./annotation.repository.ts";
import type { ApiKeyRepository } from "./api-key.repository.ts";
import type { AuditRepository } from "./audit.repository.ts";
import type { BlobRepository } from "./blob.repository.ts";
import type { CloneRepository } from "./clone.repository.ts";
import type { CollectionRepository } from "./collection.repository.ts";
import type { CommentRepository } from "./comment.repository.ts";
import type { ConsistencyRepository } from "./consistency.repository.ts";
import type { DateRepository } from "./date.repository.ts";
import type { FileRepository } from "./file.repository.ts";
import type { FolderRepository } from "./folder.repository.ts";
import type { GroupRepository } from "./group.repository.ts";
import type { IdentityRepository } from "./identity.repository.ts";
import type { ItemRepository } from "./item.repository.ts";
import type { JobQueue } from "./job-queue.ts";
import type { JobRepository } from "./job.repository.ts";
import type { MediaSourceRepository } from "./media-source.repository.ts";
import type { NotificationRepository } from "./notification.repository.ts";
import type { ReviewRepository } from "./review.repository.ts";
import type { SettingRepository } from "./setting.repository.ts";
import type { StatisticsRepository } from "./statistics.repository.ts";
import type { TaskRepository } from "./task.repository.ts";
import type { WorkRepository } from "./work.repository.ts";
import type { TokenRepository } from "./token.repository.ts";
import type { TrashRepository } from "./trash.repository.ts";
import type { UploadRepository } from "./upload.repository.ts";
import type { UserRepository } from "./user.repository.ts";
import type { WebhookRepository } from "./webhook.repository.ts";

export interface Repositories {
  readonly access: AccessRepository;
  readonly annotations: AnnotationRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly audit: AuditRepository;
  readonly blobs: BlobRepository;
  readonly clones: CloneRepository;
  readonly collections: CollectionRepository;
  readonly comments: CommentRepository;
  readonly consistency: ConsistencyRepository;
  readonly dates: DateRepository;
  readonly files: FileRepository;
  readonly folders: FolderRepository;
  readonly groups: GroupRepository;
  readonly identities: IdentityRepository;
  readonly items: ItemRepository;
  readonly jobQueue: JobQueue;
  readonly jobs: JobRepository;
  readonly mediaSources: MediaSourceRepository;
  readonly notifications: NotificationRepository;
  readonly review: ReviewRepository;
  readonly settings: SettingRepository;
  readonly statistics: StatisticsRepository;
  readonly tasks: TaskRepository;
  readonly work: WorkRepository;
  readonly tokens: TokenRepository;
  readonly trash: TrashRepository;
  readonly uploads: UploadRepository;
  readonly users: UserRepository;
  readonly webhooks: WebhookRepository;
}

/**
 * The data that no other transaction may change at the same time:
 * - `dataset`: a folder, collection or user as a place: annotations, metadata, the names in it
 * - `account`: what belongs to one user: sessions, keys, password
 * - `job`: one job
 * - `queue`: which worker takes which job
 * - `site`: everything: names and rights of users and groups, moving and deleting folders
 */
export type Scope =
  | "site"
  | "queue"
  | { readonly dataset: string }
  | { readonly account: string }
  | { readonly job: string };

/** The scope as it appears in names of locks. */
export const scopeName = (scope: Scope): string =>
  typeof scope === "string" ? scope : Object.entries(scope).flat().join(" ").toLowerCase();

export interface Database extends Repositories {
  /**
   * Runs `work` alone in all of these scopes; commits when it resolves, rolls back when it throws. Do not nest, do not
   * wait for users inside, and keep it short: do long work in pieces.
   * @throws BusyError if the lock of a scope is not free in time
   */
  transaction<T>(scope: Scope | readonly Scope[], work: (tx: Repositories) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
