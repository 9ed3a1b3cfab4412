/** Carries out the plan of an import from a media source: the only place where it stores something. */
import { AccessLevel } from "../../../../base/access-level.ts";
import { DomainError } from "../../../../base/errors.ts";
import { ParallelWork } from "../../../../base/parallel-work.ts";
import { mediaTypeOfFile } from "../../../../domain/file-kinds.ts";
import type { MediaSourceRecord } from "../../../../ports/media-source.repository.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { FileRecord, FolderRecord } from "../../../../ports/records.ts";
import type { AccessService } from "../../../access/access.service.ts";
import { sourceOf } from "../../../content/open-content.ts";
import type { PostprocessService } from "../../../postprocess/postprocess.service.ts";
import { type PlacedContent, placeFiles } from "../../../tree/file-placement.ts";
import type { FolderService } from "../../../tree/folder.service.ts";
import { freeName } from "../../../tree/names.ts";
import type { WorkerRun } from "../../worker.ts";
import type { PlannedDataset } from "../planned-dataset.ts";
import { isOccupied, isTaken } from "./names.ts";
import type { ChangedFile, PlannedImport, SourceFile, SourcePlan } from "./plan.ts";

export interface ApplyUses {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly folders: FolderService;
  readonly postprocess: PostprocessService;
}

export interface AppliedImports {
  /** The folders of the datasets that have no annotations yet. */
  readonly withoutAnnotations: ReadonlyMap<PlannedDataset, string>;
  /** Datasets whose media could not be checked, and why. */
  readonly failures: readonly string[];
}

/** Datasets whose media are read at the same time: reading is mostly waiting for the source. */
const maxConcurrentReads = 8;

export async function applySourcePlan(
  uses: ApplyUses,
  run: WorkerRun,
  source: MediaSourceRecord,
  destination: FolderRecord,
  { imports, changed }: SourcePlan,
): Promise<AppliedImports> {
  const { signal, progress } = run;
  for (const file of changed) await updateFile(uses.ports, run, file);
  const withoutAnnotations = new Map<PlannedDataset, string>();
  const failures: string[] = [];
  const reading = new ParallelWork(maxConcurrentReads);
  for (const [index, planned] of imports.entries()) {
    const { dataset, existing, needsMediaCheck, hasAnnotations } = planned;
    signal.throwIfAborted();
    progress(index, imports.length, dataset.name);
    const folderId = existing?.id ?? (await createDataset(uses, run, source, destination, planned));
    if (existing !== undefined) await addPictures(uses.ports, run, source, existing, planned.files);
    if (!hasAnnotations) withoutAnnotations.set(dataset, folderId);
    if (!needsMediaCheck) continue;
    await reading.add(async () => {
      const failure = await checkMedia(uses.postprocess, run, dataset, folderId);
      if (failure !== undefined) failures.push(failure);
    });
  }
  await reading.end();
  return { withoutAnnotations, failures };
}

/** The current version of the file replaces the imported one. */
async function updateFile(ports: Ports, { store }: WorkerRun, { file, object }: ChangedFile): Promise<void> {
  const { file: record, item } = file;
  const { etag, size } = object;
  const content = sourceOf(record);
  if (content === undefined) return;
  await store({ dataset: item.folderId }, async (tx) => {
    await tx.files.update(record.id, { content: { ...content, etag }, size, updatedMs: ports.clock.nowMs() });
    await tx.items.addSize(item.id, size - record.size);
    await tx.folders.addSize(item.folderId, size - record.size);
  });
}

/** @returns the id of its folder */
async function createDataset(
  { ports, access, folders }: ApplyUses,
  { actor, store }: WorkerRun,
  source: MediaSourceRecord,
  destination: FolderRecord,
  { dataset: { meta }, target, files }: PlannedImport,
): Promise<string> {
  let parent = destination;
  for (const part of target.folders) {
    await store({ dataset: parent.id }, async (tx) => {
      const name = await freeName(part, async (one) => await isOccupied(tx, parent, one));
      const place = { parentType: "folder", parentId: parent.id, name, reuseExisting: true } as const;
      parent = (await folders.createWithin(tx, actor, place)).record;
    });
  }
  let id = "";
  await store({ dataset: parent.id }, async (tx) => {
    await access.requireFolder(actor, parent.id, AccessLevel.write, tx);
    const name = await freeName(target.name, async (one) => await isTaken(tx, parent, one));
    const place = { parentType: "folder", parentId: parent.id, name, meta } as const;
    const { record: folder } = await folders.createWithin(tx, actor, place);
    const contents = files.map((one) => contentOf(source, one));
    await placeFiles(ports, tx, { folder, userId: actor.user?.id ?? null }, contents);
    ({ id } = folder);
  });
  return id;
}

async function addPictures(
  ports: Ports,
  { actor, store }: WorkerRun,
  source: MediaSourceRecord,
  dataset: FolderRecord,
  files: readonly SourceFile[],
): Promise<void> {
  if (files.length === 0) return;
  await store({ dataset: dataset.id }, async (tx) => {
    const folder = await tx.folders.find(dataset.id);
    if (folder === undefined) return;
    const contents = files.map((one) => contentOf(source, one));
    await placeFiles(ports, tx, { folder, userId: actor.user?.id ?? null }, contents);
  });
}

const contentOf = ({ id }: MediaSourceRecord, { name, object: { key, etag, size } }: SourceFile) =>
  ({
    name,
    mimeType: mediaTypeOfFile(name),
    size,
    content: { kind: "source", source: id, key, etag },
  }) satisfies PlacedContent & Pick<FileRecord, "name" | "mimeType">;

/** @returns why it failed, which must not keep other datasets from being imported */
async function checkMedia(
  postprocess: PostprocessService,
  { actor, log }: WorkerRun,
  { name }: PlannedDataset,
  folderId: string,
): Promise<string | undefined> {
  const options = { skipJobs: false, additive: false, typePrefix: "", setName: "" };
  try {
    const { warnings } = await postprocess.run(actor, folderId, options);
    for (const warning of warnings) await log(`${name}: ${warning}`);
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return `${name}: ${error.message}`;
  }
}
