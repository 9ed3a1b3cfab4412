/**
 * Carries out the plan of an archive: stores its files as datasets, in one transaction, so that a repeated run finds
 * either nothing or everything; then has their media checked.
 */
import { AccessLevel } from "../../../../base/access-level.ts";
import { DomainError } from "../../../../base/errors.ts";
import { isObjectId } from "../../../../base/object-id.ts";
import type { ArchivedFile } from "../../../../base/zip-archive.ts";
import { datasetOf } from "../../../../domain/dataset.ts";
import { mediaTypeOfFile } from "../../../../domain/file-kinds.ts";
import type { BlobRef } from "../../../../ports/blob-store.ts";
import type { Repositories } from "../../../../ports/database.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../../../ports/records.ts";
import type { AccessService } from "../../../access/access.service.ts";
import type { Actor } from "../../../access/actor.ts";
import type { AttachmentService } from "../../../datasets/attachment.service.ts";
import type { PostprocessOptions } from "../../../postprocess/postprocess-options.ts";
import { placed, placeFile } from "../../../tree/file-placement.ts";
import type { FolderService } from "../../../tree/folder.service.ts";
import { deleteMetaKeys } from "../../../tree/metadata.ts";
import { freeName } from "../../../tree/names.ts";
import { requireStillStored, storeStream } from "../../../tree/stored-content.ts";
import type { Joining, JoinCamerasTask, JoinLimits } from "../../kinds/join-cameras.ts";
import { isUnavailable, retryWhileUnavailable } from "../../retry-while-unavailable.ts";
import { JobError } from "../../job-error.ts";
import type { WorkerRun } from "../../job-run.ts";
import type { PlannedDataset } from "../planned-dataset.ts";
import { addExtraFiles } from "./extra-files.ts";
import type { ArchivePlan } from "./plan.ts";

export interface ApplyDeps {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly attachments: AttachmentService;
  readonly folders: FolderService;
  readonly limits: JoinLimits;
  readonly postprocess: {
    run(
      actor: Actor,
      folderId: string,
      options: PostprocessOptions,
      after?: Joining,
    ): Promise<{ readonly warnings: readonly string[] }>;
  };
}

/** The folder of each dataset; `undefined`: deleted since it was unpacked. */
export type Targets = ReadonlyMap<PlannedDataset, string | undefined>;

const sourceFolder = "source";
/** Key in the metadata of an archive: the folders of its datasets, in order. */
const unpackedKey = "unpackedInto";
/** Recorded by the upload for the folder; the datasets have their own now. */
const uploadKeys = ["type", "fps", "annotate"];

export async function unpackArchive(
  deps: ApplyDeps,
  run: WorkerRun,
  folder: FolderRecord,
  itemId: string,
  plan: ArchivePlan,
): Promise<Targets> {
  const { database } = deps.ports;
  const archive = await database.items.find(itemId);
  if (archive?.folderId !== folder.id) return await unpackedBefore(deps, run.actor, archive, plan);
  const contents = await storeContents(deps, run, plan);
  let targets: Targets = new Map();
  await run.store({ dataset: folder.id }, async (tx) => {
    const { record } = await deps.access.requireFolder(run.actor, folder.id, AccessLevel.write, tx);
    const current = await tx.items.find(itemId);
    // Moved meanwhile, or unpacked by an attempt whose commit got no answer.
    const isMoved = current?.folderId !== record.id;
    targets = isMoved
      ? await unpackedBefore(deps, run.actor, current, plan, tx)
      : await createDatasets(deps, tx, run.actor, { record, archive: current, plan, contents });
  });
  return targets;
}

interface ArchiveToUnpack {
  /** The folder of the archive. */
  readonly record: FolderRecord;
  readonly archive: ItemRecord;
  readonly plan: ArchivePlan;
  readonly contents: ReadonlyMap<ArchivedFile, BlobRef>;
}

async function createDatasets(
  deps: ApplyDeps,
  tx: Repositories,
  actor: Actor,
  { record, archive, plan, contents }: ArchiveToUnpack,
): Promise<Targets> {
  const targets = new Map<PlannedDataset, string>();
  for (const dataset of plan.datasets) {
    const target = await createDataset(deps, tx, actor, { record, plan, dataset, targets });
    await placeContents(deps.ports, tx, actor, target, dataset, contents);
    targets.set(dataset, target);
  }
  if (plan.datasetInPlace === undefined) {
    // Its content is now in the datasets.
    await tx.folders.update(record.id, { meta: deleteMetaKeys(record.meta, uploadKeys) });
  }
  await moveArchive(deps.folders, tx, actor, record, archive, [...targets.values()]);
  return targets;
}

/** The bytes of all files, before the transaction: storing them takes long. */
async function storeContents(
  { ports, limits }: ApplyDeps,
  { signal, progress }: WorkerRun,
  { datasets }: ArchivePlan,
): Promise<ReadonlyMap<ArchivedFile, BlobRef>> {
  const count = fileCountOf(datasets);
  const contents = new Map<ArchivedFile, BlobRef>();
  for (const { files } of datasets) {
    for (const file of files.values()) {
      signal.throwIfAborted();
      contents.set(file, await storeStream(ports, file.read(), Math.min(limits.maxUploadBytes, file.size)));
      progress(contents.size, count, "Unpacking");
    }
  }
  return contents;
}

export const fileCountOf = (datasets: readonly PlannedDataset[]): number =>
  datasets.reduce((sum, { files }) => sum + files.size, 0);

