/**
 * Tracks of DIVE annotation JSON to columns (api/v1 sections 15.1 and 21.4).
 *
 * A broken track is reported and skipped as a whole, and reading continues after it; broken JSON ends the read. Members
 * without a column are kept as text, without white space between tokens. Null members are treated as absent.
 */
import { ProblemCode } from "../../border";
import { frameOf, isKeyframe, rowEnd, setRowEnd } from "../../columns/detections";
import { appendPair, dropPairs, finishPairs, pairCount, reservePairs } from "../../columns/pairs";
import { rowsAscend, sortRows } from "../../columns/row-order";
import {
  appendTrack,
  findTrack,
  MAX_TRACK_ID,
  NO_TRACK,
  reserveTracks,
  setAttributes,
  setFrameRange,
  setPairs,
  setRowCount,
  setRowRange,
  setTrackExtra,
} from "../../columns/tracks";
import { NO_SLICE, Slice, sliceLength } from "../../memory/slice";
import { numberEnd, parseNumber } from "../../numbers/parse";
import { readAttributes } from "../attribute-observer";
import { Char } from "../characters";
import { keepText, memberCount, popMembers, storeMembers } from "../member-stack";
import { isRefused, report } from "../problems";
import { internJsonName } from "../type-names";
import { readFeatures } from "./features";
import { broken, isIndex, keepMember, keyIs, keyTag, MAX_FRAME, skipNull, tagOf } from "./members";
import {
  at,
  expect,
  hadSpace,
  hasNext,
  isNumberNext,
  moveTo,
  nonFiniteAt,
  peek,
  readKey,
  readNumber,
  readString,
  skipValue,
  stringEnd,
  stringStart,
  take,
  watchNumbers,
  watchSpace,
} from "./scan";

const ID: u64 = tagOf("id");
const TRACK_ID: u64 = tagOf("trackId");
const BEGIN: u64 = tagOf("begin");
const END: u64 = tagOf("end");
const FEATURES: u64 = tagOf("features");
const CONFIDENCE_PAIRS: u64 = tagOf("confidencePairs");
const ATTRIBUTES: u64 = tagOf("attributes");
export { isIndex, MAX_FRAME } from "./members";

/** Added to every id that is read. */
export let idOffset: f64 = 0;

export function setIdOffset(offset: f64): void {
  idOffset = offset;
}

/** The number that the last key spells, or NaN. */
export function keyAsId(): f64 {
  const value = parseNumber(stringStart);
  return numberEnd == stringEnd ? value : NaN;
}

// The members of the current track read so far.
let trackId: f64 = NaN;
let idAt: usize = 0;
let begin: f64 = NaN;
let end: f64 = NaN;
let pairs: Slice = NO_SLICE;
let attributes: Slice = NO_SLICE;
let firstRow: u32 = 0;

/** Reads the track at the cursor; `keyId` is its key in the map, NaN if none exists. */
export function readTrack(keyId: f64): void {
  const start = at;
  const firstPair = pairCount;
  const firstMember = memberCount;
  firstRow = rowEnd;
  if (readMembers(keyId) && acceptTrack(start, keyId, firstMember)) return;
  setRowEnd(firstRow);
  dropPairs(firstPair);
  popMembers(firstMember);
  if (isRefused) return;
  moveTo(start);
  skipValue();
}

/** Returns false when the track is broken, which has been reported. */
function readMembers(keyId: f64): bool {
  trackId = NaN;
  begin = NaN;
  end = NaN;
  pairs = NO_SLICE;
  attributes = NO_SLICE;
  watchNumbers();
  if (peek() != Char.OPEN_BRACE) return broken(ProblemCode.JSON_TRACK_NOT_AN_OBJECT, keyId);
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return true;
  do {
    if (!readTrackMember()) return false;
  } while (hasNext(Char.CLOSE_BRACE));
  return !isRefused;
}

function readTrackMember(): bool {
  watchSpace();
  peek();
  const keyStart = at;
  readKey();
  const tag = keyTag();
  if (tag == ID || tag == TRACK_ID) return readId();
  if (tag == BEGIN) return readInteger(true);
  if (tag == END) return readInteger(false);
  if (tag == FEATURES && keyIs("features")) return readFeatures();
  if (tag == CONFIDENCE_PAIRS && keyIs("confidencePairs")) return readPairs();
  if (tag == ATTRIBUTES && keyIs("attributes")) return readTrackAttributes();
  keepMember(keyStart);
  return true;
}

function readId(): bool {
  idAt = at;
  const id = readIdNumber();
  if (!isNaN(id)) trackId = id;
  return true;
}

