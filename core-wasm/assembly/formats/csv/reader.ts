/**
 * VIAME CSV to columns (api/v1 section 21.2).
 *
 * A row: track id, image name, frame, x1, y1, x2, y2, confidence, target length, then type and confidence alternating,
 * then tokens. Rows come in any order. A broken row is reported and skipped. Track properties come from its rows: the
 * pairs are those of its last row by frame that has any, the attributes are merged.
 */
import { ProblemCode, RowFlag } from "../../border";
import { boundsOf, initRow, rowEnd, setExtra, setFlags, setLength, setRowEnd } from "../../columns/detections";
import {
  appendPair,
  dropPairs,
  finishPairs,
  pairConfidence,
  pairCount,
  pairType,
  replacePairs,
  reservePairs,
} from "../../columns/pairs";
import { MAX_TRACK_ID, pairsOf, setPairs, trackEnd } from "../../columns/tracks";
import { unknownType } from "../../query/filter";
import { bytesEqualHere, startsWith } from "../../memory/bytes";
import { heapCommit, heapCopy, heapReserve } from "../../memory/heap";
import { makeSlice, NO_SLICE, Slice, sliceLength, sliceStart } from "../../memory/slice";
import { parsedNumber, parseTo } from "../../numbers/parse";
import { Char } from "../characters";
import { lengthAttribute, storeExtras } from "./extras";
import { hasGeometry } from "./geometry";
import { hasImages, recordImage } from "../import/images";
import { isKnownName, recordPictureName } from "../import/picture-names";
import { line, passLines, reportAt, rowStart, startFile, startRow } from "./place";
import { plainIndex, readPlainIndex, readPlainNumber } from "./plain-numbers";
import {
  assignRow,
  finishImport,
  hasRoomFor,
  firstTrack,
  addressOf,
  importedRow,
  isInPiece,
  noteOf,
  offsetOf,
  openImport,
  openPiece,
  PAIRS_IMPLIED,
  TEXT_NOT_KEPT,
  TrackNote,
  trackOfId,
} from "../import/rows";
import {
  at,
  cellEnd,
  cellStart,
  countLineEnds,
  findNearSeparator,
  innerLineEnds,
  isAtCsvEnd,
  isSeparator,
  moveTo,
  nextCell,
  openCsv,
  quoteIsOpen,
  readCell,
  readNumberCell,
  skipCell,
  skipLineEnd,
} from "./scan";
import { needsGuard } from "./style";
import { reportLine } from "../problems";
import { clearTokens, hasKind, readTokens, TokenKind } from "./tokens";
import {
  closeTrackAttributes,
  collectTrackAttributes,
  openTrackAttributes,
  storeTrackAttributes,
} from "./track-attributes";
import { idOffset, isIndex, MAX_FRAME } from "../json/reader";
import { completeRowsEnd } from "./pieces";
import { internPlainName } from "../type-names";

/** The text of the `# metadata` rows, one per line, in the heap; absent: none. */
export let metadata: Slice = NO_SLICE;
/** The line on which the first of them begins. */
export let metadataLine: u32 = 0;
/** Further ones add nothing new. */
const MAX_METADATA_ROWS: u32 = 16;
let metadataRows: u32 = 0;

export function clearMetadata(): void {
  metadata = NO_SLICE;
  metadataRows = 0;
}

/** The shortest row: nine cells, some of them empty, with its line end. */
const MIN_ROW_BYTES: u32 = 16;

/** Starts a file of this many bytes; NaN: unknown. */
export function beginViameCsv(bytes: f64): void {
  startFile();
  typeChanges = 0;
  confidenceChanges = 0;
  openImport(bytes);
  openTrackAttributes();
}

/**
 * Reads the rows that are complete in the next bytes of the file (all remaining rows if these are the last bytes);
 * returns the number of bytes read. The caller must pass the rest again, followed by the next bytes.
 */
export function readCsvPiece(start: usize, length: usize, isLast: bool): usize {
  const end = isLast ? start + length : completeRowsEnd(start, start + length);
  if (end == start) return 0;
  if (isLast) store<u8>(end, Char.LF);
  // Line ends are counted only if there could be too many rows.
  const maxRows = <u32>(end - start) / MIN_ROW_BYTES + 1;
  openPiece(start, end - start, hasRoomFor(maxRows) ? maxRows : countLineEnds(start, end - start) + 1);
  openCsv(start, end);
  while (!isAtCsvEnd()) {
    startRow(at);
    readLine();
    skipLineEnd();
    passLines(1);
  }
  return end - start;
}

