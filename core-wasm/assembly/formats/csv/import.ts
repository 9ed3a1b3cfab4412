/**
 * What a CSV read knows about rows and tracks while it lasts, and how the rows find together at its end: a file may have
 * the rows of a track anywhere, the columns have them side by side in frame order.
 */
import { copyRow, frameOf, rowEnd, setFrame, setRowEnd } from "../../columns/detections";
import { gatherRows, rowKey, rowsAscend, sortRowKeys, sortRows } from "../../columns/row-order";
import {
  appendTrack,
  findTrack,
  firstRowOf,
  idOf,
  markDead,
  NO_TRACK,
  reserveTracks,
  rowCountOf,
  setFrameRange,
  setRowCount,
  setRowRange,
  trackEnd,
} from "../../columns/tracks";
import { allocate, allocateScratch, mark, release } from "../../memory/arena";
import { foundCount, hasImages, imageOfRow, nameOfRow, NO_IMAGE, reserveRowImages } from "./images";
import { ProblemCode, report } from "../problems";

/** Bytes of a note on a track; see `TrackNote`. */
const NOTE_BITS: usize = 5;

/** Offsets of the u32 fields of a note. */
export namespace TrackNote {
  /** The frame of the row that gave the pairs. */
  export const PAIRS_FRAME: usize = 0;
  /** The text of these pairs, to recognise it when the next row repeats it; length 0: none. */
  export const PAIRS_START: usize = 4;
  export const PAIRS_LENGTH: usize = 8;
  /** The same for the track's attributes. */
  export const ATTRIBUTES_START: usize = 12;
  export const ATTRIBUTES_LENGTH: usize = 16;
  /** First and last entry of the list of attributes (csv-track-attributes.ts), plus 1; 0: none. */
  export const FIRST_ENTRY: usize = 20;
  export const LAST_ENTRY: usize = 24;
  /** Where in the source the first row of the track stands. */
  export const SOURCE: usize = 28;
}

/** The first row and track of this read. */
let firstRow: u32 = 0;
export let firstTrack: u32 = 0;

/** u32 a row: its track. */
let rowTracks: usize = 0;
let notes: usize = 0;
let noteCapacity: u32 = 0;

/** The track of the row before, and its id. */
let currentId: f64 = -1;
let currentTrack: u32 = 0;
/** So far all rows of every track stood together. */
let isGrouped: bool = true;

/** Begins a read of at most this many rows. */
export function openImport(rows: u32): void {
  firstRow = rowEnd;
  firstTrack = trackEnd;
  rowTracks = allocate((<usize>rows) << 2);
  noteCapacity = 0;
  currentId = -1;
  isGrouped = true;
  reserveRowImages(rows);
}

/** Position of a row among those of this read. */
export function importedRow(row: u32): u32 {
  return row - firstRow;
}

/** The track with this id, made when it is new. `source` is where its first row stands. */
export function trackOfId(id: f64, source: usize): u32 {
  if (id == currentId) return currentTrack;
  currentId = id;
  currentTrack = findTrack(<u32>id);
  if (currentTrack != NO_TRACK) {
    isGrouped = false;
    return currentTrack;
  }
  reserveTracks(1);
  currentTrack = appendTrack(<u32>id, rowEnd);
  if (currentTrack - firstTrack >= noteCapacity) growNotes();
  memory.fill(noteOf(currentTrack), 0, 1 << NOTE_BITS);
  store<u32>(noteOf(currentTrack), <u32>source, TrackNote.SOURCE);
  return currentTrack;
}

export function noteOf(track: u32): usize {
  return notes + ((<usize>(track - firstTrack)) << NOTE_BITS);
}

/** Says that the last row belongs to a track. */
export function assignRow(row: u32, track: u32): void {
  store<u32>(rowTracks + ((<usize>(row - firstRow)) << 2), track);
}

/** Gives every track its rows, in frame order. */
export function finishImport(): void {
  if (hasImages() && foundCount != 0) matchImages();
  if (isGrouped) takeRuns();
  else gatherTracks();
}

