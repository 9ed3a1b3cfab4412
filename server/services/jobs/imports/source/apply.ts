/** Carries out the plan of an import from a media source: stores its datasets, then has their media checked. */
import { AccessLevel } from "../../../../base/access-level.ts";
import { DomainError } from "../../../../base/errors.ts";
import { ParallelWork } from "../../../../base/parallel-work.ts";
import { mediaTypeOfFile } from "../../../../domain/file-kinds.ts";
import type { MediaSourceRecord } from "../../../../ports/media-source.repository.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { FileRecord, FolderRecord } from "../../../../ports/records.ts";
import type { AccessService } from "../../../access/access.service.ts";
import type { Actor } from "../../../access/actor.ts";
import { sourceOf } from "../../../content/open-content.ts";
import type { PostprocessOptions } from "../../../postprocess/postprocess-options.ts";
import { type PlacedContent, placeFiles } from "../../../tree/file-placement.ts";
import type { FolderService } from "../../../tree/folder.service.ts";
import { freeName } from "../../../tree/names.ts";
import { isUnavailable, retryWhileUnavailable } from "../../retry-while-unavailable.ts";
import type { WorkerRun } from "../../job-run.ts";
import type { PlannedDataset } from "../planned-dataset.ts";
import { isOccupied, isTaken } from "./names.ts";
import type { ChangedFile, PlannedImport, SourceFile, SourcePlan } from "./plan.ts";

export interface ApplyDeps {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly folders: FolderService;
  readonly postprocess: {
    run(actor: Actor, folderId: string, options: PostprocessOptions): Promise<{ readonly warnings: readonly string[] }>;
  };
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
  deps: ApplyDeps,
  run: WorkerRun,
  source: MediaSourceRecord,
  destination: FolderRecord,
  { imports, changed }: SourcePlan,
): Promise<AppliedImports> {
  const { signal, progress } = run;
  for (const file of changed) await updateFile(deps.ports, run, file);
  const withoutAnnotations = new Map<PlannedDataset, string>();
  const failures: string[] = [];
  const reading = new ParallelWork(maxConcurrentReads);
  for (const [index, planned] of imports.entries()) {
    const { dataset, existing, needsMediaCheck, hasAnnotations } = planned;
    signal.throwIfAborted();
    progress(index, imports.length, dataset.name);
    const folderId = existing?.id ?? (await createDataset(deps, run, source, destination, planned));
    if (existing !== undefined) await addPictures(deps.ports, run, source, existing, planned.files);
    if (!hasAnnotations) withoutAnnotations.set(dataset, folderId);
    if (!needsMediaCheck) continue;
    await reading.add(async () => {
      const failure = await checkMedia(deps.postprocess, run, dataset, folderId);
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
  await store({ dataset: item.folderId }, async (tx) => {
    const current = await tx.files.find(record.id);
    const content = current && sourceOf(current);
    if (current === undefined || content === undefined) return;
    await tx.files.update(current.id, { content: { ...content, etag }, size, updatedMs: ports.clock.nowMs() });
    await tx.items.addSize(item.id, size - current.size);
    await tx.folders.addSize(item.folderId, size - current.size);
  });
}

/** @returns the id of its folder */
async function createDataset(
  deps: ApplyDeps,
  run: WorkerRun,
  source: MediaSourceRecord,
  destination: FolderRecord,
  { dataset: { meta }, target, files }: PlannedImport,
): Promise<string> {
  const { ports, access, folders } = deps;
  const { actor, store } = run;
  let parent = destination;
  for (const part of target.folders) parent = await createFolder(deps, run, parent, part);
  let id = "";
  await store({ dataset: parent.id }, async (tx) => {
    // An attempt whose commit got no answer may have created it.
    if (id !== "" && (await tx.folders.find(id)) !== undefined) return;
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

/** @returns the folder of this name; a new one if there is none, or a dataset or file has the name */
async function createFolder(
  { folders }: ApplyDeps,
  { actor, store }: WorkerRun,
  parent: FolderRecord,
  wanted: string,
): Promise<FolderRecord> {
  let created = parent;
  await store({ dataset: parent.id }, async (tx) => {
    const name = await freeName(wanted, async (one) => await isOccupied(tx, parent, one));
    const place = { parentType: "folder", parentId: parent.id, name, reuseExisting: true } as const;
    created = (await folders.createWithin(tx, actor, place)).record;
  });
  return created;
}

async function addPictures(
  ports: Ports,
  { actor, store }: WorkerRun,
  source: MediaSourceRecord,
  dataset: FolderRecord,
  files: readonly SourceFile[],
): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  let wasTried = false;
  await store({ dataset: dataset.id }, async (tx) => {
    const folder = await tx.folders.find(dataset.id);
    if (folder === undefined) return;
    // An attempt whose commit got no answer may have added them.
    if (wasTried && (await tx.items.findByName(folder.id, first.name)) !== undefined) return;
    wasTried = true;
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
  postprocess: ApplyDeps["postprocess"],
  { actor, log, signal }: WorkerRun,
  { name }: PlannedDataset,
  folderId: string,
): Promise<string | undefined> {
  const options = { skipJobs: false, additive: false, typePrefix: "", setName: "" };
  try {
    const { warnings } = await retryWhileUnavailable(signal, () => postprocess.run(actor, folderId, options));
    for (const warning of warnings) await log(`${name}: ${warning}`);
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || isUnavailable(error)) throw error;
    return `${name}: ${error.message}`;
  }
}
