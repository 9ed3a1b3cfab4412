/**
 * Labels of intervals of the video. A label is a track whose box is the whole picture and whose attribute `frameLabel`
 * is true, so every format and client preserves it. Its type is the label's name; the style of that type stores the
 * label's key next to its color.
 *
 * They are not objects on the picture: the filter excludes them from everything that is drawn, picked, listed and
 * counted.
 */

import type { AnnotationCore, AttributeFilter, FrameNumber, TrackId } from "#core/types";
import { pairToShow } from "./shown-pair.ts";
import { lazyReadThreshold, isMarked } from "./track-marks.ts";
import type { StoredStyle } from "./type-styles.ts";

export const frameLabelAttribute = "frameLabel";

/** The number of keys: Alt+Shift and a digit. */
export const labelSlotCount = 9;

export interface FrameLabel {
  readonly id: TrackId;
  readonly name: string;
  /** Both inclusive. */
  readonly begin: FrameNumber;
  readonly end: FrameNumber;
}

/** A label the user can apply. */
export interface LabelName {
  readonly name: string;
  /** 1 to 9; `undefined` for a label that is in use but has no key. */
  readonly slot: number | undefined;
}

export const withoutFrameLabels: AttributeFilter = {
  belongs: "track",
  attribute: frameLabelAttribute,
  ignoreUndefined: true,
  test: { op: "≠", values: [true] },
};

/** The types to search for frame labels: in a huge document only those with a key; `undefined`: all. */
export function typesToRead(
  core: AnnotationCore,
  styles: Readonly<Record<string, StoredStyle>>,
): readonly string[] | undefined {
  if (core.trackCount < lazyReadThreshold) return undefined;
  return Object.keys(styles).filter((type) => slotOf(styles[type]) !== undefined);
}

export function isFrameLabel(core: AnnotationCore, id: TrackId): boolean {
  return isMarked(core, id, frameLabelAttribute);
}

/** Sorted by first frame. */
export function listFrameLabels(core: AnnotationCore, ids: Iterable<TrackId>): FrameLabel[] {
  const labels = [...ids].map((id) => {
    const track = core.track(id);
    return { id, name: pairToShow(track)?.type ?? "", begin: track.begin, end: track.end };
  });
  return labels.toSorted((a, b) => a.begin - b.begin || a.id - b.id);
}

/** Labels with a key first, by key, then those that are only in use. */
export function listLabelNames(
  styles: Readonly<Record<string, StoredStyle>>,
  labels: readonly FrameLabel[],
): LabelName[] {
  const bySlot = new Map<number, string>();
  for (const name of Object.keys(styles)) {
    const slot = slotOf(styles[name]);
    if (slot !== undefined && !bySlot.has(slot)) bySlot.set(slot, name);
  }
  const keyed = [...bySlot].toSorted(([a], [b]) => a - b).map(([slot, name]) => ({ name, slot }));
  const known = new Set(bySlot.values());
  const used = new Set(labels.map(({ name }) => name).filter((name) => !known.has(name)));
  return [...keyed, ...[...used].toSorted().map((name) => ({ name, slot: undefined }))];
}

/** Any client may have written the style. */
function slotOf(style: StoredStyle | undefined): number | undefined {
  const slot: unknown = style?.frameLabel;
  return typeof slot === "number" && Number.isInteger(slot) && slot >= 1 && slot <= labelSlotCount ? slot : undefined;
}

/** Unique names, by first frame. */
export function frameLabelNamesAt(labels: readonly FrameLabel[], frame: number): string[] {
  return [...new Set(labels.filter(({ begin, end }) => begin <= frame && frame <= end).map(({ name }) => name))];
}
