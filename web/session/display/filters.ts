/**
 * Filters: thresholds by type, unchecked types, and conditions on attributes.
 *
 * It stores the unchecked types rather than the checked ones, so that new types are shown.
 */

import type { AttributeFilter, TrackFilter } from "#core/types";

export interface Filters {
  /** Minimum confidence by type; `default` for the others. */
  readonly thresholds: Readonly<Record<string, number>>;
  readonly uncheckedTypes: ReadonlySet<string>;
  /** A track is shown only if it meets all of them. */
  readonly attributes: readonly AttributeFilter[];
}

/** Threshold of a dataset that stores none. */
export const defaultThreshold = 0.1;
/** The same for groups, which have a single threshold: all are shown. */
export const defaultGroupThreshold = 0;
/** Key of the threshold for types without their own. */
export const defaultThresholdKey = "default";

/** The filters for these stored thresholds. */
export function toFilters(
  stored: Readonly<Record<string, number>>,
  uncheckedTypes: ReadonlySet<string>,
  attributes: readonly AttributeFilter[] = [],
): Filters {
  return { thresholds: { [defaultThresholdKey]: defaultThreshold, ...stored }, uncheckedTypes, attributes };
}

export function isGroupShown(
  group: { readonly type: string; readonly confidence: number },
  uncheckedTypes: ReadonlySet<string>,
  threshold: number = defaultGroupThreshold,
): boolean {
  return group.confidence >= threshold && !uncheckedTypes.has(group.type);
}

/** The filter in the core's form; `types` are all types it knows. */
export function toTrackFilter(
  filters: Filters,
  types: readonly string[],
  preventCascade: boolean,
  more: readonly AttributeFilter[] = [],
  suppressing: readonly string[] = [],
  hierarchy: Readonly<Record<string, string>> = {},
): TrackFilter {
  return {
    thresholds: filters.thresholds,
    preventCascade,
    attributes: [...filters.attributes, ...more],
    ...(suppressing.length > 0 && { suppressing }),
    ...(Object.keys(hierarchy).length > 0 && { hierarchy }),
    ...(filters.uncheckedTypes.size > 0 && { types: types.filter((type) => !filters.uncheckedTypes.has(type)) }),
  };
}

/** The unchecked types after these are checked or unchecked. */
export function withChecked(
  uncheckedTypes: ReadonlySet<string>,
  types: readonly string[],
  checked: boolean,
): ReadonlySet<string> {
  const next = new Set(uncheckedTypes);
  for (const type of types) {
    if (checked) next.delete(type);
    else next.add(type);
  }
  return next;
}
