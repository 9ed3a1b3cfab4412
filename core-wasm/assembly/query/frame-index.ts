/**
 * Which tracks are on a frame. Frames are divided into buckets of 16; every bucket lists, by ascending track id, the
 * tracks that reach into it, each with its last row at or before the bucket's first frame. A frame query reads one
 * bucket only. Buckets are larger when a few tracks span very many frames, so that the index stays in proportion.
 *
 * The index is built on demand after any edit that added or removed rows (2 to 10 ms for a million).
 */
import { frameOf } from "../columns/detections";
import { beginOf, detectionCount, endOf, firstRowOf, rowCountOf, trackAt, trackCount } from "../columns/tracks";
import { allocate } from "../memory/arena";

const SMALLEST_BUCKET_BITS: u32 = 4;
/** Entries allowed in addition to four per detection. */
const SPARE_ENTRIES: u64 = 1 << 16;

let bucketBits: u32 = SMALLEST_BUCKET_BITS;
let bucketCount: u32 = 0;
/** Address of one u32 per bucket, its first entry, plus one at the end. */
let starts: usize = 0;
let startsCapacity: u32 = 0;
/** Address of the entries, 8 bytes each: track, row. */
let entries: usize = 0;
let entriesCapacity: u32 = 0;
let isStale: bool = true;

export function invalidateFrameIndex(): void {
  isStale = true;
}

/** Forgets the index; the caller empties the arena. */
export function clearFrameIndex(): void {
  startsCapacity = 0;
  entriesCapacity = 0;
  isStale = true;
}

/** Address of the first entry of a frame's bucket; sets `bucketEnd` to the address after its last entry. */
export function bucketOf(frame: u32): usize {
  if (isStale) build();
  const bucket = frame >> bucketBits;
  if (bucket >= bucketCount) {
    bucketEnd = entries;
    return entries;
  }
  const start = starts + ((<usize>bucket) << 2);
  bucketEnd = entries + ((<usize>load<u32>(start, 4)) << 3);
  return entries + ((<usize>load<u32>(start)) << 3);
}

export let bucketEnd: usize = 0;

/** Number of frames in a bucket, a power of two. */
export function bucketSize(): u32 {
  return 1 << bucketBits;
}

export function entryTrack(entry: usize): u32 {
  return load<u32>(entry);
}

/** The track's last row at or before the first frame of the bucket, or its first row. */
export function entryRow(entry: usize): u32 {
  return load<u32>(entry, 4);
}

function build(): void {
  isStale = false;
  const total = chooseBuckets();
  reserve(<u32>total);
  memory.fill(starts, 0, (<usize>bucketCount + 2) << 2);
  // Counting sort: sizes are counted two places further on, so that after filling, every start is in its own place.
  for (let i: u32 = 0; i < trackCount; i++) {
    const track = trackAt(i);
    if (rowCountOf(track) == 0) continue;
    for (let bucket = firstBucket(track), last = lastBucket(track); bucket <= last; bucket++) {
      const size = starts + ((<usize>bucket) << 2);
      store<u32>(size, load<u32>(size, 8) + 1, 8);
    }
  }
  for (let bucket: usize = 0; bucket < <usize>bucketCount; bucket++) {
    const size = starts + (bucket << 2);
    store<u32>(size, load<u32>(size, 4) + load<u32>(size, 8), 8);
  }
  for (let i: u32 = 0; i < trackCount; i++) fill(trackAt(i));
}

function fill(track: u32): void {
  if (rowCountOf(track) == 0) return;
  let row = firstRowOf(track);
  const lastRow = row + rowCountOf(track) - 1;
  for (let bucket = firstBucket(track), last = lastBucket(track); bucket <= last; bucket++) {
    const firstFrame = bucket << bucketBits;
    while (row < lastRow && frameOf(row + 1) <= firstFrame) row++;
    const start = starts + ((<usize>bucket) << 2);
    const next = load<u32>(start, 4);
    store<u32>(start, next + 1, 4);
    const entry = entries + ((<usize>next) << 3);
    store<u32>(entry, track);
    store<u32>(entry, row, 4);
  }
}

/** Sets `bucketBits` and `bucketCount`; returns the number of entries. */
function chooseBuckets(): u64 {
  const maxEntries = (<u64>detectionCount << 2) + SPARE_ENTRIES;
  bucketBits = SMALLEST_BUCKET_BITS;
  while (true) {
    let total: u64 = 0;
    let lastOfAll: u32 = 0;
    bucketCount = 0;
    for (let i: u32 = 0; i < trackCount; i++) {
      const track = trackAt(i);
      if (rowCountOf(track) == 0) continue;
      const last = lastBucket(track);
      total += <u64>(last - firstBucket(track) + 1);
      lastOfAll = max(lastOfAll, last);
      bucketCount = lastOfAll + 1;
    }
    if (total <= maxEntries && <u64>bucketCount <= maxEntries) return total;
    bucketBits++;
  }
}

function firstBucket(track: u32): u32 {
  return beginOf(track) >> bucketBits;
}

function lastBucket(track: u32): u32 {
  return endOf(track) >> bucketBits;
}

function reserve(total: u32): void {
  if (startsCapacity < bucketCount + 2) {
    startsCapacity = bucketCount + (bucketCount >> 1) + 64;
    starts = allocate((<usize>startsCapacity) << 2);
  }
  if (entriesCapacity < total) {
    entriesCapacity = total + (total >> 2) + 64;
    entries = allocate((<usize>entriesCapacity) << 3);
  }
}
