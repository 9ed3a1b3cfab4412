/**
 * Turns the JSON members of a detection or track into tokens of VIAME CSV, each preceded by a comma: `(atr) name
 * value`, `(trk-atr) name value`, `(mask) path`, `(note) text`; geometry-cells.ts does the geometry.
 *
 * The caller must have made room: `tokensRoom`.
 */
import { LossKind } from "../../border";
import { putBytes, putText } from "../../memory/bytes";
import { Slice, sliceLength, sliceStart } from "../../memory/slice";
import { parseNumber } from "../../numbers/parse";
import { Char } from "../characters";
import { ValueKind } from "../attribute-table";
import { putGeometryCells } from "./geometry-cells";
import { cellRoom, finishCell, hasOuterBlank, losesBlanks, putFloat } from "./style";
import { isMaskPath, kindOfValue } from "./tokens";
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
  skipValue,
  stringEnd,
  stringStart,
  take,
} from "../json/scan";
import { keyIs } from "../json/members";
import { isFloatText } from "../json/style";
import { putUnescaped } from "../json/strings";
import { countLoss, NO_FRAME } from "../losses";

/** Addresses of a detection's attributes, geometry and notes; 0: none. */
let attributesAt: usize = 0;
let geometryAt: usize = 0;
let masksAt: usize = 0;
let notesAt: usize = 0;

/** Integers of up to this many digits are exact as floats. */
const MAX_EXACT_DIGITS: usize = 15;

/** The numeric value of the attribute `length`; NaN: none. */
export let lengthAttribute: f64 = NaN;

/** The entity for which losses are counted. */
let trackId: u32 = 0;
let frame: u32 = 0;

/** The most bytes that the tokens of these members can need. */
export function tokensRoom(members: Slice): usize {
  // A member of a few bytes may become a much longer token: `"a":1` becomes `,(trk-atr) a 1`.
  return cellRoom(sliceLength(members)) * 4;
}

/** Reads the members of a detection. */
export function openMembers(members: Slice, ofTrack: u32, onFrame: u32): void {
  attributesAt = 0;
  geometryAt = 0;
  masksAt = 0;
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
    else if (keyIs("masks")) masksAt = at;
    else if (keyIs("notes")) notesAt = at;
    else countLoss(LossKind.DETECTION_MEMBER, trackId, frame);
    skipValue();
    take(Char.COMMA);
  }
  if (attributesAt != 0) findLength();
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

/** Writes the attributes of the opened detection. */
export function putDetectionAttributes(p: usize): usize {
  return attributesAt == 0 ? p : putAttributes(p, attributesAt, "(atr) ");
}

export function putTrackAttributes(p: usize, attributes: Slice, ofTrack: u32): usize {
  if (attributes == 0) return p;
  trackId = ofTrack;
  const onFrame = frame;
  frame = NO_FRAME;
  openText(sliceStart(attributes), sliceLength(attributes));
  p = putAttributes(p, sliceStart(attributes), "(trk-atr) ");
  frame = onFrame;
  return p;
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
    p = finishCell(cell, putValue(cell, p));
  } while (hasNext(Char.CLOSE_BRACE));
  return p;
}

function hasBlank(start: usize, end: usize): bool {
  for (let p = start; p < end; p++) if (load<u8>(p) == Char.SPACE) return true;
  return start == end;
}

/** Writes the value at the cursor as text, in a cell already begun. */
function putValue(cell: usize, p: usize): usize {
  const byte = peek();
  const start = at;
  skipValue();
  if (byte == Char.QUOTE) {
    const end = putUnescaped(p, stringStart, stringEnd);
    // The bytes after it could look like more of the number.
    store<u8>(end, 0);
    const isOther = kindOfValue(p, end) != ValueKind.TEXT || load<u8>(p) == Char.SPACE || losesEnd(cell, p, end);
    if (isOther) countLoss(LossKind.TOKEN_TEXT, trackId, frame);
    return end;
  }
  if (byte - Char.ZERO <= 9 || byte == Char.MINUS) return putNumberText(p, start, at);
  const isStructured = byte == Char.OPEN_BRACE || byte == Char.OPEN_BRACKET || byte == Char.LOWER_N;
  if (isStructured) countLoss(LossKind.STRUCTURED_ATTRIBUTE, trackId, frame);
  return byte == Char.LOWER_N ? putText(p, "None") : putBytes(p, start, at - start);
}

function putNumberText(p: usize, start: usize, end: usize): usize {
  // Readers convert it to a float.
  const digits = end - start - <usize>(load<u8>(start) == Char.MINUS);
  if (digits > MAX_EXACT_DIGITS && !isFloatText(start, end)) countLoss(LossKind.TOKEN_TEXT, trackId, frame);
  return isFloatText(start, end) ? putFloat(p, parseNumber(start)) : putBytes(p, start, end - start);
}

/** Whether the text at the end of a cell loses a trailing blank. */
function losesEnd(cell: usize, text: usize, end: usize): bool {
  return end > text && load<u8>(end - 1) == Char.SPACE && losesBlanks(cell, end);
}

/** Writes the geometry of the opened detection. */
export function putGeometry(p: usize): usize {
  return geometryAt == 0 ? p : putGeometryCells(p, geometryAt, trackId, frame);
}

// ---------------------------------------------------------------------------------------------------- masks and notes

/** Writes the masks and notes of the opened detection. */
export function putMasksAndNotes(p: usize): usize {
  if (masksAt != 0) p = putTexts(p, masksAt, "(mask) ", true);
  return notesAt == 0 ? p : putTexts(p, notesAt, "(note) ", false);
}

/** Writes each text of a list as a token. */
function putTexts(p: usize, list: usize, prefix: string, isMask: bool): usize {
  moveTo(list);
  if (!take(Char.OPEN_BRACKET)) {
    countLoss(LossKind.DETECTION_MEMBER, trackId, frame);
    return p;
  }
  if (take(Char.CLOSE_BRACKET)) return p;
  do {
    const isText = peek() == Char.QUOTE;
    skipValue();
    if (isText) {
      store<u8>(p, Char.COMMA);
      const cell = p + 1;
      const text = putText(cell, prefix);
      const end = putUnescaped(text, stringStart, stringEnd);
      const isReadBack = isMask ? isMaskPath(text, end) && !hasOuterBlank(text, end) : text < end && !losesEnd(cell, text, end);
      if (!isReadBack) countLoss(LossKind.TOKEN_TEXT, trackId, frame);
      p = finishCell(cell, end);
    } else {
      countLoss(LossKind.DETECTION_MEMBER, trackId, frame);
    }
  } while (hasNext(Char.CLOSE_BRACKET));
  return p;
}
