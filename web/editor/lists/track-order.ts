/** The order in which the track list shows tracks. Sorting examines every track, so it is not for huge datasets. */

import { compareNames } from "../../base/compare-names.ts";
import type { AnnotationCore, TrackId } from "#core/types";
import { pairToShow } from "../../session/display/shown-pair.ts";

export const trackOrders = ["id", "begin", "type", "confidence"] as const;
export type TrackOrder = (typeof trackOrders)[number];

/** From this many tracks on, they are listed by id. */
export const minUnsorted = 20_000;

export function canSort(core: AnnotationCore): boolean {
  return core.trackCount < minUnsorted;
}

export function nextTrackOrder(order: TrackOrder): TrackOrder {
  return trackOrders[(trackOrders.indexOf(order) + 1) % trackOrders.length] ?? "id";
}

/** `ids` must be ascending; ties are broken by the smaller id. */
export function sortTracks(core: AnnotationCore, ids: Uint32Array, order: TrackOrder): Uint32Array {
  if (order === "id" || !canSort(core)) return ids;
  const rows = [...ids].map((id) => {
    const track = core.track(id as TrackId);
    const { begin } = track;
    const pair = pairToShow(track);
    return { id, begin, type: pair?.type ?? "", confidence: pair?.confidence ?? 0 };
  });
  const compare = {
    begin: (a: Row, b: Row) => a.begin - b.begin,
    type: (a: Row, b: Row) => compareNames(a.type, b.type),
    // Lowest confidence first: users look for the least certain tracks.
    confidence: (a: Row, b: Row) => a.confidence - b.confidence,
  }[order];
  return Uint32Array.from(rows.toSorted((a, b) => compare(a, b) || a.id - b.id).map(({ id }) => id));
}

interface Row {
  readonly id: number;
  readonly begin: number;
  readonly type: string;
  readonly confidence: number;
}