/** Ends the file: gives the tracks their rows and attributes. */
export function endViameCsv(): void {
  reportChanges();
  finishImport();
  closeTrackAttributes();
  for (let track = firstTrack; track < trackEnd; track++) storeTrackAttributes(track);
}

/** Leaves the cursor at the line end. */
function readLine(): void {
  const linesBefore = innerLineEnds;
  const byte = <u32>load<u8>(at);
  if (byte == Char.LF || byte == Char.CR) return;
  if (byte == Char.HASH || (byte == Char.QUOTE && load<u8>(at + 1) == Char.HASH)) skipComment();
  else if (!readRow()) skipRest();
  passLines(innerLineEnds - linesBefore);
}

function skipComment(): void {
  skipCell();
  skipRest();
  if (!isMetadata(rowStart) || metadataRows == MAX_METADATA_ROWS) return;
  if (metadataRows++ == 0) {
    metadata = heapCopy(rowStart, at - rowStart);
    metadataLine = line;
    return;
  }
  const before = sliceLength(metadata);
  const joined = heapReserve(before + 1 + <u32>(at - rowStart));
  memory.copy(joined, sliceStart(metadata), before);
  store<u8>(joined + before, Char.LF);
  memory.copy(joined + before + 1, rowStart, at - rowStart);
  metadata = makeSlice(joined, before + 1 + <u32>(at - rowStart));
  heapCommit(joined + before + 1 + (at - rowStart));
}

/** Whether the row is `# metadata`, quoted or not, in any case and with any blanks. */
function isMetadata(p: usize): bool {
  if (load<u8>(p) == Char.QUOTE) p++;
  if (load<u8>(p) == Char.HASH) p++;
  while (load<u8>(p) == Char.SPACE) p++;
  return (load<u8>(p) | 32) == 0x6d && startsWith(p + 1, "etadata");
}

/** Moves past the remaining cells of the row. */
function skipRest(): void {
  while (nextCell()) skipCell();
}

/** Reports a problem that makes the row unusable; a stray quote takes precedence. Returns false. */
function broken(code: u32, at: usize, number: f64): bool {
  if (quoteIsOpen) reportAt(ProblemCode.CSV_QUOTE_OPEN, rowStart, NaN);
  else reportAt(code, at, number);
  return false;
}

// The values of the row's first nine cells; the bounds go straight to their column.
let id: f64 = NaN;
let frame: u32 = 0;
let length: f64 = NaN;
/** Address of the confidence (f64), which may be NaN. */
const CONFIDENCE: usize = memory.data(8, 8);
/** Address of a confidence that is neither a finite number nor blank; unused while the confidence is finite. */
let brokenConfidenceAt: usize = 0;

/** Reads a row into the columns; returns false when it is blank, or broken, which has been reported. */
function readRow(): bool {
  if (!readPlainCells() && !readCells()) return false;
  const track = trackOfId(id + idOffset, line);
  if (!readPairs(track)) return false;
  initRow(rowEnd, frame, 0);
  assignRow(rowEnd, track);
  readExtras(track);
  setRowEnd(rowEnd + 1);
  return true;
}

/**
 * Reads the first nine cells if they are as programs write them: numbers without blanks and quotes. Otherwise changes
 * nothing, and `readCells` takes over.
 */
