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
import { boundsOf, Flag, flagsOf, frameOf } from "../columns/detections";
import { beginOf, endOf, endRowOf, HIDDEN, idOf, shownTypeOf, trackCount } from "../columns/tracks";
import { allocate } from "../memory/arena";
import { bucketEnd, bucketOf, entryRow, entryTrack } from "./frame-index";
import { storeBetween } from "./interpolate";

const DRAW_KEYFRAME: u32 = 1;
const DRAW_GEOMETRY: u32 = 2;
/** Steps from row to row before a bucket is searched by halving. */
const MOST_STEPS: u32 = 16;

let drawBounds: usize = 0;
let drawTypes: usize = 0;
let drawFlags: usize = 0;
let drawTrackIds: usize = 0;
let capacity: u32 = 0;

/** Room for the bounds of one interpolated detection. */
const between: usize = memory.data(32, 16);

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
  reserve();
  let count: usize = 0;
  for (; entry < end; entry += 8) {
    const track = entryTrack(entry);
    const type = shownTypeOf(track);
    if (type == HIDDEN || frame < beginOf(track) || frame > endOf(track)) continue;
    const row = lastRowUpTo(frame, entryRow(entry), endRowOf(track));
    const isStored = frameOf(row) == frame;
    let source = boundsOf(row);
    if (!isStored) {
      if (!storeBetween(between, track, row, frame)) continue;
      source = between;
    }
    const corner1 = f32x4.demote_f64x2_zero(v128.load(source));
    const corner2 = f32x4.demote_f64x2_zero(v128.load(source, 16));
    v128.store(drawBounds + (count << 4), v128.shuffle<i32>(corner1, corner2, 0, 1, 4, 5));
    store<u32>(drawTypes + (count << 2), type);
    store<u32>(drawFlags + (count << 2), drawFlagsOf(row, isStored));
    store<u32>(drawTrackIds + (count << 2), idOf(track));
    count++;
  }
  return <u32>count;
}

function drawFlagsOf(row: u32, isStored: bool): u32 {
  if (!isStored) return 0;
  const flags = flagsOf(row);
  return (flags & Flag.NOT_KEYFRAME ? 0 : DRAW_KEYFRAME) | (flags & Flag.HAS_GEOMETRY ? DRAW_GEOMETRY : 0);
}

/** The last row up to the frame, starting at a row that is not behind it. */
function lastRowUpTo(frame: u32, row: u32, endRow: u32): u32 {
  const patience = min(endRow, row + MOST_STEPS);
  while (row + 1 < patience) {
    if (frameOf(row + 1) > frame) return row;
    row++;
  }
  let low = row;
  let high = endRow;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (frameOf(middle) <= frame) low = middle;
    else high = middle;
  }
  return low;
}

function reserve(): void {
  if (capacity >= trackCount) return;
  capacity = trackCount + (trackCount >> 2) + 64;
  drawBounds = allocate((<usize>capacity) << 4);
  drawTypes = allocate((<usize>capacity) << 2);
  drawFlags = allocate((<usize>capacity) << 2);
  drawTrackIds = allocate((<usize>capacity) << 2);
}
