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
  HIDDEN,
  idAt,
  shownTypeAt,
  trackColumn,
  trackCount,
  trackIn,
} from "../columns/tracks";
import { allocate } from "../memory/arena";
import { bucketEnd, bucketOf, bucketSize, entryRow, entryTrack } from "./frame-index";
import { blend, storeBetween } from "./interpolate";

const DRAW_KEYFRAME: u32 = 1;
const DRAW_GEOMETRY: u32 = 2;
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
      // Not between two neighbouring keyframes: rare enough to be looked up slowly.
      if (!storeBetween(between, entryTrack(entry), <u32>row, frame)) continue;
      topLeft = v128.load(between);
      bottomRight = v128.load(between, 16);
    } else {
      const weight = <f64>(frame - before) / <f64>(after - before);
      topLeft = blend(topLeft, v128.load(source, BOUNDS_BYTES), weight);
      bottomRight = blend(bottomRight, v128.load(source, BOUNDS_BYTES + 16), weight);
    }
    v128.store(
      corners,
      v128.shuffle<i32>(f32x4.demote_f64x2_zero(topLeft), f32x4.demote_f64x2_zero(bottomRight), 0, 1, 4, 5),
    );
    store<u32>(types, type);
    store<u32>(types + typesToFlags, flags);
    store<u32>(types + typesToIds, idAt(track));
    corners += 16;
    types += 4;
  }
  return <u32>((types - drawTypes) >> 2);
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
