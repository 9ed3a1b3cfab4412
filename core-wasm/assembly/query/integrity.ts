/**
 * Checks that all columns agree with each other. Returns a position in the host's catalog (host/integrity.ts), or 0
 * when nothing is wrong; `brokenAt` is the id of the affected track or group. Linear in the size of the core.
 */
import { Broken, RowFlag } from "../border";
import { extraOf, flagsOf, frameOf, rowEnd } from "../columns/detections";
import {
  findGroup,
  groupBegin,
  groupCount,
  groupEnd,
  groupId,
  groupJson,
  groupLast,
  isGroupAlive,
} from "../columns/groups";
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
  largestId,
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
import { Char } from "../formats/characters";
import { allocateScratch, mark, release } from "../memory/arena";
import { startsWith } from "../memory/bytes";
import { NO_SLICE, Slice, sliceEnd, sliceStart } from "../memory/slice";
import { sortKeys } from "../memory/sort";
import { findShownType } from "./filter";
import { bucketEnd, bucketOf, bucketSize, entryRow, entryTrack } from "./frame-index";

export let brokenAt: u32 = 0;

/** Whether the host checks after every change: in builds with assertions. */
export let checksAlways: bool = !ASC_NO_ASSERT;

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
  for (let i: u32 = 0; i < trackCount; i++) {
    const track = trackAt(i);
    brokenAt = idOf(track);
    if (!isAlive(track) || (i != 0 && idOf(track) <= idOf(trackAt(i - 1)))) return Broken.ORDER;
  }
  if (trackCount != 0 && <i64>brokenAt > largestId()) return Broken.LARGEST_ID;
  if (rowsOverlap()) return Broken.ROWS_OVERLAP;
  const broken = checkGroups();
  return broken == Broken.NOTHING ? checkFrameIndex() : broken;
}

function checkGroups(): u32 {
  let count: u32 = 0;
  for (let group: u32 = 0; group < groupEnd; group++) {
    if (!isGroupAlive(group)) continue;
    count++;
    brokenAt = groupId(group);
    const json = groupJson(group);
    if (findGroup(brokenAt) != group || groupBegin(group) > groupLast(group)) return Broken.GROUP;
    if (!isInside(json) || json == NO_SLICE || load<u8>(sliceStart(json)) != Char.OPEN_BRACE) return Broken.GROUP;
  }
  return count == groupCount ? Broken.NOTHING : Broken.GROUP_COUNT;
}

function checkTrack(track: u32): u32 {
  if (findTrack(idOf(track)) != track) return Broken.ID_MAP;
  const first = firstRowOf(track);
  const end = endRowOf(track);
  if (rowCountOf(track) > rowRoomOf(track) || first + rowRoomOf(track) > rowEnd) return Broken.ROW_RANGE;
  for (let row = first; row < end; row++) {
    if (row > first && frameOf(row) <= frameOf(row - 1)) return Broken.FRAME_ORDER;
    if (!isInside(extraOf(row))) return Broken.SLICE;
    if (!areFlagsValid(row)) return Broken.FLAGS;
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

/** No undefined bits, and the geometry flag only on rows that have geometry. */
function areFlagsValid(row: u32): bool {
  const flags = flagsOf(row);
  if (flags > RowFlag.ALL) return false;
  if (!(flags & RowFlag.HAS_GEOMETRY)) return true;
  const extra = extraOf(row);
  for (let p = sliceStart(extra), end = sliceEnd(extra); p < end; p++) if (startsWith(p, '"geometry":')) return true;
  return false;
}

function isInside(text: Slice): bool {
  return sliceEnd(text) <= (<usize>memory.size()) << 16;
}

/** Whether two tracks claim the same row, or one claims another's free rows. */
function rowsOverlap(): bool {
  // Builds the order of tracks, which is permanent, before work memory is used.
  if (trackCount != 0) trackAt(0);
  const start = mark();
  const ranges = allocateScratch((<usize>trackCount) << 3);
  for (let i: u32 = 0; i < trackCount; i++) {
    const track = trackAt(i);
    store<u64>(ranges + ((<usize>i) << 3), ((<u64>firstRowOf(track)) << 32) | <u64>(firstRowOf(track) + rowRoomOf(track)));
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

/**
 * Every bucket must list, by ascending id, living tracks that reach into it, each with its last row up to the bucket's
 * first frame. The number of entries must be exactly what the tracks require, so that none is missing.
 */
function checkFrameIndex(): u32 {
  let expected: u64 = 0;
  let last: u32 = 0;
  bucketOf(0);
  const size = bucketSize();
  for (let i: u32 = 0; i < trackCount; i++) {
    const track = trackAt(i);
    if (rowCountOf(track) == 0) continue;
    expected += <u64>(endOf(track) / size - beginOf(track) / size + 1);
    last = max(last, endOf(track) / size);
  }
  let found: u64 = 0;
  for (let bucket: u32 = 0; bucket <= last; bucket++) {
    const first = bucketOf(bucket * size);
    for (let entry = first; entry < bucketEnd; entry += 8) {
      const track = entryTrack(entry);
      if (track >= trackEnd || !isAlive(track)) return Broken.FRAME_INDEX;
      brokenAt = idOf(track);
      if (entry != first && brokenAt <= idOf(entryTrack(entry - 8))) return Broken.FRAME_INDEX;
      if (!isEntryRight(track, entryRow(entry), bucket * size, size)) return Broken.FRAME_INDEX;
      found++;
    }
  }
  return found == expected ? Broken.NOTHING : Broken.FRAME_INDEX;
}

function isEntryRight(track: u32, row: u32, firstFrame: u32, size: u32): bool {
  if (beginOf(track) / size > firstFrame / size || endOf(track) < firstFrame) return false;
  if (row < firstRowOf(track) || row >= endRowOf(track)) return false;
  const isNotBehind = row == firstRowOf(track) || frameOf(row) <= firstFrame;
  return isNotBehind && (row + 1 == endRowOf(track) || frameOf(row + 1) > firstFrame);
}
