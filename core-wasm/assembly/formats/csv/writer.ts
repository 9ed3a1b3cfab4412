/**
 * Columns to VIAME CSV (api/v1 section 20.1): tracks by ascending id, one row per detection, interpolated detections
 * included. The host writes the header rows. Rows are written to the transfer block in pieces of whole tracks.
 */
import { LossKind, RowFlag } from "../../border";
import { boundsOf, extraOf, flagsOf, frameOf, isKeyframe, lengthOf } from "../../columns/detections";
import { pairConfidence, pairType } from "../../columns/pairs";
import {
  attributesOf,
  endRowOf,
  firstRowOf,
  idOf,
  pairsOf,
  rowCountOf,
  trackAt,
  trackCount,
} from "../../columns/tracks";
import { typeName } from "../../columns/types";
import { putBytes } from "../../memory/bytes";
import { sliceEnd, sliceLength, sliceStart } from "../../memory/slice";
import { openTransfer, transferRoom, transferStart } from "../../memory/transfer";
import { NUMBER_BYTES, printU32 } from "../../numbers/print";
import { isWhole, roundWritten } from "../../numbers/rounding";
import { interpolatesToNext } from "../../query/interpolate";
import { Char } from "../characters";
import {
  lengthAttribute,
  openMembers,
  putDetectionAttributes,
  putGeometry,
  putMasksAndNotes,
  putTrackAttributes,
  tokensRoom,
} from "./cells";
import { putMediaName, mediaNameRoom } from "./media-names";
import { cellRoom, cellsWithZeros, forgetCellsWithZeros, hasOuterBlank, isDive, losesBlanks, putFloat, putLineEnd, putPixels, putTextCell } from "./style";
import { firstExportedPair, hasExportedPair, isExported, NO_PAIR } from "../export-filter";
import { countLoss } from "../losses";
import { countTrackMembers } from "../track-losses";

const PIECE_BYTES: usize = 1 << 18;
/** Room for the numbers and commas of a row. */
const ROW_BYTES: usize = 512;

/** Position, by ascending id, of the first track after the last piece. */
export let nextCsvTrack: u32 = 0;
/** Tracks written since `beginCsv`. */
export let csvTrackCount: u32 = 0;

export function beginCsv(): void {
  nextCsvTrack = 0;
  csvTrackCount = 0;
}

/** Number of rows the file will have, interpolated ones included. */
export function countCsvRows(): f64 {
  let rows: f64 = 0;
  for (let i: u32 = 0; i < trackCount; i++) {
    const track = trackAt(i);
    if (!hasExportedPair(track)) continue;
    for (let row = firstRowOf(track), end = endRowOf(track); row < end; row++) {
      rows += interpolatesToNext(track, row) ? <f64>(frameOf(row + 1) - frameOf(row)) : 1;
    }
  }
  return rows;
}

/** Writes the rows of the next tracks to the transfer block; returns the address after them. */
export function writeCsvPiece(): usize {
  let p = openTransfer(PIECE_BYTES);
  while (nextCsvTrack < trackCount && p - transferStart < PIECE_BYTES) {
    const track = trackAt(nextCsvTrack++);
    const best = firstExportedPair(track);
    if (best == NO_PAIR) {
      if (sliceLength(pairsOf(track)) == 0) countLoss(LossKind.TRACK_WITHOUT_PAIRS, idOf(track), 0);
      continue;
    }
    csvTrackCount++;
    if (rowCountOf(track) == 0) {
      countLoss(LossKind.TRACK_WITHOUT_DETECTIONS, idOf(track), 0);
      continue;
    }
    countTrackMembers(track);
    p = putTrackRows(p, track, best);
  }
  return p;
}

/** Offsets in the transfer block of texts that every row of the track repeats: confidence, pairs and attributes. */
let confidenceOffset: usize = 0;
let confidenceLength: usize = 0;
let pairsOffset: usize = 0;
let pairsLength: usize = 0;
let attributesOffset: usize = 0;
let attributesLength: usize = 0;

/** Values that are the same on all rows of the track. */
let trackId: u32 = 0;
let bestPair: u32 = 0;

function putTrackRows(p: usize, track: u32, best: u32): usize {
  trackId = idOf(track);
  bestPair = best;
  confidenceLength = 0;
  pairsLength = 0;
  attributesLength = 0;
  for (let row = firstRowOf(track), end = endRowOf(track); row < end; row++) {
    p = putKeyframe(p, track, row);
    if (interpolatesToNext(track, row)) p = putInterpolated(p, track, row);
  }
  return p;
}

function putKeyframe(p: usize, track: u32, row: u32): usize {
  const extra = extraOf(row);
  openMembers(extra, trackId, frameOf(row));
  const bounds = boundsOf(row);
  if (isDive && hasFraction(bounds)) countLoss(LossKind.FRACTIONAL_BOUNDS, trackId, frameOf(row));
  p = transferRoom(p, rowRoom(track) + tokensRoom(extra));
  p = putStart(p, frameOf(row));
  p = putPixels(p, load<f64>(bounds));
  p = putPixels(comma(p), load<f64>(bounds, 8));
  p = putPixels(comma(p), load<f64>(bounds, 16));
  p = putPixels(comma(p), load<f64>(bounds, 24));
  const length = isNaN(lengthAttribute) ? lengthOf(row) : lengthAttribute;
  countRowLosses(row);
  p = putPairs(p, track, length);
  p = putDetectionAttributes(p);
  p = putAttributes(p, track);
  p = putLineEnd(putMasksAndNotes(putGeometry(p)));
  for (let i: u32 = 0; i < cellsWithZeros; i++) countLoss(LossKind.ZERO_CHARACTER, trackId, frameOf(row));
  forgetCellsWithZeros();
  return p;
}

