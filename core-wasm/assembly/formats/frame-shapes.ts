/**
 * The geometry beyond boxes of what is shown on a frame: records of four u32 a shape, by ascending entry of the draw list:
 * entry, ShapeKind, first path in the pool, number of paths.
 */
import { DrawFlag } from "../border";
import { extraOf } from "../columns/detections";
import { findTrack } from "../columns/tracks";
import { allocate } from "../memory/arena";
import { drawListFlags, drawListTrackIds } from "../query/draw-list";
import { rowAt } from "../query/interpolate";
import { firstShapeOf, geometryOf, shapeAt, shapeCountOf } from "./point-pool";

const RECORD_BYTES: usize = 16;

let records: usize = 0;
let capacity: u32 = 0;

/** Forgets the block; the arena is emptied by the caller. */
export function clearFrameShapes(): void {
  capacity = 0;
}

export function frameShapeRecords(): usize {
  return records;
}

/** To be called behind the frame query whose list has `entries`; answers the number of shapes. */
export function queryFrameShapes(frame: u32, entries: u32): u32 {
  let count: u32 = 0;
  for (let entry: usize = 0; entry < <usize>entries; entry++) {
    if (!(load<u32>(drawListFlags() + (entry << 2)) & DrawFlag.GEOMETRY)) continue;
    const track = findTrack(load<u32>(drawListTrackIds() + (entry << 2)));
    const geometry = geometryOf(extraOf(rowAt(track, frame)));
    const first = firstShapeOf(geometry);
    const shapes = shapeCountOf(geometry);
    reserve(count, shapes);
    for (let shape = first; shape < first + shapes; shape++) {
      const record = records + (<usize>(count++)) * RECORD_BYTES;
      store<u32>(record, <u32>entry);
      // Kind, first path and number of paths.
      store<u32>(record, load<u32>(shapeAt(shape)), 4);
      store<u64>(record, load<u64>(shapeAt(shape), 4), 8);
    }
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
