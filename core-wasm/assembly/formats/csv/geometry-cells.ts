/**
 * The geometry that a detection keeps as GeoJSON text becomes tokens of VIAME CSV, each with a comma in front: `(poly) …`,
 * `(hole) …`, `(kp) name x y`. What tokens cannot say is counted. Room must have been made by the caller.
 */
import { putText, textIs } from "../../memory/bytes";
import { numberEnd, parseNumber } from "../../numbers/parse";
import { printU32 } from "../../numbers/print";
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
import { countLoss, LossKind } from "../losses";
import { finishCell, hasOuterBlank, isDive, putPixels } from "./style";

/** The detection that losses are counted for. */
let trackId: u32 = 0;
let frame: u32 = 0;

// What the GeoJSON feature under the cursor has said so far: addresses, 0 for none.
let keyStart: usize = 0;
let keyEnd: usize = 0;
let typeStart: usize = 0;
let typeEnd: usize = 0;
let coordinatesAt: usize = 0;

// What the geometry has had so far: polygons; where the coordinates of these features are, 0 for none.
let polygonCount: u32 = 0;
let head: usize = 0;
let tail: usize = 0;
let headTails: usize = 0;

/** Puts the geometry whose value begins at an address. */
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
  countHeadTails();
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
    const behind = at;
    p = putFeature(p);
    moveTo(behind);
  } while (hasNext(Char.CLOSE_BRACKET));
  return p;
}

/** Notes key, type and coordinates, in whatever order they come. */
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
  // The line between head and tail is made again from the two points.
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

/** The outer ring as (poly), the others as (hole). */
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
  // Reading numbers them: "", "1", "2" …; the number goes where the next cell will be, for a moment.
  const isUsual = polygonCount == 0 ? keyEnd == keyStart : keyIsNumber(p);
  if (!isUsual) count(LossKind.POLYGON_KEY);
  polygonCount++;
  return p;
}

function keyIsNumber(scratch: usize): bool {
  const length = printU32(scratch, polygonCount) - scratch;
  if (keyEnd - keyStart != length) return false;
  for (let i: usize = 0; i < length; i++) if (load<u8>(scratch + i) != load<u8>(keyStart + i)) return false;
  return true;
}

/** The list of positions at the cursor; 0 when it is something else or has fewer than three. */
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

/** `[x,y]` at the cursor, each with a blank in front; 0 when it is something else. */
function putPosition(p: usize): usize {
  if (!take(Char.OPEN_BRACKET) || !isNumberNext()) return 0;
  p = putNumber(p);
  if (!take(Char.COMMA) || !isNumberNext()) return 0;
  p = putNumber(p);
  return take(Char.CLOSE_BRACKET) ? p : 0;
}

function putNumber(p: usize): usize {
  const number = readNumber();
  if (isDive && number != nearest(number)) count(LossKind.FRACTIONAL_COORDINATES);
  store<u8>(p, Char.SPACE);
  return putPixels(p + 1, number);
}

/** A line HeadTails is what reading makes of the points head and tail, or it is lost; without it, reading adds one. */
function countHeadTails(): void {
  const hasBoth = head != 0 && tail != 0;
  if (headTails == 0) {
    if (hasBoth) count(LossKind.HEAD_TAIL_LINE);
    return;
  }
  const first = nextNumber(headTails);
  const isSame =
    hasBoth &&
    numbersEqual(first, nextNumber(min(head, tail))) &&
    numbersEqual(pairEnd, nextNumber(max(head, tail))) &&
    load<u8>(pairEnd) == Char.CLOSE_BRACKET &&
    load<u8>(pairEnd + 1) == Char.CLOSE_BRACKET;
  if (!isSame) count(LossKind.LINE_STRING_GEOMETRY);
}

/** Behind the two numbers of the left side that `numbersEqual` compared last. */
let pairEnd: usize = 0;

/** Whether the next two numbers from either address on are the same. */
function numbersEqual(left: usize, right: usize): bool {
  pairEnd = left;
  for (let i = 0; i < 2; i++) {
    const mine = parseNumber(nextNumber(pairEnd));
    pairEnd = numberEnd;
    if (mine != parseNumber(nextNumber(right))) return false;
    right = numberEnd;
  }
  return true;
}

/** Over brackets and commas, as kept texts have them between the numbers of coordinates. */
function nextNumber(p: usize): usize {
  while (load<u8>(p) == Char.OPEN_BRACKET || load<u8>(p) == Char.CLOSE_BRACKET || load<u8>(p) == Char.COMMA) p++;
  return p;
}
