/** How many detections are shown on each frame, stored and interpolated ones: the histogram of a timeline. */
import { Flag, flagsOf, frameOf } from "../columns/detections";
import { endRowOf, firstRowOf, HIDDEN, isAlive, rowCountOf, shownTypeOf, trackEnd } from "../columns/tracks";
import { openTransfer } from "../memory/transfer";
import { keyframeUpTo } from "./interpolate";

/** Fills u32 counts for the frames 0 .. frameCount - 1 in the transfer block; answers their address. */
export function countByFrame(frameCount: u32): usize {
  // Differences first: +1 where a detection begins to show, -1 behind its last frame; then running sums.
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
    if (!(flags & Flag.NOT_KEYFRAME)) interpolates = row != lastKeyframe && (flags & Flag.INTERPOLATES) != 0;
    add(counts, first, 1);
    add(counts, min(frameCount, interpolates ? frameOf(row + 1) : first + 1), -1);
  }
}

function add(counts: usize, frame: u32, amount: i32): void {
  const count = counts + ((<usize>frame) << 2);
  store<i32>(count, load<i32>(count) + amount);
}
