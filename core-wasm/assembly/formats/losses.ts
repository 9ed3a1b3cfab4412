/**
 * The loss ledger: data that a writer's format cannot hold, how often it occurred, and where first. The kinds are
 * positions in the host's catalog (host/formats/problems/losses.ts).
 */
import { LossKind } from "../border";

/** Bytes of an entry: count, track id, frame (u32 each), unused. */
const ENTRY_BITS: usize = 4;
const entries: usize = memory.data(<i32>LossKind.COUNT << 4);

export function clearLosses(): void {
  memory.fill(entries, 0, (<usize>LossKind.COUNT) << ENTRY_BITS);
}

/** Used instead of a frame when the loss concerns the track as a whole. */
export const NO_FRAME: u32 = 0xffffffff;

export function countLoss(kind: u32, trackId: u32, frame: u32): void {
  const entry = entries + ((<usize>kind) << ENTRY_BITS);
  const count = load<u32>(entry);
  store<u32>(entry, count + 1);
  if (count != 0) return;
  store<u32>(entry, trackId, 4);
  store<u32>(entry, frame, 8);
}

/** Address of the entry of the first kind. */
export function lossEntries(): usize {
  return entries;
}
