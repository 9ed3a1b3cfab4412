/**
 * The plan of an uploaded archive: which of its files become which dataset, which may be annotations of them, and which
 * are left out, with the reason (api-v1 21.7). Nothing is read or stored here. An incomplete export of ours is refused;
 * in other archives, files without a place in a dataset are reported.
 */
import type { MediaEntry } from "#schemas/media-ledger";

import { layoutOf } from "../../../../domain/archive-layout.ts";
import { awaitsAnnotationsKey, datasetOf } from "../../../../domain/dataset.ts";
import { isMediaName } from "../../../../domain/file-kinds.ts";
import { validateFiles } from "../../../../domain/validate-files.ts";
import type { FolderRecord } from "../../../../ports/records.ts";
import { JobError } from "../../job-error.ts";
import { annotationsOf, mediaDataset, type PlannedAnnotations, type PlannedDataset } from "../planned-dataset.ts";
import { exportedDataset, exportedRig, isExport } from "./exports.ts";
import type { OpenedArchive } from "./read.ts";

export interface ArchivePlan {
  /** A dataset with several cameras is followed by its cameras. */
  readonly datasets: readonly PlannedDataset[];
  /** The only dataset: it gets no folder of its own. */
  readonly datasetInPlace: PlannedDataset | undefined;
  /** Files that may contain annotations for some of them. */
  readonly annotations: readonly PlannedAnnotations[];
  /** Omissions and guesses. */
  readonly entries: readonly MediaEntry[];
  /** Why there is no dataset, if there is none: it has no media. */
  readonly refusal: string;
}

/**
 * @param folder with the archive
 * @throws JobError that explains why nothing is unpacked
 */
export function planArchive(archive: OpenedArchive, folder: FolderRecord): ArchivePlan {
  const { places, documents } = archive;
  const { fps = -1 } = datasetOf(folder);
  const exports: PlannedDataset[] = [];
  const outside = [archive.others];
  for (const place of places) {
    const name = place.folder.slice(place.folder.lastIndexOf("/") + 1) || folder.name;
    if (place.kind === "multicam") exports.push(...exportedRig(name, place, documents));
    else if (isExport(name, place, documents)) exports.push(exportedDataset(name, place, documents));
    else outside.push([...place.files.values()]);
  }
  const rest = outside.flat();
  const layout = layoutOf(rest, folder.name);
  const annotated = new Set(layout.annotations.flatMap(({ sets }) => sets.map(({ set }) => set)));
  const media = new Map(layout.sets.map((set) => [set, withAwaited(mediaDataset(set, fps), annotated.has(set))]));
  const annotations = annotationsOf(layout.annotations, media);
  const datasets = [...exports, ...media.values()];
  refuseEmptyMedia(folder.name, datasets);
  const [only, ...others] = datasets.filter(({ parent }) => parent === undefined);
  return {
    datasets,
    datasetInPlace: others.length === 0 ? only : undefined,
    annotations,
    entries: [...encodingEntries(archive), ...layout.entries],
    refusal: `Could not Validate media Files\n${folder.name}: ${validateFiles(rest.map(({ path }) => path)).message}`,
  };
}

/** Marks a dataset whose annotations come later: until then, its pictures keep their frames. */
const withAwaited = (dataset: PlannedDataset, isAnnotated: boolean): PlannedDataset =>
  isAnnotated ? { ...dataset, meta: { ...dataset.meta, [awaitsAnnotationsKey]: true } } : dataset;

function encodingEntries({ name, guessedEncoding }: OpenedArchive): MediaEntry[] {
  if (guessedEncoding === undefined) return [];
  return [
    {
      what: "guessed",
      where: name,
      why: `does not say how its names are encoded: they were read as ${guessedEncoding}, which fits best.`,
      next: "If they are wrong, pack the files again with names in UTF-8.",
    },
  ];
}

/** Storing many thousands of empty pictures takes minutes, and none of them could be shown. */
function refuseEmptyMedia(name: string, datasets: readonly PlannedDataset[]): void {
  const media = datasets.flatMap(({ files }) => [...files]).filter(([file]) => isMediaName(file));
  if (media.length === 0 || media.some(([, { size }]) => size > 0)) return;
  throw new JobError(
    `${name}: all ${media.length} pictures and videos in the archive are empty. Nothing was unpacked.`,
  );
}
