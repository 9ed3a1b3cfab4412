/**
 * The geometry of an annotation as the GeoJSON stored with a detection: its keypoints, and one Polygon with the key "",
 * "1", "2" … for each polygon of its segmentation. Number texts are copied unchanged.
 *
 * Polygons are flat lists of numbers, or KWCOCO's `{"exterior": [[x, y], …], "interiors": […]}`. Text is written to the
 * transfer block, which grows on the way.
 */
import { ProblemCode } from "../../border";
import { putText } from "../../memory/bytes";
import { transferRoom, transferStart } from "../../memory/transfer";
import { numberEnd, parseNumber } from "../../numbers/parse";
import { printJs, printU32 } from "../../numbers/print";
import { Char } from "../characters";
import { at, copyCompact, expect, hasNext, isNumberNext, moveTo, peek, readKey, skipValue, take } from "../json/scan";
import { report } from "../problems";
import { clearFeatures, dropFeatures, FEATURE_BYTES, featureCount, hasFeatures, putFeatureStart } from "./features";
import { clearKeypoints } from "./keypoints";
import { Name, nameOfKey } from "./names";
import { countNumbers } from "./number-lists";

/** Polygons among the features of the current annotation so far. */
let polygonCount: u32 = 0;
/** The segmentation is a mask. */
export let isMask: bool = false;

// Bounds of the polygons.
let left: f64 = Infinity;
let top: f64 = Infinity;
let right: f64 = -Infinity;
let bottom: f64 = -Infinity;

/** Starts the member; `closeGeometry` ends it, or removes it when it is empty. */
export function openGeometry(p: usize): usize {
  clearFeatures();
  clearKeypoints();
  polygonCount = 0;
  isMask = false;
  left = Infinity;
  top = Infinity;
  right = -Infinity;
  bottom = -Infinity;
  return putText(p, '"geometry":{"type":"FeatureCollection","features":[');
}

/** `start` is the offset in the transfer block where the member began. */
export function closeGeometry(p: usize, start: usize): usize {
  return hasFeatures() ? putText(p, "]}") : transferStart + start;
}

/**
 * Stores the bounds of the polygons as 4 f64. Returns false when there are none, or when a number is too large for f64.
 */
export function storePolygonBounds(target: usize): bool {
  if (!(right >= left) || !isFinite(left) || !isFinite(right) || !isFinite(top) || !isFinite(bottom)) return false;
  store<f64>(target, left);
  store<f64>(target, top, 8);
  store<f64>(target, right, 16);
  store<f64>(target, bottom, 24);
  return true;
}

/**
 * A box rotated about its center, clockwise, in degrees: a polygon of its four corners. The bounds (4 x f64) are
 * replaced by those of the polygon.
 */
export function putRotatedBox(p: usize, bounds: usize, degrees: f64): usize {
  // The smallest equivalent angle, in either direction.
  let turn = degrees % 360;
  if (turn > 180) turn -= 360;
  else if (turn <= -180) turn += 360;
  const radians = (turn * Math.PI) / 180;
  if (radians == 0) return p;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  const x = (load<f64>(bounds) + load<f64>(bounds, 16)) / 2;
  const y = (load<f64>(bounds, 8) + load<f64>(bounds, 24)) / 2;
  const halfX = load<f64>(bounds, 16) - x;
  const halfY = load<f64>(bounds, 24) - y;
  p = transferRoom(p, FEATURE_BYTES + 512);
  p = putText(putFeatureStart(p), '"","rotation":');
  p = putText(printJs(p, radians), '},"geometry":{"type":"Polygon","coordinates":[[');
  for (let corner: u32 = 0; corner < 5; corner++) {
    // From the upper left corner clockwise and back to it.
    const dx = corner == 1 || corner == 2 ? halfX : -halfX;
    const dy = corner == 2 || corner == 3 ? halfY : -halfY;
    if (corner != 0) store<u8>(p++, Char.COMMA);
    store<u8>(p, Char.OPEN_BRACKET);
    p = printJs(p + 1, x + dx * cos - dy * sin);
    store<u8>(p, Char.COMMA);
    p = printJs(p + 1, y + dx * sin + dy * cos);
    store<u8>(p++, Char.CLOSE_BRACKET);
  }
  const reachX = abs(halfX * cos) + abs(halfY * sin);
  const reachY = abs(halfX * sin) + abs(halfY * cos);
  store<f64>(bounds, x - reachX);
  store<f64>(bounds, y - reachY, 8);
  store<f64>(bounds, x + reachX, 16);
  store<f64>(bounds, y + reachY, 24);
  polygonCount++;
  return putText(p, "]]}}");
}

// --------------------------------------------------------------------------------------------------------- segmentation

/** The address after the segmentation. */
let segmentationEnd: usize = 0;
/** Nothing else provides the bounds. */
let needsCover: bool = false;

/** `end` is the address after the segmentation; its bounds are recorded when there is no box. */
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

/** Reports the value at the cursor and moves past it. */
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
 * `[x, y, x, y, …]` with the cursor at the bracket. Most of a large file is such lists, so they are passed once, with
 * the addresses in locals: the text was validated before, and anything but a number shows by its first byte.
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
  // Dropped: an empty list means nothing, anything else is reported.
  dropFeatures(firstFeature);
  polygonCount--;
  if (numbers == 0 && load<u8>(q - 1) == Char.CLOSE_BRACKET) return before;
  moveTo(start);
  malformed();
  return before;
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

/** Whether a value is a list of at least three positions; leaves the cursor after it. */
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

/** Extends the polygons' bounds by a ring, whose numbers are x and y in turn. */
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
