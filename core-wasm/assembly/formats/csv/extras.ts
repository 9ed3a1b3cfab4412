/**
 * The tokens of a VIAME CSV row as the JSON members of a detection: `"attributes":{…},"geometry":{…},"notes":[…]`, the same
 * that an import of api/v1 makes (section 21.2).
 */
import { bytesEqual, putText, textIs } from "../../memory/bytes";
import { heapCommit, heapReserve } from "../../memory/heap";
import { makeSlice, NO_SLICE, Slice } from "../../memory/slice";
import { numberEnd, parseNumber } from "../../numbers/parse";
import { printPython } from "../../numbers/print";
import { attributeOf, countValue, ValueKind } from "../attribute-table";
import { Char } from "../characters";
import { numberIn } from "./scan";
import {
  hasKind,
  tokenCount,
  TokenKind,
  tokenKind,
  tokenNameLength,
  tokenNameStart,
  tokenTextEnd,
  tokenTextStart,
} from "./tokens";
import { ESCAPE_GROWTH, putJsonString } from "../json/strings";

/** Room for the fixed parts around a token's text. */
const TOKEN_ROOM: usize = 256;

/** The value of `(atr) length` in the row whose extras were made last; NaN: none. */
export let lengthAttribute: f64 = NaN;

/** Makes the members of the row that was read last. `length` is its cell 9; it counts when it is positive. */
export function storeExtras(length: f64): Slice {
  lengthAttribute = NaN;
  const target = heapReserve(extrasRoom());
  let p = target;
  if (hasKind(TokenKind.ATTRIBUTE) || length > 0) p = putAttributes(p, length);
  if (hasKind(TokenKind.POINT) || hasKind(TokenKind.POLYGON)) p = putGeometry(separate(p, target));
  if (hasKind(TokenKind.NOTE)) p = putNotes(separate(p, target));
  heapCommit(p);
  return p == target ? NO_SLICE : makeSlice(target, p - target);
}

export function hasGeometryTokens(): bool {
  return hasKind(TokenKind.POINT) || hasKind(TokenKind.POLYGON);
}

function separate(p: usize, first: usize): usize {
  if (p != first) store<u8>(p++, Char.COMMA);
  return p;
}

function extrasRoom(): usize {
  let bytes: usize = TOKEN_ROOM * 2;
  for (let token: u32 = 0; token < tokenCount; token++) {
    // Escapes make six bytes of one; `1 2` becomes `[1.0,2.0],`.
    bytes += (tokenTextEnd(token) - tokenTextStart(token) + tokenNameLength(token)) * ESCAPE_GROWTH + TOKEN_ROOM;
  }
  return bytes;
}

// --------------------------------------------------------------------------------------------------------- attributes

function putAttributes(p: usize, length: f64): usize {
  p = putText(p, '"attributes":{');
  const first = p;
  for (let token: u32 = 0; token < tokenCount; token++) {
    if (tokenKind(token) != TokenKind.ATTRIBUTE || isOverridden(token)) continue;
    p = separate(p, first);
    p = putJsonString(p, tokenNameStart(token), tokenNameLength(token), false);
    store<u8>(p++, Char.COLON);
    const valueStart = p;
    p = putTypedValue(p, tokenTextStart(token), tokenTextEnd(token));
    countTyped(attributeOf(false, tokenNameStart(token), tokenNameLength(token)), token);
    if (textIs(tokenNameStart(token), <u32>tokenNameLength(token), "length")) lengthAttribute = numberIn(valueStart, p);
  }
  if (length > 0 && isNaN(lengthAttribute)) {
    p = putText(separate(p, first), '"length":');
    p = printPython(p, length);
  }
  store<u8>(p, Char.CLOSE_BRACE);
  return p + 1;
}

/** Whether a later token of the row gives the same attribute, which then counts. */
function isOverridden(token: u32): bool {
  for (let later = token + 1; later < tokenCount; later++) {
    const isSame =
      tokenKind(later) == tokenKind(token) &&
      tokenNameLength(later) == tokenNameLength(token) &&
      bytesEqual(tokenNameStart(later), tokenNameStart(token), tokenNameLength(token));
    if (isSame) return true;
  }
  return false;
}

/** `true` and `false` are booleans, what is a number in full is a float, all else is text. */
export function putTypedValue(p: usize, start: usize, end: usize): usize {
  if (textIs(start, <u32>(end - start), "true")) return putText(p, "true");
  if (textIs(start, <u32>(end - start), "false")) return putText(p, "false");
  const value = numberIn(start, end);
  if (isFinite(value)) return printPython(p, value);
  return putJsonString(p, start, end - start, false);
}

/** Counts the value of a token for the attribute definitions. */
export function countTyped(attribute: u32, token: u32): void {
  const start = tokenTextStart(token);
  const length = tokenTextEnd(token) - start;
  let kind: u32 = ValueKind.TEXT;
  if (textIs(start, <u32>length, "true") || textIs(start, <u32>length, "false")) kind = ValueKind.BOOLEAN;
  else if (isFinite(numberIn(start, start + length))) kind = ValueKind.NUMBER;
  countValue(attribute, kind, start, length);
}

