/**
 * Tracks of DIVE annotation JSON to columns (api/v1 sections 15.1 and 21.4).
 *
 * A broken track is reported and left out as a whole, and reading goes on behind it; broken JSON ends the read. Members
 * that have no column are kept as text, without white space between tokens. Members that are null are absent.
 */
import {
  boundsOf,
  Flag,
  flagsOf,
  frameOf,
  initRow,
  isKeyframe,
  reserveDetections,
  rowEnd,
  setExtra,
  setFlags,
  setFrame,
  setLength,
  setRowEnd,
} from "../../columns/detections";
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
import { packText } from "../../memory/bytes";
import { heapCommit, heapReserve } from "../../memory/heap";
import { makeSlice, NO_SLICE, Slice } from "../../memory/slice";
import { numberEnd, parsedNumber, parseNumber, parseTo } from "../../numbers/parse";
import { observeJsonAttributes } from "../attribute-observer";
import { Char } from "../characters";
import { keyIs, keyTag, tagOf } from "./members";
import {
  at,
  copyCompact,
  expect,
  hadSpace,
  hasNext,
  isNullNext,
  isNumberNext,
  moveTo,
  nonFiniteAt,
  peek,
  readBoolean,
  readKey,
  readNumber,
  readString,
  skipValue,
  startsLikeNumber,
  stringEnd,
  stringStart,
  take,
  takeKey,
  watchNumbers,
  watchSpace,
} from "./scan";
import { memberCount, popMembers, pushMember, storeMembers } from "../member-stack";
import { isRefused, ProblemCode, report } from "../problems";
import { internJsonName } from "../type-names";

/** The largest frame number: a signed 32 bit integer, as in the files of other tools. */
export const MAX_FRAME: f64 = 2147483647;

const ID: u64 = tagOf("id");
const TRACK_ID: u64 = tagOf("trackId");
const BEGIN: u64 = tagOf("begin");
const END: u64 = tagOf("end");
const FEATURES: u64 = tagOf("features");
const CONFIDENCE_PAIRS: u64 = tagOf("confidencePairs");
const ATTRIBUTES: u64 = tagOf("attributes");
const FRAME: u64 = tagOf("frame");
const BOUNDS: u64 = tagOf("bounds");
const KEYFRAME: u64 = tagOf("keyframe");
const INTERPOLATE: u64 = tagOf("interpolate");
const FISH_LENGTH: u64 = tagOf("fishLength");
const GEOMETRY: u64 = tagOf("geometry");
const OTHER: u64 = 0;

// First and last eight bytes of the keys that nearly every detection has, as programs write them.
const FRAME_KEY: u64 = packText('"frame":');
const BOUNDS_KEY: u64 = packText('"bounds"');
const BOUNDS_KEY_END: u64 = packText('bounds":');
const KEYFRAME_KEY: u64 = packText('"keyfram');
const KEYFRAME_KEY_END: u64 = packText('yframe":');
const INTERPOLATE_KEY: u64 = packText('"interpo');
const INTERPOLATE_KEY_END: u64 = packText('polate":');

/** Added to every id that is read. */
export let idOffset: f64 = 0;

export function setIdOffset(offset: f64): void {
  idOffset = offset;
}

/** Reads `[track, …]`; the cursor is at the bracket. */
export function readTrackList(): void {
  expect(Char.OPEN_BRACKET);
  if (take(Char.CLOSE_BRACKET)) return;
  do readTrack(NaN);
  while (hasNext(Char.CLOSE_BRACKET));
}

/** Reads `{"<id>": track, …}`; the cursor is at the brace. */
export function readTrackMap(): void {
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return;
  do {
    readKey();
    readTrack(keyAsId());
  } while (hasNext(Char.CLOSE_BRACE));
}

/** The number that the last key spells, or NaN. */
export function keyAsId(): f64 {
  const value = parseNumber(stringStart);
  return numberEnd == stringEnd ? value : NaN;
}

// What the members of the track under the cursor have said so far.
let trackId: f64 = NaN;
let idAt: usize = 0;
let begin: f64 = NaN;
let end: f64 = NaN;
let pairs: Slice = NO_SLICE;
let attributes: Slice = NO_SLICE;
let firstRow: u32 = 0;

/** Reads the track at the cursor; `keyId` is the key it stands under, NaN when there is none. */
export function readTrack(keyId: f64): void {
  const start = at;
  const firstPair = pairCount;
  const firstMember = memberCount;
  firstRow = rowEnd;
  if (readMembers(keyId) && acceptTrack(start, keyId, firstMember)) return;
  if (isRefused) return;
  setRowEnd(firstRow);
  dropPairs(firstPair);
  popMembers(firstMember);
  moveTo(start);
  skipValue();
}

