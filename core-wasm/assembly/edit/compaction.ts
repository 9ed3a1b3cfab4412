/**
 * Packs the columns when more than half of them is waste: free rows, and the rows and entries of deleted tracks.
 * Callers see no difference: ids and frames stay, the op log refers only to those, and indexes are rebuilt.
 */
import { copyRows, rowEnd, setRowEnd } from "../columns/detections";
import {
  detectionCount,
  firstRowOf,
  isAlive,
  packTracks,
  rowCountOf,
  setRowRange,
  trackCount,
  trackEnd,
} from "../columns/tracks";
import { allocateScratch, mark, release } from "../memory/arena";
import { sortKeys } from "../memory/sort";
import { invalidateFrameIndex } from "../query/frame-index";

/** Waste up to this many rows is not worth a move. */
const SPARE: u32 = 1024;

/** Call it between edits. Returns whether anything has moved. */
export function compactColumns(): bool {
  const tooManyTracks = trackEnd > (trackCount << 1) + SPARE;
  const tooManyRows = rowEnd > (detectionCount << 1) + SPARE;
  if (!tooManyTracks && !tooManyRows) return false;
  // Both together: the rows of deleted tracks must not outlive their entries, nor the entries their rows.
  packTracks();
  packRows();
  invalidateFrameIndex();
  return true;
}

/** Moves all row ranges down, keeping their order. */
function packRows(): void {
  const start = mark();
  const ranges = allocateScratch((<usize>trackCount) << 3);
  let count: u32 = 0;
  for (let track: u32 = 0; track < trackEnd; track++) {
    if (!isAlive(track)) continue;
    store<u64>(ranges + ((<usize>count) << 3), ((<u64>firstRowOf(track)) << 32) | <u64>track);
    count++;
  }
  sortKeys(ranges, count);
  let next: u32 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const track = load<u32>(ranges + (i << 3));
    const rows = rowCountOf(track);
    copyRows(next, firstRowOf(track), rows);
    setRowRange(track, next, rows);
    next += rows;
  }
  setRowEnd(next);
  release(start);
}
