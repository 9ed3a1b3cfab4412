/** Hands an export filter to the core: one threshold a type, infinity for types that are not wanted. */
import type { CoreInstance } from "../instance.ts";
import type { ExportFilter } from "../types.ts";

export function applyExportFilter(
  core: CoreInstance,
  types: readonly string[],
  filter: ExportFilter | undefined,
): void {
  const thresholds = filter?.thresholds ?? {};
  const wanted = filter?.types === undefined ? undefined : new Set(filter.types);
  if (filter?.thresholds === undefined && wanted === undefined) return core.exports.export_clear_filter();
  const start = core.exports.export_open_filter() >>> 0;
  const view = core.view();
  const fallback = thresholds["default"] ?? 0;
  for (const [index, type] of types.entries()) {
    const least = Object.hasOwn(thresholds, type) ? (thresholds[type] ?? fallback) : fallback;
    view.setFloat64(start + index * 8, wanted === undefined || wanted.has(type) ? least : Infinity, true);
  }
}
