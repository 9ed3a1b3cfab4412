/** The export filter: which confidence pairs are written. The core receives one threshold per type. */
import type { CoreInstance } from "../../instance.ts";
import type { ExportFilter } from "../../types.ts";

export function applyExportFilter(
  core: CoreInstance,
  types: readonly string[],
  filter: ExportFilter | undefined,
): void {
  if (!isFiltering(filter)) return core.exports.export_clear_filter();
  const start = core.exports.export_open_filter() >>> 0;
  const view = core.view();
  const threshold = thresholdsOf(filter);
  for (const [index, type] of types.entries()) view.setFloat64(start + index * 8, threshold(type), true);
}

/** Without a filter, tracks without pairs are also written if the format supports them. */
export function isFiltering(filter: ExportFilter | undefined): filter is ExportFilter {
  return filter?.thresholds !== undefined || filter?.types !== undefined;
}

/** `undefined`: nothing is filtered. */
export const thresholdOf = (filter: ExportFilter | undefined): ((type: string) => number) | undefined =>
  isFiltering(filter) ? thresholdsOf(filter) : undefined;

/** The minimum confidence for a pair of a type to be written; infinity for types that were not requested. */
export function thresholdsOf({ thresholds = {}, types }: ExportFilter): (type: string) => number {
  const wanted = types === undefined ? undefined : new Set(types);
  const fallback = thresholds["default"] ?? 0;
  return (type) => {
    if (wanted !== undefined && !wanted.has(type)) return Infinity;
    return Object.hasOwn(thresholds, type) ? (thresholds[type] ?? fallback) : fallback;
  };
}
