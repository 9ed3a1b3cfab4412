/**
 * Keypoints of an annotation as GeoJSON: a Point for each labeled one, and a LineString from head to tail. Number
 * texts are copied unchanged.
 */
import { putBytes, putText, textIs } from "../../memory/bytes";
import { NO_SLICE, Slice, sliceLength, sliceStart } from "../../memory/slice";
import { transferRoom, transferStart } from "../../memory/transfer";
import { plainText } from "../attribute-observer";
import { Char } from "../characters";
import { at, expect, hasNext, isNumberNext, moveTo, peek, readKey, readNumber, readString, skipValue, stringEnd, stringStart, take } from "../json/scan";
import { ESCAPE_GROWTH, putJsonString } from "../json/strings";
import { keypointCategoryName, keypointCountOf, keypointName, NO_CATEGORY } from "./categories";
import { FEATURE_BYTES, putFeatureStart } from "./features";
import { readIdText } from "./images";
import { Name, nameOfKey } from "./names";
import { countNumbers } from "./number-lists";

/** The keypoints became points; otherwise they must be kept as they are. */
export let areKeypointsNamed: bool = false;
/** Number of keypoints named head or tail. */
export let headTailCount: u32 = 0;

export function clearKeypoints(): void {
  areKeypointsNamed = false;
  headTailCount = 0;
}

/**
 * `x, y, visibility` for the category's keypoint names, in their order and possibly fewer; or objects that name their
 * keypoint. Visibility 0: not labeled.
 */
export function putKeypoints(p: usize, keypoints: usize, category: u32): usize {
  if (keypoints == 0) return p;
  headTailAt = 0;
  if (areNamedObjects(keypoints)) return putKeypointObjects(p, keypoints);
  const count: u32 = category == NO_CATEGORY ? 0 : countedKeypoints(keypoints, keypointCountOf(category));
  if (count == 0) return p;
  areKeypointsNamed = true;
  moveTo(keypoints + 1);
  for (let i: u32 = 0; i < count; i++) {
    peek();
    const x = at;
    const xEnd = endOfNumberAt();
    take(Char.COMMA);
    peek();
    const y = at;
    const yEnd = endOfNumberAt();
    take(Char.COMMA);
    peek();
    const visibility = readNumber();
    take(Char.COMMA);
    p = putPoint(p, keypointName(category, i), x, xEnd, y, yEnd, visibility);
  }
  return p;
}

/** Whether a value is a list of objects, each with two coordinates and a known name. */
export function areNamedObjects(list: usize): bool {
  moveTo(list);
  if (!take(Char.OPEN_BRACKET) || peek() != Char.OPEN_BRACE) return false;
  do {
    if (peek() != Char.OPEN_BRACE) return false;
    readKeypoint();
    if (pointName == NO_SLICE || pointAt == 0 || countNumbers(pointAt) != 2) return false;
    moveTo(pointEnd);
  } while (hasNext(Char.CLOSE_BRACKET));
  return true;
}

function putKeypointObjects(p: usize, list: usize): usize {
  areKeypointsNamed = true;
  moveTo(list);
  expect(Char.OPEN_BRACKET);
  do {
    peek();
    readKeypoint();
    moveTo(pointAt);
    expect(Char.OPEN_BRACKET);
    peek();
    const x = at;
    const xEnd = endOfNumberAt();
    take(Char.COMMA);
    peek();
    const y = at;
    const yEnd = endOfNumberAt();
    p = putPoint(p, pointName, x, xEnd, y, yEnd, pointVisibility);
    moveTo(pointEnd);
  } while (hasNext(Char.CLOSE_BRACKET));
  return p;
}

/** The last keypoint object read: its name, the address of `xy` (0: none), and its end. */
let pointName: Slice = NO_SLICE;
let pointAt: usize = 0;
let pointEnd: usize = 0;
let pointVisibility: f64 = 2;

