/**
 * The JSON members that a detection or track keeps as text become tokens of VIAME CSV, each with a comma in front:
 * `(atr) name value`, `(trk-atr) name value`, `(poly) …`, `(hole) …`, `(kp) name x y`, `(note) text`.
 *
 * Room must have been made by the caller: `tokensRoom`.
 */
import { putBytes, putText, textIs } from "../../memory/bytes";
import { Slice, sliceLength, sliceStart } from "../../memory/slice";
import { numberEnd, parseNumber } from "../../numbers/parse";
import { Char } from "../characters";
import { cellRoom, finishCell, isDive, putFloat, putPixels } from "./style";
import {
  at,
  expect,
  hasNext,
  isAtEnd,
  isNumberNext,
  moveTo,
  openText,
  peek,
  readKey,
  readNumber,
  readString,
  skipValue,
  stringEnd,
  stringStart,
  take,
} from "../json/scan";
import { keyIs } from "../json/members";
import { isFloatText } from "../json/style";
import { putUnescaped } from "../json/strings";
import { countLoss, LossKind } from "../losses";

/** Where a detection keeps its attributes, geometry and notes; 0: not at all. */
export let attributesAt: usize = 0;
let geometryAt: usize = 0;
let notesAt: usize = 0;

/** The numeric value of the attribute `length`; NaN: none. */
export let lengthAttribute: f64 = NaN;

/** The entity that losses are counted for. */
let trackId: u32 = 0;
let frame: u32 = 0;

/** Bytes that the tokens of these members may need. */
export function tokensRoom(members: Slice): usize {
  // A member of a few bytes may stand for a whole token with its name: `"a":1` becomes `,(trk-atr) a 1`.
  return cellRoom(sliceLength(members)) * 4;
}

/** Looks through the members of a detection. */
export function openMembers(members: Slice, ofTrack: u32, onFrame: u32): void {
  attributesAt = 0;
  geometryAt = 0;
  notesAt = 0;
  lengthAttribute = NaN;
  trackId = ofTrack;
  frame = onFrame;
  if (members == 0) return;
  openText(sliceStart(members), sliceLength(members));
  while (!isAtEnd()) {
    readKey();
    peek();
    if (keyIs("attributes")) attributesAt = at;
    else if (keyIs("geometry")) geometryAt = at;
    else if (keyIs("notes")) notesAt = at;
    else countLoss(LossKind.DETECTION_MEMBER, trackId, frame);
    skipValue();
    take(Char.COMMA);
  }
  if (attributesAt != 0) findLength();
}

/** Counts the members of a track that have no place in this format. */
export function countTrackMembers(members: Slice, ofTrack: u32): void {
  if (members == 0) return;
  openText(sliceStart(members), sliceLength(members));
  while (!isAtEnd()) {
    readKey();
    countLoss(LossKind.TRACK_MEMBER, ofTrack, 0);
    skipValue();
    take(Char.COMMA);
  }
}

function findLength(): void {
  moveTo(attributesAt);
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return;
  do {
    readKey();
    if (keyIs("length") && isNumberNext()) lengthAttribute = readNumber();
    else skipValue();
  } while (hasNext(Char.CLOSE_BRACE));
}

// --------------------------------------------------------------------------------------------------------- attributes

/** The attributes of the detection whose members were opened. */
export function putDetectionAttributes(p: usize): usize {
  return attributesAt == 0 ? p : putAttributes(p, attributesAt, "(atr) ");
}

export function putTrackAttributes(p: usize, attributes: Slice, ofTrack: u32): usize {
  if (attributes == 0) return p;
  trackId = ofTrack;
  frame = 0;
  openText(sliceStart(attributes), sliceLength(attributes));
  return putAttributes(p, sliceStart(attributes), "(trk-atr) ");
}

function putAttributes(p: usize, object: usize, prefix: string): usize {
  moveTo(object);
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return p;
  do {
    readKey();
    store<u8>(p++, Char.COMMA);
    const cell = p;
    p = putText(p, prefix);
    const name = p;
    p = putUnescaped(p, stringStart, stringEnd);
    if (hasBlank(name, p)) countLoss(LossKind.ATTRIBUTE_NAME, trackId, frame);
    store<u8>(p++, Char.SPACE);
    p = finishCell(cell, putValue(p));
  } while (hasNext(Char.CLOSE_BRACE));
  return p;
}

function hasBlank(start: usize, end: usize): bool {
  for (let p = start; p < end; p++) if (load<u8>(p) == Char.SPACE) return true;
  return start == end;
}