function readPlainCells(): bool {
  let p = readPlainIndex(at);
  id = plainIndex;
  if (load<u8>(p) != Char.COMMA || id > <f64>MAX_TRACK_ID - idOffset) return false;
  const name = ++p;
  // Quotes, blanks and the apostrophe of a guarded name have low character codes.
  if (<u32>load<u8>(name) <= Char.APOSTROPHE) return false;
  const nameEnd = findNearSeparator(name);
  if (load<u8>(nameEnd) != Char.COMMA || load<u8>(nameEnd - 1) == Char.SPACE) return false;
  p = readPlainIndex(nameEnd + 1);
  frame = plainIndex;
  if (load<u8>(p) != Char.COMMA) return false;
  const bounds = boundsOf(rowEnd);
  p = readPlainNumber(p + 1, bounds);
  if (load<u8>(p) != Char.COMMA) return false;
  p = readPlainNumber(p + 1, bounds + 8);
  if (load<u8>(p) != Char.COMMA) return false;
  p = readPlainNumber(p + 1, bounds + 16);
  if (load<u8>(p) != Char.COMMA) return false;
  p = readPlainNumber(p + 1, bounds + 24);
  if (load<u8>(p) != Char.COMMA) return false;
  p = readPlainNumber(p + 1, CONFIDENCE);
  if (load<u8>(p) != Char.COMMA) return false;
  p++;
  // Nearly all rows have no length, written as -1.
  if (load<u16>(p) == MINUS_ONE && isSeparator(load<u8>(p + 2))) {
    length = -1;
    p += 2;
  } else {
    p = parseTo(p);
    length = parsedNumber;
    if (!isSeparator(load<u8>(p)) || !isFinite(length)) return false;
  }
  if (hasImages() || !isKnownName(frame, name, nameEnd)) recordName(name, nameEnd);
  moveTo(p);
  return true;
}

const MINUS_ONE: u16 = 0x312d;

/** Reads the first nine cells in any notation, and reports what is wrong with them. */
function readCells(): bool {
  id = readNumberCell();
  if (isNaN(id) && isEmptyRow()) return false;
  if (!isIndex(id, <f64>MAX_TRACK_ID - idOffset)) {
    return broken(isNaN(id) ? ProblemCode.CSV_ID_MALFORMED : ProblemCode.TRACK_ID_OUT_OF_RANGE, rowStart, id);
  }
  if (!nextCell()) return tooFew(1);
  readCell();
  const name = skipApostrophe();
  const nameEnd = cellEnd;
  if (!nextCell()) return tooFew(2);
  const frameStart = at;
  const frameNumber = readNumberCell();
  if (!isIndex(frameNumber, MAX_FRAME)) {
    const code = isNaN(frameNumber) ? ProblemCode.CSV_FRAME_MALFORMED : ProblemCode.FRAME_OUT_OF_RANGE;
    return broken(code, frameStart, frameNumber);
  }
  frame = <u32>frameNumber;
  const bounds = boundsOf(rowEnd);
  for (let i: usize = 0; i < 4; i++) {
    if (!nextCell()) return tooFew(3 + <f64>i);
    const start = at;
    const value = readNumberCell();
    if (!isFinite(value)) return broken(ProblemCode.CSV_BOUNDS_NOT_A_NUMBER, start, NaN);
    store<f64>(bounds + (i << 3), value);
  }
  if (!nextCell()) return tooFew(7);
  const confidenceStart = at;
  const confidence = readNumberCell();
  store<f64>(CONFIDENCE, confidence);
  brokenConfidenceAt = isFinite(confidence) || isBlank(confidenceStart) ? 0 : confidenceStart;
  if (!nextCell()) return tooFew(8);
  const lengthStart = at;
  length = readNumberCell();
  if (!isFinite(length)) {
    if (quoteIsOpen) return broken(ProblemCode.CSV_QUOTE_OPEN, rowStart, NaN);
    if (!isBlank(lengthStart)) reportAt(ProblemCode.CSV_LENGTH_NOT_A_NUMBER, lengthStart, NaN);
    length = -1;
  }
  recordName(name, nameEnd);
  return true;
}

/** Uses the picture name to find the row's frame, or stores it for the row's frame. */
function recordName(start: usize, end: usize): void {
  if (hasImages()) recordImage(importedRow(rowEnd), start, end, line);
  else recordPictureName(importedRow(rowEnd), frame, start, end);
}

function tooFew(cells: f64): bool {
  return broken(ProblemCode.CSV_TOO_FEW_CELLS, at, cells);
}

/**
 * Whether the row has nothing but blanks, commas and empty quotes, as spreadsheet programs pad a table; if so, the
 * cursor is left at the line end.
 */
function isEmptyRow(): bool {
  let p = rowStart;
  while (isPadding(load<u8>(p))) p++;
  const byte = <u32>load<u8>(p);
  if (byte != Char.LF && byte != Char.CR) return false;
  moveTo(p);
  return true;
}

