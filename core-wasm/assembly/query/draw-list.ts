/**
 * The frame query: everything shown on one frame, in four arrays ready for upload, by ascending track id.
 *
 * | array       | per entry                                  |
 * |-------------|--------------------------------------------|
 * | bounds      | x1, y1, x2, y2 as f32                      |
 * | typeIndices | u32                                        |
 * | flags       | u32, DrawFlag of the host's types          |
 * | trackIds    | u32                                        |
 */
import { BOUNDS_BYTES, boundsColumn, Flag, flagColumn, frameColumn, frameOf } from "../columns/detections";
import {
  beginAt,
  endAt,
  endRowOf,
  findTrack,
  HIDDEN,
  idAt,
  shownTypeAt,
  trackColumn,
  trackCount,
  trackIn,
} from "../columns/tracks";
import { allocate } from "../memory/arena";
import { bucketEnd, bucketOf, bucketSize, entryRow, entryTrack } from "./frame-index";
import { blend, storeBoundsAt } from "./interpolate";

const DRAW_KEYFRAME: u32 = 1;
const DRAW_GEOMETRY: u32 = 2;
/** Instead of flags, while the list is made: bounds are still to be looked up. */
const PENDING: u32 = 0x80000000;
/** Frames of a bucket up to which it is walked from keyframe to keyframe. */
const MOST_STEPS: u32 = 16;

/** Of the flags of two rows: there is a line from one to the other when both are keyframes and the first interpolates. */
const LINE_MASK: u32 = Flag.INTERPOLATES | Flag.NOT_KEYFRAME | (Flag.NOT_KEYFRAME << 8);

/** Room for the bounds of one interpolated detection. */
const between: usize = memory.data(32, 16);

let drawBounds: usize = 0;
let drawTypes: usize = 0;
let drawFlags: usize = 0;
let drawTrackIds: usize = 0;
let capacity: u32 = 0;

export function clearDrawList(): void {
  capacity = 0;
}

export function drawListBounds(): usize {
  return drawBounds;
}

export function drawListTypes(): usize {
  return drawTypes;
}

export function drawListFlags(): usize {
  return drawFlags;
}

export function drawListTrackIds(): usize {
  return drawTrackIds;
}

export function drawListCapacity(): u32 {
  return capacity;
}

/** Fills the arrays; answers the number of entries. */
export function queryFrame(frame: u32): u32 {
  let entry = bucketOf(frame);
  const end = bucketEnd;
  const isWalkLong = bucketSize() > MOST_STEPS;
  reserve();
  // Everything in locals: globals are loaded anew for every entry, which costs a third of the time.
  const tracks = trackColumn();
  const frames = frameColumn();
  const allFlags = flagColumn();
  const allBounds = boundsColumn();
  let corners = drawBounds;
  let types = drawTypes;
  const typesToFlags = drawFlags - types;
  const typesToIds = drawTrackIds - types;
  let hasPending = false;
  for (; entry < end; entry += 8) {
    const track = trackIn(tracks, entryTrack(entry));
    const type = shownTypeAt(track);
    if (type == HIDDEN || frame < beginAt(track) || frame > endAt(track)) continue;
    let row = <usize>entryRow(entry);
    if (isWalkLong) row = rowUpTo(frame, <u32>row, endRowOf(entryTrack(entry)));
    // Ends at the last row of the track at the latest, since the frame is not behind the track's end.
    let before = load<u32>(frames + (row << 2));
    let after = before;
    while (before != frame) {
      after = load<u32>(frames + (row << 2), 4);
      if (after > frame) break;
      before = after;
      row++;
    }
    // Of this row in the low byte, of the next one in the high byte.
    const rowFlags = <u32>load<u16>(allFlags + row);
    const source = allBounds + (row << 5);
    let topLeft = v128.load(source);
    let bottomRight = v128.load(source, 16);
    let flags: u32 = 0;
    if (before == frame) {
      flags = (rowFlags & Flag.NOT_KEYFRAME ? 0 : DRAW_KEYFRAME) | (rowFlags & Flag.HAS_GEOMETRY ? DRAW_GEOMETRY : 0);
    } else if ((rowFlags & LINE_MASK) != Flag.INTERPOLATES) {
      // Not between two neighbouring keyframes: rare, and looked up afterwards, since a call in this loop slows it down.
      flags = PENDING;
      hasPending = true;
    } else {
      const weight = <f64>(frame - before) / <f64>(after - before);
      topLeft = blend(topLeft, v128.load(source, BOUNDS_BYTES), weight);
      bottomRight = blend(bottomRight, v128.load(source, BOUNDS_BYTES + 16), weight);
    }
    storeCorners(corners, topLeft, bottomRight);
    store<u32>(types, type);
    store<u32>(types + typesToFlags, flags);
    store<u32>(types + typesToIds, idAt(track));
    corners += 16;
    types += 4;
  }
  const count = <u32>((types - drawTypes) >> 2);
  return hasPending ? resolvePending(frame, count) : count;
}

// @ts-ignore: decorator
@inline
function storeCorners(target: usize, topLeft: v128, bottomRight: v128): void {
  const corners = v128.shuffle<i32>(f32x4.demote_f64x2_zero(topLeft), f32x4.demote_f64x2_zero(bottomRight), 0, 1, 4, 5);
  v128.store(target, corners);
}

/** Looks up the pending entries, takes out those of tracks that are not there, and answers how many entries remain. */
function resolvePending(frame: u32, count: u32): u32 {
  let kept: usize = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const flags = load<u32>(drawFlags + (i << 2));
    const id = load<u32>(drawTrackIds + (i << 2));
    v128.store(drawBounds + (kept << 4), v128.load(drawBounds + (i << 4)));
    if (flags == PENDING) {
      if (!storeBoundsAt(between, findTrack(id), frame)) continue;
      storeCorners(drawBounds + (kept << 4), v128.load(between), v128.load(between, 16));
    }
    store<u32>(drawTypes + (kept << 2), load<u32>(drawTypes + (i << 2)));
    store<u32>(drawFlags + (kept << 2), flags == PENDING ? 0 : flags);
    store<u32>(drawTrackIds + (kept << 2), id);
    kept++;
  }
  return <u32>kept;
}

/** The last row up to a frame by halving, starting at one that is not behind it: for buckets of very many frames. */
function rowUpTo(frame: u32, row: u32, endRow: u32): u32 {
  let high = endRow;
  while (high - row > 1) {
    const middle = (row + high) >> 1;
    if (frameOf(middle) <= frame) row = middle;
    else high = middle;
  }
  return row;
}

function reserve(): void {
  if (capacity >= trackCount) return;
  capacity = trackCount + (trackCount >> 2) + 64;
  drawBounds = allocate((<usize>capacity) << 4);
  drawTypes = allocate((<usize>capacity) << 2);
  drawFlags = allocate((<usize>capacity) << 2);
  drawTrackIds = allocate((<usize>capacity) << 2);
}
