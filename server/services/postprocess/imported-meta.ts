/** What an imported file says about its dataset: attribute definitions, frame rate, information, type hierarchy. */
import { parseTypeHierarchy, type TypeHierarchy } from "#core/formats/type-hierarchy";
import { hierarchyRefused } from "#core/formats/coco-categories";

import type { Meta } from "../../ports/records.ts";
import type { ImportedFile } from "../annotation-file.service.ts";

export interface MergedMeta {
  readonly meta: Meta;
  /** The hierarchy of the dataset when the file changed it. */
  readonly hierarchy: TypeHierarchy | undefined;
  readonly warnings: readonly string[];
}

/** Definitions that are there stay as they are; the hierarchy of a file is merged into the one there is. */
export function mergeImportedMeta(meta: Meta, { report }: ImportedFile, additive: boolean): MergedMeta {
  const known = (meta["attributes"] ?? {}) as Record<string, unknown>;
  const info = report.datasetInfo;
  const merged: Meta = {
    ...meta,
    attributes: { ...report.attributes, ...known },
    ...(report.fps !== undefined && report.fps > 0 ? { fps: report.fps } : {}),
    ...(info === undefined
      ? {}
      : { datasetInfo: additive ? { ...(meta["datasetInfo"] as object | undefined), ...info } : info }),
  };
  const given = report.typeHierarchy;
  if (given === undefined || Object.keys(given).length === 0)
    return { meta: merged, hierarchy: undefined, warnings: [] };
  const result = parseTypeHierarchy({ ...(meta["typeHierarchy"] as TypeHierarchy | undefined), ...given });
  if (!result.ok) return { meta: merged, hierarchy: undefined, warnings: [hierarchyRefused(result.reason)] };
  return { meta: { ...merged, typeHierarchy: result.hierarchy }, hierarchy: result.hierarchy, warnings: [] };
}
