/**
 * Stores events for the webhooks that subscribe to them, in the transaction of the change itself: a message is queued
 * exactly if the change is committed.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { datasetOf } from "../../domain/dataset.ts";
import type { WebhookEvent } from "../../domain/webhook.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, Meta, UserRecord } from "../../ports/records.ts";
import type { WebhookRecord } from "../../ports/webhook.repository.ts";

export interface OccurredEvent {
  readonly event: WebhookEvent;
  /** The dataset or folder of the event, if any. */
  readonly folder: FolderRecord | string | null;
  /** Absent: the server itself. */
  readonly user?: Pick<UserRecord, "id" | "login"> | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

export async function recordEvent(
  tx: Repositories,
  { clock, ids }: Pick<Ports, "clock" | "ids">,
  { event, folder: given, user, data }: OccurredEvent,
): Promise<void> {
  const asking = (await tx.webhooks.listActive()).filter(({ events }) => events.includes(event));
  if (asking.length === 0) return;
  const folder = typeof given === "string" ? await tx.folders.find(given) : (given ?? undefined);
  const needsPlace = asking.some(({ folderId }) => folderId !== null);
  const above = folder !== undefined && needsPlace ? await tx.folders.listAncestors(folder.id) : [];
  const places = new Set([folder?.id, ...above.map(({ id }) => id)]);
  const inPlace = asking.filter(({ folderId }) => folderId === null || places.has(folderId));
  // Rights are checked when the event is sent, except for a deleted dataset: by then, it has no rights to check.
  const recipients =
    event === "dataset.deleted" && folder !== undefined ? await ofReaders(tx, folder, inPlace) : inPlace;
  const nowMs = clock.nowMs();
  const content = {
    ...(user !== undefined && { actor: { id: user.id, login: user.login } }),
    ...(folder !== undefined && { dataset: { id: folder.id, name: folder.name } }),
    data,
  };
  await tx.webhooks.insertDeliveries(
    recipients.map(({ id: webhookId }) => ({
      id: ids.next(),
      webhookId,
      event,
      content,
      createdMs: nowMs,
      dueMs: nowMs,
      tries: 0,
      answered: null,
      failure: null,
      endedMs: null,
    })),
  );
}

/** The webhooks whose creators may read the folder now. */
async function ofReaders(
  tx: Repositories,
  { id, public: isPublic }: FolderRecord,
  webhooks: readonly WebhookRecord[],
): Promise<WebhookRecord[]> {
  const readers = new Set<string>();
  for (const creatorId of new Set(webhooks.map((one) => one.creatorId))) {
    const user = await tx.users.find(creatorId);
    const level = (await tx.access.levelsOfUser("folder", [id], creatorId)).get(id) ?? AccessLevel.none;
    if (user?.admin === true || isPublic || level >= AccessLevel.read) readers.add(creatorId);
  }
  return webhooks.filter(({ creatorId }) => readers.has(creatorId));
}

/** Call it when a change of metadata may have made a folder a dataset. @param after its new metadata */
export async function recordIfMade(
  tx: Repositories,
  ports: Pick<Ports, "clock" | "ids">,
  { before, after, user }: { before: FolderRecord; after: Meta; user: UserRecord | undefined },
): Promise<void> {
  const { isDataset, type } = datasetOf({ ...before, meta: after });
  if (!isDataset || datasetOf(before).isDataset) return;
  await recordEvent(tx, ports, { event: "dataset.created", folder: before, user, data: { type } });
}

/**
 * Call it before a folder is deleted; records an event for each dataset in it. @param restorable it goes into the trash
 */
export async function recordDeletion(
  tx: Repositories,
  ports: Pick<Ports, "clock" | "ids">,
  { folder, user, restorable }: { folder: FolderRecord; user: UserRecord | undefined; restorable: boolean },
): Promise<void> {
  if ((await tx.webhooks.listActive()).length === 0) return;
  for (const dataset of await datasetsOf(tx, folder)) {
    await recordEvent(tx, ports, { event: "dataset.deleted", folder: dataset, user, data: { restorable } });
  }
}

/** The datasets in a folder, including the folder itself; cameras are part of their dataset. */
async function datasetsOf(tx: Repositories, folder: FolderRecord): Promise<FolderRecord[]> {
  const all = await tx.folders.findMany(await tx.folders.listSubtreeIds(folder.id));
  const datasets = all.filter((each) => datasetOf(each).isDataset);
  const ids = new Set(datasets.map(({ id }) => id));
  return datasets.filter(({ parentId }) => !ids.has(parentId));
}
