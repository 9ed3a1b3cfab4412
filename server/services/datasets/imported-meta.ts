/**
 * Facts about the dataset in an imported file: attribute definitions, frame rate, facts, type hierarchy; and colors for
 * its types, so that no two of them look the same.
 */
import { isDeepStrictEqual } from "node:util";

import { hierarchyRefused } from "#core/formats/coco/coco-categories";
import type { TypeHierarchy } from "#core/formats/dive-config/type-hierarchy";
import type { MediaEntry } from "#schemas/media-ledger";

import { datasetOf } from "../../domain/dataset.ts";
import type { FolderRecord, Meta } from "../../ports/records.ts";
import type { ImportedFile } from "../annotations/annotation-file.service.ts";
import { stylesForNewTypes } from "./new-types.ts";
import { addToHierarchy } from "./type-hierarchy.ts";

export interface MergedMeta {
  readonly meta: Meta;
  /** The dataset's hierarchy, if the file changed it. */
  readonly hierarchy: TypeHierarchy | undefined;
  /** Parts of the file that were ignored, and parts of the dataset that no longer apply. */
  readonly entries: readonly MediaEntry[];
  /** Why the file's hierarchy was left out. */
  readonly refusal?: string;
}

/**
 * Existing definitions stay; the file's hierarchy is merged into the existing one, or left out with a warning if it
 * contradicts that.
 * @param present types that the dataset had before, those of the most tracks first
 * @param name of the file
 * @param kept annotations of the dataset that stay, in words, for what a new frame rate means to them
 */
export function mergeImportedMeta(
  folder: FolderRecord,
  { report, present }: Pick<ImportedFile, "report"> & { readonly present: readonly string[] },
  additive: boolean,
  name: string,
  kept: readonly string[] = [],
): MergedMeta {
  const { attributes, datasetInfo, fps, typeHierarchy } = datasetOf(folder);
  const entries: MediaEntry[] = [];
  const note = (what: MediaEntry["what"], why: string): void => void entries.push({ what, where: name, why });
  const info = report.datasetInfo;
  const rate = report.fps !== undefined && report.fps > 0 ? report.fps : undefined;
  if (rate !== undefined && fps !== undefined && fps > 0 && fps !== rate)
    entries.push({ what: "changed", where: name, ...rateSentences(fps, rate, kept) });
  const others = Object.keys(report.attributes).filter(
    (key) => key in attributes && typeOf(attributes[key]) !== typeOf(report.attributes[key]),
  );
  if (others.length > 0)
    note("left-out", `has values of another type for ${others.join(", ")}; the definitions of the dataset stay.`);
  if (info !== undefined && !additive && datasetInfo !== undefined && !isDeepStrictEqual(info, datasetInfo))
    note("replaced", "replaced the information on the dataset.");
  const merged: Meta = {
    ...folder.meta,
    attributes: { ...report.attributes, ...attributes },
    ...(rate === undefined ? {} : { fps: rate }),
    ...(info === undefined ? {} : { datasetInfo: additive ? { ...datasetInfo, ...info } : info }),
    ...stylesForNewTypes(folder, report.types, present),
  };
  const given = report.typeHierarchy;
  if (given === undefined || Object.keys(given).length === 0) return { meta: merged, hierarchy: undefined, entries };
  const result = addToHierarchy(typeHierarchy, given);
  if (!result.ok) {
    const refusal = hierarchyRefused(result.reason);
    note("left-out", refusal);
    return { meta: merged, hierarchy: undefined, entries, refusal };
  }
  return { meta: { ...merged, typeHierarchy: result.hierarchy }, hierarchy: result.hierarchy, entries };
}

function rateSentences(before: number, after: number, kept: readonly string[]): Pick<MediaEntry, "why" | "next"> {
  const why = `set the frame rate of the dataset from ${before} to ${after}.`;
  if (kept.length === 0) return { why };
  return {
    why: `${why} Frame numbers in ${kept.join(", ")} stay as they were, at ${before} frames a second.`,
    next: `If they are right, import a configuration with "fps": ${before} to set it back.`,
  };
}

const typeOf = (definition: unknown): unknown => (definition as { readonly datatype?: unknown } | undefined)?.datatype;
