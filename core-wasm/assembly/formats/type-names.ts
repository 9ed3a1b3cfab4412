/** Adds type names in the spelling of formats to the type table, with the prefix of an additive import. */
import { internType } from "../columns/types";
import { allocate } from "../memory/arena";
import { openTransfer } from "../memory/transfer";
import { Char } from "./characters";
import { putUnescaped } from "./json/strings";

let prefix: usize = 0;
let prefixLength: usize = 0;

/** Every name read from now on becomes `prefix` + name. The bytes are copied. */
export function setTypePrefix(start: usize, length: usize): void {
  prefixLength = length;
  if (length == 0) return;
  prefix = allocate(length);
  memory.copy(prefix, start, length);
}

/** A name in plain UTF-8. */
export function internPlainName(start: usize, length: usize): u32 {
  if (prefixLength == 0) return internType(start, length);
  const name = openTransfer(prefixLength + length);
  memory.copy(name, prefix, prefixLength);
  memory.copy(name + prefixLength, start, length);
  return internType(name, prefixLength + length);
}

/** A name between the quotes of a JSON string. */
export function internJsonName(start: usize, end: usize): u32 {
  let p = start;
  while (p < end && load<u8>(p) != Char.BACKSLASH) p++;
  if (p == end) return internPlainName(start, end - start);
  const name = openTransfer(prefixLength + (end - start));
  memory.copy(name, prefix, prefixLength);
  return internType(name, putUnescaped(name + prefixLength, start, end) - name);
}
