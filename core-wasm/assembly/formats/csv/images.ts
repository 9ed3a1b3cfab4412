/**
 * Rows by image name: a row belongs to the picture that its second cell names, whatever its frame number says. The rows'
 * names are collected here; the host knows which pictures they mean and says so before the file ends. Only when no row
 * names a picture of the dataset are frame numbers trusted.
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
/** The name could mean several pictures, or several names the same one. From here on values are no frames. */
export const AMBIGUOUS_IMAGE: u32 = 0xfffffffe;

/** The map of the names that rows have; 0: rows go by their frame numbers. */
let names: usize = 0;
/** The name of the row before. */
let lastName: u32 = 0;
/** u32 a name: the frame of its picture; 0: the host has not told yet. */
let frames: usize = 0;
/** 8 bytes a row of the read: the index of its name; its line in the file. */
let rowImages: usize = 0;
/** Rows that name no picture of the dataset. */
export let unknownCount: u32 = 0;

/** Forgets the blocks; the arena is emptied by the caller. */
export function dropImages(): void {
  names = 0;
}

/** Rows of the next file go by the names of pictures. */
export function openImages(): void {
  names = createTextMap();
}

/** Does without from now on. */
export function closeImages(): void {
  names = 0;
}

/** How many names the rows have. */
export function imageNameCount(): u32 {
  return names == 0 ? 0 : textMapCount(names);
}

export function imageName(index: u32): Slice {
  return textAt(names, index);
}

/** Says which frame a name means, or that it means none. */
export function setImageFrame(index: u32, frame: u32): void {
  if (frames == 0) frames = allocate((<usize>textMapCount(names)) << 2);
  store<u32>(frames + ((<usize>index) << 2), frame);
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
  lastName = 0;
  frames = 0;
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

/** Notes the name that a row has; `row` counts the rows of this read. */
export function noteImage(row: u32, start: usize, end: usize, line: u32): void {
  let name = findTextNear(names, lastName, start, end - start);
  if (name == NOT_IN_MAP) {
    name = putTextInMap(names, 0, start, end - start);
    moveText(names, name, copyText(start, <u32>(end - start)));
  }
  lastName = name;
  store<u32>(rowImages + ((<usize>row) << 3), name);
  store<u32>(rowImages + ((<usize>row) << 3), line, 4);
}

/** Counts what the names of the first `rows` rows mean; answers whether any of them means a picture. */
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