/** Counts what a row cannot express about its detection. */
function countRowLosses(row: u32): void {
  const frame = frameOf(row);
  const storedLength = lengthOf(row);
  // Readers turn a positive length into an attribute, and the attribute into a length.
  const isLengthKept = storedLength == lengthAttribute || (isNaN(storedLength) && isNaN(lengthAttribute));
  if (!isLengthKept) countLoss(LossKind.LENGTH_ATTRIBUTE, trackId, frame);
  if ((flagsOf(row) & RowFlag.INTERPOLATES) != 0) countLoss(LossKind.INTERPOLATION, trackId, frame);
  if (!isKeyframe(row)) countLoss(LossKind.NOT_A_KEYFRAME, trackId, frame);
}

/** Writes the rows between a keyframe and the next one, which have no attributes, geometry or notes of their own. */
function putInterpolated(p: usize, track: u32, row: u32): usize {
  const first = frameOf(row);
  const span = frameOf(row + 1) - first;
  const before = boundsOf(row);
  const after = boundsOf(row + 1);
  for (let step: u32 = 1; step < span; step++) {
    const weight = <f64>step / <f64>span;
    p = transferRoom(p, rowRoom(track));
    p = putStart(p, first + step);
    for (let i: usize = 0; i < 32; i += 8) {
      if (i != 0) p = comma(p);
      p = putPixels(p, between(load<f64>(before + i), load<f64>(after + i), weight));
    }
    p = putPairs(p, track, NaN);
    p = putLineEnd(putAttributes(p, track));
  }
  return p;
}

/** The dialect `dive` interpolates between the rounded positions, as on the wire. */
function between(before: f64, after: f64, weight: f64): f64 {
  return isDive
    ? roundWritten(before) * (1 - weight) + roundWritten(after) * weight
    : before * (1 - weight) + after * weight;
}

function comma(p: usize): usize {
  store<u8>(p, Char.COMMA);
  return p + 1;
}

function hasFraction(bounds: usize): bool {
  for (let i: usize = 0; i < 32; i += 8) {
    if (!isWhole(load<f64>(bounds + i))) return true;
  }
  return false;
}

function rowRoom(track: u32): usize {
  const repeated = pairsLength == 0 ? pairsRoom(track) + tokensRoom(attributesOf(track)) : pairsLength + attributesLength;
  return ROW_BYTES + mediaNameRoom() + repeated;
}

function pairsRoom(track: u32): usize {
  const pairs = pairsOf(track);
  let bytes: usize = 0;
  for (let pair = <u32>sliceStart(pairs), end = <u32>sliceEnd(pairs); pair < end; pair++) {
    bytes += cellRoom(sliceLength(typeName(pairType(pair)))) + NUMBER_BYTES;
  }
  return bytes;
}

/** Writes cells 1 to 3, each followed by a comma. */
function putStart(p: usize, frame: u32): usize {
  p = comma(printU32(p, trackId));
  p = comma(putMediaName(p, frame));
  return comma(printU32(p, frame));
}

/** Writes cells 8 and 9 and the pairs, each preceded by a comma. */
function putPairs(p: usize, track: u32, length: f64): usize {
  p = comma(putConfidence(comma(p)));
  if (isNaN(length)) {
    store<u16>(p, 0x312d);
    p += 2;
  } else {
    p = putFloat(p, length);
  }
  if (pairsLength != 0) return putBytes(p, transferStart + pairsOffset, pairsLength);
  pairsOffset = p - transferStart;
  const pairs = pairsOf(track);
  for (let pair = <u32>sliceStart(pairs), last = <u32>sliceEnd(pairs); pair < last; pair++) {
    if (!isExported(pair)) continue;
    const name = typeName(pairType(pair));
    const start = sliceStart(name);
    const end = sliceEnd(name);
    const isLost = start == end || (hasOuterBlank(start, end) && losesBlanks(start, end));
    if (isLost) countLoss(LossKind.TYPE_NAME, trackId, 0);
    p = putTextCell(comma(p), start, sliceLength(name));
    p = putFloat(comma(p), pairConfidence(pair));
  }
  pairsLength = p - transferStart - pairsOffset;
  return p;
}

/** The confidence of the best pair. */
function putConfidence(p: usize): usize {
  if (confidenceLength != 0) return putBytes(p, transferStart + confidenceOffset, confidenceLength);
  confidenceOffset = p - transferStart;
  p = putFloat(p, pairConfidence(bestPair));
  confidenceLength = p - transferStart - confidenceOffset;
  return p;
}

/** The attributes of the track. */
function putAttributes(p: usize, track: u32): usize {
  if (attributesOf(track) == 0) return p;
  if (attributesLength != 0) return putBytes(p, transferStart + attributesOffset, attributesLength);
  attributesOffset = p - transferStart;
  p = putTrackAttributes(p, attributesOf(track), trackId);
  attributesLength = p - transferStart - attributesOffset;
  return p;
}
