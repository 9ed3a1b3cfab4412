/**
 * Where a track is on a frame: on a keyframe exactly as stored; between two keyframes on the straight line between their
 * bounds, if the earlier one interpolates; nowhere otherwise.
 */
import { boundsOf, Flag, flagsOf, frameOf } from "../columns/detections";
import { endRowOf, firstRowOf } from "../columns/tracks";

export const NO_ROW: u32 = 0xffffffff;

/** The last row of the track at or before the frame, or NO_ROW. */
export function rowAtOrBefore(track: u32, frame: u32): u32 {
  const first = firstRowOf(track);
  let low = first;
  let high = endRowOf(track);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frameOf(middle) <= frame) low = middle + 1;
    else high = middle;
  }
  return low == first ? NO_ROW : low - 1;
}

/** The row of the track on exactly this frame, or NO_ROW. */
export function rowAt(track: u32, frame: u32): u32 {
  const row = rowAtOrBefore(track, frame);
  return row != NO_ROW && frameOf(row) == frame ? row : NO_ROW;
}

/** Whether there are computed detections between this row and the next one of the track. */
export function interpolatesToNext(track: u32, row: u32): bool {
  return (flagsOf(row) & Flag.INTERPOLATES) != 0 && row + 1 < endRowOf(track);
}

/** The share of the later of two neighbouring rows on a frame between them. */
export function weightAt(row: u32, frame: u32): f64 {
  const before = frameOf(row);
  return <f64>(frame - before) / <f64>(frameOf(row + 1) - before);
}

/** Stores the bounds between a row and the next one as 4 x f64. */
export function storeInterpolated(target: usize, row: u32, weight: f64): void {
  const before = boundsOf(row);
  const after = boundsOf(row + 1);
  const later = f64x2.splat(weight);
  const earlier = f64x2.splat(1 - weight);
  v128.store(target, blend(v128.load(before), earlier, v128.load(after), later));
  v128.store(target, blend(v128.load(before, 16), earlier, v128.load(after, 16), later), 16);
}

function blend(before: v128, earlier: v128, after: v128, later: v128): v128 {
  return f64x2.add(f64x2.mul(before, earlier), f64x2.mul(after, later));
}

/** Stores the bounds of a track on a frame as 4 x f64; false when it has none there. */
export function storeBoundsAt(target: usize, track: u32, frame: u32): bool {
  const row = rowAtOrBefore(track, frame);
  if (row == NO_ROW) return false;
  if (frameOf(row) == frame) {
    memory.copy(target, boundsOf(row), 32);
    return true;
  }
  if (!interpolatesToNext(track, row)) return false;
  storeInterpolated(target, row, weightAt(row, frame));
  return true;
}
