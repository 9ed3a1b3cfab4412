/**
 * Track attributes in COCO are repeated on the annotations of a track; for each, the value of the last annotation by
 * frame counts, and of several on one frame that with the greatest id. Objects that differ are merged into the track's
 * on the way as long as the annotations of every track come in frame order, as they usually do; otherwise at the end,
 * in frame order.
 */
import { attributesOf, setAttributes } from "../../columns/tracks";
import { allocate } from "../../memory/arena";
import { bytesEqual } from "../../memory/bytes";
import { heapCommit, heapReserve } from "../../memory/heap";
import { makeSlice, NO_SLICE, Slice, sliceLength, sliceStart } from "../../memory/slice";
import { sortKeys } from "../../memory/sort";
import { Char } from "../characters";
import { noteOf, TrackNote } from "../import/rows";
import { sortsAfter, rankOf } from "./annotation-order";
import { at, copyCompact, hasNext, moveTo, peek, readKey, skipValue, stringEnd, stringStart, take } from "../json/scan";

/** Bytes of an entry: track, frame, address of the object, row (u32 each). */
const ENTRY_BYTES: usize = 16;
const FRAME: usize = 4;
const OBJECT: usize = 8;
const ROW: usize = 12;

/** Track attributes of annotations, in file order. */
let entries: usize = 0;
let entryCount: u32 = 0;
let maxEntries: u32 = 0;
let isByFrame: bool = true;

/** Starts a read of this many annotations. */
export function openTrackAttributes(annotations: u32): void {
  entries = 0;
  entryCount = 0;
  maxEntries = annotations;
  isByFrame = true;
}

/** `object` is the address of a validated JSON object, which must stay in place. */
export function addTrackAttributes(track: u32, frame: u32, row: u32, object: usize): void {
  if (entries == 0) entries = allocate(<usize>maxEntries * ENTRY_BYTES);
  const entry = entries + <usize>entryCount * ENTRY_BYTES;
  entryCount++;
  store<u32>(entry, track);
  store<u32>(entry, frame, FRAME);
  store<u32>(entry, <u32>object, OBJECT);
  store<u32>(entry, row, ROW);
  // Uses the note fields of row readers: the last frame, that there is one, and its row.
  const note = noteOf(track);
  const hasBefore = load<u32>(note, TrackNote.ATTRIBUTES_LENGTH) != 0;
  const before = load<u32>(note, TrackNote.ATTRIBUTES_START);
  const isLater = frame > before || (frame == before && sortsAfter(row, load<u32>(note, TrackNote.LAST_ENTRY)));
  if (hasBefore && !isLater) isByFrame = false;
  store<u32>(note, frame, TrackNote.ATTRIBUTES_START);
  store<u32>(note, 1, TrackNote.ATTRIBUTES_LENGTH);
  store<u32>(note, row, TrackNote.LAST_ENTRY);
  if (isByFrame) mergeTrackAttributes(track, object);
}

/** Call it after all annotations have been read and ranked by id. */
export function closeTrackAttributes(): void {
  if (isByFrame) return;
  const keys = allocate((<usize>entryCount) << 3);
  const byRank = allocate((<usize>maxEntries) << 2);
  for (let i: u32 = 0; i < entryCount; i++) {
    const entry = entries + <usize>i * ENTRY_BYTES;
    setAttributes(load<u32>(entry), NO_SLICE);
    const rank = rankOf(load<u32>(entry, ROW));
    store<u32>(byRank + ((<usize>rank) << 2), <u32>entry);
    store<u64>(keys + ((<usize>i) << 3), ((<u64>load<u32>(entry, FRAME)) << 32) | <u64>rank);
  }
  sortKeys(keys, entryCount);
  for (let i: usize = 0; i < <usize>entryCount; i++) {
    const entry = <usize>load<u32>(byRank + ((<usize>load<u32>(keys + (i << 3))) << 2));
    mergeTrackAttributes(load<u32>(entry), load<u32>(entry, OBJECT));
  }
}

/** The values of the object replace those of the track. */
function mergeTrackAttributes(track: u32, object: usize): void {
  moveTo(object);
  skipValue();
  const before = attributesOf(track);
  const target = heapReserve(at - object + sliceLength(before) + 1);
  let p = copyCompact(target, object, at);
  const added = makeSlice(target, p - target);
  if (sliceLength(added) == 2 || isSame(before, added)) return;
  if (sliceLength(before) != 0) {
    // Both are now in the heap, one after another; the merged object follows.
    heapCommit(p);
    const merged = heapReserve(sliceLength(before) + sliceLength(added));
    p = putMerged(merged, added, before);
    setAttributes(track, makeSlice(merged, p - merged));
  } else {
    setAttributes(track, added);
  }
  heapCommit(p);
}

function isSame(left: Slice, right: Slice): bool {
  return sliceLength(left) == sliceLength(right) && bytesEqual(sliceStart(left), sliceStart(right), sliceLength(left));
}

/** Writes all members of `strong`, and those of `weak` that it does not have. */
function putMerged(p: usize, strong: Slice, weak: Slice): usize {
  memory.copy(p, sliceStart(strong), sliceLength(strong));
  p += <usize>sliceLength(strong) - 1;
  moveTo(sliceStart(weak) + 1);
  do {
    peek();
    const member = at;
    readKey();
    const name = stringStart;
    const length = stringEnd - stringStart;
    skipValue();
    const end = at;
    if (!hasMember(strong, name, length)) {
      store<u8>(p++, Char.COMMA);
      memory.copy(p, member, end - member);
      p += end - member;
    }
    moveTo(end);
  } while (hasNext(Char.CLOSE_BRACE));
  store<u8>(p, Char.CLOSE_BRACE);
  return p + 1;
}

function hasMember(object: Slice, name: usize, length: usize): bool {
  moveTo(sliceStart(object) + 1);
  do {
    readKey();
    if (stringEnd - stringStart == length && bytesEqual(stringStart, name, length)) return true;
    skipValue();
  } while (take(Char.COMMA));
  return false;
}
