/**
 * Checks that all columns agree with each other. The answer is a position in the host's catalogue (host/integrity.ts), 0
 * when nothing is wrong; `brokenAt` is the track id it is about.
 */
import { extraOf, frameOf, rowEnd } from "../columns/detections";
import { pairConfidence, pairCount, pairType } from "../columns/pairs";
import {
  attributesOf,
  beginOf,
  detectionCount,
  endOf,
  endRowOf,
  findTrack,
  firstRowOf,
  idOf,
  isAlive,
  pairsOf,
  rowCountOf,
  rowRoomOf,
  shownTypeOf,
  trackAt,
  trackCount,
  trackEnd,
  trackExtraOf,
} from "../columns/tracks";
import { typeCount } from "../columns/types";
import { allocateScratch, mark, release } from "../memory/arena";
import { Slice, sliceEnd, sliceStart } from "../memory/slice";
import { sortKeys } from "../memory/sort";
import { findShownType } from "./filter";
import { bucketEnd, bucketOf, bucketSize, entryRow, entryTrack } from "./frame-index";

export namespace Broken {
  export const NOTHING: u32 = 0;
  export const TRACK_COUNT: u32 = 1;
  export const DETECTION_COUNT: u32 = 2;
  export const ID_MAP: u32 = 3;
  export const ORDER: u32 = 4;
  export const ROW_RANGE: u32 = 5;
  export const ROWS_OVERLAP: u32 = 6;
  export const FRAME_ORDER: u32 = 7;
  export const FRAME_RANGE: u32 = 8;
  export const PAIRS: u32 = 9;
  export const PAIR_ORDER: u32 = 10;
  export const SLICE: u32 = 11;
  export const SHOWN_TYPE: u32 = 12;
  export const FRAME_INDEX: u32 = 13;
}

export let brokenAt: u32 = 0;

export function checkIntegrity(): u32 {
  let tracks: u32 = 0;
  let detections: u32 = 0;
  for (let track: u32 = 0; track < trackEnd; track++) {
    if (!isAlive(track)) continue;
    tracks++;
    detections += rowCountOf(track);
    brokenAt = idOf(track);
    const broken = checkTrack(track);
    if (broken != Broken.NOTHING) return broken;
  }
  if (tracks != trackCount) return Broken.TRACK_COUNT;
  if (detections != detectionCount) return Broken.DETECTION_COUNT;
  for (let i: u32 = 1; i < trackCount; i++) {
    brokenAt = idOf(trackAt(i));
    if (idOf(trackAt(i)) <= idOf(trackAt(i - 1))) return Broken.ORDER;
  }
  if (rowsOverlap()) return Broken.ROWS_OVERLAP;
  return checkFrameIndex();
}

function checkTrack(track: u32): u32 {
  if (findTrack(idOf(track)) != track) return Broken.ID_MAP;
  const first = firstRowOf(track);
  const end = endRowOf(track);
  if (rowCountOf(track) > rowRoomOf(track) || first + rowRoomOf(track) > rowEnd) return Broken.ROW_RANGE;
  for (let row = first; row < end; row++) {
    if (row > first && frameOf(row) <= frameOf(row - 1)) return Broken.FRAME_ORDER;
    if (!isInside(extraOf(row))) return Broken.SLICE;
  }
  if (end > first && (beginOf(track) != frameOf(first) || endOf(track) != frameOf(end - 1))) return Broken.FRAME_RANGE;
  const pairs = pairsOf(track);
  if (sliceEnd(pairs) > <usize>pairCount) return Broken.PAIRS;
  for (let pair = <u32>sliceStart(pairs); pair < <u32>sliceEnd(pairs); pair++) {
    if (pairType(pair) >= typeCount) return Broken.PAIRS;
    if (pair > <u32>sliceStart(pairs) && pairConfidence(pair) > pairConfidence(pair - 1)) return Broken.PAIR_ORDER;
  }
  if (!isInside(attributesOf(track)) || !isInside(trackExtraOf(track))) return Broken.SLICE;
  return shownTypeOf(track) == findShownType(track, true) ? Broken.NOTHING : Broken.SHOWN_TYPE;
}

function isInside(text: Slice): bool {
  return sliceEnd(text) <= (<usize>memory.size()) << 16;
}

/** Whether two tracks claim the same row. */
function rowsOverlap(): bool {
  // Builds the order of tracks, which stays, before work memory is used.
  if (trackCount != 0) trackAt(0);
  const start = mark();
  const ranges = allocateScratch((<usize>trackCount) << 3);
  for (let i: u32 = 0; i < trackCount; i++) {
    const track = trackAt(i);
    store<u64>(ranges + ((<usize>i) << 3), ((<u64>firstRowOf(track)) << 32) | <u64>endRowOf(track));
  }
  sortKeys(ranges, trackCount);
  let overlap = false;
  let end: u64 = 0;
  for (let i: u32 = 0; i < trackCount; i++) {
    const range = load<u64>(ranges + ((<usize>i) << 3));
    const isEmpty = range >> 32 == (range & 0xffffffff);
    if (isEmpty) continue;
    overlap = overlap || range >> 32 < end;
    end = range & 0xffffffff;
  }
  release(start);
  return overlap;
}

/** Every track must be found on its first and last frame, with a row that is not behind the bucket. */
function checkFrameIndex(): u32 {
  for (let i: u32 = 0; i < trackCount; i++) {
    const track = trackAt(i);
    brokenAt = idOf(track);
    if (rowCountOf(track) == 0) continue;
    if (!isIndexed(track, beginOf(track)) || !isIndexed(track, endOf(track))) return Broken.FRAME_INDEX;
  }
  return Broken.NOTHING;
}

function isIndexed(track: u32, frame: u32): bool {
  for (let entry = bucketOf(frame); entry < bucketEnd; entry += 8) {
    if (entryTrack(entry) != track) continue;
    const row = entryRow(entry);
    const bucketStart = frame - (frame % bucketSize());
    return row >= firstRowOf(track) && row < endRowOf(track) && (row == firstRowOf(track) || frameOf(row) <= bucketStart);
  }
  return false;
}
