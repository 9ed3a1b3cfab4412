/**
 * Track attributes of VIAME CSV: `(trk-atr) name value` stands on every row of a track, and the last row by frame counts.
 * Tokens are noted while rows are read, and become one JSON object a track at the end.
 */
import { setAttributes } from "../../columns/tracks";
import { allocate } from "../../memory/arena";
import { bytesEqual } from "../../memory/bytes";
import { heapCommit, heapReserve } from "../../memory/heap";
import { makeSlice, sliceLength, sliceStart } from "../../memory/slice";
import { attributeCount, attributeName, attributeOf } from "../attribute-table";
import { Char } from "../characters";
import { countTyped, putTypedValue } from "./extras";
import { noteOf, TrackNote } from "./import";
import {
  tokenCount,
  TokenKind,
  tokenKind,
  tokenNameLength,
  tokenNameStart,
  tokenTextEnd,
  tokenTextStart,
} from "./tokens";
import { ESCAPE_GROWTH, putJsonString } from "../json/strings";

/** Bytes of an entry: attribute, frame, value start, value length, next entry + 1 (u32 each). */
const ENTRY_BYTES: usize = 20;
const FRAME: usize = 4;
const VALUE_START: usize = 8;
const VALUE_LENGTH: usize = 12;
const NEXT: usize = 16;

let entries: usize = 0;
let capacity: u32 = 0;
let entryCount: u32 = 0;

/** By attribute: the track that met it last, plus 1, and the entry that counts (u32 each). */
let latest: usize = 0;

/** Begins a read. */
export function openTrackAttributes(): void {
  capacity = 0;
  entryCount = 0;
}

/** Notes the track attributes of the row that was read last. */
export function collectTrackAttributes(track: u32, frame: u32): void {
  const note = noteOf(track);
  const repeats = repeatsLastRow(note);
  for (let token: u32 = 0; token < tokenCount; token++) {
    if (tokenKind(token) != TokenKind.TRACK_ATTRIBUTE) continue;
    const attribute = attributeOf(true, tokenNameStart(token), tokenNameLength(token));
    countTyped(attribute, token);
    if (!repeats) addEntry(note, attribute, frame, token);
  }
}

/** Whether the tokens, from the first to the last one, are the same text as on the row of the track before. */
function repeatsLastRow(note: usize): bool {
  let start: usize = 0;
  let end: usize = 0;
  for (let token: u32 = 0; token < tokenCount; token++) {
    if (tokenKind(token) != TokenKind.TRACK_ATTRIBUTE) continue;
    if (start == 0) start = tokenNameStart(token);
    end = tokenTextEnd(token);
  }
  const length = end - start;
  const before = <usize>load<u32>(note, TrackNote.ATTRIBUTES_START);
  const isSame = load<u32>(note, TrackNote.ATTRIBUTES_LENGTH) == <u32>length && bytesEqual(before, start, length);
  store<u32>(note, <u32>start, TrackNote.ATTRIBUTES_START);
  store<u32>(note, <u32>length, TrackNote.ATTRIBUTES_LENGTH);
  return isSame;
}

function addEntry(note: usize, attribute: u32, frame: u32, token: u32): void {
  if (entryCount == capacity) grow();
  const entry = entryAt(entryCount);
  store<u32>(entry, attribute);
  store<u32>(entry, frame, FRAME);
  store<u32>(entry, <u32>tokenTextStart(token), VALUE_START);
  store<u32>(entry, <u32>(tokenTextEnd(token) - tokenTextStart(token)), VALUE_LENGTH);
  store<u32>(entry, 0, NEXT);
  entryCount++;
  const last = load<u32>(note, TrackNote.LAST_ENTRY);
  if (last == 0) store<u32>(note, entryCount, TrackNote.FIRST_ENTRY);
  else store<u32>(entryAt(last - 1), entryCount, NEXT);
  store<u32>(note, entryCount, TrackNote.LAST_ENTRY);
}

/** To be called once all rows have been read, before `storeTrackAttributes`. */
export function closeTrackAttributes(): void {
  const bytes = (<usize>attributeCount()) << 3;
  latest = allocate(bytes);
  memory.fill(latest, 0, bytes);
}

/** Gives a track the attributes that were noted for it. */
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

/** Of the entries of one attribute the one on the latest frame is chosen; answers the room it may need. */
function chooseEntry(track: u32, index: u32): usize {
  const entry = entryAt(index);
  const attribute = load<u32>(entry);
  const slot = latest + ((<usize>attribute) << 3);
  const isFirst = load<u32>(slot) != track + 1;
  if (isFirst || load<u32>(entryAt(load<u32>(slot, 4)), FRAME) <= load<u32>(entry, FRAME)) {
    store<u32>(slot, track + 1);
    store<u32>(slot, index, 4);
  }
  return (sliceLength(attributeName(attribute)) + load<u32>(entry, VALUE_LENGTH)) * <u32>ESCAPE_GROWTH + 64;
}

function isChosen(index: u32): bool {
  const attribute = load<u32>(entryAt(index));
  return load<u32>(latest + ((<usize>attribute) << 3), 4) == index;
}

function putEntry(p: usize, entry: usize): usize {
  const name = attributeName(load<u32>(entry));
  const value = <usize>load<u32>(entry, VALUE_START);
  p = putJsonString(p, sliceStart(name), sliceLength(name), false);
  store<u8>(p, Char.COLON);
  return putTypedValue(p + 1, value, value + load<u32>(entry, VALUE_LENGTH));
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
