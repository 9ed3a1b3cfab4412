/**
 * Rows by image name: a row belongs to the picture named in its second cell, whatever its frame number. The names are
 * collected here; the host says which pictures they mean before the file ends. Frame numbers count only when no row
 * names a picture of the dataset.
 */
import { allocate } from "../../memory/arena";
import { Slice } from "../../memory/slice";
import {
  createTextMap,
  findTextNear,
  moveText,
  NOT_IN_MAP,
  putTextInMap,
  textAt,
  textMapCount,
} from "../../memory/text-map";
import { copyText } from "./picture-names";

/** The dataset has no picture of this name. */
export const NO_IMAGE: u32 = 0xffffffff;
/**
 * The name matches several pictures, or several names match the same one. From this value on, values are not frames.
 */
export const AMBIGUOUS_IMAGE: u32 = 0xfffffffe;

/** Map of the names in the rows; 0: frame numbers count. */
let names: usize = 0;
/** The name in the previous row. */
let lastName: u32 = 0;
/** One u32 per name: the frame of its picture; 0: not set by the host yet. */
let frames: usize = 0;
/** 8 bytes per row of the read: the index of its name; its line in the file. */
let rowImages: usize = 0;
/** Rows that name no picture of the dataset. */
export let unknownCount: u32 = 0;

/** Forgets the blocks; the caller empties the arena. */
export function dropImages(): void {
  names = 0;
}

/** Assigns rows of the next file by picture names. */
export function openImages(): void {
  names = createTextMap();
}

/** Stops assigning rows by picture names. */
export function closeImages(): void {
  names = 0;
}

/** Number of distinct names in the rows. */
export function imageNameCount(): u32 {
  return names == 0 ? 0 : textMapCount(names);
}

export function imageName(index: u32): Slice {
  return textAt(names, index);
}

/** Sets the frame that a name means, or that it means none. */
export function setImageFrame(index: u32, frame: u32): void {
  if (frames == 0) frames = allocate((<usize>textMapCount(names)) << 2);
  store<u32>(frames + ((<usize>index) << 2), frame);
}

const MAX_MISMATCHES: u32 = 100;
/** Number of neighboring rows whose order or distance in the file differs from that of their pictures. */
export let mismatchCount: u32 = 0;
/** The first of them: csv frame and picture of both (u64 each: picture in the low half). */
export let mismatches: usize = 0;

export function openMismatches(): void {
  mismatches = allocate((<usize>MAX_MISMATCHES) << 4);
}

export function recordMismatch(one: u64, other: u64): void {
  if (mismatchCount < MAX_MISMATCHES) {
    store<u64>(mismatches + ((<usize>mismatchCount) << 4), one);
    store<u64>(mismatches + ((<usize>mismatchCount) << 4), other, 8);
  }
  mismatchCount++;
}

/** Starts a read. */
export function openRowImages(): void {
  lastName = 0;
  frames = 0;
  unknownCount = 0;
  mismatchCount = 0;
}

/** Makes room for the pictures of `capacity` rows; `count` rows exist. */
export function reserveRowImages(count: u32, capacity: u32): void {
  if (names == 0) return;
  const moved = allocate((<usize>capacity) << 3);
  memory.copy(moved, rowImages, (<usize>count) << 3);
  rowImages = moved;
}

export function hasImages(): bool {
  return names != 0;
}

/** Records the name in a row; `row` counts the rows of this read. */
export function recordImage(row: u32, start: usize, end: usize, line: u32): void {
  let name = findTextNear(names, lastName, start, end - start);
  if (name == NOT_IN_MAP) {
    name = putTextInMap(names, 0, start, end - start);
    moveText(names, name, copyText(start, <u32>(end - start)));
  }
  lastName = name;
  store<u32>(rowImages + ((<usize>row) << 3), name);
  store<u32>(rowImages + ((<usize>row) << 3), line, 4);
}

/** Counts the meanings of the names in the first `rows` rows; returns whether any of them means a picture. */
export function countImages(rows: u32): bool {
  if (frames == 0) return false;
  for (let row: u32 = 0; row < rows; row++) if (imageOfRow(row) >= AMBIGUOUS_IMAGE) unknownCount++;
  return unknownCount < rows;
}

export function imageOfRow(row: u32): u32 {
  return load<u32>(frames + ((<usize>load<u32>(rowImages + ((<usize>row) << 3))) << 2));
}

export function lineOfRow(row: u32): u32 {
  return load<u32>(rowImages + ((<usize>row) << 3), 4);
}
