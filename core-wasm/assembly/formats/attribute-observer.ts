/** Notes the attributes of a JSON object in the attribute table. */
import { heapCommit, heapReserve } from "../memory/heap";
import { makeSlice, sliceLength, sliceStart, Slice } from "../memory/slice";
import { attributeOf, countValue, ValueKind } from "./attribute-table";
import { Char } from "./characters";
import { at, hasNext, moveTo, peek, readBoolean, readKey, readNumber, skipValue, stringEnd, stringStart, take } from "./json/scan";
import { putUnescaped } from "./json/strings";

/** The object starts at `start` and has been checked. The cursor stays where it is. */
export function observeJsonAttributes(isTrack: bool, start: usize): void {
  const before = at;
  moveTo(start + 1);
  if (!take(Char.CLOSE_BRACE)) {
    do {
      readKey();
      const name = plainText(stringStart, stringEnd);
      observeValue(attributeOf(isTrack, sliceStart(name), sliceLength(name)));
    } while (hasNext(Char.CLOSE_BRACE));
  }
  moveTo(before);
}

/** Lists, objects and null say nothing about a kind of value. */
function observeValue(attribute: u32): void {
  const byte = peek();
  if (byte == Char.QUOTE) {
    skipValue();
    const text = plainText(stringStart, stringEnd);
    countValue(attribute, ValueKind.TEXT, sliceStart(text), sliceLength(text));
  } else if (byte - Char.ZERO <= 9 || byte == Char.MINUS) {
    readNumber();
    countValue(attribute, ValueKind.NUMBER, 0, 0);
  } else if (readBoolean() >= 0) {
    countValue(attribute, ValueKind.BOOLEAN, 0, 0);
  } else {
    skipValue();
  }
}

/** The text between the quotes of a JSON string; a copy when it has escapes. */
function plainText(start: usize, end: usize): Slice {
  let p = start;
  while (p < end && load<u8>(p) != Char.BACKSLASH) p++;
  if (p == end) return makeSlice(start, end - start);
  const target = heapReserve(end - start);
  const copied = putUnescaped(target, start, end);
  heapCommit(copied);
  return makeSlice(target, copied - target);
}