// ----------------------------------------------------------------------------------------------------------- geometry

function putGeometry(p: usize): usize {
  p = putText(p, '"geometry":{"type":"FeatureCollection","features":[');
  const first = p;
  let polygons: u32 = 0;
  let head: u32 = NO_TOKEN;
  let tail: u32 = NO_TOKEN;
  for (let token: u32 = 0; token < tokenCount; token++) {
    const kind = tokenKind(token);
    if (kind == TokenKind.POINT) {
      if (nameIs(token, "head")) head = token;
      if (nameIs(token, "tail")) tail = token;
      p = openFeature(separate(p, first));
      p = putJsonString(p, tokenNameStart(token), tokenNameLength(token), false);
      p = putText(p, '},"geometry":{"type":"Point","coordinates":');
      p = putText(putPositions(p, token), "}}");
    } else if (kind == TokenKind.POLYGON) {
      p = openFeature(separate(p, first));
      p = putPolygonKey(p, polygons++);
      p = putText(p, '},"geometry":{"type":"Polygon","coordinates":[');
      p = putText(putRings(p, token), "]}}");
    }
  }
  if (head != NO_TOKEN && tail != NO_TOKEN) {
    p = putText(openFeature(separate(p, first)), '"HeadTails"},"geometry":{"type":"LineString","coordinates":[');
    p = putPositions(p, min(head, tail));
    store<u8>(p, Char.COMMA);
    p = putText(putPositions(p + 1, max(head, tail)), "]}}");
  }
  return putText(p, "]}");
}

const NO_TOKEN: u32 = 0xffffffff;

function nameIs(token: u32, name: string): bool {
  return textIs(tokenNameStart(token), <u32>tokenNameLength(token), name);
}

function openFeature(p: usize): usize {
  return putText(p, '{"type":"Feature","properties":{"key":');
}

/** The first polygon has the key "", the next ones "1", "2" and so on. */
function putPolygonKey(p: usize, polygon: u32): usize {
  store<u8>(p++, Char.QUOTE);
  if (polygon != 0) {
    p = printPython(p, polygon) - 2;
  }
  store<u8>(p, Char.QUOTE);
  return p + 1;
}

/** The outer ring of a polygon and the holes that follow it before the next polygon. */
function putRings(p: usize, polygon: u32): usize {
  p = putRing(p, polygon);
  for (let token = polygon + 1; token < tokenCount; token++) {
    const kind = tokenKind(token);
    if (kind == TokenKind.POLYGON) break;
    if (kind != TokenKind.HOLE) continue;
    store<u8>(p, Char.COMMA);
    p = putRing(p + 1, token);
  }
  return p;
}

function putRing(p: usize, token: u32): usize {
  store<u8>(p, Char.OPEN_BRACKET);
  p = putPositions(p + 1, token);
  store<u8>(p, Char.CLOSE_BRACKET);
  return p + 1;
}

/** The numbers of a token as `[x,y],[x,y]`. */
function putPositions(p: usize, token: u32): usize {
  const end = tokenTextEnd(token);
  let q = tokenTextStart(token);
  let isX = true;
  while (q < end) {
    store<u8>(p++, isX ? Char.OPEN_BRACKET : Char.COMMA);
    p = putCoordinate(p, q);
    q = coordinateEnd;
    while (q < end && load<u8>(q) == Char.SPACE) q++;
    if (!isX) {
      store<u8>(p++, Char.CLOSE_BRACKET);
      if (q < end) store<u8>(p++, Char.COMMA);
    }
    isX = !isX;
  }
  return p;
}

/** The byte behind the coordinate that was put last. */
let coordinateEnd: usize = 0;

/** A coordinate is a float; whole numbers, which most are, need no more than a point and a zero. */
function putCoordinate(p: usize, start: usize): usize {
  const first = start + <usize>(load<u8>(start) == Char.MINUS);
  let q = first;
  while (<u32>load<u8>(q) - Char.ZERO <= 9) q++;
  const isWhole = load<u8>(q) != Char.DOT && (load<u8>(q) | 32) != Char.LOWER_E;
  const isPlain = q > first && q - first < 16 && (load<u8>(first) != Char.ZERO || q == first + 1);
  if (isWhole && isPlain) {
    v128.store(p, v128.load(start));
    p += q - start;
    coordinateEnd = q;
    return putText(p, ".0");
  }
  p = printPython(p, parseNumber(start));
  coordinateEnd = numberEnd;
  return p;
}

// -------------------------------------------------------------------------------------------------------------- notes

function putNotes(p: usize): usize {
  p = putText(p, '"notes":[');
  const first = p;
  for (let token: u32 = 0; token < tokenCount; token++) {
    if (tokenKind(token) != TokenKind.NOTE) continue;
    p = separate(p, first);
    p = putJsonString(p, tokenTextStart(token), tokenTextEnd(token) - tokenTextStart(token), false);
  }
  store<u8>(p, Char.CLOSE_BRACKET);
  return p + 1;
}
