/**
 * Object members: their names, and what all readers of members share.
 *
 * A name is compared by its tag, 8 bytes derived from it, so that choosing the right branch costs one comparison per
 * candidate instead of a loop.
 */
import { packText } from "../../memory/bytes";
import { pushMember } from "../member-stack";
import { isRefused, report } from "../problems";
import { at, hadSpace, isNullNext, skipValue, stringEnd, stringStart } from "./scan";

/** The largest frame number: that of a signed 32-bit integer, as in the files of other tools. */
export const MAX_FRAME: f64 = 2147483647;

/** The first 7 bytes and the length of a name. Use `keyIs` to distinguish names that share a tag. */
export function tagOf(name: string): u64 {
  return (packText(name) & 0x00ffffffffffffff) | ((<u64>name.length) << 56);
}

/** The tag of the key that was just read. */
export function keyTag(): u64 {
  const length = stringEnd - stringStart;
  const head = load<u64>(stringStart);
  const kept: u64 = length >= 7 ? 0x00ffffffffffffff : ((<u64>1) << (<u64>length << 3)) - 1;
  return (head & kept) | ((<u64>min<usize>(length, 255)) << 56);
}

/** Whether the key that was just read is this name of at most 16 characters; needed for names of more than 7. */
export function keyIs(name: string): bool {
  const length = <u32>name.length;
  if (<u32>(stringEnd - stringStart) != length) return false;
  const units = changetype<usize>(name);
  const text = i8x16.narrow_i16x8_u(v128.load(units), v128.load(units, 16));
  const different = <u32>i8x16.bitmask(i8x16.ne(v128.load(stringStart), text));
  return (different & ((1 << length) - 1)) == 0;
}

/**
 * Reports what makes a track unusable, unless the read is over. Returns false, so that callers can return it as their
 * result.
 */
export function broken(code: u32, number: f64): bool {
  report(code, at, number);
  return false;
}

/** Keeps the member whose key starts at `keyStart` and whose value is next, unless the value is null. */
export function keepMember(keyStart: usize): void {
  if (skipNull()) return;
  skipValue();
  if (!isRefused) pushMember(keyStart, at, hadSpace());
}

export function skipNull(): bool {
  if (!isNullNext()) return false;
  skipValue();
  return true;
}

/** Whether a number is an integer from 0 to `most`. */
export function isIndex(value: f64, max: f64): bool {
  return value >= 0 && value <= max && value == floor(value);
}
