/** How many detections, stored and interpolated, are shown on each frame: the histogram of a timeline. */
import { RowFlag } from "../border";
import { flagsOf, frameOf } from "../columns/detections";
import { endRowOf, firstRowOf, HIDDEN, isAlive, pairsOf, rowCountOf, shownTypeOf, trackEnd } from "../columns/tracks";
import { pairType } from "../columns/pairs";
import { typeCount } from "../columns/types";
import { sliceEnd, sliceStart } from "../memory/slice";
import { findShownType } from "./filter";
import { refuseMemory } from "../memory/arena";
import { openTransfer } from "../memory/transfer";
import { keyframeUpTo } from "./interpolate";

/** 4 * (frames + 1) must not wrap around. */
const MAX_FRAMES: u32 = 0x3ffffff0;

/** Fills the transfer block with u32 counts for frames 0 .. frameCount - 1; returns their address. */
export function countByFrame(frameCount: u32): usize {
  if (frameCount > MAX_FRAMES) refuseMemory(<f64>frameCount * 4);
  // First the differences: +1 where a detection begins to show, -1 after its last frame. Then the running sums.
  const bytes = (<usize>frameCount + 1) << 2;
  const counts = openTransfer(bytes);
  memory.fill(counts, 0, bytes);
  for (let track: u32 = 0; track < trackEnd; track++) {
    if (!isAlive(track) || shownTypeOf(track) == HIDDEN) continue;
    countTrack(counts, frameCount, track);
  }
  for (let frame: u32 = 1; frame < frameCount; frame++) add(counts, frame, load<i32>(counts + ((<usize>frame - 1) << 2)));
  return counts;
}

function countTrack(counts: usize, frameCount: u32, track: u32): void {
  if (rowCountOf(track) == 0) return;
  const lastKeyframe = keyframeUpTo(track, endRowOf(track) - 1);
  let interpolates = false;
  for (let row = firstRowOf(track), end = endRowOf(track); row < end; row++) {
    const first = frameOf(row);
    if (first >= frameCount) return;
    const flags = flagsOf(row);
    if (!(flags & RowFlag.NOT_KEYFRAME)) interpolates = row != lastKeyframe && (flags & RowFlag.INTERPOLATES) != 0;
    add(counts, first, 1);
    add(counts, min(frameCount, interpolates ? frameOf(row + 1) : first + 1), -1);
  }
}

function add(counts: usize, index: u32, amount: i32): void {
  const count = counts + ((<usize>index) << 2);
  store<i32>(count, load<i32>(count) + amount);
}

/**
 * Fills the transfer block with two u32 per type and returns their address: the number of pairs with the type, and the
 * number of tracks shown under it when check marks are ignored.
 */
export function countTypes(): usize {
  // One more than there are types: a track without pairs may add the type `unknown`.
  const bytes = (<usize>typeCount + 1) << 3;
  const counts = openTransfer(bytes);
  memory.fill(counts, 0, bytes);
  for (let track: u32 = 0; track < trackEnd; track++) {
    if (!isAlive(track)) continue;
    const pairs = pairsOf(track);
    for (let pair = <u32>sliceStart(pairs), end = <u32>sliceEnd(pairs); pair < end; pair++) add(counts, pairType(pair) << 1, 1);
    const shown = findShownType(track, false);
    if (shown != HIDDEN) add(counts, (shown << 1) + 1, 1);
  }
  return counts;
}
