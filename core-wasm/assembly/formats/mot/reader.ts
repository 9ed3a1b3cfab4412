/**
 * MOT Challenge rows to columns: frame, id, left, top, width, height, and possibly more. Frames, ids and pixels count
 * from 1; -1 stands for unknown. If any row has the frame 0, all frames count from 0. Cells are separated by commas or
 * blanks.
 *
 * Rows of 8 or 9 cells are ground truth: a flag (0: ignored in evaluations), the class, the visible share of the
 * object. Longer and shorter ones are detections or results: a confidence, and a position in the world, which is not
 * read.
 */
import { ProblemCode } from "../../border";
import { boundsOf, initRow, rowEnd, setExtra, setRowEnd } from "../../columns/detections";
import { appendPair, pairConfidence, pairCount, pairType, replacePairs, reservePairs } from "../../columns/pairs";
import { MAX_TRACK_ID, pairsOf, setPairs } from "../../columns/tracks";
import { typeCount } from "../../columns/types";
import { putText } from "../../memory/bytes";
import { heapCommit, heapReserve } from "../../memory/heap";
import { makeSlice, NO_SLICE, Slice, sliceLength, sliceStart } from "../../memory/slice";
import { numberEnd, parseNumber } from "../../numbers/parse";
import { printPython, printU32 } from "../../numbers/print";
import { unknownType } from "../../query/filter";
import { attributeCount, attributeOf, countValue, ValueKind } from "../attribute-table";
import { Char } from "../characters";
import { assignRow, finishImport, noteOf, openImport, openPiece, TrackNote, trackOfId } from "../import/rows";
import { countLineEnds } from "../csv/scan";
import { idOffset, isIndex, MAX_FRAME } from "../json/reader";
import { reportLine } from "../problems";
import { internPlainName } from "../type-names";

/**
 * Names of the classes from 1 on: one more u32 offset than names, relative to the end of the table, then the names.
 */
let labels: usize = 0;
let labelCount: u32 = 0;
/** The coordinate of the first pixel: 1 according to the format, 0 in some programs. */
export let origin: f64 = 1;

export function setMotOptions(table: usize, count: u32, firstPixel: f64): void {
  labels = table;
  labelCount = count;
  origin = firstPixel;
}

/** Number of cells with a meaning. */
const MAX_CELLS: u32 = 10;
const cells: usize = memory.data(80);
let cellCount: u32 = 0;

/** The number of the first frame: 1, or 0 if any row has the frame 0. */
let firstFrame: f64 = 1;
let textStart: usize = 0;
let textEnd: usize = 0;
/** The id for the next row without one; NaN until there is such a row. */
let freeId: f64 = NaN;
let hasReportedWorld: bool = false;
let hasReportedConfidence: bool = false;

/** The line at the cursor, from 1, and its address. */
let line: u32 = 1;
let lineStart: usize = 0;

export function readMot(start: usize, length: usize): void {
  line = 1;
  textStart = start;
  textEnd = start + length;
  store<u8>(textEnd, Char.LF);
  openImport(<f64>length);
  openPiece(start, length, countLineEnds(start, length) + 1);
  freeId = NaN;
  hasReportedWorld = false;
  hasReportedConfidence = false;
  lastExtra = NO_SLICE;
  firstFrame = 1;
  if (hasFrameZero()) firstFrame = 0;
  let p = start;
  while (p < textEnd) {
    lineStart = p;
    p = skipBlanks(p);
    if (isPadded(p)) p = lineEnd(p);
    const byte = <u32>load<u8>(p);
    const isComment = byte == Char.HASH || (line == 1 && isLetter(p) && !hasNumber(p));
    if (isComment) p = lineEnd(p);
    else if (byte != Char.LF && byte != Char.CR) p = readRow(p);
    p += load<u8>(p) == Char.CR && load<u8>(p + 1) == Char.LF ? 2 : 1;
    line++;
  }
  finishImport();
}

/** Whether any row is on the frame 0, as in programs that count from there; reported with the line of the first. */
function hasFrameZero(): bool {
  let number: u32 = 1;
  for (let p = textStart; p < textEnd; number++) {
    const cell = skipBlanks(p);
    if (load<u8>(cell) == Char.ZERO && parseNumber(cell) == 0 && isCellEnd(load<u8>(numberEnd))) {
      reportLine(ProblemCode.MOT_FRAMES_FROM_ZERO, number, <u32>(cell - p) + 1, NaN);
      return true;
    }
    p = lineEnd(cell);
    p += load<u8>(p) == Char.CR && load<u8>(p + 1) == Char.LF ? 2 : 1;
  }
  return false;
}

