/**
 * The transfer block, which passes byte ranges between host and core in both directions. There is only one; every call
 * reuses it, and it moves when it grows, so addresses in it are valid for one call only.
 */
import { allocate, extendLast } from "./arena";

const FIRST_BYTES: usize = 1 << 20;

export let transferStart: usize = 0;
let limit: usize = 0;

/** The block, with room for at least `bytes`; contents undefined. */
export function openTransfer(bytes: usize): usize {
  if (limit - transferStart < bytes) {
    const size = max(bytes, FIRST_BYTES);
    transferStart = allocate(size);
    limit = transferStart + size;
  }
  return transferStart;
}

/**
 * For writers: makes room for `bytes` more at `p`, an address in the block, and returns the new value of `p`. Keeps
 * what was written before.
 */
export function transferRoom(p: usize, bytes: usize): usize {
  if (limit - p >= bytes) return p;
  const used = p - transferStart;
  const size = used + bytes + (used >> 1) + FIRST_BYTES;
  if (extendLast(limit, transferStart + size)) {
    limit = transferStart + size;
    return p;
  }
  const moved = allocate(size);
  memory.copy(moved, transferStart, used);
  transferStart = moved;
  limit = moved + size;
  return moved + used;
}

/** Forgets the block; the caller empties the arena. */
export function clearTransfer(): void {
  transferStart = 0;
  limit = 0;
}
