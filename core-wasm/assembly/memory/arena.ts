/**
 * The allocator: one pointer that only moves up. Nothing is freed individually; a core is dropped as a whole.
 *
 * Work memory is taken with `allocateScratch` between `mark()` and `release()`, which frees it. Nothing that must stay
 * may be allocated in between; builds with assertions check that. The AssemblyScript runtime is `stub` and its managed
 * heap would start at the same address, so no code here may create managed objects (strings other than literals,
 * arrays, class instances).
 */

/** Throws on the host side; never returns. */
declare function outOfMemory(wantedBytes: f64): void;

/** Room after every block, so that a 16-byte load at its last byte stays inside memory. */
const BLOCK_SLACK: usize = 64;
const PAGE_BITS: u32 = 16;
const MAX_PAGES: i32 = 65536;
/** Memory grows by at least this many pages (16 MB), see `ensurePages`. */
const MIN_GROWTH_PAGES: i32 = 256;

let top: usize = 0;
/** Marks that have not been released. */
let openMarks: i32 = 0;

/** A permanent block of `bytes`, 64-byte aligned, contents undefined. */
export function allocate(bytes: usize): usize {
  assert(openMarks == 0);
  return take(bytes);
}

/** A block that is freed by the next `release()`, contents undefined. */
export function allocateScratch(bytes: usize): usize {
  assert(openMarks > 0);
  return take(bytes);
}

/** For a block larger than a `usize` can express; never returns. */
export function refuseMemory(bytes: f64): void {
  outOfMemory(bytes);
}

function take(bytes: usize): usize {
  if (top == 0) top = alignUp(__heap_base);
  const block = top;
  setTop(block + bytes + BLOCK_SLACK);
  return block;
}

/** Like `allocate`, filled with zeros. */
export function allocateZeroed(bytes: usize): usize {
  const block = allocate(bytes);
  memory.fill(block, 0, bytes);
  return block;
}

/** Starts using work memory; pass the result to `release`. */
export function mark(): usize {
  openMarks++;
  return take(0);
}

/** Frees all work memory allocated since the mark. */
export function release(to: usize): void {
  openMarks--;
  top = to;
}

/** The end of the blocks; memory past it has no meaning. */
export function arenaEnd(): usize {
  return top;
}

/** Frees everything; all addresses become invalid. */
export function resetArena(): void {
  top = 0;
  openMarks = 0;
}

/** Extends the last block; returns false when the block that ends at `end` is not the last one. */
export function extendLast(end: usize, newEnd: usize): bool {
  assert(openMarks == 0);
  if (alignUp(end + BLOCK_SLACK) != top) return false;
  setTop(newEnd + BLOCK_SLACK);
  return true;
}

function setTop(end: usize): void {
  // A 32-bit sum that wraps means that more than 4 GB were requested.
  if (end < top - BLOCK_SLACK) outOfMemory(4294967296.0);
  const newTop = alignUp(end);
  ensurePages(<i32>((<u64>newTop + 0xffff) >> PAGE_BITS));
  top = newTop;
}

/** Every growth makes V8 collect its whole heap, so memory grows rarely and by half; untouched pages cost nothing. */
function ensurePages(needed: i32): void {
  const present = memory.size();
  if (needed <= present) return;
  const targetPages = min(MAX_PAGES, max(needed + MIN_GROWTH_PAGES, present + (present >> 1)));
  if (memory.grow(targetPages - present) >= 0) return;
  if (memory.grow(needed - present) < 0) outOfMemory(<f64>needed * 65536);
}

function alignUp(address: usize): usize {
  return (address + 63) & ~63;
}
