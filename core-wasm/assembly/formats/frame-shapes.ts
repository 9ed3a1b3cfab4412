/**
 * The geometry, in addition to boxes, of what is shown on a frame, stored or interpolated: records of four u32 per
 * shape, by ascending entry of the draw list: entry, ShapeKind, first path in the pool, number of paths.
 */
import { DrawFlag } from "../border";
import { boundsOf, extraOf } from "../columns/detections";
import { findTrack } from "../columns/tracks";
import { allocate } from "../memory/arena";
import { drawListFlags, drawListTrackIds } from "../query/draw-list";
import { findLine, lineFrom, lineTo, lineWeight, NO_ROW, rowAt, rowAtOrBefore } from "../query/interpolate";
import { cutPool, firstShapeOf, geometryOf, markPool, poolShapeCount, shapeAt, shapeCountOf } from "./point-pool";
import { addShapesBetween } from "./shapes-between";

const RECORD_BYTES: usize = 16;

let records: usize = 0;
let capacity: u32 = 0;

/** Forgets the block; the caller empties the arena. */
export function clearFrameShapes(): void {
  capacity = 0;
}

export function frameShapeRecords(): usize {
  return records;
}

/** Call it after the frame query whose list has `entries` entries; returns the number of shapes. */
export function queryFrameShapes(frame: u32, entries: u32): u32 {
  cutPool();
  // All stored shapes first: computed ones come after them in the pool.
  for (let entry: usize = 0; entry < <usize>entries; entry++) if (hasGeometry(entry)) decodeAt(trackOf(entry), frame);
  markPool();
  let count: u32 = 0;
  for (let entry: usize = 0; entry < <usize>entries; entry++) {
    if (!hasGeometry(entry)) continue;
    const track = trackOf(entry);
    const row = rowAt(track, frame);
    if (row != NO_ROW) {
      const geometry = geometryOf(extraOf(row));
      const first = firstShapeOf(geometry);
      count = putShapes(count, <u32>entry, first, first + shapeCountOf(geometry));
    } else if (findLine(track, rowAtOrBefore(track, frame))) {
      const first = poolShapeCount();
      const from = geometryOf(extraOf(lineFrom));
      const to = geometryOf(extraOf(lineTo));
      addShapesBetween(from, to, boundsOf(lineFrom), boundsOf(lineTo), lineWeight(frame));
      count = putShapes(count, <u32>entry, first, poolShapeCount());
    }
  }
  return count;
}

function hasGeometry(entry: usize): bool {
  return (load<u32>(drawListFlags() + (entry << 2)) & DrawFlag.GEOMETRY) != 0;
}

function trackOf(entry: usize): u32 {
  return findTrack(load<u32>(drawListTrackIds() + (entry << 2)));
}

function decodeAt(track: u32, frame: u32): void {
  const row = rowAt(track, frame);
  if (row != NO_ROW) geometryOf(extraOf(row));
  else if (findLine(track, rowAtOrBefore(track, frame))) {
    geometryOf(extraOf(lineFrom));
    geometryOf(extraOf(lineTo));
  }
}

/** Writes records of the shapes `first` .. `end` - 1; returns the new number of records. */
function putShapes(count: u32, entry: u32, first: u32, end: u32): u32 {
  reserve(count, end - first);
  for (let shape = first; shape < end; shape++) {
    const record = records + (<usize>(count++)) * RECORD_BYTES;
    store<u32>(record, entry);
    // Kind, first path and number of paths.
    store<u32>(record, load<u32>(shapeAt(shape)), 4);
    store<u64>(record, load<u64>(shapeAt(shape), 4), 8);
  }
  return count;
}

function reserve(count: u32, more: u32): void {
  if (count + more <= capacity) return;
  capacity = (count + more) * 2 + 256;
  const moved = allocate(<usize>capacity * RECORD_BYTES);
  memory.copy(moved, records, <usize>count * RECORD_BYTES);
  records = moved;
}
