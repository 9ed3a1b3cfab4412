/**
 * The database as the services see it: one repository a kind of document, and transactions. Adapters run
 * `contract/database.ts`.
 *
 * Reads outside a transaction see everything that is committed. A transaction runs alone in its scope: what it reads there
 * stays true until it commits, and after the promise of `transaction` resolves, its writes survive a power cut.
 */
import type { AccessRepository } from "./access.repository.ts";
import type { AnnotationRepository } from "./annotation.repository.ts";
import type { ApiKeyRepository } from "./api-key.repository.ts";
import type { AuditRepository } from "./audit.repository.ts";
import type { BlobRepository } from "./blob.repository.ts";
import type { CloneRepository } from "./clone.repository.ts";
import type { CollectionRepository } from "./collection.repository.ts";
import type { ConsistencyRepository } from "./consistency.repository.ts";
import type { DateRepository } from "./date.repository.ts";
import type { FileRepository } from "./file.repository.ts";
import type { FolderRepository } from "./folder.repository.ts";
import type { GroupRepository } from "./group.repository.ts";
import type { ItemRepository } from "./item.repository.ts";
import type { JobQueue } from "./job-queue.ts";
import type { JobRepository } from "./job.repository.ts";
import type { NotificationRepository } from "./notification.repository.ts";
import type { SettingRepository } from "./setting.repository.ts";
import type { StatisticsRepository } from "./statistics.repository.ts";
import type { TokenRepository } from "./token.repository.ts";
import type { UploadRepository } from "./upload.repository.ts";
import type { UserRepository } from "./user.repository.ts";

export interface Repositories {
  readonly access: AccessRepository;
  readonly annotations: AnnotationRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly audit: AuditRepository;
  readonly blobs: BlobRepository;
  readonly clones: CloneRepository;
  readonly collections: CollectionRepository;
  readonly consistency: ConsistencyRepository;
  readonly dates: DateRepository;
  readonly files: FileRepository;
  readonly folders: FolderRepository;
  readonly groups: GroupRepository;
  readonly items: ItemRepository;
  readonly jobQueue: JobQueue;
  readonly jobs: JobRepository;
  readonly notifications: NotificationRepository;
  readonly settings: SettingRepository;
  readonly statistics: StatisticsRepository;
  readonly tokens: TokenRepository;
  readonly uploads: UploadRepository;
  readonly users: UserRepository;
}

/**
 * What a transaction keeps others from changing meanwhile:
 * - `dataset`: what belongs to one folder: annotations, metadata, the names in it
 * - `tree`: a folder, collection or user and everything below it
 * - `account`: what belongs to one user: sessions, keys, password
 * - `site`: everything
 */
export type Scope = "site" | { readonly dataset: string } | { readonly tree: string } | { readonly account: string };

export interface Database extends Repositories {
  /**
   * Runs `work` alone in the scope; commits when it resolves, rolls back when it throws. Do not nest, and do not wait for
   * people inside.
   */
  transaction<T>(scope: Scope | readonly Scope[], work: (tx: Repositories) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
