/**
 * Keypoints and segmentation of an annotation as the GeoJSON that a detection keeps: a Point for every labelled keypoint, a
 * LineString from head to tail, a Polygon with the key "", "1", "2" … for every polygon. Number texts stay as they are.
 *
 * Polygons are flat lists of numbers, or KWCOCO's `{"exterior": [[x, y], …], "interiors": […]}`. Text is made in the transfer
 * block, where room is made on the way.
 */
import { ProblemCode } from "../../border";
import { putBytes, putText, textIs } from "../../memory/bytes";
import { NO_SLICE, Slice, sliceLength, sliceStart } from "../../memory/slice";
import { transferRoom, transferStart } from "../../memory/transfer";
import { numberEnd, parseNumber } from "../../numbers/parse";
import { printU32 } from "../../numbers/print";
import { plainText } from "../attribute-observer";
import { Char } from "../characters";
import {
  at,
  copyCompact,
  expect,
  hasNext,
  isNumberNext,
  moveTo,
  peek,
  readKey,
  readNumber,
  readString,
  skipValue,
  stringEnd,
  stringStart,
  take,
} from "../json/scan";
import { ESCAPE_GROWTH, putJsonString } from "../json/strings";
import { report } from "../problems";
import { keypointCategoryName, keypointCountOf, keypointName, NO_CATEGORY } from "./categories";
import { readIdText } from "./images";
import { Name, nameOfKey } from "./names";

/** Room for a feature without its coordinates and its name. */
const FEATURE_BYTES: usize = 192;

/** GeoJSON features of the annotation so far, and those that are polygons. */
let featureCount: u32 = 0;
let polygonCount: u32 = 0;
/** The segmentation is a mask. */
export let isMask: bool = false;
/** The keypoints became points; otherwise they must be kept as they are. */
export let areKeypointsNamed: bool = false;
/** Keypoints called head or tail. */
export let headTailCount: u32 = 0;

// What the polygons cover.
let left: f64 = Infinity;
let top: f64 = Infinity;
let right: f64 = -Infinity;
let bottom: f64 = -Infinity;

export function hasGeometry(): bool {
  return featureCount != 0;
}

/** Begins the member; `closeGeometry` ends it, or takes it back when nothing came. */
export function openGeometry(p: usize): usize {
  featureCount = 0;
  polygonCount = 0;
  isMask = false;
  areKeypointsNamed = false;
  headTailCount = 0;
  left = Infinity;
  top = Infinity;
  right = -Infinity;
  bottom = -Infinity;
  return putText(p, '"geometry":{"type":"FeatureCollection","features":[');
}

/** `start` is where the member began in the transfer block, as an offset. */
export function closeGeometry(p: usize, start: usize): usize {
  return featureCount == 0 ? transferStart + start : putText(p, "]}");
}

/** Stores what the polygons cover as 4 f64; false when there are none, or when a number is too large for f64. */
export function storePolygonBounds(target: usize): bool {
  if (!(right >= left) || !isFinite(left) || !isFinite(right) || !isFinite(top) || !isFinite(bottom)) return false;
  store<f64>(target, left);
  store<f64>(target, top, 8);
  store<f64>(target, right, 16);
  store<f64>(target, bottom, 24);
  return true;
}

function putFeatureStart(p: usize): usize {
  if (featureCount++ != 0) store<u8>(p++, Char.COMMA);
  return putText(p, '{"type":"Feature","properties":{"key":');
}

// ------------------------------------------------------------------------------------------------------------ keypoints

/**
 * `x, y, visibility` for the names that the category gives its keypoints, in their order and perhaps not for all; or objects
 * that name their keypoint themselves. Visibility 0: not labelled.
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

/** Of the keypoint object that was read last: its name, the address of `xy` (0: none), and where it ends. */
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

