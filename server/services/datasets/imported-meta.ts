/**
 * Facts about the dataset in an imported file: attribute definitions, frame rate, facts, type hierarchy; and colors for
 * its types, so that no two of them look the same.
 */
import { isDeepStrictEqual } from "node:util";

import { hierarchyRefused } from "#core/formats/coco/coco-categories";
import { colorsToStore } from "#core/type-colors";
import type { TypeHierarchy } from "#core/formats/dive-config/type-hierarchy";
import type { MediaEntry } from "#schemas/media-ledger";

import { isObject } from "../../domain/body-check.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { storedTypeColors } from "../../domain/type-colors.ts";
import type { FolderRecord, Meta } from "../../ports/records.ts";
import type { ImportedFile } from "../annotations/annotation-file.service.ts";
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
 * @param name of the file
 * @param kept annotations of the dataset that stay, in words, for what a new frame rate means to them
 */
export function mergeImportedMeta(
  folder: FolderRecord,
  { report }: Pick<ImportedFile, "report">,
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
    ...stylesWithColors(folder, report.types),
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

function stylesWithColors(folder: FolderRecord, types: readonly string[]): Meta {
  const colors = Object.entries(colorsToStore(types, storedTypeColors(folder)));
  if (colors.length === 0) return {};
  const before = datasetOf(folder).configuration["customTypeStyling"];
  const styles = isObject(before) ? before : {};
  const styleOf = (type: string): object | false =>
    Object.hasOwn(styles, type) && isObject(styles[type]) && styles[type];
  const colored = colors.map(([type, color]) => [type, { ...styleOf(type), color }] as const);
  return { customTypeStyling: { ...styles, ...Object.fromEntries(colored) } };
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
