/**
 * Masks in run-length encoding: `{"counts": …, "size": [height, width]}`. Runs of 0 and 1 alternate, column by column.
 * `counts` is a list of numbers, or a text: numbers of 5 bits per character, low bits first, from the third one on as
 * difference to the number two places before.
 *
 * Only the bounds are read from a mask; the mask itself is kept as text.
 */
import { heapReserve } from "../../memory/heap";
import { Char } from "../characters";
import { at, expect, hasNext, isNumberNext, moveTo, peek, readKey, readNumber, readString, skipValue, stringEnd, stringStart, take } from "../json/scan";
import { putUnescaped } from "../json/strings";
import { Name, nameOfKey } from "./names";

/** No picture has longer sides. */
const MAX_PIXELS: f64 = 1073741824;

let height: f64 = 0;
let width: f64 = 0;
/** Pixels passed so far, in column order. */
let passed: f64 = 0;
let isSet: bool = false;
let left: f64 = Infinity;
let top: f64 = Infinity;
let right: f64 = -1;
let bottom: f64 = -1;

/** Stores the bounds of a mask, or of a list of masks, as 4 f64. Returns false when all are empty or one is broken. */
export function storeMaskBounds(target: usize, segmentation: usize): bool {
  left = Infinity;
  top = Infinity;
  right = -1;
  bottom = -1;
  moveTo(segmentation);
  if (peek() != Char.OPEN_BRACKET) {
    if (!coverMask(segmentation)) return false;
  } else {
    expect(Char.OPEN_BRACKET);
    do {
      if (peek() != Char.OPEN_BRACE) return false;
      const mask = at;
      skipValue();
      const end = at;
      if (!coverMask(mask)) return false;
      moveTo(end);
    } while (hasNext(Char.CLOSE_BRACKET));
  }
  if (right < 0) return false;
  store<f64>(target, left);
  store<f64>(target, top, 8);
  store<f64>(target, right + 1, 16);
  store<f64>(target, bottom + 1, 24);
  return true;
}

/** Extends the bounds by those of a mask; returns false when it is broken. */
function coverMask(mask: usize): bool {
  height = 0;
  width = 0;
  let countsAt: usize = 0;
  moveTo(mask);
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return false;
  do {
    readKey();
    const key = nameOfKey();
    if (key == Name.SIZE && peek() == Char.OPEN_BRACKET) {
      readSize();
    } else {
      if (key == Name.COUNTS) {
        peek();
        countsAt = at;
      }
      skipValue();
    }
  } while (hasNext(Char.CLOSE_BRACE));
  if (countsAt == 0 || !isSide(height) || !isSide(width)) return false;
  passed = 0;
  isSet = false;
  moveTo(countsAt);
  return peek() == Char.QUOTE ? readText() : readList();
}

/**
 * Whether a segmentation is a mask or a list of masks, which readers keep as it is; anything else has another meaning.
 */
export function isMaskOnly(segmentation: usize): bool {
  moveTo(segmentation);
  if (peek() == Char.OPEN_BRACE) return readsAsMask();
  if (!take(Char.OPEN_BRACKET) || take(Char.CLOSE_BRACKET)) return false;
  do if (peek() != Char.OPEN_BRACE || !readsAsMask()) return false;
  while (hasNext(Char.CLOSE_BRACKET));
  return true;
}

/** Moves past the object at the cursor. */
function readsAsMask(): bool {
  let hasCounts = false;
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return false;
  do {
    readKey();
    hasCounts = hasCounts || nameOfKey() == Name.COUNTS;
    skipValue();
  } while (hasNext(Char.CLOSE_BRACE));
  return hasCounts;
}

function isSide(pixels: f64): bool {
  return pixels >= 1 && pixels <= MAX_PIXELS && pixels == floor(pixels);
}

function readSize(): void {
  const start = at;
  expect(Char.OPEN_BRACKET);
  if (isNumberNext()) {
    height = readNumber();
    if (take(Char.COMMA) && isNumberNext()) width = readNumber();
  }
  moveTo(start);
  skipValue();
}

function readList(): bool {
  if (!take(Char.OPEN_BRACKET)) return false;
  if (take(Char.CLOSE_BRACKET)) return false;
  do {
    if (!isNumberNext() || !addRun(readNumber())) return false;
  } while (hasNext(Char.CLOSE_BRACKET));
  return true;
}

function readText(): bool {
  readString();
  // Work memory, not kept.
  const text = heapReserve(stringEnd - stringStart);
  const end = putUnescaped(text, stringStart, stringEnd);
  // The last two runs: from the fourth on, a number is relative to the one two places before it.
  let before: i64 = 0;
  let last: i64 = 0;
  let runs: u32 = 0;
  let p = text;
  while (p < end) {
    let run: i64 = 0;
    let shift: i64 = 0;
    let bits: i64 = 0;
    do {
      if (p == end || shift > 50) return false;
      bits = <i64>load<u8>(p++) - 48;
      if (bits < 0 || bits > 63) return false;
      run |= (bits & 31) << shift;
      shift += 5;
    } while ((bits & 32) != 0);
    if ((bits & 16) != 0) run |= (<i64>-1) << shift;
    if (runs > 2) run += before;
    if (!addRun(<f64>run)) return false;
    before = last;
    last = run;
    runs++;
  }
  return true;
}

/** Passes a run, and extends the bounds if it is a run of ones. Returns false when it exceeds the mask. */
function addRun(pixels: f64): bool {
  if (!(pixels >= 0) || pixels != floor(pixels) || passed + pixels > height * width) return false;
  if (isSet && pixels > 0) {
    const last = passed + pixels - 1;
    const firstColumn = floor(passed / height);
    const lastColumn = floor(last / height);
    left = min(left, firstColumn);
    right = max(right, lastColumn);
    // A run that continues in the next column includes the lowest row of one and the highest of the other.
    const isOneColumn = firstColumn == lastColumn;
    top = isOneColumn ? min(top, passed - firstColumn * height) : 0;
    bottom = isOneColumn ? max(bottom, last - lastColumn * height) : height - 1;
  }
  passed += pixels;
  isSet = !isSet;
  return true;
}
