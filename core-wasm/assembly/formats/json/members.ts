/**
 * Object members by name: a tag of 8 bytes stands for a name while it is compared, so that picking the right branch costs
 * one comparison a candidate instead of a loop.
 */
import { packText } from "../../memory/bytes";
import { stringEnd, stringStart } from "./scan";

/** The first 7 bytes and the length of a name. Names that share a tag must be told apart by `keyIs`. */
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
