/**
 * The heap keeps text that columns point to with slices: type names, attributes, unknown fields, geometry, groups.
 * Text that a source already has in the form needed stays there instead (formats/member-stack.ts).
 *
 * It is append-only, so a slice stays valid for the life of the core, and undo can simply point to older text again.
 *
 * A zero follows each text, so that who reads a number at its end does not read on in the next one.
 *
 * Writing: `let p = heapReserve(most)`, store at most that many bytes from p on, `heapCommit(p)`.
 */
import { allocate, extendLast } from "./arena";
import { makeSlice, Slice } from "./slice";

const CHUNK_BYTES: usize = 65536;

let cursor: usize = 0;
let limit: usize = 0;

/** Where the next text goes, with room for `bytes` and the zero. */
export function heapReserve(bytes: usize): usize {
  if (limit - cursor > bytes) return cursor;
  const wanted = max(bytes + 1, CHUNK_BYTES);
  // Right after a read nothing follows the heap, and it grows in place.
  if (limit != 0 && extendLast(limit, cursor + wanted)) {
    limit = cursor + wanted;
    return cursor;
  }
  cursor = allocate(wanted);
  limit = cursor + wanted;
  return cursor;
}

/** Keeps everything stored between the last reserve and `end`. */
export function heapCommit(end: usize): void {
  store<u8>(end, 0);
  cursor = end + 1;
}

/** Copies bytes into the heap. */
export function heapCopy(start: usize, length: usize): Slice {
  const target = heapReserve(length);
  memory.copy(target, start, length);
  heapCommit(target + length);
  return makeSlice(target, length);
}

/** Gives a block that is no longer needed (the source of a finished read) to the heap, when it is the larger rest. */
export function heapAdopt(block: usize, bytes: usize): void {
  if (bytes <= limit - cursor) return;
  cursor = block;
  limit = block + bytes;
}

/** Forgets all text; the arena is emptied by the caller. */
export function heapClear(): void {
  cursor = 0;
  limit = 0;
}
