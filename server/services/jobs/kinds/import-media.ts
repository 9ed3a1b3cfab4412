/**
 * Makes datasets of the content of a media source, in place: nothing is copied. Running it again adds what is new,
 * follows changes and reports what is missing; annotations stay. A dry run only reports all of that, in the log of the
 * job.
 */
import type { MediaEntry } from "#schemas/media-ledger";

import { AccessLevel } from "../../../base/access-level.ts";
import { counted } from "../../../base/counted.ts";
import { DomainError } from "../../../base/errors.ts";
import { ParallelWork } from "../../../base/parallel-work.ts";
import { layoutOf } from "../../../domain/archive-layout.ts";
import { boolean, type Checked, object, optional, text } from "../../../domain/body-check.ts";
import { datasetOf } from "../../../domain/dataset.ts";
import { kindOfFile, mediaTypeOfFile } from "../../../domain/file-kinds.ts";
import { type ImportTarget, targetOf } from "../../../domain/import-targets.ts";
import type { Ports } from "../../../ports/index.ts";
import type { MediaObject } from "../../../ports/media-source.ts";
import type { MediaSourceRecord } from "../../../ports/media-source.repository.ts";
import type { FileRecord, FolderRecord, ItemRecord } from "../../../ports/records.ts";
import type { Actor } from "../../access/actor.ts";
import type { JobView } from "../job.service.ts";
import { requireSiteAdmin } from "../../access/actor.ts";
import { sourceOf } from "../../content/open-content.ts";
import { inNaturalOrder } from "../../media/media.service.ts";
import type { PostprocessService } from "../../postprocess/postprocess.service.ts";
import { type PlacedContent, placeFiles } from "../../tree/file-placement.ts";
import { freeName } from "../../tree/names.ts";
import { attachAnnotations, type ArchivedAnnotationUses } from "../imports/annotations/attach.ts";
import { recordState, SourceEntries } from "../imports/source/entries.ts";
import { type Found, type Known, knownFiles, listSource } from "../imports/source/files.ts";
import { isOccupied, isTaken, PlannedDatasets } from "../imports/source/names.ts";
import { type ArchiveImport, mediaImport, plannedAnnotations } from "../imports/archive/plan.ts";
import type { QueuedJob } from "../job-definition.ts";
import { JobError, type WorkerRun } from "../worker.ts";

const parameters = object(
  {
    sourceId: text,
    /** Ends with `/`; empty: the whole source. */
    folder: text,
    destinationId: text,
    /** Reports what would be created, and stores nothing. */
    dryRun: optional(boolean),
  },
  "drop",
);
export type ImportMediaTask = Checked<typeof parameters>;

export interface ImportMediaUses extends ArchivedAnnotationUses {
  readonly postprocess: PostprocessService;
  readonly storages: { startImport(actor: Actor, task: ImportMediaTask): Promise<JobView> };
}

/** Datasets whose media are read at the same time: reading is mostly waiting for the source. */
const readAtOnce = 8;

