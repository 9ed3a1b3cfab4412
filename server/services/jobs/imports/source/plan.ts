/**
 * The plan of an import from a media source: which files become new datasets, which are added to the datasets of
 * earlier imports, which have changed or are gone, and which are left out, with the reason. Nothing is read or stored
 * here.
 */
import type { MediaEntry } from "#schemas/media-ledger";

import { TimeSlices } from "../../../../base/turns.ts";
import { layoutOf } from "../../../../domain/archive-layout.ts";
import { datasetOf } from "../../../../domain/dataset.ts";
import { isMediaName } from "../../../../domain/file-kinds.ts";
import { type ImportTarget, targetsOf } from "../../../../domain/import-targets.ts";
import type { MediaObject } from "../../../../ports/media-source.ts";
import type { FolderRecord, ItemRecord } from "../../../../ports/records.ts";
import { sourceOf } from "../../../content/open-content.ts";
import { inNaturalOrder } from "../../../media/media.service.ts";
import { annotationsOf, mediaDataset, type PlannedAnnotations, type PlannedDataset } from "../planned-dataset.ts";
import { recordState, SourceEntries } from "./entries.ts";
import type { ImportedFile, SourceListing } from "./files.ts";

export interface SourceFile {
  /** Name of its item. */
  readonly name: string;
  /** Below the folder that is imported. */
  readonly path: string;
  readonly object: MediaObject;
}

export interface PlannedImport {
  readonly dataset: PlannedDataset;
  /** Where it goes if it is new. */
  readonly target: ImportTarget;
  /** The dataset that an earlier import made of these media; absent: it is new. */
  readonly existing: FolderRecord | undefined;
  /** All files of a new dataset, the new pictures of an existing one. */
  readonly files: readonly SourceFile[];
  /** False: its media were checked by an earlier import. */
  readonly needsMediaCheck: boolean;
  readonly hasAnnotations: boolean;
}

export interface ChangedFile {
  readonly file: ImportedFile;
  /** Its current version. */
  readonly object: MediaObject;
}

export interface SourcePlan {
  /** In the order in which datasets are created: their names do not depend on how fast each is read. */
  readonly imports: readonly PlannedImport[];
  readonly changed: readonly ChangedFile[];
  /** Files that may contain annotations of datasets that have none. */
  readonly annotations: readonly PlannedAnnotations[];
  /** Changed, missing and left-out files. */
  readonly entries: SourceEntries;
}

export interface SourceToPlan extends SourceListing {
  readonly sourceName: string;
  readonly destination: FolderRecord;
  /** Ids of the datasets that have annotations. */
  readonly annotated: { has(datasetId: string): boolean };
}

/**
 * Takes turns with other work when there are many files.
 * @throws the reason of the signal
 */
export async function planSource(source: SourceToPlan, signal: AbortSignal): Promise<SourcePlan> {
  const { found, imported, leftOut, sourceName, destination, annotated } = source;
  const entries = new SourceEntries();
  const changed = changedFiles(source, entries);
  signal.throwIfAborted();
  const layout = layoutOf(
    [...found.values()].map(({ file }) => file),
    sourceName,
  );
  // One by one: there may be more than a call takes arguments.
  for (const entry of [...leftOut, ...layout.entries]) entries.add(destination.id, entry);
  const { fps = -1 } = datasetOf(destination);
  const targets = targetsOf(layout.sets);
  const datasets = new Map([...targets].map(([set, { name }]) => [set, { ...mediaDataset(set, fps), name }]));
  const pictures = picturesByDataset(imported);
  const imports: PlannedImport[] = [];
  const slices = new TimeSlices();
  for (const [set, target] of targets) {
    if (slices.isOver) await slices.next();
    signal.throwIfAborted();
    const files = [...set.files].flatMap(([name, { path }]) => {
      const object = found.get(path)?.object;
      return object === undefined ? [] : [{ name, path, object }];
    });
    const existing = datasetWith(files, imported);
    imports.push({
      dataset: datasets.get(set)!,
      target,
      existing,
      files: existing === undefined ? files : await newPictures(existing, files, { imported, pictures }, entries),
      needsMediaCheck: existing === undefined || !datasetOf(existing).isDataset,
      hasAnnotations: existing !== undefined && annotated.has(existing.id),
    });
  }
  const empty = new Set(imports.filter(({ hasAnnotations }) => !hasAnnotations).map(({ dataset }) => dataset));
  const annotations = annotationsOf(layout.annotations, datasets).filter(
    ({ about }) => about.length === 0 || about.some(({ of }) => empty.has(of)),
  );
  return { imports, changed, annotations, entries };
}

/** Imported files that have another version now; those that are gone are reported. */
function changedFiles({ found, imported }: SourceListing, entries: SourceEntries): ChangedFile[] {
  const changed: ChangedFile[] = [];
  for (const [path, file] of imported) {
    const content = sourceOf(file.file);
    if (content === undefined) continue;
    const object = found.get(path)?.object;
    const state = recordState(entries, file.folder, content, object);
    if (state === "changed" && object !== undefined) changed.push({ file, object });
  }
  return changed;
}

/** The existing dataset that some of these media belong to. */
function datasetWith(
  files: readonly SourceFile[],
  imported: ReadonlyMap<string, ImportedFile>,
): FolderRecord | undefined {
  return files.filter(({ name }) => isMediaName(name)).flatMap(({ path }) => imported.get(path)?.folder ?? [])[0];
}

/** Pictures that earlier imports have made items of, by the id of their dataset. */
function picturesByDataset(imported: ReadonlyMap<string, ImportedFile>): ReadonlyMap<string, readonly ItemRecord[]> {
  const pictures = [...imported.values()].filter(({ item }) => isMediaName(item.name));
  const byDataset = Map.groupBy(pictures, ({ folder }) => folder.id);
  return new Map([...byDataset].map(([id, files]) => [id, files.map(({ item }) => item)]));
}

interface EarlierImports {
  readonly imported: ReadonlyMap<string, ImportedFile>;
  readonly pictures: ReadonlyMap<string, readonly ItemRecord[]>;
}

/**
 * New pictures of an existing dataset: those that sort after its pictures, or annotations would be on other frames. The
 * others are reported.
 */
async function newPictures(
  dataset: FolderRecord,
  files: readonly SourceFile[],
  { imported, pictures }: EarlierImports,
  entries: SourceEntries,
): Promise<SourceFile[]> {
  const added = files.filter(({ name, path }) => isMediaName(name) && !imported.has(path));
  if (added.length === 0) return [];
  const last = (await inNaturalOrder(pictures.get(dataset.id) ?? [])).at(-1);
  const asItems = added.map(({ name }) => ({ ...last, name, meta: {} }) as ItemRecord);
  const ordered = last === undefined ? asItems : await inNaturalOrder([last, ...asItems]);
  const following = new Set(last === undefined ? ordered : ordered.slice(ordered.indexOf(last) + 1));
  const fits = (n: number): boolean => following.has(asItems[n]!);
  for (const [n, { name }] of added.entries()) if (!fits(n)) entries.add(dataset.id, precedingEntry(name));
  return added.filter((_, n) => fits(n));
}

const precedingEntry = (where: string): MediaEntry => ({
  what: "left-out",
  where,
  why: "comes before existing pictures, so annotations would be on other frames.",
  next: "Give it a name that comes after them.",
});