/** Reads an id, which is a number or a text that spells one; skips anything else and returns NaN. */
export function readIdNumber(): f64 {
  if (isNumberNext()) return readNumber();
  if (peek() == Char.QUOTE) {
    readString();
    return keyAsId();
  }
  skipValue();
  return NaN;
}

function readInteger(isBegin: bool): bool {
  if (!isNumberNext()) {
    skipValue();
    return true;
  }
  const value = readNumber();
  if (isBegin) begin = value;
  else end = value;
  return true;
}

function readPairs(): bool {
  if (skipNull()) return true;
  if (!take(Char.OPEN_BRACKET)) return broken(ProblemCode.JSON_PAIRS_MALFORMED, NaN);
  const first = pairCount;
  if (take(Char.CLOSE_BRACKET)) return true;
  do {
    if (!take(Char.OPEN_BRACKET) || peek() != Char.QUOTE) return broken(ProblemCode.JSON_PAIRS_MALFORMED, NaN);
    readString();
    const type = internJsonName(stringStart, stringEnd);
    if (!take(Char.COMMA) || !isNumberNext()) return broken(ProblemCode.JSON_PAIRS_MALFORMED, NaN);
    const confidence = readNumber();
    if (!isFinite(confidence) || !take(Char.CLOSE_BRACKET)) return broken(ProblemCode.JSON_PAIRS_MALFORMED, NaN);
    reservePairs(1);
    appendPair(type, confidence);
  } while (hasNext(Char.CLOSE_BRACKET));
  pairs = finishPairs(first);
  return true;
}

function readTrackAttributes(): bool {
  if (skipNull()) return true;
  if (peek() != Char.OPEN_BRACE) return broken(ProblemCode.JSON_ATTRIBUTES_MALFORMED, NaN);
  const start = at;
  watchSpace();
  readAttributes(true);
  if (isRefused) return false;
  const kept = keepText(start, at, hadSpace());
  // An absent slice stands for `{}`.
  attributes = sliceLength(kept) > 2 ? kept : NO_SLICE;
  return true;
}

/** Validates the track as a whole and adds it. */
function acceptTrack(start: usize, keyId: f64, firstMember: u32): bool {
  const next = at;
  moveTo(start);
  if (nonFiniteAt() != 0) {
    moveTo(nonFiniteAt());
    return broken(ProblemCode.JSON_NUMBER_NOT_FINITE, trackId);
  }
  if (isNaN(trackId)) {
    if (isNaN(keyId)) return broken(ProblemCode.JSON_TRACK_WITHOUT_ID, NaN);
    trackId = keyId;
  } else if (!isNaN(keyId) && keyId != trackId) {
    report(ProblemCode.JSON_KEY_IS_NOT_ID, start, trackId);
  }
  const id = trackId + idOffset;
  if (!isIndex(trackId, <f64>MAX_TRACK_ID) || id > <f64>MAX_TRACK_ID) {
    moveTo(idAt);
    return broken(ProblemCode.TRACK_ID_OUT_OF_RANGE, trackId);
  }
  if (findTrack(<u32>id) != NO_TRACK) return broken(ProblemCode.DUPLICATE_TRACK_ID, trackId);
  reserveTracks(1);
  const track = appendTrack(<u32>id, firstRow);
  orderFeatures(start);
  const count = rowEnd - firstRow;
  setRowRange(track, firstRow, count);
  setRowCount(track, count);
  setPairs(track, pairs);
  setAttributes(track, attributes);
  setTrackExtra(track, storeMembers(firstMember));
  setRange(track, start, count);
  moveTo(next);
  return true;
}

function orderFeatures(start: usize): void {
  const count = rowEnd - firstRow;
  if (rowsAscend(firstRow, count)) return;
  const kept = sortRows(firstRow, count);
  setRowEnd(firstRow + kept);
  report(kept < count ? ProblemCode.DUPLICATE_DETECTION : ProblemCode.DETECTIONS_UNSORTED, start, trackId);
}

/** Begin and end are those of the detections; without detections, the file's values are used. */
function setRange(track: u32, start: usize, count: u32): void {
  if (count == 0) {
    const from = isIndex(begin, MAX_FRAME) ? <u32>begin : 0;
    setFrameRange(track, from, isIndex(end, MAX_FRAME) ? max(from, <u32>end) : from);
    return;
  }
  const first = frameOf(firstRow);
  const last = frameOf(rowEnd - 1);
  setFrameRange(track, first, last);
  const differs = (!isNaN(begin) && begin != <f64>first) || (!isNaN(end) && end != <f64>last);
  if (differs) report(ProblemCode.JSON_RANGE_CORRECTED, start, trackId);
  let row = firstRow;
  while (row < rowEnd && !isKeyframe(row)) row++;
  if (row == rowEnd) report(ProblemCode.TRACK_WITHOUT_KEYFRAME, start, trackId);
}