/** False when the track is broken, which has been reported. */
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

/** Reports what makes the track unusable. */
function broken(code: u32, number: f64): bool {
  if (!isRefused) report(code, at, number);
  return false;
}

/** An id is a number, or a text that spells one. */
function readId(): bool {
  idAt = at;
  if (peek() == Char.QUOTE) {
    readString();
    trackId = keyAsId();
  } else if (isNumberNext()) {
    trackId = readNumber();
  } else {
    skipValue();
  }
  return true;
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
  skipValue();
  if (isRefused) return false;
  observeJsonAttributes(true, start);
  const target = heapReserve(at - start);
  const copied = copyCompact(target, start, at);
  heapCommit(copied);
  // `{}` is what an absent slice stands for.
  attributes = copied - target > 2 ? makeSlice(target, copied - target) : NO_SLICE;
  return true;
}

function readFeatures(): bool {
  if (skipNull()) return true;
  if (!take(Char.OPEN_BRACKET)) return broken(ProblemCode.JSON_FEATURES_MALFORMED, NaN);
  if (take(Char.CLOSE_BRACKET)) return true;
  do {
    if (peek() != Char.OPEN_BRACE) return broken(ProblemCode.JSON_FEATURES_MALFORMED, NaN);
    const firstMember = memberCount;
    if (!readFeature()) return false;
    setExtra(rowEnd, storeMembers(firstMember));
    setRowEnd(rowEnd + 1);
  } while (hasNext(Char.CLOSE_BRACKET));
  return !isRefused;
}

/** Reads one detection into the row behind the last one. */
function readFeature(): bool {
  const featureStart = at;
  reserveDetections(1);
  initRow(rowEnd, 0, 0);
  let frame: f64 = NaN;
  let hasBounds = false;
  expect(Char.OPEN_BRACE);
  if (!take(Char.CLOSE_BRACE)) {
    do {
      watchSpace();
      peek();
      const keyStart = at;
      const tag = readFeatureKey();
      if (tag == FRAME) {
        if (!isNumberNext()) return broken(ProblemCode.FRAME_OUT_OF_RANGE, NaN);
        frame = readNumber();
        if (!isIndex(frame, MAX_FRAME)) return broken(ProblemCode.FRAME_OUT_OF_RANGE, frame);
      } else if (tag == BOUNDS) {
        if (!readBounds(boundsOf(rowEnd))) return broken(ProblemCode.JSON_BOUNDS_MALFORMED, NaN);
        hasBounds = true;
      } else if (tag == KEYFRAME) {
        readKeyframe();
      } else if (tag == INTERPOLATE) {
        readInterpolate();
      } else if (tag == FISH_LENGTH) {
        readFishLength();
      } else if (tag == ATTRIBUTES) {
        if (!readDetectionAttributes(keyStart)) return false;
      } else {
        if (tag == GEOMETRY && !isNullNext()) {
          setFlags(rowEnd, flagsOf(rowEnd) | Flag.HAS_GEOMETRY);
        }
        keepMember(keyStart);
      }
    } while (hasNext(Char.CLOSE_BRACE));
  }
  if (isRefused) return false;
  if (isNaN(frame) || !hasBounds) {
    moveTo(featureStart);
    return broken(isNaN(frame) ? ProblemCode.JSON_FRAME_MISSING : ProblemCode.JSON_BOUNDS_MISSING, frame);
  }
  setFrame(rowEnd, <u32>frame);
  return true;
}

/** Moves over a key; answers the tag of a member that a detection has a place for, else OTHER. */
// @ts-ignore: decorator
@inline
function readFeatureKey(): u64 {
  if (takeKey(FRAME_KEY, FRAME_KEY, 8)) return FRAME;
  if (takeKey(BOUNDS_KEY, BOUNDS_KEY_END, 9)) return BOUNDS;
  if (takeKey(KEYFRAME_KEY, KEYFRAME_KEY_END, 11)) return KEYFRAME;
  if (takeKey(INTERPOLATE_KEY, INTERPOLATE_KEY_END, 14)) return INTERPOLATE;
  return readAnyFeatureKey();
}

function readAnyFeatureKey(): u64 {
  readKey();
  const tag = keyTag();
  const isMember =
    tag == FRAME ||
    tag == BOUNDS ||
    (tag == KEYFRAME && keyIs("keyframe")) ||
    (tag == INTERPOLATE && keyIs("interpolate")) ||
    (tag == FISH_LENGTH && keyIs("fishLength")) ||
    (tag == ATTRIBUTES && keyIs("attributes")) ||
    (tag == GEOMETRY && keyIs("geometry"));
  return isMember ? tag : OTHER;
}