/** The value at the cursor as text. */
function putValue(p: usize): usize {
  const byte = peek();
  const start = at;
  skipValue();
  if (byte == Char.QUOTE) return putUnescaped(p, stringStart, stringEnd);
  if (byte - Char.ZERO <= 9 || byte == Char.MINUS) return putNumberText(p, start, at);
  const isStructured = byte == Char.OPEN_BRACE || byte == Char.OPEN_BRACKET || byte == Char.LOWER_N;
  if (isStructured) countLoss(LossKind.STRUCTURED_ATTRIBUTE, trackId, frame);
  return byte == Char.LOWER_N ? putText(p, "None") : putBytes(p, start, at - start);
}

function putNumberText(p: usize, start: usize, end: usize): usize {
  return isFloatText(start, end) ? putFloat(p, parseNumber(start)) : putBytes(p, start, end - start);
}

// ----------------------------------------------------------------------------------------------------------- geometry

/** What the GeoJSON feature under the cursor has said so far: addresses of values, 0 for none. */
let keyStart: usize = 0;
let keyEnd: usize = 0;
let typeStart: usize = 0;
let typeEnd: usize = 0;
let coordinatesAt: usize = 0;

/** The geometry of the detection whose members were opened. */
export function putGeometry(p: usize): usize {
  if (geometryAt == 0) return p;
  moveTo(geometryAt);
  if (!take(Char.OPEN_BRACE)) return malformed(p);
  if (take(Char.CLOSE_BRACE)) return p;
  do {
    readKey();
    if (keyIs("features") && peek() == Char.OPEN_BRACKET) p = putFeatures(p);
    else skipValue();
  } while (hasNext(Char.CLOSE_BRACE));
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
    if ((isProperties || keyIs("geometry")) && peek() == Char.OPEN_BRACE) readInner(isProperties);
    else skipValue();
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
      skipValue();
    }
  } while (hasNext(Char.CLOSE_BRACE));
}

function putFeature(p: usize): usize {
  if (coordinatesAt == 0) return malformed(p);
  if (typeIs("Point")) return putPoint(p);
  if (typeIs("Polygon")) return putPolygon(p);
  if (typeIs("LineString")) {
    // The line between head and tail is made again from the two points.
    if (!textIs(keyStart, <u32>(keyEnd - keyStart), "HeadTails")) countLoss(LossKind.LINE_STRING_GEOMETRY, trackId, frame);
    return p;
  }
  return malformed(p);
}

function typeIs(name: string): bool {
  return textIs(typeStart, <u32>(typeEnd - typeStart), name);
}

function malformed(p: usize): usize {
  countLoss(LossKind.MALFORMED_GEOMETRY, trackId, frame);
  return p;
}

function putPoint(p: usize): usize {
  const cell = p + 1;
  store<u8>(p, Char.COMMA);
  let q = putText(cell, "(kp) ");
  q = putUnescaped(q, keyStart, keyEnd);
  return finishCell(cell, putNumbers(q, coordinatesAt));
}

/** The outer ring as (poly), the others as (hole). */
function putPolygon(p: usize): usize {
  moveTo(coordinatesAt);
  expect(Char.OPEN_BRACKET);
  if (take(Char.CLOSE_BRACKET)) return malformed(p);
  let isOuter = true;
  do {
    peek();
    const ring = at;
    skipValue();
    const behind = at;
    store<u8>(p++, Char.COMMA);
    p = putNumbers(putText(p, isOuter ? "(poly)" : "(hole)"), ring);
    isOuter = false;
    moveTo(behind);
  } while (hasNext(Char.CLOSE_BRACKET));
  return p;
}

/** All numbers of the value at an address, however nested, each with a blank in front. */
function putNumbers(p: usize, value: usize): usize {
  moveTo(value);
  skipValue();
  const end = at;
  let q = value;
  while (q < end) {
    const byte = <u32>load<u8>(q);
    if (byte - Char.ZERO > 9 && byte != Char.MINUS) {
      q++;
      continue;
    }
    const number = parseNumber(q);
    if (isDive && number != nearest(number)) countLoss(LossKind.FRACTIONAL_COORDINATES, trackId, frame);
    store<u8>(p, Char.SPACE);
    p = putPixels(p + 1, number);
    q = max(numberEnd, q + 1);
  }
  return p;
}

// -------------------------------------------------------------------------------------------------------------- notes

/** The notes of the detection whose members were opened. */
export function putNotes(p: usize): usize {
  if (notesAt == 0) return p;
  moveTo(notesAt);
  if (!take(Char.OPEN_BRACKET)) {
    countLoss(LossKind.DETECTION_MEMBER, trackId, frame);
    return p;
  }
  if (take(Char.CLOSE_BRACKET)) return p;
  do {
    if (peek() == Char.QUOTE) {
      readString();
      store<u8>(p, Char.COMMA);
      const cell = p + 1;
      p = finishCell(cell, putUnescaped(putText(cell, "(note) "), stringStart, stringEnd));
    } else {
      countLoss(LossKind.DETECTION_MEMBER, trackId, frame);
      skipValue();
    }
  } while (hasNext(Char.CLOSE_BRACKET));
  return p;
}
