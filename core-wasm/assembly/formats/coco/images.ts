/**
 * The images of a COCO document and their frames: `frame_index`, otherwise the position among all images in natural
 * order of `file_name` or of the last part of `coco_url`. If the host knows the pictures of the dataset, it assigns the
 * frames; the file's own values count only when none of its images is a picture of the dataset.
 */
import { ProblemCode } from "../../border";
import { allocate, allocateScratch, mark, release } from "../../memory/arena";
import { makeSlice, NO_SLICE, Slice, sliceEnd, sliceLength, sliceStart } from "../../memory/slice";
import { createTextMap, findText, findTextNear, NOT_IN_MAP, putTextInMap } from "../../memory/text-map";
import { Char } from "../characters";
import { isIndex, MAX_FRAME } from "../json/reader";
import { at, expect, hasNext, isNullNext, isNumberNext, moveTo, peek, readKey, readNumber, readString, skipValue, stringEnd, stringStart, take } from "../json/scan";
import { plainText } from "../attribute-observer";
import { report } from "../problems";
import { imageCount, sectionOf } from "./document";
import { Name, nameOfKey } from "./names";
import { sortByName } from "./natural-order";

export const NO_FRAME: u32 = 0xffffffff;

/** Id texts of the usable images; the index is the image's position. */
let ids: usize = 0;
/** By position: frame (u32), index in the list (u32), name (Slice). */
let frames: usize = 0;
let places: usize = 0;
let names: usize = 0;
let count: u32 = 0;
/** Whether the order of frames differs from the natural order of the names. */
export let framesDisagree: bool = false;
/** Whether images are matched with pictures of the dataset. */
export let areMatched: bool = false;

/** Reads the list of images and assigns frames. */
export function readImages(): void {
  ids = createTextMap();
  frames = allocate((<usize>imageCount) << 2);
  places = allocate((<usize>imageCount) << 2);
  names = allocate((<usize>imageCount) << 3);
  count = 0;
  framesDisagree = false;
  areMatched = false;
  moveTo(sliceStart(sectionOf(Name.IMAGES)));
  expect(Char.OPEN_BRACKET);
  if (!take(Char.CLOSE_BRACKET)) {
    let place: u32 = 0;
    do readImage(place++);
    while (hasNext(Char.CLOSE_BRACKET));
  }
}

function readImage(place: u32): void {
  peek();
  const start = at;
  let id: Slice = NO_SLICE;
  let name: Slice = NO_SLICE;
  let url: Slice = NO_SLICE;
  let frame: f64 = NaN;
  if (load<u8>(start) == Char.OPEN_BRACE) {
    expect(Char.OPEN_BRACE);
    if (!take(Char.CLOSE_BRACE)) {
      do {
        readKey();
        const key = nameOfKey();
        const byte = peek();
        if (key == Name.ID) {
          id = readIdText();
        } else if (key == Name.FILE_NAME && byte == Char.QUOTE) {
          readString();
          name = plainText(stringStart, stringEnd);
        } else if (key == Name.COCO_URL && byte == Char.QUOTE) {
          readString();
          url = lastPart(plainText(stringStart, stringEnd));
        } else if (key == Name.FRAME_INDEX && !isNullNext()) {
          frame = isNumberNext() ? readNumber() : skipToNothing();
          if (!isIndex(frame, MAX_FRAME)) {
            report(ProblemCode.FRAME_OUT_OF_RANGE, start, frame);
            id = NO_SLICE;
            moveTo(start);
            return skipValue();
          }
        } else {
          skipValue();
        }
      } while (hasNext(Char.CLOSE_BRACE));
    }
  } else {
    skipValue();
  }
  if (id == NO_SLICE || findText(ids, 0, sliceStart(id), sliceLength(id)) != NOT_IN_MAP) {
    return report(ProblemCode.COCO_IMAGE_MALFORMED, start, NaN);
  }
  if (sliceLength(name) == 0) name = url;
  putTextInMap(ids, 0, sliceStart(id), sliceLength(id));
  store<u32>(frames + ((<usize>count) << 2), isNaN(frame) ? NO_FRAME : <u32>frame);
  store<u32>(places + ((<usize>count) << 2), place);
  store<u64>(names + ((<usize>count) << 3), name);
  count++;
}

