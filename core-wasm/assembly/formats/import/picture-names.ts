/**
 * The picture names given by rows, by frame, for when the pictures of the dataset are not known. The first name of a
 * frame counts. Times of day, which rows of a video have, are not names.
 */
import { allocate } from "../../memory/arena";
import { bytesEqualHere, putBytes } from "../../memory/bytes";
import { makeSlice, NO_SLICE, Slice, sliceLength, sliceStart } from "../../memory/slice";
import { openTransfer, transferRoom } from "../../memory/transfer";
import { Char } from "../characters";

/** Limits memory when frame numbers are absurd: frames up to here, plus this many per row, can have a name. */
const MIN_FRAMES: u32 = 1 << 16;
const FRAMES_A_ROW: u32 = 256;

/**
 * Texts have their own blocks: every row is compared with one, and in the heap a row's members would separate the
 * names, so that they would not stay in the processor's cache.
 */
const TEXT_BYTES: usize = 65536;
let textEnd: usize = 0;
let textLimit: usize = 0;

/** `putBytes` writes past the end of what it copies. */
const NAME_SLACK: usize = 32;

/** Slices by frame. */
let names: usize = 0;
let capacity: u32 = 0;
/** One past the last frame with a name. */
export let namedFrameEnd: u32 = 0;
/** Number of rows whose name is not that of their frame, and the frame of the first of them. */
export let otherNameCount: u32 = 0;
export let otherNameFrame: u32 = 0;

/** Starts a read. */
export function openPictureNames(): void {
  capacity = 0;
  namedFrameEnd = 0;
  otherNameCount = 0;
  textEnd = 0;
  textLimit = 0;
}

/** Whether a row has the name of its frame and needs no record, as nearly all rows do. */
// @ts-ignore: decorator
@inline
export function isKnownName(frame: u32, start: usize, end: usize): bool {
  if (frame >= namedFrameEnd) return false;
  const name = nameOfFrame(frame);
  return sliceLength(name) == <u32>(end - start) && bytesEqualHere(sliceStart(name), start, end - start);
}

/** Records the name in a row; `row` counts the rows of this read. */
export function recordPictureName(row: u32, frame: u32, start: usize, end: usize): void {
  const length = <u32>(end - start);
  if (isKnownName(frame, start, end)) return;
  if (frame < namedFrameEnd && nameOfFrame(frame) != NO_SLICE && !isTime(start, length)) return recordOther(frame);
  if (length == 0 || isTime(start, length)) return;
  if (frame >= capacity) {
    if (frame >= MIN_FRAMES + min(row, 1 << 23) * FRAMES_A_ROW) return recordOther(frame);
    grow(frame);
  }
  store<u64>(names + ((<usize>frame) << 3), copyText(start, length));
  namedFrameEnd = max(namedFrameEnd, frame + 1);
}

/** A copy that lasts as long as the read. */
export function copyText(start: usize, length: usize): Slice {
  if (textLimit - textEnd < length) {
    const bytes = max(TEXT_BYTES, length);
    textEnd = allocate(bytes);
    textLimit = textEnd + bytes;
  }
  const text = textEnd;
  memory.copy(text, start, length);
  textEnd += length;
  return makeSlice(text, length);
}

/** Puts the names of all frames into the transfer block, each followed by a zero; returns the address after them. */
export function putPictureNames(): usize {
  let p = openTransfer(0);
  for (let frame: u32 = 0; frame < namedFrameEnd; frame++) {
    const name = nameOfFrame(frame);
    p = transferRoom(p, <usize>sliceLength(name) + NAME_SLACK);
    p = putBytes(p, sliceStart(name), sliceLength(name));
    store<u8>(p++, 0);
  }
  return p;
}

function nameOfFrame(frame: u32): Slice {
  return load<u64>(names + ((<usize>frame) << 3));
}

function recordOther(frame: u32): void {
  if (otherNameCount++ == 0) otherNameFrame = frame;
}

/** Whether the text is `HH:MM:SS` with or without a fraction. */
function isTime(start: usize, length: u32): bool {
  return length == 0 || (length >= 8 && load<u8>(start + 2) == Char.COLON && load<u8>(start + 5) == Char.COLON);
}

function grow(frame: u32): void {
  const before = capacity;
  capacity = max(frame + 1, before * 2 + 1024);
  const moved = allocate((<usize>capacity) << 3);
  memory.copy(moved, names, (<usize>before) << 3);
  memory.fill(moved + ((<usize>before) << 3), 0, (<usize>(capacity - before)) << 3);
  names = moved;
}
