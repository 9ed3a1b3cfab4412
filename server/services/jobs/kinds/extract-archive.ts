/**
 * Unpacks an uploaded archive and imports its content (api-v1 21.7): exported datasets, or media with their annotation
 * files. Everything in the archive except names is verified before use, and files become files of the dataset in one
 * transaction: a repeated run finds either nothing or everything.
 */
import { formatTable } from "#core/formats/format-table";
import { type MediaEntry, mediaEntryText } from "#schemas/media-ledger";

import { AccessLevel } from "../../../base/access-level.ts";
import { DomainError } from "../../../base/errors.ts";
import { isObjectId } from "../../../base/object-id.ts";
import type { ArchivedFile } from "../../../base/zip-archive.ts";
import { type Checked, object, text } from "../../../domain/body-check.ts";
import { maxNamed } from "../../../domain/archive-layout.ts";
import { awaitsAnnotationsKey, datasetOf } from "../../../domain/dataset.ts";
import { mediaTypeOfFile } from "../../../domain/file-kinds.ts";
import { withMediaEntries } from "../../../domain/media-ledger.ts";
import type { BlobRef } from "../../../ports/blob-store.ts";
import type { Repositories } from "../../../ports/database.ts";
import type { Ports } from "../../../ports/index.ts";
import type { FolderRecord, ItemRecord, JobRecord } from "../../../ports/records.ts";
import type { AccessService } from "../../access/access.service.ts";
import type { Actor } from "../../access/actor.ts";
import { placed, placeFile } from "../../tree/file-placement.ts";
import type { FolderService } from "../../tree/folder.service.ts";
import { deleteMetaKeys } from "../../tree/metadata.ts";
import type { PostprocessOptions } from "../../postprocess/postprocess-options.ts";
import { requireStillStored, storeStream } from "../../tree/stored-content.ts";
import { attachAnnotations, type ArchivedAnnotationUses } from "../imports/annotations/attach.ts";
import { addExtraFiles } from "../imports/archive/extra-files.ts";
import { findAnnotations } from "../imports/annotations/recognize.ts";
import { type ArchiveImport, type ArchivePlan, planArchive } from "../imports/archive/plan.ts";
import { repeatConversion } from "../repeat-conversion.ts";
import type { QueuedJob } from "../job-definition.ts";
import { JobError, type WorkerRun } from "../worker.ts";
import {
  areReady,
  join,
  joinCameras,
  type JoinCamerasTask,
  type JoinCamerasUses,
  type Joining,
  type JoinLimits,
  offerJoin,
} from "./join-cameras.ts";

const parameters = object({ folderId: text, itemId: text }, "drop");
type ExtractArchiveTask = Checked<typeof parameters>;

export interface ExtractUses extends JoinCamerasUses, ArchivedAnnotationUses {
  readonly postprocess: {
    run(
      actor: Actor,
      folderId: string,
      options: PostprocessOptions,
      after?: Joining,
    ): Promise<{ readonly warnings: readonly string[] }>;
  };
}

const sourceFolder = "source";
/** Key in the metadata of an archive: the folders of its imports, in order. */
const unpackedKey = "unpackedInto";

