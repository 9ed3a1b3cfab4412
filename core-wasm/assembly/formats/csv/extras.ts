/**
 * The tokens of a VIAME CSV row as the JSON members of a detection: `"attributes":{…},"geometry":{…},"masks":[…],
 * "notes":[…]`, the same as an import of api/v1 makes (section 21.2), plus the masks that VIAME writes.
 */
import { putBytes, putText, startsWith } from "../../memory/bytes";
import { heapCommit, heapReserve } from "../../memory/heap";
import { makeSlice, NO_SLICE, Slice, sliceLength, sliceStart } from "../../memory/slice";
import { parseNumber } from "../../numbers/parse";
import { printPython } from "../../numbers/print";
import { attributeKey, attributeOf, countValue, setValueWeight, ValueKind } from "../attribute-table";
import { Char } from "../characters";
import { geometryRoom, hasGeometry, putFloatText, putGeometry } from "./geometry";
import {
  hasKind,
  tokenAttribute,
  tokenCount,
  TokenKind,
  tokenKind,
  tokenTextLength,
  tokenTextStart,
  tokenValueKind,
} from "./tokens";
import { ESCAPE_GROWTH, putJsonString } from "../json/strings";

/** Room for the fixed parts around a token's text. */
const TOKEN_ROOM: usize = 64;

/** `length`, the attribute for cell 9. */
const LENGTH_NAME: usize = memory.data<u8>([0x6c, 0x65, 0x6e, 0x67, 0x74, 0x68]);
const LENGTH_BYTES: usize = 6;

/** The value of `(atr) length` in the last row whose extras were stored; NaN: none. */
export let lengthAttribute: f64 = NaN;

/** Writes the members of the last row read. `length` is its cell 9; it counts only when positive. */
export function storeExtras(length: f64): Slice {
  lengthAttribute = NaN;
  // A new name is copied into the heap, so this must come before the text is begun there.
  const ofLength: u32 = length > 0 ? attributeOf(false, LENGTH_NAME, LENGTH_BYTES) : 0;
  const target = heapReserve(extrasRoom());
  let p = target;
  if (hasKind(TokenKind.ATTRIBUTE) || length > 0) p = putAttributes(p, length, ofLength);
  if (hasGeometry()) p = putGeometry(separate(p, target));
  if (hasKind(TokenKind.MASK)) p = putTexts(putText(separate(p, target), '"masks":['), TokenKind.MASK);
  if (hasKind(TokenKind.NOTE)) p = putTexts(putText(separate(p, target), '"notes":['), TokenKind.NOTE);
  if (p == target) return NO_SLICE;
  heapCommit(p);
  return makeSlice(target, p - target);
}

function separate(p: usize, first: usize): usize {
  if (p != first) store<u8>(p++, Char.COMMA);
  return p;
}

function extrasRoom(): usize {
  let bytes = TOKEN_ROOM * 4 + geometryRoom();
  for (let token: u32 = 0; token < tokenCount; token++) {
    const isAttribute = tokenKind(token) == TokenKind.ATTRIBUTE;
    const keyLength = isAttribute ? sliceLength(attributeKey(tokenAttribute(token))) : 0;
    // An escape takes up to six bytes per byte.
    bytes += <usize>tokenTextLength(token) * ESCAPE_GROWTH + keyLength + TOKEN_ROOM;
  }
  return bytes;
}

/** `ofLength` is the attribute for cell 9. */
function putAttributes(p: usize, length: f64, ofLength: u32): usize {
  p = putText(p, '"attributes":{');
  const first = p;
  for (let token: u32 = 0; token < tokenCount; token++) {
    if (tokenKind(token) != TokenKind.ATTRIBUTE) continue;
    const key = attributeKey(tokenAttribute(token));
    const isLength = sliceLength(key) == 9 && startsWith(sliceStart(key), '"length"');
    // A value that is not a number gives way to cell 9, and was not counted.
    if (isLength && length > 0 && tokenValueKind(token) != ValueKind.NUMBER) {
      unreadValue(token);
      continue;
    }
    p = separate(p, first);
    p = putBytes(p, sliceStart(key), sliceLength(key));
    const kind = tokenValueKind(token);
    const value = tokenTextStart(token);
    p = putTypedValue(p, kind, value, tokenTextLength(token));
    if (isLength && kind == ValueKind.NUMBER) lengthAttribute = parseNumber(value);
  }
  if (length > 0 && isNaN(lengthAttribute)) {
    countValue(ofLength, ValueKind.NUMBER, 0, 0);
    p = putText(separate(p, first), '"length":');
    p = printPython(p, length);
  }
  store<u8>(p, Char.CLOSE_BRACE);
  return p + 1;
}

function unreadValue(token: u32): void {
  setValueWeight(-1);
  countValue(tokenAttribute(token), tokenValueKind(token), tokenTextStart(token), tokenTextLength(token));
  setValueWeight(1);
}

/** Writes a value as JSON: a flag, which has no text, is true; numbers are floats. */
export function putTypedValue(p: usize, kind: u32, start: usize, length: u32): usize {
  if (kind == ValueKind.NUMBER) return putFloatText(p, start);
  if (kind == ValueKind.BOOLEAN) return putText(p, load<u8>(start) == Char.LOWER_F && length > 0 ? "false" : "true");
  return putJsonString(p, start, length, false);
}

/** Writes the texts of all tokens of a kind, and the end of the list. */
function putTexts(p: usize, kind: u32): usize {
  const first = p;
  for (let token: u32 = 0; token < tokenCount; token++) {
    if (tokenKind(token) != kind) continue;
    p = separate(p, first);
    p = putJsonString(p, tokenTextStart(token), tokenTextLength(token), false);
  }
  store<u8>(p, Char.CLOSE_BRACKET);
  return p + 1;
}
