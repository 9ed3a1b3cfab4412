/**
 * Track attributes of VIAME CSV: `(trk-atr) name value` is on every row of a track, and the last row by frame counts.
 * Tokens are recorded while rows are read, and become one JSON object per track at the end.
 */
import { setAttributes } from "../../columns/tracks";
import { allocate } from "../../memory/arena";
import { bytesEqual, putBytes } from "../../memory/bytes";
import { heapCommit, heapCopy, heapReserve } from "../../memory/heap";
import { makeSlice, sliceLength, sliceStart, Slice } from "../../memory/slice";
import { attributeCount, attributeKey } from "../attribute-table";
import { Char } from "../characters";
import { putTypedValue } from "./extras";
import { addressOf, isInPiece, noteOf, offsetOf, TrackNote } from "../import/rows";
import {
  tokenAttribute,
  tokenCount,
  TokenKind,
  tokenKind,
  tokenTextLength,
  tokenTextStart,
  tokenValueKind,
} from "./tokens";
import { ESCAPE_GROWTH } from "../json/strings";

/** Bytes of an entry: attribute, frame (u32 each), value (Slice of the heap), next entry + 1, ValueKind (u32 each). */
const ENTRY_BYTES: usize = 24;
const FRAME: usize = 4;
const VALUE: usize = 8;
const NEXT: usize = 16;
const VALUE_KIND: usize = 20;

let entries: usize = 0;
let capacity: u32 = 0;
let entryCount: u32 = 0;

/** By attribute: the last track that had it, plus 1, and the entry that counts (u32 each). */
let latest: usize = 0;

/** Starts a read. */
export function openTrackAttributes(): void {
  capacity = 0;
  entryCount = 0;
}

/** Records the track attributes of the row that was read last. */
export function collectTrackAttributes(track: u32, frame: u32): void {
  const note = noteOf(track);
  let start: usize = 0;
  let end: usize = 0;
  let count: u32 = 0;
  let attribute: u32 = 0;
  for (let token: u32 = 0; token < tokenCount; token++) {
    if (tokenKind(token) != TokenKind.TRACK_ATTRIBUTE) continue;
    if (count++ == 0) {
      start = tokenTextStart(token);
      attribute = tokenAttribute(token);
    }
    end = tokenTextStart(token) + tokenTextLength(token);
  }
  const last = load<u32>(note, TrackNote.LAST_ENTRY);
  // The text begins after the name of the first attribute.
  if (repeatsLastRow(note, start, end) && load<u32>(entryAt(last - count)) == attribute) return renewEntries(last, count, frame);
  for (let token: u32 = 0; token < tokenCount; token++) {
    if (tokenKind(token) == TokenKind.TRACK_ATTRIBUTE) addEntry(note, frame, token);
  }
}

/** Whether the text from the first value to the last one is the same as on the track's previous row. */
function repeatsLastRow(note: usize, start: usize, end: usize): bool {
  // Flags have no text, so there is nothing to compare.
  const length = <u32>(end - start);
  const before = load<u32>(note, TrackNote.ATTRIBUTES_START);
  const isSame =
    length != 0 &&
    load<u32>(note, TrackNote.ATTRIBUTES_LENGTH) == length &&
    isInPiece(before) &&
    bytesEqual(addressOf(before), start, length);
  store<u32>(note, offsetOf(start), TrackNote.ATTRIBUTES_START);
  store<u32>(note, length, TrackNote.ATTRIBUTES_LENGTH);
  return isSame;
}

/** Extends the track's last entries, which came from one row, to a later frame. */
function renewEntries(last: u32, count: u32, frame: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const entry = entryAt(last - 1 - i);
    if (load<u32>(entry, FRAME) < frame) store<u32>(entry, frame, FRAME);
  }
}

function addEntry(note: usize, frame: u32, token: u32): void {
  if (entryCount == capacity) grow();
  const entry = entryAt(entryCount);
  const value = heapCopy(tokenTextStart(token), tokenTextLength(token));
  store<u32>(entry, tokenAttribute(token));
  store<u32>(entry, frame, FRAME);
  store<u64>(entry, value, VALUE);
  store<u32>(entry, 0, NEXT);
  store<u32>(entry, tokenValueKind(token), VALUE_KIND);
  entryCount++;
  const last = load<u32>(note, TrackNote.LAST_ENTRY);
  if (last == 0) store<u32>(note, entryCount, TrackNote.FIRST_ENTRY);
  else store<u32>(entryAt(last - 1), entryCount, NEXT);
  store<u32>(note, entryCount, TrackNote.LAST_ENTRY);
}

/** Call it after all rows have been read and before `storeTrackAttributes`. */
export function closeTrackAttributes(): void {
  const bytes = (<usize>attributeCount()) << 3;
  latest = allocate(bytes);
  memory.fill(latest, 0, bytes);
}

/** Gives a track its recorded attributes. */
export function storeTrackAttributes(track: u32): void {
  const first = load<u32>(noteOf(track), TrackNote.FIRST_ENTRY);
  if (first == 0) return;
  let room: usize = 64;
  for (let next = first; next != 0; next = load<u32>(entryAt(next - 1), NEXT)) {
    room += chooseEntry(track, next - 1);
  }
  const target = heapReserve(room);
  let p = target;
  store<u8>(p++, Char.OPEN_BRACE);
  for (let next = first; next != 0; next = load<u32>(entryAt(next - 1), NEXT)) {
    if (!isChosen(next - 1)) continue;
    if (p != target + 1) store<u8>(p++, Char.COMMA);
    p = putEntry(p, entryAt(next - 1));
  }
  store<u8>(p++, Char.CLOSE_BRACE);
  heapCommit(p);
  setAttributes(track, makeSlice(target, p - target));
}

/** Chooses the entry on the latest frame for each attribute; returns the room it may need. */
function chooseEntry(track: u32, index: u32): usize {
  const entry = entryAt(index);
  const attribute = load<u32>(entry);
  const slot = latest + ((<usize>attribute) << 3);
  const isFirst = load<u32>(slot) != track + 1;
  if (isFirst || load<u32>(entryAt(load<u32>(slot, 4)), FRAME) <= load<u32>(entry, FRAME)) {
    store<u32>(slot, track + 1);
    store<u32>(slot, index, 4);
  }
  return sliceLength(attributeKey(attribute)) + sliceLength(load<u64>(entry, VALUE)) * <u32>ESCAPE_GROWTH + 64;
}

function isChosen(index: u32): bool {
  const attribute = load<u32>(entryAt(index));
  return load<u32>(latest + ((<usize>attribute) << 3), 4) == index;
}

function putEntry(p: usize, entry: usize): usize {
  const key = attributeKey(load<u32>(entry));
  const value = load<u64>(entry, VALUE);
  p = putBytes(p, sliceStart(key), sliceLength(key));
  return putTypedValue(p, load<u32>(entry, VALUE_KIND), sliceStart(value), sliceLength(value));
}

function entryAt(index: u32): usize {
  return entries + <usize>index * ENTRY_BYTES;
}

function grow(): void {
  const moved = allocate(<usize>(capacity * 2 + 1024) * ENTRY_BYTES);
  memory.copy(moved, entries, <usize>entryCount * ENTRY_BYTES);
  entries = moved;
  capacity = capacity * 2 + 1024;
}
