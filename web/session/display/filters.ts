/**
 * What is shown: thresholds by type, the types that are unchecked, and conditions on attributes.
 *
 * Unchecked types are kept rather than checked ones, so that a type that appears later is shown.
 */

import type { AttributeFilter, TrackFilter } from "#core/types";

export interface Filters {
  /** Least confidence by type; `default` for the others. */
  readonly thresholds: Readonly<Record<string, number>>;
  readonly uncheckedTypes: ReadonlySet<string>;
  /** A track is shown only if it meets all of them. */
  readonly attributes: readonly AttributeFilter[];
}

/** Threshold of a dataset that has none stored. */
export const defaultThreshold = 0.1;
/** The same for groups, which have one threshold of their own: all are shown. */
export const defaultGroupThreshold = 0;
/** Key of the threshold that holds for types without one of their own. */
export const defaultThresholdKey = "default";

/** What is shown with these stored thresholds. */
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

/** The filter as the core takes it; `types` are all types it knows. */
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

/** The unchecked types once these are checked, or not. */
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
