/**
 * The loss ledger: what a writer met and its format cannot hold; how often, and where first. The kinds are the positions
 * in the host's catalogue (host/losses.ts); a test compares the two.
 */
export namespace LossKind {
  export const GROUPS: u32 = 0;
  export const TRACK_WITHOUT_PAIRS: u32 = 1;
  export const TRACK_WITHOUT_DETECTIONS: u32 = 2;
  export const TRACK_MEMBER: u32 = 3;
  export const DETECTION_MEMBER: u32 = 4;
  export const INTERPOLATION: u32 = 5;
  export const FRACTIONAL_BOUNDS: u32 = 6;
  export const FRACTIONAL_COORDINATES: u32 = 7;
  export const LINE_STRING_GEOMETRY: u32 = 8;
  export const STRUCTURED_ATTRIBUTE: u32 = 9;
  export const ATTRIBUTE_NAME: u32 = 10;
  export const MALFORMED_GEOMETRY: u32 = 11;
  export const NOT_A_KEYFRAME: u32 = 12;
  export const TYPE_WITHOUT_CLASS: u32 = 13;
  export const FURTHER_PAIR: u32 = 14;
  export const TRACK_IDENTITY: u32 = 15;
  export const CONFIDENCE_SENTINEL: u32 = 16;
  export const TRACK_ATTRIBUTES: u32 = 17;
  export const LENGTH: u32 = 18;
  export const DETECTION_ATTRIBUTE: u32 = 19;
  export const GEOMETRY: u32 = 20;
  export const BOUNDS_DIGITS: u32 = 21;
  export const NOTES: u32 = 22;
  export const HOLES: u32 = 23;
  export const POINT_NAME: u32 = 24;
  export const INTERPOLATED_DETECTIONS: u32 = 25;
  export const FRAME_WITHOUT_IMAGE: u32 = 26;
  export const TOKEN_TEXT: u32 = 27;
  export const TYPE_NAME: u32 = 28;
  export const POINT_KEY: u32 = 29;
  export const POLYGON_KEY: u32 = 30;
  export const HEAD_TAIL_LINE: u32 = 31;
  export const LENGTH_ATTRIBUTE: u32 = 32;
  export const ZERO_CHARACTER: u32 = 33;
  export const TRACK_ID: u32 = 34;
}

const KINDS: usize = 35;
/** Bytes of a kind: count, track id, frame (u32 each), unused. */
const ENTRY_BITS: usize = 4;
const entries: usize = memory.data(560);

export function clearLosses(): void {
  memory.fill(entries, 0, KINDS << ENTRY_BITS);
}

/** In place of a frame: the track as a whole. */
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
