/** Attributes in JSON: checks an object and notes its members in the attribute table, in one pass. */
import { heapCommit, heapReserve } from "../memory/heap";
import { makeSlice, sliceLength, sliceStart, Slice } from "../memory/slice";
import { attributeOf, countValue, ValueKind } from "./attribute-table";
import { Char } from "./characters";
import { isRefused } from "./problems";
import {
  at,
  expect,
  hasNext,
  moveTo,
  peek,
  readKey,
  readString,
  skipValue,
  stringEnd,
  stringHasEscapes,
  stringStart,
  take,
} from "./json/scan";
import { putUnescaped } from "./json/strings";

/** Moves over the object at the cursor. */
export function readAttributes(isTrack: bool): void {
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return;
  do {
    readKey();
    if (isRefused) return;
    const name = lastString();
    const attribute = attributeOf(isTrack, sliceStart(name), sliceLength(name));
    const byte = peek();
    if (byte == Char.QUOTE) {
      readString();
      if (isRefused) return;
      const text = lastString();
      countValue(attribute, ValueKind.TEXT, sliceStart(text), sliceLength(text));
    } else {
      skipValue();
      if (isRefused) return;
      // Lists, objects and null say nothing about a kind of value.
      if (byte == Char.LOWER_T || byte == Char.LOWER_F) countValue(attribute, ValueKind.BOOLEAN, 0, 0);
      else if (byte - Char.ZERO <= 9 || byte == Char.MINUS) countValue(attribute, ValueKind.NUMBER, 0, 0);
    }
  } while (hasNext(Char.CLOSE_BRACE));
}

/** Notes the object at `start`, which has been checked before. The cursor stays where it is. */
export function observeJsonAttributes(isTrack: bool, start: usize): void {
  const before = at;
  moveTo(start);
  readAttributes(isTrack);
  moveTo(before);
}

function lastString(): Slice {
  if (stringHasEscapes) return plainText(stringStart, stringEnd);
  return makeSlice(stringStart, stringEnd - stringStart);
}

/** The text between the quotes of a JSON string; a copy when it has escapes. */
export function plainText(start: usize, end: usize): Slice {
  let p = start;
  while (p < end && load<u8>(p) != Char.BACKSLASH) p++;
  if (p == end) return makeSlice(start, end - start);
  const target = heapReserve(end - start);
  const copied = putUnescaped(target, start, end);
  heapCommit(copied);
  return makeSlice(target, copied - target);
}