/** Rows go to the frames of their pictures; rows whose picture is not known are left out. */
function matchImages(): void {
  let kept = firstRow;
  for (let row = firstRow; row < rowEnd; row++) {
    const image = imageOfRow(row - firstRow);
    if (image == NO_IMAGE) {
      report(ProblemCode.CSV_IMAGE_UNKNOWN, nameOfRow(row - firstRow), frameOf(row));
      continue;
    }
    setFrame(row, image);
    if (kept != row) {
      copyRow(kept, row);
      assignRow(kept, trackOfRow(row));
    }
    kept++;
  }
  setRowEnd(kept);
}

function trackOfRow(row: u32): u32 {
  return load<u32>(rowTracks + ((<usize>(row - firstRow)) << 2));
}

/** The rows of every track stand together already. */
function takeRuns(): void {
  let row = firstRow;
  for (let track = firstTrack; track < trackEnd; track++) {
    const first = row;
    while (row < rowEnd && trackOfRow(row) == track) row++;
    const count = row - first;
    if (rowsAscend(first, count)) giveRows(track, first, count, count);
    else giveRows(track, first, count, sortRows(first, count));
  }
}

/** Counting sort by track, then by frame within each track. */
function gatherTracks(): void {
  const start = mark();
  const tracks = trackEnd - firstTrack;
  const starts = allocateScratch((<usize>tracks + 2) << 2);
  memory.fill(starts, 0, (<usize>tracks + 2) << 2);
  const keys = allocateScratch((<usize>(rowEnd - firstRow)) << 3);
  for (let row = firstRow; row < rowEnd; row++) {
    const size = starts + ((<usize>(trackOfRow(row) - firstTrack)) << 2);
    store<u32>(size, load<u32>(size, 8) + 1, 8);
  }
  for (let i: usize = 0; i < <usize>tracks; i++) {
    const size = starts + (i << 2);
    store<u32>(size, load<u32>(size, 4) + load<u32>(size, 8), 8);
  }
  for (let row = firstRow; row < rowEnd; row++) {
    const next = starts + ((<usize>(trackOfRow(row) - firstTrack + 1)) << 2);
    const position = load<u32>(next);
    store<u32>(next, position + 1);
    store<u64>(keys + ((<usize>position) << 3), rowKey(firstRow, row - firstRow));
  }
  let kept: u32 = 0;
  for (let i: u32 = 0; i < tracks; i++) {
    const first = load<u32>(starts + ((<usize>i) << 2));
    const count = load<u32>(starts + ((<usize>i) << 2), 4) - first;
    const source = keys + ((<usize>first) << 3);
    const remaining = keysAscend(source, count) ? count : sortRowKeys(source, count);
    memory.copy(keys + ((<usize>kept) << 3), source, (<usize>remaining) << 3);
    giveRows(firstTrack + i, firstRow + kept, count, remaining);
    kept += remaining;
  }
  gatherRows(firstRow, keys, kept);
  setRowEnd(firstRow + kept);
  release(start);
  for (let track = firstTrack; track < trackEnd; track++) setRange(track);
}

function keysAscend(keys: usize, count: u32): bool {
  for (let i: usize = 1; i < <usize>count; i++) {
    if (load<u64>(keys + (i << 3)) >> 32 <= load<u64>(keys + ((i - 1) << 3)) >> 32) return false;
  }
  return true;
}

/** `kept` of `count` rows remain: the others were on the same frame as a later one. */
function giveRows(track: u32, first: u32, count: u32, kept: u32): void {
  setRowRange(track, first, kept);
  setRowCount(track, kept);
  if (kept != count) {
    report(ProblemCode.DUPLICATE_DETECTION, load<u32>(noteOf(track), TrackNote.SOURCE), idOf(track));
  }
  setRange(track);
  if (kept == 0) markDead(track);
}

function setRange(track: u32): void {
  const count = rowCountOf(track);
  if (count == 0) return;
  const first = firstRowOf(track);
  setFrameRange(track, frameOf(first), frameOf(first + count - 1));
}

function growNotes(): void {
  const capacity = noteCapacity * 2 + 1024;
  const moved = allocate((<usize>capacity) << NOTE_BITS);
  memory.copy(moved, notes, (<usize>noteCapacity) << NOTE_BITS);
  notes = moved;
  noteCapacity = capacity;
}
