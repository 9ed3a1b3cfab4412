/**
 * Turns the geometry that a detection stores as GeoJSON text into tokens of VIAME CSV, each preceded by a comma:
 * `(poly) …`, `(hole) …`, `(kp) name x y`. Facts that tokens cannot express are counted as losses. The caller must have
 * made room.
 */
import { LossKind } from "../../border";
import { putText, textIs } from "../../memory/bytes";
import { isWhole } from "../../numbers/rounding";
import { Char } from "../characters";
import { keyIs } from "../json/members";
import {
  at,
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
import { putUnescaped } from "../json/strings";
import { countHeadTails, isPolygonKey } from "../implied-geometry";
import { countLoss } from "../losses";
import { finishCell, hasOuterBlank, isDive, putPixels } from "./style";

/** The detection for which losses are counted. */
let trackId: u32 = 0;
let frame: u32 = 0;

// The GeoJSON feature at the cursor, as far as read: addresses, 0 for none.
let keyStart: usize = 0;
let keyEnd: usize = 0;
let typeStart: usize = 0;
let typeEnd: usize = 0;
let coordinatesAt: usize = 0;

// The geometry so far: number of polygons; addresses of the coordinates of these features, 0 for none.
let polygonCount: u32 = 0;
let head: usize = 0;
let tail: usize = 0;
let headTails: usize = 0;

/** Writes the geometry whose value is at an address. */
export function putGeometryCells(p: usize, geometry: usize, ofTrack: u32, onFrame: u32): usize {
  trackId = ofTrack;
  frame = onFrame;
  polygonCount = 0;
  head = 0;
  tail = 0;
  headTails = 0;
  let hasFeatures = false;
  moveTo(geometry);
  if (!take(Char.OPEN_BRACE)) return malformed(p);
  if (take(Char.CLOSE_BRACE)) return malformed(p);
  do {
    readKey();
    if (keyIs("features") && peek() == Char.OPEN_BRACKET) {
      hasFeatures = true;
      p = putFeatures(p);
    } else {
      if (!keyIs("type")) count(LossKind.DETECTION_MEMBER);
      skipValue();
    }
  } while (hasNext(Char.CLOSE_BRACE));
  // In file order, since the line starts at the point that comes first.
  if (min(head, tail) != 0) countHeadTails(headTails, min(head, tail), max(head, tail), trackId, frame);
  else countHeadTails(headTails, 0, 0, trackId, frame);
  return hasFeatures ? p : malformed(p);
}

function count(kind: u32): void {
  countLoss(kind, trackId, frame);
}

function malformed(p: usize): usize {
  count(LossKind.MALFORMED_GEOMETRY);
  return p;
}

function putFeatures(p: usize): usize {
  expect(Char.OPEN_BRACKET);
  if (take(Char.CLOSE_BRACKET)) return p;
  do {
    readFeature();
    const next = at;
    p = putFeature(p);
    moveTo(next);
  } while (hasNext(Char.CLOSE_BRACKET));
  return p;
}

/** Records key, type and coordinates, in any order. */
function readFeature(): void {
  keyStart = 0;
  keyEnd = 0;
  typeStart = 0;
  typeEnd = 0;
  coordinatesAt = 0;
  if (peek() != Char.OPEN_BRACE) return skipValue();
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return;
  do {
    readKey();
    const isProperties = keyIs("properties");
    if ((isProperties || keyIs("geometry")) && peek() == Char.OPEN_BRACE) {
      readInner(isProperties);
    } else {
      if (!keyIs("type")) count(LossKind.DETECTION_MEMBER);
      skipValue();
    }
  } while (hasNext(Char.CLOSE_BRACE));
}

function readInner(isProperties: bool): void {
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return;
  do {
    readKey();
    const isKey = isProperties && keyIs("key");
    const isType = !isProperties && keyIs("type");
    if ((isKey || isType) && peek() == Char.QUOTE) {
      readString();
      if (isKey) {
        keyStart = stringStart;
        keyEnd = stringEnd;
      } else {
        typeStart = stringStart;
        typeEnd = stringEnd;
      }
    } else {
      if (!isProperties && keyIs("coordinates") && peek() == Char.OPEN_BRACKET) coordinatesAt = at;
      else count(LossKind.DETECTION_MEMBER);
      skipValue();
    }
  } while (hasNext(Char.CLOSE_BRACE));
}

function putFeature(p: usize): usize {
  if (coordinatesAt == 0) return malformed(p);
  if (typeIs("Point")) return putPoint(p);
  if (typeIs("Polygon")) return putPolygon(p);
  if (!typeIs("LineString")) return malformed(p);
  // Readers recreate the line between head and tail from the two points.
  if (headTails == 0 && hasKey("HeadTails")) headTails = coordinatesAt;
  else count(LossKind.LINE_STRING_GEOMETRY);
  return p;
}

function typeIs(name: string): bool {
  return textIs(typeStart, <u32>(typeEnd - typeStart), name);
}

function hasKey(name: string): bool {
  return textIs(keyStart, <u32>(keyEnd - keyStart), name);
}

function putPoint(p: usize): usize {
  const isNameless = keyEnd == keyStart || hasOuterBlank(keyStart, keyEnd);
  if (isNameless) count(LossKind.POINT_KEY);
  if (keyEnd == keyStart) return p;
  const cell = p + 1;
  store<u8>(p, Char.COMMA);
  let q = putText(cell, "(kp) ");
  q = putUnescaped(q, keyStart, keyEnd);
  moveTo(coordinatesAt);
  q = putPosition(q);
  if (q == 0) return malformed(p);
  if (hasKey("head")) head = coordinatesAt;
  else if (hasKey("tail")) tail = coordinatesAt;
  return finishCell(cell, q);
}

/** Writes the outer ring as (poly), the others as (hole). */
function putPolygon(p: usize): usize {
  const polygon = p;
  moveTo(coordinatesAt);
  expect(Char.OPEN_BRACKET);
  if (take(Char.CLOSE_BRACKET)) return malformed(p);
  let isOuter = true;
  do {
    store<u8>(p++, Char.COMMA);
    p = putRing(putText(p, isOuter ? "(poly)" : "(hole)"));
    if (p == 0) return malformed(polygon);
    isOuter = false;
  } while (hasNext(Char.CLOSE_BRACKET));
  if (!isPolygonKey(keyStart, keyEnd, polygonCount++)) count(LossKind.POLYGON_KEY);
  return p;
}

/** Writes the list of positions at the cursor; returns 0 when it is something else or has fewer than three. */
function putRing(p: usize): usize {
  let points: u32 = 0;
  if (!take(Char.OPEN_BRACKET) || peek() == Char.CLOSE_BRACKET) return 0;
  do {
    p = putPosition(p);
    if (p == 0) return 0;
    points++;
  } while (hasNext(Char.CLOSE_BRACKET));
  return points < 3 ? 0 : p;
}

/** Writes the `[x,y]` at the cursor, each preceded by a blank; returns 0 when it is something else. */
function putPosition(p: usize): usize {
  if (!take(Char.OPEN_BRACKET) || !isNumberNext()) return 0;
  p = putNumber(p);
  if (!take(Char.COMMA) || !isNumberNext()) return 0;
  p = putNumber(p);
  return take(Char.CLOSE_BRACKET) ? p : 0;
}

function putNumber(p: usize): usize {
  const number = readNumber();
  if (isDive && !isWhole(number)) count(LossKind.FRACTIONAL_COORDINATES);
  store<u8>(p, Char.SPACE);
  return putPixels(p + 1, number);
}
