/**
 * The rows and tracks of a file that has a row per detection (VIAME CSV, MOT, COCO) while it is read, and the final
 * assembly: in the file the rows of a track may be anywhere, in the columns they are contiguous and in frame order.
 */
import { ProblemCode } from "../../border";
import { copyRow, frameOf, reserveDetections, rowEnd, setFrame, setRowEnd } from "../../columns/detections";
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
import { sortKeys } from "../../memory/sort";
import {
  AMBIGUOUS_IMAGE,
  countImages,
  hasImages,
  imageOfRow,
  lineOfRow,
  NO_IMAGE,
  recordMismatch,
  openMismatches,
  openRowImages,
  reserveRowImages,
  unknownCount,
} from "./images";
import { openPictureNames } from "./picture-names";
import { reportLine } from "../problems";

/** log2 of the bytes of a track's note; see `TrackNote`. */
const NOTE_SHIFT: usize = 5;

/** Offsets of the u32 fields of a note. */
export namespace TrackNote {
  /** The frame of the row that set the pairs. */
  export const PAIRS_FRAME: usize = 0;
  /**
   * The text of these pairs in the file, used to recognize it when the next row repeats it. Length 0: no row yet; 1:
   * rows without pairs (PAIRS_IMPLIED); 2: pairs whose text cannot be compared (TEXT_NOT_KEPT). The shortest real text
   * has 4 bytes.
   */
  export const PAIRS_START: usize = 4;
  export const PAIRS_LENGTH: usize = 8;
  /** The same fields for the track's attributes. */
  export const ATTRIBUTES_START: usize = 12;
  export const ATTRIBUTES_LENGTH: usize = 16;
  /** First and last entry of the list of attributes (csv/track-attributes.ts), plus 1; 0: none. */
  export const FIRST_ENTRY: usize = 20;
  export const LAST_ENTRY: usize = 24;
  /** The line of the track's first row. */
  export const LINE: usize = 28;
}

export const PAIRS_IMPLIED: u32 = 1;
export const TEXT_NOT_KEPT: u32 = 2;

/** The first row and track of this read. */
let firstRow: u32 = 0;
export let firstTrack: u32 = 0;

/** One u32 per row: its track. */
let rowTracks: usize = 0;
let notes: usize = 0;
let noteCapacity: u32 = 0;

/** The track of the previous row, and its id. */
let currentId: f64 = -1;
let currentTrack: u32 = 0;
/** Whether the rows of every track have been contiguous so far. */
let isGrouped: bool = true;

/** Bytes of the file (NaN: unknown), and bytes before the current piece, modulo 2^32. */
let fileBytes: f64 = NaN;
let pieceOffset: u32 = 0;
let pieceEnd: u32 = 0;
/** An address in the piece minus its offset in the file. */
let origin: usize = 0;
/** Number of rows that there is room for. */
let rowCapacity: u32 = 0;

/** Rows reserved for a file of unknown size. */
const ROWS_OF_UNKNOWN_FILE: f64 = 1048576;

/** Starts a file of this many bytes; NaN: unknown. */
export function openImport(bytes: f64): void {
  firstRow = rowEnd;
  firstTrack = trackEnd;
  fileBytes = bytes;
  pieceEnd = 0;
  rowCapacity = 0;
  noteCapacity = 0;
  currentId = -1;
  isGrouped = true;
  openRowImages();
  openPictureNames();
}

/** Whether there is room for this many longer rows. */
export function hasRoomFor(rows: u32): bool {
  return importedRow(rowEnd) + rows <= rowCapacity;
}

/** Continues with the next bytes of the file, which have at most this many rows. */
export function openPiece(start: usize, length: usize, rows: u32): void {
  pieceOffset = pieceEnd;
  pieceEnd = pieceOffset + <u32>length;
  origin = start - pieceOffset;
  // Offsets wrap after 4 GB; texts remembered from earlier pieces must not be mistaken for part of this one.
  if (pieceEnd < pieceOffset) forgetTexts();
  if (!hasRoomFor(rows)) reserveRows(importedRow(rowEnd) + rows, length);
}

/**
 * Assumes that the rest of the file is like what has been read, so that columns are allocated once and not moved:
 * moving them wastes the memory they vacate, while untouched pages cost nothing.
 */
function reserveRows(needed: u32, length: usize): void {
  const before = rowCapacity;
  const first = isNaN(fileBytes) ? ROWS_OF_UNKNOWN_FILE : 1.05 * <f64>needed * (fileBytes / <f64>max(length, 1));
  // A wrong file size must not take all memory.
  const maxRows = <f64>max(needed, 1 << 26);
  rowCapacity = <u32>min(max(before == 0 ? first : 2 * <f64>before, <f64>needed), maxRows);
  reserveDetections(rowCapacity - importedRow(rowEnd));
  const moved = allocate((<usize>rowCapacity) << 2);
  memory.copy(moved, rowTracks, (<usize>importedRow(rowEnd)) << 2);
  rowTracks = moved;
  reserveRowImages(importedRow(rowEnd), rowCapacity);
}

function forgetTexts(): void {
  for (let track = firstTrack; track < trackEnd; track++) {
    const note = noteOf(track);
    if (load<u32>(note, TrackNote.PAIRS_LENGTH) > TEXT_NOT_KEPT) store<u32>(note, TEXT_NOT_KEPT, TrackNote.PAIRS_LENGTH);
    store<u32>(note, 0, TrackNote.ATTRIBUTES_LENGTH);
  }
}

