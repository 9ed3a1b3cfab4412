/** Attributes in JSON: checks an object and notes its members in the attribute table, in one pass. */
import { heapCommit, heapReserve } from "../../memory/heap";
import { makeSlice, sliceLength, sliceStart, Slice } from "../../memory/slice";
import { attributeOf, countValue, ValueKind } from "../attribute-table";
import { Char } from "../characters";
import { isRefused } from "../problems";
import {
  expect,
  hasNext,
  isNumberNext,
  peek,
  readBoolean,
  readKey,
  readString,
  skipValue,
  stringEnd,
  stringHasEscapes,
  stringStart,
  take,
} from "./scan";
import { putUnescaped } from "./strings";

/** Moves over the object at the cursor. */
export function readAttributes(isTrack: bool): void {
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return;
  do {
    readKey();
    if (isRefused) return;
    const name = lastString();
    readValue(attributeOf(isTrack, sliceStart(name), sliceLength(name)));
  } while (hasNext(Char.CLOSE_BRACE));
}

/** Lists, objects and null say nothing about a kind of value. */
function readValue(attribute: u32): void {
  if (peek() == Char.QUOTE) {
    readString();
    if (isRefused) return;
    const text = lastString();
    countValue(attribute, ValueKind.TEXT, sliceStart(text), sliceLength(text));
  } else if (isNumberNext()) {
    skipValue();
    countValue(attribute, ValueKind.NUMBER, 0, 0);
  } else if (readBoolean() >= 0) {
    countValue(attribute, ValueKind.BOOLEAN, 0, 0);
  } else {
    skipValue();
  }
}

/** The text between the quotes of the string that was just read; a copy when it has escapes. */
function lastString(): Slice {
  if (!stringHasEscapes) return makeSlice(stringStart, stringEnd - stringStart);
  const target = heapReserve(stringEnd - stringStart);
  const copied = putUnescaped(target, stringStart, stringEnd);
  heapCommit(copied);
  return makeSlice(target, copied - target);
}