export const extractArchive: QueuedJob<ExtractArchiveTask, ExtractUses> = {
  kind: "extract-archive",
  queue: "convert",
  parameters,
  title: (_task, { folder = "", item = "" }) => `Extracting ${item} to folder ${folder}`,
  wireType: "convert",
  key: ({ itemId }) => itemId,
  again: async (asked, uses) => await repeatConversion(extractArchive, asked, uses, { mayHaveMoved: true }),
  async run(run, uses) {
    const { task, job, actor, log, progress, signal, succeed } = run;
    const { ports, access, attachments, limits, postprocess, registry } = uses;
    const { folderId, itemId } = task;
    const { record: folder } = await access.requireFolder(actor, folderId, AccessLevel.write);
    const plan = await planArchive(ports, folder, itemId, limits.maxArchiveBytes);
    const { imports } = plan;
    if (imports.length === 0) throw new JobError(await noDatasetReason(uses.work, plan, signal));
    const fileCount = imports.reduce((sum, { files }) => sum + files.size, 0);
    const targets = await unpack(ports, uses, run, folder, itemId, plan, limits, (done) =>
      progress(done, fileCount, "Unpacking"),
    );
    progress(fileCount, fileCount, "Importing");
    const rigs = rigsOf(imports, targets, itemId, job);
    const failures: string[] = [];
    const entries = new Map<string, MediaEntry[]>([[folder.id, [...plan.entries]]]);
    const note = (target: string, entry: MediaEntry): void =>
      void entries.set(target, [...(entries.get(target) ?? []), entry]);
    let madeCount = 0;
    for (const [index, one] of imports.entries()) {
      const target = targets[index];
      if (target === undefined || one.rig !== undefined) continue;
      try {
        const options = { skipJobs: false, additive: false, typePrefix: "", setName: "" };
        const joins = one.parent && rigs.get(one.parent);
        const { warnings } = await postprocess.run(actor, target, options, joins && { joins });
        for (const warning of warnings) await log(`${one.name}: ${warning}`);
        await addExtraFiles(ports, attachments, run, target, one, limits.maxUploadBytes);
        madeCount++;
      } catch (error) {
        // One failing import must not keep the others from being imported.
        if (!(error instanceof DomainError)) throw error;
        failures.push(`${one.name}: ${error.message}`);
        const stored = await ports.database.folders.find(target);
        if (one.parent === undefined && stored !== undefined && datasetOf(stored).isDataset) madeCount++;
        note(target, { what: "broken", where: one.name, why: `is incomplete. ${error.message}` });
      }
    }
    if (madeCount === 0 || (rigs.size > 0 && failures.length > 0)) throw new JobError(failures.join("\n"));
    const targetOf = new Map(imports.map((one, index) => [one, targets[index]]));
    for (const { target, entry } of await attachAnnotations(uses, run, plan.annotations, targetOf)) {
      note(target ?? folder.id, entry);
    }
    for (const text of new Set([...entries.values()].flat().map(mediaEntryText))) await log(text);
    for (const target of new Set([...entries.keys(), ...targets.filter((id) => id !== undefined)])) {
      await run.store({ dataset: target }, async (tx) => {
        const record = await tx.folders.find(target);
        if (record === undefined) return;
        const kept = deleteMetaKeys(record.meta, [awaitsAnnotationsKey]);
        const meta = withMediaEntries(kept, entries.get(target) ?? []);
        await tx.folders.update(target, { meta, updatedMs: ports.clock.nowMs() });
      });
    }
    const waiting: JoinCamerasTask[] = [];
    for (const [rig, joins] of rigs) {
      if (await areReady(ports.database, joins)) {
        await join(uses, run, rig, joins);
        continue;
      }
      waiting.push(joins);
      await log(`${rig.name}: its media are converted first. Then another job joins its cameras.`);
    }
    const next: (JobRecord | undefined)[] = [];
    const places = waiting.map((joins) => ({ dataset: joins.folderId }));
    await succeed(places, async (tx) => {
      // Conversions that ended meanwhile have left it to this job.
      for (const joins of waiting) next.push(await offerJoin(tx, registry, actor, joins));
    });
    for (const one of next) if (one !== undefined) await registry.begin(joinCameras, actor, one);
  },
};

/** Mentions annotations without media, because the media are then elsewhere. */
async function noDatasetReason(
  work: ArchivedAnnotationUses["work"],
  { annotations, refusal }: ArchivePlan,
  signal: AbortSignal,
): Promise<string> {
  const { found, entries } = await findAnnotations(work, annotations, signal);
  const [first] = found;
  if (first === undefined) return [refusal, ...entries.slice(0, maxNamed).map(mediaEntryText)].join("\n");
  const titles = new Set(found.map(({ format }) => formatTable[format].title));
  const more = found.length > 1 ? ` and ${found.length - 1} more` : "";
  return [
    refusal,
    `It holds annotations (${[...titles].join(", ")}) without their pictures or video: ${first.where}${more}.`,
    "Pack the media with them, or open the dataset they belong to and import them there.",
  ].join("\n");
}

/** The multi-camera datasets, and how the cameras of each are joined. */
function rigsOf(
  imports: readonly ArchiveImport[],
  targets: readonly (string | undefined)[],
  itemId: string,
  job: JobRecord,
): Map<ArchiveImport, JoinCamerasTask> {
  const rigs = new Map<ArchiveImport, JoinCamerasTask>();
  for (const [index, rig] of imports.entries()) {
    const folderId = targets[index];
    if (folderId === undefined || rig.rig === undefined) continue;
    const cameras = imports.flatMap(({ name, parent }, at): [string, string][] =>
      parent === rig ? [[name, targets[at] ?? ""]] : [],
    );
    const place = { itemId, place: rig.place.folder };
    rigs.set(rig, { folderId, ...place, cameras: Object.fromEntries(cameras), unpackedBy: job.id });
  }
  return rigs;
}