function isPadding(byte: u32): bool {
  return byte == Char.COMMA || byte == Char.SPACE || byte == Char.TAB || byte == Char.QUOTE;
}

/** Whether there are only blanks up to the cursor. */
function isBlank(start: usize): bool {
  for (let p = start; p < at; p++) if (load<u8>(p) != Char.SPACE) return false;
  return true;
}

// ---------------------------------------------------------------------------------------------------- confidence pairs

/** How often a row differs in type, or in confidence with the same type, from the previous row of its track. */
let typeChanges: u32 = 0;
let confidenceChanges: u32 = 0;
/** The lines of the first of them. */
let typeChangeLine: u32 = 0;
let typeChangeTrack: u32 = 0;
let typeChangeFrame: u32 = 0;
let confidenceChangeLine: u32 = 0;

/** Reads pairs up to the first token or the end of the row. */
function readPairs(track: u32): bool {
  const note = noteOf(track);
  const start = at;
  const linesBefore = innerLineEnds;
  // Cell 8 may differ even if the cells after it are the same.
  let isImplied = false;
  const known = load<u32>(note, TrackNote.PAIRS_LENGTH);
  let isLatest = known == 0 || frame >= load<u32>(note, TrackNote.PAIRS_FRAME);
  if (brokenConfidenceAt != 0 && !isFinite(load<f64>(CONFIDENCE)) && !quoteIsOpen) {
    reportAt(ProblemCode.CSV_CONFIDENCE_IGNORED, brokenConfidenceAt, NaN);
  }
  if (!repeatsPairs(note)) {
    const first = pairCount;
    if (!readPairCells()) {
      dropPairs(first);
      return false;
    }
    isImplied = pairCount == first;
    if (isImplied) {
      const confidence = load<f64>(CONFIDENCE);
      if (!isFinite(confidence) && brokenConfidenceAt != 0 && quoteIsOpen) {
        return broken(ProblemCode.CSV_QUOTE_OPEN, rowStart, NaN);
      }
      reservePairs(1);
      appendPair(unknownType(), isFinite(confidence) ? confidence : 1);
      // A row without pairs does not change a track that has some.
      if (known > PAIRS_IMPLIED) isLatest = false;
    } else if (known == PAIRS_IMPLIED) {
      isLatest = true;
    }
    finishPairs(first);
    if (isImplied == (known == PAIRS_IMPLIED) && known != 0) compareWith(track, first);
    if (isLatest) setPairs(track, replacePairs(pairsOf(track), first));
    else dropPairs(first);
  }
  if (isLatest) {
    store<u32>(note, frame, TrackNote.PAIRS_FRAME);
    store<u32>(note, offsetOf(start), TrackNote.PAIRS_START);
    // Text of several lines must be read again, to count its line ends.
    const length: u32 = innerLineEnds == linesBefore ? max(<u32>(at - start), TEXT_NOT_KEPT) : TEXT_NOT_KEPT;
    store<u32>(note, isImplied ? PAIRS_IMPLIED : length, TrackNote.PAIRS_LENGTH);
  }
  return true;
}

/** Counts rows whose first pair differs from that of the track so far. */
function compareWith(track: u32, first: u32): void {
  const before = pairsOf(track);
  const best = <u32>sliceStart(before);
  if (sliceLength(before) == 0 || first == pairCount) return;
  if (pairType(best) != pairType(first)) {
    if (typeChanges++ != 0) return;
    typeChangeLine = line;
    typeChangeTrack = track;
    typeChangeFrame = frame;
  } else if (pairConfidence(best) != pairConfidence(first)) {
    if (confidenceChanges++ == 0) confidenceChangeLine = line;
  }
}

function reportChanges(): void {
  if (typeChanges > 0) reportLine(ProblemCode.CSV_TYPE_OVERRULED, lineOfOddType(), 1, typeChanges);
  if (confidenceChanges > 0) reportLine(ProblemCode.CSV_CONFIDENCE_OVERRULED, confidenceChangeLine, 1, confidenceChanges);
}

