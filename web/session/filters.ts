/**
 * What is shown: thresholds by type and the types that are unchecked.
 *
 * Unchecked types are kept rather than checked ones, so that a type that appears later is shown.
 */

import type { TrackFilter } from "#core/types";

export interface Filters {
  /** Least confidence by type; `default` for the others. */
  readonly thresholds: Readonly<Record<string, number>>;
  readonly uncheckedTypes: ReadonlySet<string>;
}

/** Threshold of a dataset that has none stored. */
export const defaultThreshold = 0.1;
/** Key of the threshold that holds for types without one of their own. */
export const defaultThresholdKey = "default";

export function initialFilters(stored: Readonly<Record<string, number>> | undefined): Filters {
  return { thresholds: { [defaultThresholdKey]: defaultThreshold, ...stored }, uncheckedTypes: new Set() };
}

/** The filter as the core takes it; `types` are all types it knows. */
export function toTrackFilter(filters: Filters, types: readonly string[], preventCascade: boolean): TrackFilter {
  return {
    thresholds: filters.thresholds,
    preventCascade,
    ...(filters.uncheckedTypes.size > 0 && { types: types.filter((type) => !filters.uncheckedTypes.has(type)) }),
  };
}

export function withThreshold(filters: Filters, type: string, threshold: number): Filters {
  return { ...filters, thresholds: { ...filters.thresholds, [type]: threshold } };
}

export function withChecked(filters: Filters, types: readonly string[], checked: boolean): Filters {
  const uncheckedTypes = new Set(filters.uncheckedTypes);
  for (const type of types) {
    if (checked) uncheckedTypes.delete(type);
    else uncheckedTypes.add(type);
  }
  return { ...filters, uncheckedTypes };
}
