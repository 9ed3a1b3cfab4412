/**
 * Where a track is on a frame: on a stored detection, exactly as stored; between two keyframes, on the straight line
 * between their bounds, if the earlier one interpolates; otherwise nowhere. Stored detections that are not keyframes
 * neither begin nor end a line.
 */
import { RowFlag } from "../border";
import { boundsOf, flagsOf, frameOf, isKeyframe } from "../columns/detections";
import { endRowOf, firstRowOf } from "../columns/tracks";

export const NO_ROW: u32 = 0xffffffff;

/** The track's last row at or before the frame, or NO_ROW. */
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

/** The track's row on exactly this frame, or NO_ROW. */
export function rowAt(track: u32, frame: u32): u32 {
  const row = rowAtOrBefore(track, frame);
  return row != NO_ROW && frameOf(row) == frame ? row : NO_ROW;
}

/**
 * Whether this row interpolates towards the next row of the track, keyframes or not: the frames that exports fill with
 * rows.
 */
export function interpolatesToNext(track: u32, row: u32): bool {
  return (flagsOf(row) & RowFlag.INTERPOLATES) != 0 && row + 1 < endRowOf(track);
}

/** The track's last keyframe at or before one of its rows, or NO_ROW. */
export function keyframeUpTo(track: u32, row: u32): u32 {
  const first = firstRowOf(track);
  while (!isKeyframe(row)) {
    if (row == first) return NO_ROW;
    row--;
  }
  return row;
}

/** The track's first keyframe after one of its rows, or NO_ROW. */
function keyframeAfterRow(track: u32, row: u32): u32 {
  const end = endRowOf(track);
  do if (++row == end) return NO_ROW;
  while (!isKeyframe(row));
  return row;
}

export function keyframeCount(track: u32): u32 {
  let count: u32 = 0;
  for (let row = firstRowOf(track), end = endRowOf(track); row < end; row++) count += <u32>isKeyframe(row);
  return count;
}

/** The keyframes at both ends of the line found by `findLine`. */
export let lineFrom: u32 = 0;
export let lineTo: u32 = 0;

/** Whether a line continues past `row`, the last stored row before a frame. */
export function findLine(track: u32, row: u32): bool {
  lineFrom = keyframeUpTo(track, row);
  if (lineFrom == NO_ROW || !(flagsOf(lineFrom) & RowFlag.INTERPOLATES)) return false;
  lineTo = keyframeAfterRow(track, row);
  return lineTo != NO_ROW;
}

/** The weight of the later keyframe on a frame between the two. */
export function lineWeight(frame: u32): f64 {
  const start = frameOf(lineFrom);
  return <f64>(frame - start) / <f64>(frameOf(lineTo) - start);
}

/** Whether either keyframe has geometry, so that there may be interpolated geometry. */
export function lineHasGeometry(): bool {
  return ((flagsOf(lineFrom) | flagsOf(lineTo)) & RowFlag.HAS_GEOMETRY) != 0;
}

/**
 * Stores the bounds of a track on a frame after `row`, the last stored row before it, as 4 x f64. Returns false when
 * the track is absent there.
 */
export function storeBetween(target: usize, track: u32, row: u32, frame: u32): bool {
  if (!findLine(track, row)) return false;
  const from = boundsOf(lineFrom);
  const to = boundsOf(lineTo);
  const weight = lineWeight(frame);
  v128.store(target, blend(v128.load(from), v128.load(to), weight));
  v128.store(target, blend(v128.load(from, 16), v128.load(to, 16), weight), 16);
  return true;
}

/** One corner (x, y as f64x2) between two; `weight` is that of the later one. */
// @ts-ignore: decorator
@inline
export function blend(earlier: v128, later: v128, weight: f64): v128 {
  return f64x2.add(f64x2.mul(earlier, f64x2.splat(1 - weight)), f64x2.mul(later, f64x2.splat(weight)));
}

/** Stores the bounds of a track on a frame as 4 x f64. Returns false when it has none there. */
export function storeBoundsAt(target: usize, track: u32, frame: u32): bool {
  const row = rowAtOrBefore(track, frame);
  if (row == NO_ROW) return false;
  if (frameOf(row) != frame) return storeBetween(target, track, row, frame);
  memory.copy(target, boundsOf(row), 32);
  return true;
}
