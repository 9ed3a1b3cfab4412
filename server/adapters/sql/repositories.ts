/** All repositories over one Kysely: the same queries on every database. */
import type { Repositories } from "../../ports/database.ts";
import { accessRepository } from "./access.repository.ts";
import { annotationsRepository } from "./annotation.repository.ts";
import { apiKeysRepository } from "./api-key.repository.ts";
import { auditRepository } from "./audit.repository.ts";
import { blobsRepository } from "./blob.repository.ts";
import { clonesRepository } from "./clone.repository.ts";
import { collectionsRepository } from "./collection.repository.ts";
import { commentsRepository } from "./comment.repository.ts";
import { consistencyRepository } from "./consistency.repository.ts";
import { datesRepository } from "./date.repository.ts";
import { filesRepository } from "./file.repository.ts";
import { foldersRepository } from "./folder.repository.ts";
import { groupsRepository } from "./group.repository.ts";
import { identitiesRepository } from "./identity.repository.ts";
import { itemsRepository } from "./item.repository.ts";
import { jobQueueOf } from "./job-queue.ts";
import type { QueueDialect } from "./queue-dialect.ts";
import { jobsRepository } from "./job.repository.ts";
import { mediaSourcesRepository } from "./media-source.repository.ts";
import { notificationsRepository } from "./notification.repository.ts";
import { reviewRepository } from "./review.repository.ts";
import { settingsRepository } from "./setting.repository.ts";
import type { DescribedBy } from "./described-by.ts";
import type { JsonColumn } from "./joined-json.ts";
import type { Ranks } from "./ranks.ts";
import { statisticsRepository } from "./statistics.repository.ts";
import type { Db } from "./tables.ts";
import { tasksRepository } from "./task.repository.ts";
import { workRepository } from "./work.repository.ts";
import { webhooksRepository } from "./webhook.repository.ts";
import { tokensRepository } from "./token.repository.ts";
import { trashRepository } from "./trash.repository.ts";
import { uploadsRepository } from "./upload.repository.ts";
import { usersRepository } from "./user.repository.ts";

/** The differences between databases. */
export interface SqlDialect {
  /** See joined-json.ts. */
  readonly jsonColumn: JsonColumn;
  readonly queue: QueueDialect;
  /** See described-by.ts. */
  readonly describedBy: DescribedBy;
  /** See ranks.ts. */
  readonly ranks: Ranks;
}

export function createRepositories(db: Db, { jsonColumn, queue, describedBy, ranks }: SqlDialect): Repositories {
  return {
    access: accessRepository(db),
    annotations: annotationsRepository(db, jsonColumn),
    apiKeys: apiKeysRepository(db),
    audit: auditRepository(db),
    blobs: blobsRepository(db),
    clones: clonesRepository(db),
    collections: collectionsRepository(db),
    comments: commentsRepository(db),
    consistency: consistencyRepository(db),
    dates: datesRepository(db),
    files: filesRepository(db),
    folders: foldersRepository(db, describedBy, ranks),
    groups: groupsRepository(db),
    identities: identitiesRepository(db),
    items: itemsRepository(db),
    jobQueue: jobQueueOf(db, queue),
    jobs: jobsRepository(db),
    mediaSources: mediaSourcesRepository(db),
    notifications: notificationsRepository(db),
    review: reviewRepository(db, ranks),
    settings: settingsRepository(db),
    statistics: statisticsRepository(db),
    tasks: tasksRepository(db),
    work: workRepository(db),
    tokens: tokensRepository(db),
    trash: trashRepository(db),
    uploads: uploadsRepository(db),
    users: usersRepository(db),
    webhooks: webhooksRepository(db),
  };
}