/** The offset in the file, modulo 2^32, of an address in this piece. */
export function offsetOf(address: usize): u32 {
  return <u32>(address - origin);
}

export function addressOf(offset: u32): usize {
  return origin + <usize>offset;
}

/** Whether the bytes at an offset of the file are in memory, that is, in this piece. */
export function isInPiece(offset: u32): bool {
  return offset - pieceOffset < pieceEnd - pieceOffset;
}

/** Position of a row among those of this read. */
export function importedRow(row: u32): u32 {
  return row - firstRow;
}

/** The track with this id. A new one is created; `line` is that of its first row. */
// @ts-ignore: decorator
@inline
export function trackOfId(id: f64, line: u32): u32 {
  return id == currentId ? currentTrack : trackOfOtherId(id, line);
}

function trackOfOtherId(id: f64, line: u32): u32 {
  currentId = id;
  currentTrack = findTrack(<u32>id);
  if (currentTrack != NO_TRACK) {
    isGrouped = false;
    return currentTrack;
  }
  reserveTracks(1);
  currentTrack = appendTrack(<u32>id, rowEnd);
  if (currentTrack - firstTrack >= noteCapacity) growNotes();
  memory.fill(noteOf(currentTrack), 0, 1 << NOTE_SHIFT);
  store<u32>(noteOf(currentTrack), line, TrackNote.LINE);
  return currentTrack;
}

export function noteOf(track: u32): usize {
  return notes + ((<usize>(track - firstTrack)) << NOTE_SHIFT);
}

/** Assigns the last row to a track. */
export function assignRow(row: u32, track: u32): void {
  store<u32>(rowTracks + ((<usize>(row - firstRow)) << 2), track);
}

/** Call it when rows have been reordered. */
export function scatterRows(): void {
  isGrouped = false;
}

/** Gives every track its rows, in frame order; of several on one frame the last row is kept. */
export function finishImport(): void {
  if (hasImages() && countImages(importedRow(rowEnd))) matchImages();
  if (isGrouped) takeRuns();
  else gatherTracks();
}

/** Moves rows to the frames of their pictures; rows whose picture is unknown are dropped. */
function matchImages(): void {
  const rows = importedRow(rowEnd);
  if (unknownCount > 0 || rows != trackEnd - firstTrack) compareOrder(rows);
  let kept = firstRow;
  for (let row = firstRow; row < rowEnd; row++) {
    const image = imageOfRow(row - firstRow);
    if (image >= AMBIGUOUS_IMAGE) {
      const code = image == NO_IMAGE ? ProblemCode.CSV_IMAGE_UNKNOWN : ProblemCode.CSV_IMAGE_AMBIGUOUS;
      reportLine(code, lineOfRow(row - firstRow), 1, frameOf(row));
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

/** Number of frames, by their lowest bits, whose last pair is remembered. */
const FRAMES_REMEMBERED: usize = 1 << 15;

/** Finds neighboring rows whose distance in the file differs from that of their pictures. */
function compareOrder(rows: u32): void {
  openMismatches();
  const start = mark();
  // Most rows repeat what another row of their frame has given; skipping them leaves little to sort.
  const recentFrames = allocateScratch(FRAMES_REMEMBERED << 3);
  memory.fill(recentFrames, 0xff, FRAMES_REMEMBERED << 3);
  const keys = allocateScratch((<usize>rows) << 3);
  let p = keys;
  for (let i: u32 = 0; i < rows; i++) {
    if (imageOfRow(i) >= AMBIGUOUS_IMAGE) continue;
    const frame = frameOf(firstRow + i);
    const key = ((<u64>frame) << 32) | <u64>imageOfRow(i);
    const place = recentFrames + (((<usize>frame) & (FRAMES_REMEMBERED - 1)) << 3);
    if (load<u64>(place) == key) continue;
    store<u64>(place, key);
    store<u64>(p, key);
    p += 8;
  }
  sortKeys(keys, (p - keys) >> 3);
  for (let q = keys + 8; q < p; q += 8) {
    const before = load<u64>(q - 8);
    const key = load<u64>(q);
    const isApart = <u32>(key >> 32) - <u32>(before >> 32) != <u32>key - <u32>before;
    if (key != before && isApart) recordMismatch(before, key);
  }
  release(start);
}

export function trackOfRow(row: u32): u32 {
  return load<u32>(rowTracks + ((<usize>(row - firstRow)) << 2));
}

/** For rows that are already contiguous by track. */
function takeRuns(): void {
  let row = firstRow;
  for (let track = firstTrack; track < trackEnd; track++) {
    const first = row;
    while (row < rowEnd && trackOfRow(row) == track) row++;
    const count = row - first;
    if (rowsAscend(first, count)) assignRows(track, first, count, count);
    else assignRows(track, first, count, sortRows(first, count));
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
    assignRows(firstTrack + i, firstRow + kept, count, remaining);
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
function assignRows(track: u32, first: u32, count: u32, kept: u32): void {
  setRowRange(track, first, kept);
  setRowCount(track, kept);
  if (kept != count) {
    reportLine(ProblemCode.DUPLICATE_DETECTION, load<u32>(noteOf(track), TrackNote.LINE), 1, idOf(track));
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
  const moved = allocate((<usize>capacity) << NOTE_SHIFT);
  memory.copy(moved, notes, (<usize>noteCapacity) << NOTE_SHIFT);
  notes = moved;
  noteCapacity = capacity;
}