/** Whether there are only commas and blanks up to the line end, as spreadsheet programs pad a table. */
function isPadded(p: usize): bool {
  while (load<u8>(p) == Char.COMMA || load<u8>(p) == Char.SPACE || load<u8>(p) == Char.TAB) p++;
  return load<u8>(p) == Char.LF || load<u8>(p) == Char.CR;
}

/** Whether a header line of names begins here. */
function isLetter(p: usize): bool {
  return <u32>(load<u8>(p) | 32) - 97 < 26;
}

/** Whether a cell after the first begins like a number: then the line is a broken row, not a header. */
function hasNumber(p: usize): bool {
  for (let end = lineEnd(p); p < end; p++) {
    if (isCellEnd(load<u8>(p)) && <u32>load<u8>(p + 1) - Char.ZERO <= 9) return true;
  }
  return false;
}

function skipBlanks(p: usize): usize {
  while (load<u8>(p) == Char.SPACE || load<u8>(p) == Char.TAB) p++;
  return p;
}

function lineEnd(p: usize): usize {
  while (load<u8>(p) != Char.LF && load<u8>(p) != Char.CR) p++;
  return p;
}

function isCellEnd(byte: u32): bool {
  return byte == Char.COMMA || byte == Char.SPACE || byte == Char.TAB || byte == Char.LF || byte == Char.CR;
}

function cell(index: usize): f64 {
  return load<f64>(cells + (index << 3));
}

/** Reads the row at `p`; returns its line end. */
function readRow(p: usize): usize {
  const row = p;
  cellCount = 0;
  while (load<u8>(p) != Char.LF && load<u8>(p) != Char.CR) {
    if (load<u8>(p) == Char.COMMA && isPadded(p)) {
      p = lineEnd(p);
      break;
    }
    if (cellCount < MAX_CELLS) {
      const value = parseNumber(p);
      // A trailing point is allowed, as in `12.`.
      const next = numberEnd + <usize>(load<u8>(numberEnd) == Char.DOT);
      if (numberEnd == p || !isCellEnd(load<u8>(next)) || !isFinite(value)) {
        return broken(ProblemCode.MOT_CELL_NOT_A_NUMBER, p, <f64>(cellCount + 1));
      }
      // Turns -0 into 0, as it would be written.
      store<f64>(cells + ((<usize>cellCount) << 3), value + 0);
    }
    cellCount++;
    while (!isCellEnd(load<u8>(p))) p++;
    p = skipBlanks(p);
    if (load<u8>(p) == Char.COMMA) p = skipBlanks(p + 1);
  }
  if (cellCount < 6) return broken(ProblemCode.MOT_TOO_FEW_CELLS, row, cellCount);
  if (!isIndex(cell(0) - firstFrame, MAX_FRAME)) return broken(ProblemCode.MOT_FRAME_MALFORMED, row, cell(0));
  if (cell(1) != -1 && !isIndex(cell(1), <f64>MAX_TRACK_ID - idOffset)) {
    return broken(ProblemCode.TRACK_ID_OUT_OF_RANGE, row, cell(1));
  }
  if (cell(4) < 0 || cell(5) < 0) return broken(ProblemCode.MOT_SIZE_NEGATIVE, row, NaN);
  storeRow(row);
  return p;
}

function report(code: u32, at: usize, number: f64): void {
  reportLine(code, line, <u32>(at - lineStart) + 1, number);
}

function broken(code: u32, at: usize, number: f64): usize {
  report(code, at, number);
  return lineEnd(at);
}

function storeRow(row: usize): void {
  const bounds = boundsOf(rowEnd);
  const left = cell(2) - origin;
  const top = cell(3) - origin;
  store<f64>(bounds, left);
  store<f64>(bounds, top, 8);
  store<f64>(bounds, left + cell(4), 16);
  store<f64>(bounds, top + cell(5), 24);
  const frame = <u32>(cell(0) - firstFrame);
  const track = trackOfId(cell(1) == -1 ? nextFreeId() : cell(1) + idOffset, line);
  initRow(rowEnd, frame, 0);
  assignRow(rowEnd, track);
  const isTruth = cellCount == 8 || cellCount == 9;
  const flag = cellCount > 6 ? cell(6) : -1;
  // Of a track without an id, this row is the only one, whose confidence the rules for tracks check.
  if (cell(1) != -1 && flag != -1 && (flag < 0 || flag > 1) && !hasReportedConfidence) {
    hasReportedConfidence = true;
    report(ProblemCode.MOT_CONFIDENCE_OUTSIDE, row, flag);
  }
  if (isTruth) {
    setExtra(rowEnd, extraOf(flag == 0, cellCount == 9 ? cell(8) : -1));
    recordPair(track, frame, typeOfClass(cell(7), row), flag > 0 ? flag : 1);
  } else {
    recordPair(track, frame, unknownType(), flag == -1 ? 1 : flag);
    if (cellCount >= 10 && !hasReportedWorld && (cell(7) != -1 || cell(8) != -1 || cell(9) != -1)) {
      hasReportedWorld = true;
      report(ProblemCode.MOT_WORLD_IGNORED, row, NaN);
    }
  }
  setRowEnd(rowEnd + 1);
}

