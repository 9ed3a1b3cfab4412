/** The parts of a plan of an import: datasets, and the annotation files that may belong to them. */
import type { MediaEntry } from "#schemas/media-ledger";

import type { ArchivedFile } from "../../../base/zip-archive.ts";
import type { AnnotationFiles, MediaSet } from "../../../domain/archive-layout.ts";
import type { ArchivedRig } from "../../../domain/archived-rig.ts";
import type { Meta } from "../../../ports/records.ts";

/** A folder of the archive or media source, and the dataset that its files become. */
export interface PlannedDataset {
  /** Where its files are. */
  readonly place: { readonly folder: string };
  /** Name of its folder, if it gets its own. */
  readonly name: string;
  readonly meta: Meta;
  /** By the name of the item to create. */
  readonly files: ReadonlyMap<string, ArchivedFile>;
  /** The original of a converted video, added after the media check of the other one. */
  readonly sourceVideo: readonly [name: string, file: ArchivedFile] | undefined;
  /** Per-frame metadata. */
  readonly attachment: readonly [name: string, file: ArchivedFile] | undefined;
  /** For a dataset with several cameras: they follow it in the plan. */
  readonly rig?: ArchivedRig;
  /** For a camera: the dataset it belongs to. */
  readonly parent?: PlannedDataset;
}

export interface PlannedAnnotations {
  readonly path: string;
  readonly areLabels: boolean;
  readonly files: readonly ArchivedFile[];
  /** The datasets they belong to by name or place, best first. */
  readonly about: readonly { readonly of: PlannedDataset; readonly score: number }[];
}

/** An entry of the media ledger, and whose it is. */
export interface DatasetEntry {
  /** Absent: it concerns no dataset. */
  readonly folderId?: string;
  readonly entry: MediaEntry;
}

/** @param fps of the folder that receives them; -1: not known */
export function mediaDataset({ folder, name, type, files }: MediaSet<ArchivedFile>, fps: number): PlannedDataset {
  // Images have no rate of their own.
  const rate = fps === -1 && type !== "video" ? 1 : fps;
  return {
    place: { folder },
    name,
    files,
    sourceVideo: undefined,
    attachment: undefined,
    meta: { type, fps: rate },
  };
}

export function annotationsOf(
  annotations: readonly AnnotationFiles<ArchivedFile>[],
  datasets: ReadonlyMap<MediaSet<ArchivedFile>, PlannedDataset>,
): PlannedAnnotations[] {
  return annotations.map(({ path, areLabels, files, sets }) => ({
    path,
    areLabels,
    files,
    about: sets.flatMap(({ set, score }) => {
      const of = datasets.get(set);
      return of === undefined ? [] : [{ of, score }];
    }),
  }));
}