export const importMedia: QueuedJob<ImportMediaTask, ImportMediaUses> = {
  kind: "import-media",
  queue: "convert",
  parameters,
  title: ({ dryRun }, { folder = "", item = "" }) =>
    dryRun === true ? `Trying the import of ${item} into folder ${folder}` : `Importing ${item} into folder ${folder}`,
  wireType: "import",
  key: ({ sourceId, folder, destinationId, dryRun }) =>
    JSON.stringify([sourceId, folder, destinationId, ...(dryRun === true ? ["dry run"] : [])]),
  again: async ({ actor, task }, { storages }) => await storages.startImport(actor, task),
  async run(run, uses) {
    const { task, actor, signal, log, progress, succeed } = run;
    const { ports, access, postprocess } = uses;
    requireSiteAdmin(actor);
    const { record: destination } = await access.requireFolder(actor, task.destinationId, AccessLevel.write);
    const record = await ports.database.mediaSources.find(task.sourceId);
    if (record === undefined) throw new JobError("The media source has been removed.");
    const leftOut: MediaEntry[] = [];
    const source = await ports.mediaSources.open(record.location);
    const found = await listSource(source, task.folder, signal, (entry) => void leftOut.push(entry));
    const known = await knownFiles(ports, record, task.folder, destination);
    if (found.size + known.size + leftOut.length === 0) throw new JobError(emptyFolderText(record, task.folder));
    const isDry = task.dryRun === true;
    const entries = new SourceEntries();
    await follow(ports, run, found, known, entries, isDry);

    const files = [...found.values()].map(({ file }) => file);
    const { sets, annotations, entries: besides } = layoutOf(files, record.name);
    entries.add(destination.id, ...leftOut, ...besides);
    const imports = new Map(
      sets.map((set) => [set, { ...mediaImport(set, destination), name: targetOf(set, sets).name }]),
    );
    const datasets = new PlannedDatasets(ports.database, destination);
    /** For a dry run: those whose annotations would be searched for. */
    const expected = new Set<ArchiveImport>();
    /** Datasets that have no annotations yet. */
    const targets = new Map<ArchiveImport, string>();
    let newCount = 0;
    const failures: string[] = [];
    /** Made one after the other, so that their names do not depend on how fast each is read. */
    const several = new ParallelWork(readAtOnce);
    let done = 0;
    for (const [set, one] of imports) {
      signal.throwIfAborted();
      progress(done++, sets.length, one.name);
      const objects = [...set.files].flatMap(([name, { path }]) => {
        const object = found.get(path)?.object;
        return object === undefined ? [] : [{ name, path, object }];
      });
      const dataset = datasetWith(objects, known);
      if (isDry) {
        if (dataset === undefined) {
          newCount++;
          const path = await datasets.take(targetOf(set, sets));
          await log(`${path} would be a new dataset of ${counted(objects.length, "file")}.`);
        } else {
          const { length } = await newPictures(dataset, objects, known, entries);
          if (length > 0) await log(`${dataset.name} would get ${counted(length, "new file")}.`);
        }
        const isEmpty = dataset === undefined || (await ports.database.annotations.head(dataset.id)) === 0;
        if (isEmpty) expected.add(one);
        continue;
      }
      const target = dataset?.id ?? (await create(uses, run, destination, targetOf(set, sets), one, record, objects));
      if ((await ports.database.annotations.head(target)) === 0) targets.set(one, target);
      if (dataset === undefined) newCount++;
      else await addPictures(ports, run, dataset, record, objects, known, entries);
      if (dataset !== undefined && datasetOf(dataset).isDataset) continue;
      await several.add(async () => {
        const options = { skipJobs: false, additive: false, typePrefix: "", setName: "" };
        try {
          const { warnings } = await postprocess.run(actor, target, options);
          for (const warning of warnings) await log(`${one.name}: ${warning}`);
        } catch (error) {
          // One failure must not keep the others from being imported.
          if (!(error instanceof DomainError)) throw error;
          failures.push(`${one.name}: ${error.message}`);
        }
      });
    }
    await several.end();
    const planned = plannedAnnotations(annotations, imports).filter(
      ({ about }) => about.length === 0 || about.some(({ of }) => targets.has(of) || expected.has(of)),
    );
    if (isDry) {
      for (const { path, about } of planned) {
        const names = about.filter(({ of }) => expected.has(of)).map(({ of }) => of.name);
        const why = names.length === 0 ? "to find what they are about" : `into ${names.join(", ")}`;
        await log(`${path} would be read for annotations, ${why}.`);
      }
      for (const line of entries.lines()) await log(line);
      await log(`Dry run: nothing was made or changed. ${counted(sets.length, "dataset")}, ${newCount} would be new.`);
      return await succeed([], async () => undefined);
    }
    for (const { target, entry } of await attachAnnotations(uses, run, planned, targets)) {
      entries.add(target ?? destination.id, entry);
    }
    await entries.store(ports, run);
    for (const failure of failures) await log(failure);
    await log(`${counted(sets.length, "dataset")}, ${newCount} new.`);
    if (failures.length > 0 && failures.length === sets.length) throw new JobError(failures.join("\n"));
    await succeed([], async () => undefined);
  },
};

/** A misspelt folder must not look like a successful import. */
function emptyFolderText({ name }: MediaSourceRecord, folder: string): string {
  if (folder === "") return `There are no files in ${name}: nothing was imported.`;
  return `There are no files in ${folder} of ${name}: nothing was imported. Check the spelling of the folder; capitals matter, and links are not followed.`;
}

/** Changed files are read in their current version; missing ones are reported. */
async function follow(
  ports: Ports,
  { store }: WorkerRun,
  found: ReadonlyMap<string, Found>,
  known: ReadonlyMap<string, Known>,
  entries: SourceEntries,
  isDry: boolean,
): Promise<void> {
  for (const [path, { file, item, folder }] of known) {
    const content = sourceOf(file);
    if (content === undefined) continue;
    const object = found.get(path)?.object;
    recordState(entries, folder, content, object);
    if (isDry || object === undefined || content.etag === object.etag) continue;
    const { etag, size } = object;
    await store({ dataset: item.folderId }, async (tx) => {
      await tx.files.update(file.id, { content: { ...content, etag }, size, updatedMs: ports.clock.nowMs() });
      await tx.items.addSize(item.id, size - file.size);
      await tx.folders.addSize(item.folderId, size - file.size);
    });
  }
}

