/**
 * The frame query: everything shown on one frame, in four arrays ready for upload, by ascending track id.
 *
 * | array       | per entry                                  |
 * |-------------|--------------------------------------------|
 * | bounds      | x1, y1, x2, y2 from the origin, as f32     |
 * | typeIndices | u32                                        |
 * | flags       | u32, bits of DrawFlag                      |
 * | trackIds    | u32                                        |
 */
import { DrawAnswer, DrawFlag, RowFlag } from "../border";
import { BOUNDS_BYTES, boundsColumn, flagColumn, flagsOf, frameColumn } from "../columns/detections";
import {
  beginAt,
  endAt,
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
import { blend, lineHasGeometry, NO_ROW, rowAt, storeBoundsAt } from "./interpolate";

/** Used instead of flags while the list is built: the bounds are still to be looked up. */
const PENDING: u32 = 0x80000000;
/**
 * Buckets of up to this many frames are walked from keyframe to keyframe; in larger ones, everything is looked up
 * afterwards.
 */
const MAX_STEPS: u32 = 16;

/** For the flags of two rows: a line connects them when both are keyframes and the first interpolates. */
const LINE_MASK: u32 = RowFlag.INTERPOLATES | RowFlag.NOT_KEYFRAME | (RowFlag.NOT_KEYFRAME << 8);

/** Room for the bounds of one interpolated detection. */
const between: usize = memory.data(32, 16);

const origin: usize = memory.data(16, 16);
let hasOrigin: bool = false;

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

/**
 * Subtracted from bounds before they become f32, which is too coarse for the far corner of a very large picture at high
 * zoom.
 */
export function setDrawOrigin(x: f64, y: f64): void {
  hasOrigin = x != 0 || y != 0;
  store<f64>(origin, x);
  store<f64>(origin, y, 8);
}

export function drawListCapacity(): u32 {
  return capacity;
}

/**
 * Fills the arrays. Returns the number of entries, with `GEOMETRY` of DrawAnswer set when one of them has geometry, and
 * `MOVED` when the arrays have moved since the last query.
 */
export function queryFrame(frame: u32): i32 {
  const entry = bucketOf(frame);
  const end = bucketEnd;
  const hasMoved = reserve();
  const count = bucketSize() > MAX_STEPS || hasOrigin ? listShown(frame, entry, end) : fillList(frame, entry, end);
  return <i32>(count | (hasMoved ? DrawAnswer.MOVED : 0));
}

/** Lists the entries of a bucket, walking its tracks from keyframe to keyframe. */
// @ts-ignore: decorator
@inline
function fillList(frame: u32, first: usize, end: usize): u32 {
  // Everything is in locals: reloading globals for every entry costs a third of the time.
  const tracks = trackColumn();
  const frames = frameColumn();
  const allFlags = flagColumn();
  const allBounds = boundsColumn();
  let corners = drawBounds;
  let types = drawTypes;
  // The distance from one array to the next.
  const stride = drawFlags - types;
  let seen: u32 = 0;
  for (let entry = first; entry < end; entry += 8) {
    const track = trackIn(tracks, entryTrack(entry));
    const type = shownTypeAt(track);
    // Before the track's begin, the difference wraps.
    if (type == HIDDEN || frame - beginAt(track) > endAt(track) - beginAt(track)) continue;
    store<u32>(types, type);
    store<u32>(types + stride * 2, idAt(track));
    let row = <usize>entryRow(entry);
    // Ends at the track's last row at the latest, since the frame is not past the track's end.
    let before = load<u32>(frames + (row << 2));
    let after = before;
    while (before != frame) {
      after = load<u32>(frames + (row << 2), 4);
      if (after > frame) break;
      before = after;
      row++;
    }
    // This row's flags in the low byte, the next row's in the high byte.
    const rowFlags = <u32>load<u16>(allFlags + row);
    const source = allBounds + (row << 5);
    let topLeft = v128.load(source);
    let bottomRight = v128.load(source, 16);
    let flags: u32 = 0;
    if (before == frame) {
      flags = drawFlagsOf(rowFlags);
    } else if ((rowFlags & LINE_MASK) != RowFlag.INTERPOLATES) {
      // Not between two neighboring keyframes: rare, and looked up afterwards, since a call would slow this loop down.
      flags = PENDING;
    } else {
      const weight = <f64>(<i32>(frame - before)) / <f64>(<i32>(after - before));
      topLeft = blend(topLeft, v128.load(source, BOUNDS_BYTES), weight);
      bottomRight = blend(bottomRight, v128.load(source, BOUNDS_BYTES + 16), weight);
      // When either keyframe has geometry, there may be interpolated geometry.
      flags = ((rowFlags | (rowFlags >> 8)) & RowFlag.HAS_GEOMETRY) != 0 ? DrawFlag.GEOMETRY : 0;
    }
    seen |= flags;
    storeCorners(corners, topLeft, bottomRight);
    store<u32>(types + stride, flags);
    corners += 16;
    types += 4;
  }
  const count = <u32>((types - drawTypes) >> 2);
  if ((seen & PENDING) != 0) return resolvePending(frame, count);
  return count | (seen & DrawFlag.GEOMETRY ? DrawAnswer.GEOMETRY : 0);
}

/** The version for large buckets, or with an origin: searches each track. */
function listShown(frame: u32, first: usize, end: usize): u32 {
  let count: usize = 0;
  for (let entry = first; entry < end; entry += 8) {
    const track = trackIn(trackColumn(), entryTrack(entry));
    if (shownTypeAt(track) == HIDDEN) continue;
    store<u32>(drawTypes + (count << 2), shownTypeAt(track));
    store<u32>(drawFlags + (count << 2), PENDING);
    store<u32>(drawTrackIds + (count << 2), idAt(track));
    count++;
  }
  return resolvePending(frame, <u32>count);
}

/** For a detection stored on the frame, from the flags of its row. */
// @ts-ignore: decorator
@inline
function drawFlagsOf(rowFlags: u32): u32 {
  return (rowFlags & RowFlag.NOT_KEYFRAME ? 0 : DrawFlag.KEYFRAME) | (rowFlags & RowFlag.HAS_GEOMETRY ? DrawFlag.GEOMETRY : 0);
}

// @ts-ignore: decorator
@inline
function storeCorners(target: usize, topLeft: v128, bottomRight: v128): void {
  const corners = v128.shuffle<i32>(f32x4.demote_f64x2_zero(topLeft), f32x4.demote_f64x2_zero(bottomRight), 0, 1, 4, 5);
  v128.store(target, corners);
}

/** Fills the arrays with these tracks (u32 ids), shown or not; returns the same as `queryFrame`. */
export function queryTracks(frame: u32, ids: usize, count: u32): i32 {
  const hasMoved = reserve();
  for (let i: usize = 0; i < <usize>count; i++) {
    const id = load<u32>(ids + (i << 2));
    store<u32>(drawTypes + (i << 2), shownTypeAt(trackIn(trackColumn(), findTrack(id))));
    store<u32>(drawFlags + (i << 2), PENDING);
    store<u32>(drawTrackIds + (i << 2), id);
  }
  return <i32>(resolvePending(frame, count) | (hasMoved ? DrawAnswer.MOVED : 0));
}

/** Looks up the pending entries, removes those of tracks absent on the frame, and returns the same as `queryFrame`. */
function resolvePending(frame: u32, count: u32): u32 {
  let kept: usize = 0;
  let seen: u32 = 0;
  const fromOrigin = v128.load(origin);
  for (let i: usize = 0; i < <usize>count; i++) {
    let flags = load<u32>(drawFlags + (i << 2));
    const id = load<u32>(drawTrackIds + (i << 2));
    v128.store(drawBounds + (kept << 4), v128.load(drawBounds + (i << 4)));
    if (flags == PENDING) {
      const track = findTrack(id);
      if (!storeBoundsAt(between, track, frame)) continue;
      const topLeft = f64x2.sub(v128.load(between), fromOrigin);
      storeCorners(drawBounds + (kept << 4), topLeft, f64x2.sub(v128.load(between, 16), fromOrigin));
      const row = rowAt(track, frame);
      flags = row != NO_ROW ? drawFlagsOf(flagsOf(row)) : lineHasGeometry() ? DrawFlag.GEOMETRY : 0;
    }
    store<u32>(drawTypes + (kept << 2), load<u32>(drawTypes + (i << 2)));
    store<u32>(drawFlags + (kept << 2), flags);
    store<u32>(drawTrackIds + (kept << 2), id);
    seen |= flags;
    kept++;
  }
  return <u32>kept | (seen & DrawFlag.GEOMETRY ? DrawAnswer.GEOMETRY : 0);
}

/** Makes room for all tracks; returns whether the arrays have moved. */
function reserve(): bool {
  if (capacity >= trackCount) return false;
  capacity = trackCount + (trackCount >> 2) + 64;
  const column = (<usize>capacity) << 2;
  drawBounds = allocate(column * 7);
  drawTypes = drawBounds + column * 4;
  drawFlags = drawTypes + column;
  drawTrackIds = drawFlags + column;
  return true;
}