interface DatasetToCreate {
  /** The folder of the archive. */
  readonly record: FolderRecord;
  readonly plan: ArchivePlan;
  readonly dataset: PlannedDataset;
  /** Those created before, with the parent of a camera. */
  readonly targets: ReadonlyMap<PlannedDataset, string>;
}

/** @returns the id of its folder: the archive's own, or a new one in it */
async function createDataset(
  { folders }: ApplyDeps,
  tx: Repositories,
  actor: Actor,
  { record, plan, dataset, targets }: DatasetToCreate,
): Promise<string> {
  const { name, meta, rig, parent } = dataset;
  if (dataset === plan.datasetInPlace) {
    const kept = rig === undefined ? record.meta : deleteMetaKeys(record.meta, uploadKeys);
    await tx.folders.update(record.id, { meta: { ...kept, ...meta } });
    return record.id;
  }
  const parentId = (parent && targets.get(parent)) ?? record.id;
  const isTaken = async (free: string): Promise<boolean> =>
    (await tx.folders.findByName({ type: "folder", id: parentId }, free)) !== undefined;
  const place = { parentType: "folder", parentId, name: await freeName(name, isTaken), meta } as const;
  return (await folders.createWithin(tx, actor, place)).record.id;
}

async function placeContents(
  ports: Ports,
  tx: Repositories,
  actor: Actor,
  target: string,
  { files }: PlannedDataset,
  contents: ReadonlyMap<ArchivedFile, BlobRef>,
): Promise<void> {
  for (const [name, file] of files) {
    const ref = contents.get(file);
    if (ref === undefined) continue;
    await requireStillStored(tx, ref);
    const place = { parentType: "folder", parentId: target, name, mimeType: mediaTypeOfFile(name) } as const;
    await placeFile(ports, tx, { ...place, userId: actor.user?.id ?? null }, placed(ref));
  }
}

/** Moves the archive into a folder of its own, and records where its datasets are. */
async function moveArchive(
  folders: FolderService,
  tx: Repositories,
  actor: Actor,
  { id: parentId }: FolderRecord,
  archive: ItemRecord,
  targets: readonly string[],
): Promise<void> {
  const place = { parentType: "folder", parentId, name: sourceFolder, reuseExisting: true } as const;
  const { record: source } = await folders.createWithin(tx, actor, place);
  await tx.folders.addSize(parentId, -archive.size);
  await tx.folders.addSize(source.id, archive.size);
  const meta = { ...archive.meta, processed: true, [unpackedKey]: targets };
  await tx.items.update(archive.id, { folderId: source.id, meta });
}

/** A previous worker ended between unpacking and importing, or an import failed and is retried. */
async function unpackedBefore(
  { ports, access }: ApplyDeps,
  actor: Actor,
  archive: ItemRecord | undefined,
  { datasets }: ArchivePlan,
  db: Repositories = ports.database,
): Promise<Targets> {
  const ids = archive?.meta[unpackedKey];
  if (
    !Array.isArray(ids) ||
    ids.length !== datasets.length ||
    !ids.every((id) => typeof id === "string" && isObjectId(id))
  ) {
    throw new JobError("The archive has been moved.");
  }
  const targets = new Map<PlannedDataset, string | undefined>();
  for (const [index, dataset] of datasets.entries()) {
    const id = String(ids[index]);
    // Any user who may change the archive could have written any folder id there.
    const exists = (await db.folders.find(id)) !== undefined;
    targets.set(dataset, exists ? (await access.requireFolder(actor, id, AccessLevel.write, db)).record.id : undefined);
  }
  return targets;
}

export interface IncompleteDataset {
  readonly dataset: PlannedDataset;
  readonly folderId: string;
  readonly reason: string;
}

export interface CheckedMedia {
  /** Datasets that were made, even if something is missing in them. */
  readonly madeCount: number;
  readonly incomplete: readonly IncompleteDataset[];
}

/**
 * Has the media of the unpacked datasets checked, and adds their other files.
 * @param rigs how the cameras of each are joined after their media can be shown
 */
export async function checkMedia(
  deps: ApplyDeps,
  run: WorkerRun,
  targets: Targets,
  rigs: ReadonlyMap<PlannedDataset, JoinCamerasTask>,
): Promise<CheckedMedia> {
  const { ports, attachments, postprocess, limits } = deps;
  const incomplete: IncompleteDataset[] = [];
  let madeCount = 0;
  for (const [dataset, folderId] of targets) {
    if (folderId === undefined || dataset.rig !== undefined) continue;
    try {
      const options = { skipJobs: false, additive: false, typePrefix: "", setName: "" };
      const joins = dataset.parent && rigs.get(dataset.parent);
      const check = async () => await postprocess.run(run.actor, folderId, options, joins && { joins });
      const { warnings } = await retryWhileUnavailable(run.signal, check);
      for (const warning of warnings) await run.log(`${dataset.name}: ${warning}`);
      await addExtraFiles(ports, attachments, run, folderId, dataset, limits.maxUploadBytes);
      madeCount++;
    } catch (error) {
      // One failure must not keep the others from being imported.
      if (!(error instanceof DomainError) || isUnavailable(error)) throw error;
      incomplete.push({ dataset, folderId, reason: error.message });
      const stored = await ports.database.folders.find(folderId);
      if (dataset.parent === undefined && stored !== undefined && datasetOf(stored).isDataset) madeCount++;
    }
  }
  return { madeCount, incomplete };
}
