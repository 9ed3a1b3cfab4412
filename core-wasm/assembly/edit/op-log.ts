/**
 * The op log: every edit as before and after images, one after another. It is the only bookkeeping: undo applies the
 * before images backwards, a journal is a copy of a section, replay applies the after images.
 *
 * An op: size u32 (of the whole op), entity u32, id u32, frame u32, before length u32, after length u32, before, after,
 * and the size again, so that the log can be read from its end. Offsets count from the start of the log; the log moves
 * when it grows.
 */
import { Entity } from "../border";
import { groupEnd, groupId } from "../columns/groups";
import { findTrack, idOf, NO_TRACK, trackEnd } from "../columns/tracks";
import { allocate, extendLast } from "../memory/arena";
import { bytesEqual } from "../memory/bytes";
import { applyImage, imageSize, putImage } from "./images";

const HEADER_BYTES: usize = 24;
const ENTITY: usize = 4;
const ID: usize = 8;
const FRAME: usize = 12;
const BEFORE_LENGTH: usize = 16;
const AFTER_LENGTH: usize = 20;
const FOOTER_BYTES: usize = 4;

let log: usize = 0;
let capacity: usize = 0;
/** Bytes in use. */
export let logEnd: usize = 0;

export function clearOpLog(): void {
  capacity = 0;
  logEnd = 0;
}

export function opAddress(offset: usize): usize {
  return log + offset;
}

/** First half of an edit: records the entity as it is. The caller then makes the change and calls `endOp`. */
export function beginOp(entity: u32, id: u32, frame: u32): void {
  const before = imageSize(entity, id, frame);
  const op = openOp(entity, id, frame, before);
  if (before != 0) putImage(op + HEADER_BYTES, entity, id, frame);
}

function openOp(entity: u32, id: u32, frame: u32, before: usize): usize {
  const op = reserve(HEADER_BYTES + before);
  store<u32>(op, entity, ENTITY);
  store<u32>(op, id, ID);
  store<u32>(op, frame, FRAME);
  store<u32>(op, <u32>before, BEFORE_LENGTH);
  return op;
}

/** Logs the tracks and groups from these entries on as new: the result of an additive read. */
export function logAdded(firstTrack: u32, firstGroup: u32): void {
  for (let track = firstTrack; track < trackEnd; track++) logNew(Entity.TRACK, idOf(track));
  for (let group = firstGroup; group < groupEnd; group++) logNew(Entity.GROUP, groupId(group));
}

function logNew(entity: u32, id: u32): void {
  openOp(entity, id, 0, 0);
  endOp();
}

/** Second half of an edit: records the entity after the change. An edit that changed nothing leaves no op. */
export function endOp(): void {
  const before = <usize>load<u32>(log + logEnd, BEFORE_LENGTH);
  const after = imageSize(load<u32>(log + logEnd, ENTITY), load<u32>(log + logEnd, ID), load<u32>(log + logEnd, FRAME));
  const size = HEADER_BYTES + before + after + FOOTER_BYTES;
  const op = reserve(size);
  store<u32>(op, <u32>size);
  store<u32>(op, <u32>after, AFTER_LENGTH);
  const image = op + HEADER_BYTES + before;
  if (after != 0) putImage(image, load<u32>(op, ENTITY), load<u32>(op, ID), load<u32>(op, FRAME));
  // Written last, since images may write slightly past their end.
  store<u32>(op + size - FOOTER_BYTES, <u32>size);
  if (before == after && bytesEqual(op + HEADER_BYTES, image, before)) return;
  logEnd += size;
}

/** Undoes the ops between two offsets, newest first, and logs that as new ops. */
export function revertOps(from: usize, to: usize): void {
  let p = to;
  while (p > from) {
    p -= sizeBefore(p);
    const op = log + p;
    const entity = load<u32>(op, ENTITY);
    const id = load<u32>(op, ID);
    const frame = load<u32>(op, FRAME);
    beginOp(entity, id, frame);
    applyBefore(log + p);
    endOp();
  }
}

/** Undoes the ops from an offset on and removes them from the log. */
export function dropOps(from: usize): void {
  while (logEnd > from) {
    logEnd -= sizeBefore(logEnd);
    applyBefore(log + logEnd);
  }
}

/**
 * Applies and logs ops of another core that had the same state. Returns false when they do not fit; the ops applied
 * until then are in the log, for `dropOps`. After images are trusted: the host has checked that they are complete
 * (host/edits/journal-check.ts).
 */
export function replayOps(start: usize, length: usize): bool {
  const end = start + length;
  let op = start;
  while (op < end) {
    if (end - op < HEADER_BYTES + FOOTER_BYTES) return false;
    const size = <usize>load<u32>(op);
    const before = <usize>load<u32>(op, BEFORE_LENGTH);
    const after = <usize>load<u32>(op, AFTER_LENGTH);
    if (size > end - op || size != HEADER_BYTES + before + after + FOOTER_BYTES) return false;
    const entity = load<u32>(op, ENTITY);
    const id = load<u32>(op, ID);
    const frame = load<u32>(op, FRAME);
    if (!isPossible(entity, id)) return false;
    beginOp(entity, id, frame);
    const fits =
      load<u32>(log + logEnd, BEFORE_LENGTH) == <u32>before &&
      bytesEqual(log + logEnd + HEADER_BYTES, op + HEADER_BYTES, before);
    if (!fits) return false;
    applyImage(entity, id, frame, op + HEADER_BYTES + before, after);
    endOp();
    op += size;
  }
  return true;
}

/** Whether the target of an op exists: the parts of a track need the track. */
function isPossible(entity: u32, id: u32): bool {
  if (entity == Entity.TRACK || entity == Entity.GROUP) return true;
  return entity != 0 && entity <= Entity.FLAGS && findTrack(id) != NO_TRACK;
}

function applyBefore(op: usize): void {
  applyImage(
    load<u32>(op, ENTITY),
    load<u32>(op, ID),
    load<u32>(op, FRAME),
    op + HEADER_BYTES,
    load<u32>(op, BEFORE_LENGTH),
  );
}

/** The size of the op that ends at an offset. */
function sizeBefore(offset: usize): usize {
  return load<u32>(log + offset - FOOTER_BYTES);
}

/** Reserves room for an op of `bytes` at the end of the log; returns its address. */
function reserve(bytes: usize): usize {
  const needed = logEnd + bytes;
  if (needed > capacity) {
    const newCapacity = max(needed + (needed >> 1), 65536);
    // Usually nothing was allocated since the log last grew, so it grows in place.
    if (capacity == 0 || !extendLast(log + capacity, log + newCapacity)) {
      const moved = allocate(newCapacity);
      // The unfinished op at the end moves too.
      memory.copy(moved, log, capacity);
      log = moved;
    }
    capacity = newCapacity;
  }
  return log + logEnd;
}