/** Rows without an id become separate tracks, with ids after all others. */
function nextFreeId(): f64 {
  if (isNaN(freeId)) {
    freeId = idOffset;
    let p = textStart;
    while (p < textEnd) {
      parseNumber(skipBlanks(p));
      const id = parseNumber(skipBlanks(numberEnd + <usize>(load<u8>(skipBlanks(numberEnd)) == Char.COMMA)));
      if (isIndex(id, <f64>MAX_TRACK_ID - idOffset)) freeId = max(freeId, id + idOffset + 1);
      p = lineEnd(p) + 1;
    }
  }
  return min(freeId++, <f64>MAX_TRACK_ID);
}

function typeOfClass(number: f64, row: usize): u32 {
  if (!isIndex(number - 1, <f64>MAX_FRAME)) return unknownType();
  const index = <u32>number - 1;
  if (index < labelCount) {
    const entry = labels + ((<usize>index) << 2);
    const names = labels + ((<usize>labelCount + 1) << 2);
    return internPlainName(names + load<u32>(entry), load<u32>(entry, 4) - load<u32>(entry));
  }
  const name = heapReserve(16);
  const before = typeCount;
  const type = internPlainName(name, printU32(name, index + 1) - name);
  if (typeCount != before) report(ProblemCode.MOT_CLASS_UNKNOWN, row, number);
  return type;
}

/** The pair of a track is that of its last row by frame. */
function recordPair(track: u32, frame: u32, type: u32, confidence: f64): void {
  const note = noteOf(track);
  if (load<u32>(note, TrackNote.PAIRS_LENGTH) != 0 && frame < load<u32>(note, TrackNote.PAIRS_FRAME)) return;
  store<u32>(note, frame, TrackNote.PAIRS_FRAME);
  store<u32>(note, 1, TrackNote.PAIRS_LENGTH);
  const pairs = pairsOf(track);
  const pair = <u32>sliceStart(pairs);
  if (sliceLength(pairs) == 1 && pairType(pair) == type && pairConfidence(pair) == confidence) return;
  const first = pairCount;
  reservePairs(1);
  appendPair(type, confidence);
  setPairs(track, sliceLength(pairs) == 1 ? replacePairs(pairs, first) : makeSlice(first, 1));
}

/** The members that were made last, which usually fit the next row as well. */
let lastExtra: Slice = NO_SLICE;
let lastVisibility: f64 = -1;
let lastIgnored: bool = false;

/** `"attributes":{"visibility":0.5,"ignored":true}`, without the members that have no value. */
function extraOf(isIgnored: bool, visibility: f64): Slice {
  const isSeen = visibility != -1;
  if (!isSeen && !isIgnored) return NO_SLICE;
  if (isSeen) countAttribute("visibility", ValueKind.NUMBER);
  if (isIgnored) countAttribute("ignored", ValueKind.BOOLEAN);
  if (lastExtra != NO_SLICE && visibility == lastVisibility && isIgnored == lastIgnored) return lastExtra;
  const start = heapReserve(128);
  let p = putText(start, '"attributes":{');
  if (isSeen) p = printPython(putText(p, '"visibility":'), visibility);
  if (isIgnored) p = putText(p, isSeen ? ',"ignored":true' : '"ignored":true');
  store<u8>(p++, Char.CLOSE_BRACE);
  heapCommit(p);
  lastVisibility = visibility;
  lastIgnored = isIgnored;
  lastExtra = makeSlice(start, p - start);
  return lastExtra;
}

/** The attribute table refers to the name where it first found it. */
function countAttribute(name: string, kind: u32): void {
  const start = heapReserve(32);
  const end = putText(start, name);
  const before = attributeCount();
  const attribute = attributeOf(false, start, end - start);
  if (attribute == before) heapCommit(end);
  countValue(attribute, kind, 0, 0);
}