/** Where all rows of the track agree but the first one, that is the odd one. */
function lineOfOddType(): u32 {
  const note = noteOf(typeChangeTrack);
  const firstLine = load<u32>(note, TrackNote.LINE);
  const areOthersEqual = typeChanges == 1 && load<u32>(note, TrackNote.PAIRS_FRAME) > typeChangeFrame;
  return areOthersEqual && typeChangeLine == firstLine + 1 ? firstLine : typeChangeLine;
}

/** Most trackers and people write the same pairs on every row of a track; if so, moves the cursor past them. */
function repeatsPairs(note: usize): bool {
  const length = <usize>load<u32>(note, TrackNote.PAIRS_LENGTH);
  const before = load<u32>(note, TrackNote.PAIRS_START);
  if (length <= TEXT_NOT_KEPT || !isInPiece(before) || !bytesEqualHere(at, addressOf(before), length)) return false;
  const byte = <u32>load<u8>(at + length);
  const ends = byte == Char.LF || byte == Char.CR || (byte == Char.COMMA && isToken(at + length + 1));
  if (ends) moveTo(at + length);
  return ends;
}

function isToken(cell: usize): bool {
  const first = load<u8>(cell);
  if (first == Char.SPACE) return isTokenAfterBlanks(cell);
  return load<u8>(cell + <usize>(first == Char.QUOTE)) == Char.OPEN_PARENTHESIS;
}

/** Some programs write a blank after each comma. Other brackets after blanks belong to the name of a type. */
function isTokenAfterBlanks(cell: usize): bool {
  let p = cell;
  while (load<u8>(p) == Char.SPACE) p++;
  p += <usize>(load<u8>(p) == Char.QUOTE);
  if (load<u8>(p) != Char.OPEN_PARENTHESIS) return false;
  return (
    startsWith(p, "(kp) ") ||
    startsWith(p, "(atr) ") ||
    startsWith(p, "(trk-atr) ") ||
    startsWith(p, "(poly)") ||
    startsWith(p, "(+poly)") ||
    startsWith(p, "(hole)") ||
    startsWith(p, "(note)") ||
    startsWith(p, "(mask)")
  );
}

function readPairCells(): bool {
  while (load<u8>(at) == Char.COMMA && !isToken(at + 1)) {
    nextCell();
    const typeAt = at;
    readCell();
    const typeStart = skipApostrophe();
    const typeEnd = cellEnd;
    if (quoteIsOpen) return broken(ProblemCode.CSV_QUOTE_OPEN, typeAt, NaN);
    // The row ends, or tokens begin, in place of the confidence.
    if (load<u8>(at) != Char.COMMA || isToken(at + 1)) {
      if (typeEnd > typeStart) reportAt(ProblemCode.CSV_PAIR_INCOMPLETE, typeAt, NaN);
      return true;
    }
    nextCell();
    const confidenceAt = at;
    const confidence = readNumberCell();
    if (isFinite(confidence)) {
      if (typeEnd == typeStart) continue;
      reservePairs(1);
      appendPair(internPlainName(typeStart, typeEnd - typeStart), confidence);
    } else if (at == confidenceAt) {
      if (typeEnd > typeStart) reportAt(ProblemCode.CSV_PAIR_INCOMPLETE, typeAt, NaN);
    } else {
      return broken(ProblemCode.CSV_CONFIDENCE_NOT_A_NUMBER, confidenceAt, NaN);
    }
  }
  return true;
}

/** Removes the apostrophe that writers put before some names (style.ts). */
function skipApostrophe(): usize {
  return cellStart + <usize>(load<u8>(cellStart) == Char.APOSTROPHE && needsGuard(cellStart, cellEnd));
}

// ------------------------------------------------------------------------------------------------------------- tokens

/** Reads the tokens of the row, if any, and applies them to the row and the track. */
function readExtras(track: u32): void {
  const isLong = length > 0;
  if (isLong) setLength(rowEnd, length);
  if (nextCell()) readTokens();
  else if (isLong) clearTokens();
  else return;
  setExtra(rowEnd, storeExtras(length));
  if (hasGeometry()) setFlags(rowEnd, RowFlag.HAS_GEOMETRY);
  // The attribute takes precedence over cell 9.
  if (!isNaN(lengthAttribute)) setLength(rowEnd, lengthAttribute);
  if (hasKind(TokenKind.TRACK_ATTRIBUTE)) collectTrackAttributes(track, frame);
}