/** The last part of a URL, without its query. */
function lastPart(url: Slice): Slice {
  let start = sliceStart(url);
  let end = sliceEnd(url);
  for (let p = start; p < end; p++) {
    const byte = <u32>load<u8>(p);
    if (byte == Char.QUESTION_MARK || byte == Char.HASH) end = p;
    else if (byte == Char.SLASH) start = p + 1;
  }
  return makeSlice(start, end - start);
}

function skipToNothing(): f64 {
  skipValue();
  return -1;
}

/**
 * Reads an id, which is a number or a text; returns its characters, NO_SLICE for anything else. Programs that store ids
 * as floats write `7.0` for `7`.
 */
export function readIdText(): Slice {
  const byte = peek();
  const start = at;
  skipValue();
  if (byte == Char.QUOTE) return makeSlice(start + 1, at - start - 2);
  if (byte - Char.ZERO > 9 && byte != Char.MINUS) return NO_SLICE;
  const isFloat = at - start > 2 && load<u16>(at - 2) == POINT_ZERO;
  return makeSlice(start, at - start - (isFloat ? 2 : 0));
}

/** `.0` */
export const POINT_ZERO: u16 = 0x302e;

/** Sets which picture of the dataset an image is, by position; NO_FRAME: none. */
export function setFrameOfPosition(position: u32, frame: u32): void {
  store<u32>(frames + ((<usize>position) << 2), frame);
  areMatched = true;
}

/** Gives images without a frame their position in the order of names. */
export function orderByName(): void {
  const before = mark();
  const order = allocateScratch((<usize>count) << 2);
  for (let i: u32 = 0; i < count; i++) store<u32>(order + ((<usize>i) << 2), i);
  sortByName(order, count, names);
  let last: i64 = -1;
  let wasGiven = false;
  for (let i: u32 = 0; i < count; i++) {
    const position = load<u32>(order + ((<usize>i) << 2));
    const frame = frames + ((<usize>position) << 2);
    const isGiven = load<u32>(frame) != NO_FRAME;
    if (isGiven && isNumberOf(load<u32>(frame), nameOfPosition(position))) continue;
    if (!isGiven) store<u32>(frame, i);
    // A file may put two images on one frame; positions among the names must differ.
    const minFrame = last + i64(!(isGiven && wasGiven));
    framesDisagree = framesDisagree || (i != 0 && <i64>load<u32>(frame) < minFrame);
    last = load<u32>(frame);
    wasGiven = isGiven;
  }
  release(before);
}

/** Whether a name is the one written for a picture without a name, such as `frame_000012.jpg`. It says no order. */
function isNumberOf(frame: u32, name: Slice): bool {
  const end = sliceEnd(name) - 4;
  let p = sliceStart(name);
  if (end < p + 12 || load<u32>(p) != FRAM || load<u16>(p, 4) != E_UNDERSCORE || load<u32>(end) != DOT_JPG) return false;
  let number: u64 = 0;
  for (p += 6; p < end; p++) {
    const digit = <u32>load<u8>(p) - Char.ZERO;
    if (digit > 9) return false;
    number = number * 10 + digit;
  }
  return number == frame;
}

/** `fram` */
const FRAM: u32 = 0x6d617266;
/** `e_` */
const E_UNDERSCORE: u16 = 0x5f65;
/** `.jpg` */
const DOT_JPG: u32 = 0x67706a2e;

/** The position of the image with this id text, or NO_FRAME. */
export function findImage(start: usize, length: usize): u32 {
  lastFound = findTextNear(ids, lastFound, start, length);
  return lastFound;
}

let lastFound: u32 = 0;

/** The frame of an image by position; NO_FRAME: it is not a picture of the dataset. */
export function frameOfPosition(position: u32): u32 {
  return load<u32>(frames + ((<usize>position) << 2));
}

export function usableImageCount(): u32 {
  return count;
}

/** The image's index in the list of the document. */
export function placeOfPosition(position: u32): u32 {
  return load<u32>(places + ((<usize>position) << 2));
}

/** The name of an image by position. */
export function nameOfPosition(position: u32): Slice {
  return load<u64>(names + ((<usize>position) << 3));
}
