/** What an imported file says about its dataset: attribute definitions, frame rate, information, type hierarchy. */
import { hierarchyRefused } from "#core/formats/coco-categories";
import type { TypeHierarchy } from "#core/formats/type-hierarchy";

import { datasetOf } from "../../domain/dataset.ts";
import type { FolderRecord, Meta } from "../../ports/records.ts";
import type { ImportedFile } from "../annotations/annotation-file.service.ts";
import { addToHierarchy } from "./type-hierarchy.ts";

export interface MergedMeta {
  readonly meta: Meta;
  /** The hierarchy of the dataset when the file changed it. */
  readonly hierarchy: TypeHierarchy | undefined;
  readonly warnings: readonly string[];
}

/**
 * Definitions that are there stay as they are; the hierarchy of a file is merged into the one there is, or left out with a
 * warning where it contradicts that one.
 */
export function mergeImportedMeta(folder: FolderRecord, { report }: ImportedFile, additive: boolean): MergedMeta {
  const { attributes, datasetInfo, typeHierarchy } = datasetOf(folder);
  const info = report.datasetInfo;
  const merged: Meta = {
    ...folder.meta,
    attributes: { ...report.attributes, ...attributes },
    ...(report.fps !== undefined && report.fps > 0 ? { fps: report.fps } : {}),
    ...(info === undefined ? {} : { datasetInfo: additive ? { ...datasetInfo, ...info } : info }),
  };
  const given = report.typeHierarchy;
  if (given === undefined || Object.keys(given).length === 0)
    return { meta: merged, hierarchy: undefined, warnings: [] };
  const result = addToHierarchy(typeHierarchy, given);
  if (!result.ok) return { meta: merged, hierarchy: undefined, warnings: [hierarchyRefused(result.reason)] };
  return { meta: { ...merged, typeHierarchy: result.hierarchy }, hierarchy: result.hierarchy, warnings: [] };
}