/** `[x1, y1, x2, y2]`. */
function readBounds(target: usize): bool {
  return readPlainBounds(target) || readAnyBounds(target);
}

/** Reads bounds without white space, which most are; otherwise nothing has happened. The address stays in a local. */
// @ts-ignore: decorator
@inline
function readPlainBounds(target: usize): bool {
  let p = at;
  if (load<u8>(p++) != Char.OPEN_BRACKET) return false;
  if (!startsLikeNumber(p)) return false;
  p = parseTo(p);
  store<f64>(target, parsedNumber);
  if (load<u8>(p++) != Char.COMMA || !isFinite(parsedNumber) || !startsLikeNumber(p)) return false;
  p = parseTo(p);
  store<f64>(target, parsedNumber, 8);
  if (load<u8>(p++) != Char.COMMA || !isFinite(parsedNumber) || !startsLikeNumber(p)) return false;
  p = parseTo(p);
  store<f64>(target, parsedNumber, 16);
  if (load<u8>(p++) != Char.COMMA || !isFinite(parsedNumber) || !startsLikeNumber(p)) return false;
  p = parseTo(p);
  store<f64>(target, parsedNumber, 24);
  if (load<u8>(p++) != Char.CLOSE_BRACKET || !isFinite(parsedNumber)) return false;
  moveTo(p);
  return true;
}

/** Reads bounds however they are written. */
function readAnyBounds(target: usize): bool {
  if (!take(Char.OPEN_BRACKET)) return false;
  for (let i: usize = 0; i < 4; i++) {
    if (i != 0 && !take(Char.COMMA)) return false;
    if (!isNumberNext()) return false;
    const value = readNumber();
    if (!isFinite(value)) return false;
    store<f64>(target + (i << 3), value);
  }
  return take(Char.CLOSE_BRACKET);
}

/** Without the member, a detection is a keyframe. */
function readKeyframe(): void {
  const value = readBoolean();
  if (value < 0) return skipFlag();
  const others = flagsOf(rowEnd) & ~Flag.NOT_KEYFRAME;
  setFlags(rowEnd, value == 1 ? others : others | Flag.NOT_KEYFRAME);
}

function readInterpolate(): void {
  const value = readBoolean();
  if (value < 0) return skipFlag();
  setFlags(rowEnd, flagsOf(rowEnd) | Flag.INTERPOLATE_GIVEN | (value == 1 ? Flag.INTERPOLATES : 0));
}

function skipFlag(): void {
  if (!isNullNext()) report(ProblemCode.JSON_FLAG_NOT_BOOLEAN, at, NaN);
  skipValue();
}

function readFishLength(): void {
  if (isNumberNext()) {
    const value = readNumber();
    if (isFinite(value)) return setLength(rowEnd, value);
  }
  if (!isNullNext()) report(ProblemCode.JSON_LENGTH_IGNORED, at, NaN);
  if (!isNumberNext()) skipValue();
}

function readDetectionAttributes(keyStart: usize): bool {
  if (skipNull()) return true;
  if (peek() != Char.OPEN_BRACE) return broken(ProblemCode.JSON_ATTRIBUTES_MALFORMED, NaN);
  const start = at;
  skipValue();
  if (isRefused) return false;
  observeJsonAttributes(false, start);
  pushMember(keyStart, at, hadSpace());
  return true;
}

/** Keeps the member whose key starts at `keyStart` and whose value is next, unless the value is null. */
function keepMember(keyStart: usize): void {
  if (skipNull()) return;
  skipValue();
  if (!isRefused) pushMember(keyStart, at, hadSpace());
}

function skipNull(): bool {
  if (!isNullNext()) return false;
  skipValue();
  return true;
}

/** Whether a number is an integer from 0 to `most`. */
export function isIndex(value: f64, most: f64): bool {
  return value >= 0 && value <= most && value == floor(value);
}

/** Checks the track as a whole and makes it one. */
function acceptTrack(start: usize, keyId: f64, firstMember: u32): bool {
  const behind = at;
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
  moveTo(behind);
  return true;
}

function orderFeatures(start: usize): void {
  const count = rowEnd - firstRow;
  if (rowsAscend(firstRow, count)) return;
  const kept = sortRows(firstRow, count);
  setRowEnd(firstRow + kept);
  report(kept < count ? ProblemCode.DUPLICATE_DETECTION : ProblemCode.DETECTIONS_UNSORTED, start, trackId);
}

/** Begin and end are those of the detections; without detections they are taken as they are. */
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