/** @returns the folders of the imports, in order */
async function unpack(
  ports: Ports,
  { access, folders }: ExtractUses,
  { actor, signal, store }: WorkerRun,
  folder: FolderRecord,
  itemId: string,
  { imports, annotations }: ArchivePlan,
  { maxUploadBytes }: JoinLimits,
  onProgress: (done: number) => void,
): Promise<(string | undefined)[]> {
  const awaiting = new Set(annotations.flatMap(({ about }) => about.map(({ of }) => of)));
  const isInPlace = imports.filter(({ parent }) => parent === undefined).length === 1;
  const archive = await ports.database.items.find(itemId);
  if (archive?.folderId !== folder.id) return await unpackedBefore(ports, access, actor, archive, imports);
  const contents = new Map<ArchivedFile, BlobRef>();
  for (const { files } of imports) {
    for (const file of files.values()) {
      signal.throwIfAborted();
      contents.set(file, await storeStream(ports, file.read(), Math.min(maxUploadBytes, file.size)));
      onProgress(contents.size);
    }
  }
  const targets: string[] = [];
  await store({ dataset: folder.id }, async (tx) => {
    const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
    for (const planned of imports) {
      const waits = awaiting.has(planned) ? { [awaitsAnnotationsKey]: true } : {};
      const one: ArchiveImport = { ...planned, meta: { ...planned.meta, ...waits } };
      const above = one.parent && (await tx.folders.find(targets[imports.indexOf(one.parent)] ?? ""));
      const isHere = isInPlace && above === undefined;
      const target = isHere ? record.id : await newFolder(tx, folders, actor, above ?? record, one);
      if (isHere) {
        const kept = one.rig === undefined ? record.meta : deleteMetaKeys(record.meta, ["type", "fps", "annotate"]);
        await tx.folders.update(record.id, { meta: { ...kept, ...one.meta } });
      }
      for (const [name, file] of one.files) {
        const ref = contents.get(file);
        if (ref === undefined) continue;
        await requireStillStored(tx, ref);
        const place = { parentType: "folder", parentId: target, name, mimeType: mediaTypeOfFile(name) } as const;
        await placeFile(ports, tx, { ...place, userId: actor.user?.id ?? null }, placed(ref));
      }
      targets.push(target);
    }
    if (!isInPlace) {
      // Its content is now in the datasets.
      await tx.folders.update(record.id, { meta: deleteMetaKeys(record.meta, ["type", "fps", "annotate"]) });
    }
    const place = { parentType: "folder", parentId: record.id, name: sourceFolder, reuseExisting: true } as const;
    const { record: source } = await folders.createWithin(tx, actor, place);
    await tx.folders.addSize(record.id, -archive.size);
    await tx.folders.addSize(source.id, archive.size);
    const meta = { ...archive.meta, processed: true, [unpackedKey]: targets };
    await tx.items.update(archive.id, { folderId: source.id, meta });
  });
  return targets;
}

async function newFolder(
  tx: Repositories,
  folders: FolderService,
  actor: Actor,
  parent: FolderRecord,
  { name, meta }: ArchiveImport,
): Promise<string> {
  let free = name;
  const isTaken = async (): Promise<boolean> =>
    (await tx.folders.findByName({ type: "folder", id: parent.id }, free)) !== undefined;
  for (let n = 1; await isTaken(); n++) free = `${name} (${n})`;
  return (await folders.createWithin(tx, actor, { parentType: "folder", parentId: parent.id, name: free, meta })).record
    .id;
}

/**
 * A previous worker ended between unpacking and importing, or an import failed and is retried.
 * @returns the folders of the imports, in order; `undefined`: deleted since
 */
async function unpackedBefore(
  { database }: Ports,
  access: AccessService,
  actor: Actor,
  archive: ItemRecord | undefined,
  imports: readonly ArchiveImport[],
): Promise<(string | undefined)[]> {
  const ids = archive?.meta[unpackedKey];
  if (
    !Array.isArray(ids) ||
    ids.length !== imports.length ||
    !ids.every((id) => typeof id === "string" && isObjectId(id))
  ) {
    throw new JobError("The archive has been moved.");
  }
  const targets: (string | undefined)[] = [];
  for (const id of ids) {
    // Any user who may change the archive could have written any folder id there.
    const isThere = (await database.folders.find(id)) !== undefined;
    targets.push(isThere ? (await access.requireFolder(actor, id, AccessLevel.write)).record.id : undefined);
  }
  return targets;
}
