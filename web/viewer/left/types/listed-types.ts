/** Which types the type list shows, and in which order. */

import { compareNames } from "../../../base/compare-names.ts";
import type { AnnotationCore, FrameNumber, TypeCount } from "#core/types";
import type { ClientSettings } from "../../../session/display/settings.ts";

export interface ListedType {
  readonly type: string;
  /** Tracks shown under this type with the current thresholds. */
  readonly trackCount: number;
  /** Of these, the ones on the current frame. Only computed when needed. */
  readonly frameCount: number;
}

const typeOrders = ["a-z", "count", "frame count"] as const;
export type TypeOrder = (typeof typeOrders)[number];

export function nextTypeOrder(order: TypeOrder): TypeOrder {
  return typeOrders[(typeOrders.indexOf(order) + 1) % typeOrders.length] ?? "a-z";
}

/** Whether the list depends on the current frame. */
export function needsFrame(settings: ClientSettings["typeSettings"]): boolean {
  return settings.filterTypesByFrame || settings.trackSortDir === "frame count";
}

/** Shown detections on a frame, by type. */
export function countTypesOnFrame(core: AnnotationCore, frame: FrameNumber): ReadonlyMap<string, number> {
  const types = core.types();
  const { count, typeIndices } = core.shown.frameQuery(frame);
  const counts = new Map<string, number>();
  for (let row = 0; row < count; row += 1) {
    const type = types[typeIndices[row] ?? 0] ?? "";
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return counts;
}

/** The first frame with the maximum number of shown detections of a type. */
export function busiestFrame(core: AnnotationCore, type: string, frameCount: number): FrameNumber | undefined {
  const counts = core.shown.countsByType(frameCount).find((each) => each.type === type)?.counts ?? new Uint32Array(0);
  let best: number | undefined;
  for (let frame = 0; frame < counts.length; frame += 1) {
    if ((counts[frame] ?? 0) > (best === undefined ? 0 : (counts[best] ?? 0))) best = frame;
  }
  return best as FrameNumber | undefined;
}

export function listTypes(
  counts: readonly TypeCount[],
  onFrame: ReadonlyMap<string, number>,
  settings: ClientSettings["typeSettings"],
  unchecked: ReadonlySet<string>,
): readonly ListedType[] {
  const listed = counts
    .map(({ type, trackCount }) => ({ type, trackCount, frameCount: onFrame.get(type) ?? 0 }))
    .filter(({ trackCount }) => settings.showEmptyTypes || trackCount > 0)
    // An unchecked type is on no frame, but must stay in the list to be checked again.
    .filter(({ type, frameCount }) => !settings.filterTypesByFrame || frameCount > 0 || unchecked.has(type));
  const byName = (a: ListedType, b: ListedType) => compareNames(a.type, b.type);
  switch (settings.trackSortDir) {
    case "a-z":
      return listed.toSorted(byName);
    case "count":
      return listed.toSorted((a, b) => b.trackCount - a.trackCount || byName(a, b));
    case "frame count":
      return listed.toSorted((a, b) => b.frameCount - a.frameCount || byName(a, b));
  }
}