interface NamedObject {
  readonly name: string;
  /** Below the folder that is imported. */
  readonly path: string;
  readonly object: MediaObject;
}

const isMedia = (name: string): boolean => ["image", "large-image", "video"].includes(kindOfFile(name));

/** The existing dataset that some of these media belong to. */
function datasetWith(objects: readonly NamedObject[], known: ReadonlyMap<string, Known>): FolderRecord | undefined {
  return objects.filter(({ name }) => isMedia(name)).flatMap(({ path }) => known.get(path)?.folder ?? [])[0];
}

const contentOf = ({ id }: MediaSourceRecord, { name, object: { key, etag, size } }: NamedObject) =>
  ({
    name,
    mimeType: mediaTypeOfFile(name),
    size,
    content: { kind: "source", source: id, key, etag },
  }) satisfies PlacedContent & Pick<FileRecord, "name" | "mimeType">;

/** A new dataset. @returns the id of its folder */
async function create(
  { ports, access, folders }: ImportMediaUses,
  { actor, store }: WorkerRun,
  destination: FolderRecord,
  { folders: path, name }: ImportTarget,
  { meta }: ArchiveImport,
  record: MediaSourceRecord,
  objects: readonly NamedObject[],
): Promise<string> {
  let parent = destination;
  for (const part of path) {
    await store({ dataset: parent.id }, async (tx) => {
      const free = await freeName(part, async (one) => await isOccupied(tx, parent, one));
      const place = { parentType: "folder", parentId: parent.id, name: free, reuseExisting: true } as const;
      parent = (await folders.createWithin(tx, actor, place)).record;
    });
  }
  let id = "";
  await store({ dataset: parent.id }, async (tx) => {
    await access.requireFolder(actor, parent.id, AccessLevel.write, tx);
    const free = await freeName(name, async (one) => await isTaken(tx, parent, one));
    const place = { parentType: "folder", parentId: parent.id, name: free, meta } as const;
    const { record: folder } = await folders.createWithin(tx, actor, place);
    const files = objects.map((one) => contentOf(record, one));
    await placeFiles(ports, tx, { folder, userId: actor.user?.id ?? null }, files);
    ({ id } = folder);
  });
  return id;
}

/** New pictures of an existing dataset: they come after the others, or annotations would be on other frames. */
async function addPictures(
  ports: Ports,
  { actor, store }: WorkerRun,
  dataset: FolderRecord,
  record: MediaSourceRecord,
  objects: readonly NamedObject[],
  known: ReadonlyMap<string, Known>,
  entries: SourceEntries,
): Promise<void> {
  const fitting = await newPictures(dataset, objects, known, entries);
  if (fitting.length === 0) return;
  await store({ dataset: dataset.id }, async (tx) => {
    const folder = await tx.folders.find(dataset.id);
    if (folder === undefined) return;
    const files = fitting.map((one) => contentOf(record, one));
    await placeFiles(ports, tx, { folder, userId: actor.user?.id ?? null }, files);
  });
}

/** Those that sort after the pictures of the dataset; the others are reported. */
async function newPictures(
  dataset: FolderRecord,
  objects: readonly NamedObject[],
  known: ReadonlyMap<string, Known>,
  entries: SourceEntries,
): Promise<NamedObject[]> {
  const fresh = objects.filter(({ name, path }) => isMedia(name) && !known.has(path));
  if (fresh.length === 0) return [];
  const old = [...known.values()].filter(({ folder, item }) => folder.id === dataset.id && isMedia(item.name));
  const last = (await inNaturalOrder(old.map(({ item }) => item))).at(-1);
  const asItems = fresh.map(({ name }) => ({ ...last, name, meta: {} }) as ItemRecord);
  const ordered = last === undefined ? asItems : await inNaturalOrder([last, ...asItems]);
  const after = new Set(last === undefined ? ordered : ordered.slice(ordered.indexOf(last) + 1));
  const fitting = fresh.filter((_, n) => after.has(asItems[n]!));
  for (const one of fresh.filter((each) => !fitting.includes(each))) {
    entries.add(dataset.id, {
      what: "left-out",
      where: one.name,
      why: "comes before existing pictures, so annotations would be on other frames.",
      next: "Give it a name that comes after them.",
    });
  }
  return fitting;
}
