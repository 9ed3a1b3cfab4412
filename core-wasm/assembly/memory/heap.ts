/**
 * The heap stores text that columns refer to by slices: type names, attributes, unknown fields, geometry, groups. Text
 * that a source already has in the needed form stays there instead (formats/member-stack.ts).
 *
 * It is append-only, so a slice stays valid for the life of the core, and undo can simply refer to older text.
 *
 * A zero follows each text, so that reading a number at the end of one does not run into the next.
 *
 * Writing: `let p = heapReserve(most)`, store at most that many bytes from p on, `heapCommit(p)`.
 */
import { allocate, extendLast } from "./arena";
import { makeSlice, Slice } from "./slice";

const CHUNK_BYTES: usize = 65536;

let cursor: usize = 0;
let limit: usize = 0;

/** The address for the next text, with room for `bytes` and the zero. */
export function heapReserve(bytes: usize): usize {
  if (limit - cursor > bytes) return cursor;
  const chunkBytes = max(bytes + 1, CHUNK_BYTES);
  // Right after a read nothing follows the heap, so it grows in place.
  if (limit != 0 && extendLast(limit, cursor + chunkBytes)) {
    limit = cursor + chunkBytes;
    return cursor;
  }
  cursor = allocate(chunkBytes);
  limit = cursor + chunkBytes;
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

/**
 * Gives a block that is no longer needed (the source of a finished read) to the heap, if it has more room than the heap
 * has left.
 */
export function heapAdopt(block: usize, bytes: usize): void {
  if (bytes <= limit - cursor) return;
  cursor = block;
  limit = block + bytes;
}

/** Forgets all text; the caller empties the arena. */
export function heapClear(): void {
  cursor = 0;
  limit = 0;
}
