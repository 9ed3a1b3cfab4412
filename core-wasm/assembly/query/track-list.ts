/**
 * All tracks in one call, for host code that visits everything: one call per track would cost more than the work
 * itself.
 */
import { pairType } from "../columns/pairs";
import { beginOf, endOf, endRowOf, firstRowOf, HIDDEN, idOf, pairsOf, shownTypeOf } from "../columns/tracks";
import { trackAt, trackCount } from "../columns/tracks";
import { sliceLength, sliceStart } from "../memory/slice";
import { openTransfer, transferStart } from "../memory/transfer";

/** The same constant is in host/queries/columns.ts. */
const ENTRY_BYTES: usize = 20;
/** The same constant is in host/queries/timeline.ts. */
const SPAN_BYTES: usize = 24;
const NO_TYPE: u32 = 0xffffffff;

/**
 * Puts five u32 for each living track, by ascending id, into the transfer block: entry, id, first row, the row after
 * the last one, type of the best pair or NO_TYPE. Returns the number of tracks.
 */
export function listTracks(): u32 {
  let p = openTransfer(<usize>trackCount * ENTRY_BYTES);
  for (let position: u32 = 0; position < trackCount; position++) {
    const track = trackAt(position);
    const pairs = pairsOf(track);
    store<u32>(p, track);
    store<u32>(p, idOf(track), 4);
    store<u32>(p, firstRowOf(track), 8);
    store<u32>(p, endRowOf(track), 12);
    store<u32>(p, sliceLength(pairs) == 0 ? NO_TYPE : pairType(<u32>sliceStart(pairs)), 16);
    p += ENTRY_BYTES;
  }
  return trackCount;
}

/** Puts the ids of shown tracks (u32, ascending) into the transfer block; returns how many there are. */
export function listShownTracks(): u32 {
  let p = openTransfer(<usize>trackCount << 2);
  for (let position: u32 = 0; position < trackCount; position++) {
    const track = trackAt(position);
    if (shownTypeOf(track) == HIDDEN) continue;
    store<u32>(p, idOf(track));
    p += 4;
  }
  return <u32>((p - transferStart) >> 2);
}

/**
 * Puts six u32 for each shown track, by ascending id, into the transfer block: id, type it is shown under, first and
 * last frame, first row, the row after the last one. Returns the number of tracks.
 */
export function listShownSpans(): u32 {
  let p = openTransfer(<usize>trackCount * SPAN_BYTES);
  for (let position: u32 = 0; position < trackCount; position++) {
    const track = trackAt(position);
    const type = shownTypeOf(track);
    if (type == HIDDEN) continue;
    store<u32>(p, idOf(track));
    store<u32>(p, type, 4);
    store<u32>(p, beginOf(track), 8);
    store<u32>(p, endOf(track), 12);
    store<u32>(p, firstRowOf(track), 16);
    store<u32>(p, endRowOf(track), 20);
    p += SPAN_BYTES;
  }
  return <u32>((p - transferStart) / SPAN_BYTES);
}
