/** The result of a retarget, as a document for people and programs. */
import type { Loss } from "#core/types";
import type { Refusal } from "./counterparts.ts";
import type { FoundCopy } from "./find-copy.ts";
import { type MovedAnnotations, rangesOf } from "./move-annotations.ts";
import type { PictureMap } from "./picture-map.ts";
import { wholePicture } from "./place.ts";
import type { SmallPictures } from "./small-pictures.ts";

interface Range {
  readonly first: number;
  readonly last: number;
}

export interface RetargetReport {
  /** Every stored detection has a counterpart, except those that a lower rate skips. */
  readonly ok: boolean;
  readonly old: { readonly path: string; readonly frames: number; readonly width: number; readonly height: number };
  readonly new: { readonly path: string; readonly frames: number; readonly width: number; readonly height: number };
  readonly output: {
    readonly file: string;
    readonly format: string;
    readonly bytes: number;
    readonly losses: readonly Loss[];
  };
  readonly place: {
    readonly isWhole: boolean;
    /** The part of the old picture that the new one shows, old pixels. */
    readonly crop: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
    /** `new = scale * old + offset`, pixels. */
    readonly map: PictureMap;
  };
  readonly frames: { readonly count: number; readonly found: number; readonly refused: number };
  /** New frames without annotations, and why. */
  readonly refused: readonly (Range & { readonly why: Refusal })[];
  /** Old frames that no new one shows, except those that a lower rate skips. */
  readonly missing: readonly Range[];
  readonly annotations: Pick<
    MovedAnnotations,
    "stored" | "moved" | "outside" | "passedOver" | "lostTracks" | "lostGroups"
  > & {
    readonly lost: readonly { readonly track: number; readonly frames: readonly (readonly [number, number])[] }[];
  };
  /** New frame, old frame, and the share of the picture's variance that they do not have in common, 0 to 1. */
  readonly counterparts: readonly (readonly [frame: number, old: number, residual: number])[];
}

interface Retargeted {
  readonly oldPath: string;
  readonly newPath: string;
  readonly old: SmallPictures;
  readonly fresh: SmallPictures;
  readonly found: FoundCopy;
  readonly map: PictureMap;
  readonly moved: MovedAnnotations;
  readonly written: RetargetReport["output"];
}

export function describeRetarget(all: Retargeted): RetargetReport {
  const { oldPath, newPath, old, fresh, found, map, moved, written } = all;
  const { stored, outside, passedOver, lostTracks, lostGroups } = moved;
  const counterparts = [...found.old.entries()].flatMap(([frame, own]) =>
    own < 0 ? [] : [[frame, own, round(found.residual[frame] ?? 0, 5)] as const],
  );
  const { place } = found;
  const crop = {
    x: round(place.offsetX * old.width, 2),
    y: round(place.offsetY * old.height, 2),
    width: round(place.scaleX * old.width, 2),
    height: round(place.scaleY * old.height, 2),
  };
  return {
    ok: moved.lost.size === 0 && outside === 0 && lostGroups.length === 0,
    old: { path: oldPath, frames: old.count, width: old.width, height: old.height },
    new: { path: newPath, frames: fresh.count, width: fresh.width, height: fresh.height },
    output: written,
    place: { isWhole: place === wholePicture, crop, map },
    frames: { count: fresh.count, found: counterparts.length, refused: fresh.count - counterparts.length },
    refused: refusedRanges(found),
    missing: missingRanges(found.old, old.count),
    annotations: {
      stored,
      moved: moved.moved,
      outside,
      passedOver,
      lostTracks,
      lostGroups,
      lost: [...moved.lost].map(([track, frames]) => ({ track, frames: rangesOf(frames) })),
    },
    counterparts,
  };
}

function refusedRanges({ refusals }: FoundCopy): RetargetReport["refused"] {
  return [...Map.groupBy(refusals.keys(), (frame) => refusals.get(frame)!)]
    .flatMap(([why, frames]) => rangesOf(frames).map(([first, last]) => ({ first, last, why })))
    .toSorted((a, b) => a.first - b.first);
}

/** Pictures that a lower rate leaves out are not a gap. */
function missingRanges(counterparts: Int32Array, count: number): readonly Range[] {
  const shown = new Set(counterparts);
  for (let frame = 1; frame < counterparts.length; frame++) {
    const [from, to] = [counterparts[frame - 1]!, counterparts[frame]!];
    if (from >= 0 && to - from <= 8) for (let between = from + 1; between < to; between++) shown.add(between);
  }
  const missing = Array.from({ length: count }, (_, frame) => frame).filter((frame) => !shown.has(frame));
  return rangesOf(missing).map(([first, last]) => ({ first, last }));
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