/** Reads the object at the cursor, `{"xy": [x, y], "keypoint_category_id": 1, "visible": 2}`. */
function readKeypoint(): void {
  pointName = NO_SLICE;
  pointAt = 0;
  pointVisibility = 2;
  expect(Char.OPEN_BRACE);
  if (!take(Char.CLOSE_BRACE)) {
    do {
      readKey();
      const key = nameOfKey();
      const byte = peek();
      if (key == Name.KEYPOINT_CATEGORY_ID) {
        pointName = keypointCategoryName(readIdText());
      } else if (key == Name.KEYPOINT_CATEGORY && byte == Char.QUOTE) {
        readString();
        pointName = plainText(stringStart, stringEnd);
      } else if (key == Name.VISIBLE && isNumberNext()) {
        pointVisibility = readNumber();
      } else {
        if (key == Name.XY && byte == Char.OPEN_BRACKET) pointAt = at;
        skipValue();
      }
    } while (hasNext(Char.CLOSE_BRACE));
  }
  pointEnd = at;
}

/** Writes a point and, once head and tail are both there, the line between them. */
function putPoint(p: usize, name: Slice, x: usize, xEnd: usize, y: usize, yEnd: usize, visibility: f64): usize {
  if (!(visibility > 0)) return p;
  p = transferRoom(p, FEATURE_BYTES + (xEnd - x) + (yEnd - y) + <usize>sliceLength(name) * ESCAPE_GROWTH);
  p = putFeatureStart(p);
  p = putJsonString(p, sliceStart(name), sliceLength(name), false);
  // Labeled but not visible; visible is the default.
  if (visibility == 1) p = putText(p, ',"visibility":1');
  p = putText(p, '},"geometry":{"type":"Point","coordinates":');
  const point = p - transferStart;
  store<u8>(p++, Char.OPEN_BRACKET);
  p = putBytes(p, x, xEnd - x);
  store<u8>(p++, Char.COMMA);
  p = putBytes(p, y, yEnd - y);
  store<u8>(p++, Char.CLOSE_BRACKET);
  const length = p - transferStart - point;
  p = putText(p, "}}");
  if (!isHeadOrTail(name)) return p;
  headTailCount++;
  if (headTailCount == 1) {
    headTailAt = point;
    headTailLength = length;
  } else if (headTailCount == 2) {
    p = putLine(p, headTailAt, headTailLength, point, length);
  }
  return p;
}

/** Offset in the transfer block of the coordinates of whichever of head and tail came first. */
let headTailAt: usize = 0;
let headTailLength: usize = 0;

export function isHeadOrTail(name: Slice): bool {
  return textIs(sliceStart(name), sliceLength(name), "head") || textIs(sliceStart(name), sliceLength(name), "tail");
}

/** Writes the line between two points at these offsets of the transfer block. */
function putLine(p: usize, first: usize, firstLength: usize, second: usize, secondLength: usize): usize {
  p = transferRoom(p, FEATURE_BYTES + firstLength + secondLength);
  p = putText(putFeatureStart(p), '"HeadTails"},"geometry":{"type":"LineString","coordinates":[');
  p = putBytes(p, transferStart + first, firstLength);
  store<u8>(p++, Char.COMMA);
  p = putBytes(p, transferStart + second, secondLength);
  return putText(p, "]}}");
}

/** Moves past a number; returns its end. */
function endOfNumberAt(): usize {
  skipValue();
  return at;
}

/** The number of keypoints in a flat list of three numbers each: from 1 to `most`, otherwise 0. */
export function countedKeypoints(list: usize, max: u32): u32 {
  moveTo(list);
  if (!take(Char.OPEN_BRACKET)) return 0;
  let count: u32 = 0;
  do {
    if (!isNumberNext()) return 0;
    skipValue();
    count++;
  } while (take(Char.COMMA));
  return count % 3 == 0 && count <= max * 3 ? count / 3 : 0;
}