/** A point, and behind head and tail the line between them. */
function putPoint(p: usize, name: Slice, x: usize, xEnd: usize, y: usize, yEnd: usize, visibility: f64): usize {
  if (!(visibility > 0)) return p;
  p = transferRoom(p, FEATURE_BYTES + (xEnd - x) + (yEnd - y) + <usize>sliceLength(name) * ESCAPE_GROWTH);
  p = putFeatureStart(p);
  p = putJsonString(p, sliceStart(name), sliceLength(name), false);
  // Labelled but not visible; visible is what a point is by itself.
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

/** Where the coordinates of the first of head and tail stand, as an offset of the transfer block. */
let headTailAt: usize = 0;
let headTailLength: usize = 0;

export function isHeadOrTail(name: Slice): bool {
  return textIs(sliceStart(name), sliceLength(name), "head") || textIs(sliceStart(name), sliceLength(name), "tail");
}

/** The line between two points, which stand at these offsets of the transfer block. */
function putLine(p: usize, first: usize, firstLength: usize, second: usize, secondLength: usize): usize {
  p = transferRoom(p, FEATURE_BYTES + firstLength + secondLength);
  p = putText(putFeatureStart(p), '"HeadTails"},"geometry":{"type":"LineString","coordinates":[');
  p = putBytes(p, transferStart + first, firstLength);
  store<u8>(p++, Char.COMMA);
  p = putBytes(p, transferStart + second, secondLength);
  return putText(p, "]}}");
}

/** Moves over a number; answers where it ends. */
function endOfNumberAt(): usize {
  skipValue();
  return at;
}

/** Keypoints in a flat list of three numbers each: at most so many, and more than none; otherwise 0. */
export function countedKeypoints(list: usize, most: u32): u32 {
  moveTo(list);
  if (!take(Char.OPEN_BRACKET)) return 0;
  let count: u32 = 0;
  do {
    if (!isNumberNext()) return 0;
    skipValue();
    count++;
  } while (take(Char.COMMA));
  return count % 3 == 0 && count <= most * 3 ? count / 3 : 0;
}

// --------------------------------------------------------------------------------------------------------- segmentation

/** Behind the segmentation. */
let segmentationEnd: usize = 0;
/** Nobody else says what the bounds are. */
let needsCover: bool = false;

/** `end` is behind the segmentation; what it covers is noted when there is no box. */
export function putSegmentation(p: usize, segmentation: usize, end: usize, hasBox: bool): usize {
  if (segmentation == 0) return p;
  segmentationEnd = end;
  needsCover = !hasBox;
  moveTo(segmentation);
  const byte = peek();
  if (byte == Char.OPEN_BRACE) {
    p = putPolygonObject(p);
  } else if (byte == Char.OPEN_BRACKET) {
    expect(Char.OPEN_BRACKET);
    if (take(Char.CLOSE_BRACKET)) return p;
    if (isNumberNext()) {
      moveTo(segmentation);
      return putFlatPolygon(p);
    }
    do {
      const next = peek();
      if (next == Char.OPEN_BRACKET) p = putFlatPolygon(p);
      else if (next == Char.OPEN_BRACE) p = putPolygonObject(p);
      else malformed();
    } while (hasNext(Char.CLOSE_BRACKET));
  } else {
    malformed();
  }
  return p;
}

/** Reports and moves over the value at the cursor. */
function malformed(): void {
  report(ProblemCode.COCO_POLYGON_MALFORMED, at, NaN);
  skipValue();
}

function putPolygonStart(p: usize): usize {
  p = putFeatureStart(p);
  store<u8>(p++, Char.QUOTE);
  if (polygonCount != 0) p = printU32(p, polygonCount);
  polygonCount++;
  return putText(p, '"},"geometry":{"type":"Polygon","coordinates":[');
}

/**
 * `[x, y, x, y, …]`, the cursor at the bracket. Most of a large file is such lists, so they are passed once, with the
 * addresses in locals: the text has been checked before, and what is no number shows by its first byte.
 */
function putFlatPolygon(p: usize): usize {
  const start = at;
  p = transferRoom(p, FEATURE_BYTES + (segmentationEnd - start) * 2);
  const before = p;
  const firstFeature = featureCount;
  p = putPolygonStart(p);
  store<u8>(p++, Char.OPEN_BRACKET);
  let numbers: u32 = 0;
  let isInside = false;
  let q = start + 1;
  while (true) {
    const byte = <u32>load<u8>(q++);
    if (byte <= Char.SPACE) continue;
    if (byte == Char.COMMA || byte == Char.CLOSE_BRACKET) {
      if ((numbers & 1) == 0 && isInside) store<u8>(p++, Char.CLOSE_BRACKET);
      if (byte == Char.CLOSE_BRACKET) break;
      store<u8>(p++, Char.COMMA);
      isInside = false;
      continue;
    }
    if (!isInside) {
      if (byte - Char.ZERO > 9 && byte != Char.MINUS) break;
      isInside = true;
      if ((++numbers & 1) != 0) store<u8>(p++, Char.OPEN_BRACKET);
    }
    store<u8>(p++, byte);
  }
  moveTo(q);
  if (load<u8>(q - 1) == Char.CLOSE_BRACKET && numbers >= 6 && (numbers & 1) == 0) {
    if (needsCover) cover(start, q);
    return putText(p, "]]}}");
  }
  // Taken back; an empty list says nothing, anything else is reported.
  featureCount = firstFeature;
  polygonCount--;
  if (numbers == 0 && load<u8>(q - 1) == Char.CLOSE_BRACKET) return before;
  moveTo(start);
  malformed();
  return before;
}

/** Numbers in a list of nothing else; -1: there is something else. The cursor ends behind the list. */
export function countNumbers(list: usize): i32 {
  moveTo(list);
  expect(Char.OPEN_BRACKET);
  if (take(Char.CLOSE_BRACKET)) return 0;
  let count: i32 = 0;
  let isPure = true;
  do {
    isPure = isPure && isNumberNext();
    skipValue();
    count++;
  } while (hasNext(Char.CLOSE_BRACKET));
  return isPure ? count : -1;
}

/** An object: a polygon with holes, or a mask. */
function putPolygonObject(p: usize): usize {
  const start = at;
  let exterior: usize = 0;
  let interiors: usize = 0;
  expect(Char.OPEN_BRACE);
  if (!take(Char.CLOSE_BRACE)) {
    do {
      readKey();
      peek();
      const key = nameOfKey();
      if (key == Name.EXTERIOR) exterior = at;
      else if (key == Name.INTERIORS) interiors = at;
      else if (key == Name.COUNTS) isMask = true;
      skipValue();
    } while (hasNext(Char.CLOSE_BRACE));
  }
  const end = at;
  if (isMask) return p;
  if (!isRing(exterior)) {
    moveTo(start);
    malformed();
    return p;
  }
  p = transferRoom(p, FEATURE_BYTES + (end - start));
  p = putPolygonStart(p);
  const exteriorEnd = at;
  cover(exterior, exteriorEnd);
  p = copyCompact(p, exterior, exteriorEnd);
  if (interiors != 0) {
    moveTo(interiors);
    if (take(Char.OPEN_BRACKET) && !take(Char.CLOSE_BRACKET)) {
      do {
        peek();
        const ring = at;
        if (isRing(ring)) {
          store<u8>(p++, Char.COMMA);
          p = copyCompact(p, ring, at);
        } else {
          moveTo(ring);
          malformed();
        }
      } while (hasNext(Char.CLOSE_BRACKET));
    }
  }
  moveTo(end);
  return putText(p, "]}}");
}

/** Whether a value is a list of at least three positions; the cursor ends behind it. */
export function isRing(ring: usize): bool {
  if (ring == 0) return false;
  moveTo(ring);
  if (!take(Char.OPEN_BRACKET) || take(Char.CLOSE_BRACKET)) return false;
  let points: u32 = 0;
  do {
    if (peek() != Char.OPEN_BRACKET || countNumbers(at) != 2) return false;
    points++;
  } while (take(Char.COMMA));
  return points >= 3 && take(Char.CLOSE_BRACKET);
}

/** Widens what the polygons cover by the numbers of a ring, which are x and y in turn. */
function cover(start: usize, end: usize): void {
  let isX = true;
  let p = start;
  while (p < end) {
    const byte = <u32>load<u8>(p);
    if (byte - Char.ZERO > 9 && byte != Char.MINUS) {
      p++;
      continue;
    }
    const value = parseNumber(p);
    p = max(numberEnd, p + 1);
    if (isX) {
      left = min(left, value);
      right = max(right, value);
    } else {
      top = min(top, value);
      bottom = max(bottom, value);
    }
    isX = !isX;
  }
}
