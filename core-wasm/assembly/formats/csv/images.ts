/**
 * Rows by image name: with the names of a dataset's pictures, a row belongs to the picture whose name its second cell
 * has, folder and extension aside, whatever its frame number says. Only when no row names a picture of the dataset are
 * frame numbers trusted.
 */
import { allocate } from "../../memory/arena";
import { bytesEqual } from "../../memory/bytes";
import { heapCopy } from "../../memory/heap";
import { sliceEnd, sliceLength, sliceStart } from "../../memory/slice";
import { createTextMap, findText, putTextInMap, saltAt, textAt, textMapCount } from "../../memory/text-map";
import { Char } from "../characters";

/** The row's picture is not known. */
export const NO_IMAGE: u32 = 0xffffffff;

let names: usize = 0;
/** 8 bytes a row of the read: the frame of its picture, or NO_IMAGE; its line in the file. */
let rowImages: usize = 0;
export let foundCount: u32 = 0;
/** Rows that name a picture which the dataset does not have. */
export let unknownCount: u32 = 0;

/** Forgets the blocks; the arena is emptied by the caller. */
export function dropImages(): void {
  names = 0;
}

/** Begins the list of pictures. */
export function openImages(): void {
  names = createTextMap();
}

/** Does without from now on. */
export function closeImages(): void {
  names = 0;
}

/** The names of the pictures, without folder and extension, each followed by a zero. Of equal names the first one counts. */
export function addImages(start: usize, length: usize): void {
  const copy = heapCopy(start, length);
  let name = sliceStart(copy);
  for (let p = name, end = sliceEnd(copy); p < end; p++) {
    if (load<u8>(p) != 0) continue;
    // The index in the map is the frame; a repeated name takes its place under a salt that is never asked for.
    const frame = textMapCount(names);
    if (putTextInMap(names, 0, name, p - name) != frame) putTextInMap(names, frame + 1, name, p - name);
    name = p + 1;
  }
}

const MOST_MISMATCHES: u32 = 100;
/** Neighbours whose order or distance in the file is not that of their pictures. */
export let mismatchCount: u32 = 0;
/** The first of them: csv frame and picture of the one and of the other (u64 each: picture in the low half). */
export let mismatches: usize = 0;

export function openMismatches(): void {
  mismatches = allocate((<usize>MOST_MISMATCHES) << 4);
}

export function noteMismatch(one: u64, other: u64): void {
  if (mismatchCount < MOST_MISMATCHES) {
    store<u64>(mismatches + ((<usize>mismatchCount) << 4), one);
    store<u64>(mismatches + ((<usize>mismatchCount) << 4), other, 8);
  }
  mismatchCount++;
}

/** Begins a read. */
export function openRowImages(): void {
  foundCount = 0;
  unknownCount = 0;
  mismatchCount = 0;
}

/** Makes room for the pictures of `capacity` rows, of which there are `count`. */
export function reserveRowImages(count: u32, capacity: u32): void {
  if (names == 0) return;
  const moved = allocate((<usize>capacity) << 3);
  memory.copy(moved, rowImages, (<usize>count) << 3);
  rowImages = moved;
}

export function hasImages(): bool {
  return names != 0;
}

/** The frame of the picture with this file name, or NO_IMAGE. */
export function frameOfImage(start: usize, end: usize): u32 {
  const stem = stemStart(start, end);
  return findText(names, 0, stem, stemEnd(stem, end) - stem);
}

/** Notes which picture a row names; `row` counts the rows of this read. Mostly it is the one of the frame that it says. */
export function noteImage(row: u32, saidFrame: u32, start: usize, end: usize, line: u32): void {
  const frame = isImageOf(saidFrame, start, end) ? saidFrame : frameOfImage(start, end);
  store<u32>(rowImages + ((<usize>row) << 3), frame);
  store<u32>(rowImages + ((<usize>row) << 3), line, 4);
  if (frame == NO_IMAGE) unknownCount++;
  else foundCount++;
}

export function imageOfRow(row: u32): u32 {
  return load<u32>(rowImages + ((<usize>row) << 3));
}

export function lineOfRow(row: u32): u32 {
  return load<u32>(rowImages + ((<usize>row) << 3), 4);
}

/** Whether a file name is that of a frame's picture and a plain extension: `false` says nothing. */
function isImageOf(frame: u32, start: usize, end: usize): bool {
  if (frame >= textMapCount(names) || saltAt(names, frame) != 0) return false;
  const stem = textAt(names, frame);
  const length = <usize>sliceLength(stem);
  let p = start + length;
  if (length == 0 || p >= end || load<u8>(p) != Char.DOT || !bytesEqual(sliceStart(stem), start, length)) return false;
  while (++p < end) {
    const byte = <u32>load<u8>(p);
    if (byte == Char.DOT || byte == Char.SLASH || byte == Char.BACKSLASH) return false;
  }
  return true;
}

function stemStart(start: usize, end: usize): usize {
  for (let p = end; p > start; p--) {
    if (load<u8>(p - 1) == Char.SLASH || load<u8>(p - 1) == Char.BACKSLASH) return p;
  }
  return start;
}

/** In front of the last point, unless the name begins with it. */
function stemEnd(start: usize, end: usize): usize {
  for (let p = end; p > start + 1; p--) {
    if (load<u8>(p - 1) == Char.DOT) return p - 1;
  }
  return end;
}
