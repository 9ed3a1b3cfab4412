/**
 * Columns to the annotations of KWCOCO, as api/v1 exports it (section 20.3), or of plain COCO, which has boxes,
 * polygons, keypoints and attributes but neither tracks nor any `dive_` member. One annotation per detection, tracks by
 * ascending id.
 *
 * Writing takes several steps: `beginCoco` finds the types and frames in use; the host turns them into categories and
 * images and fills the category table and the image ids; then the annotations are written, in pieces of whole tracks.
 */
import { LossKind, RowFlag } from "../../border";
import { boundsOf, extraOf, flagsOf, frameOf, isKeyframe, lengthOf } from "../../columns/detections";
import { pairConfidence, pairType } from "../../columns/pairs";
import { attributesOf, endRowOf, findTrack, firstRowOf, idOf, NO_TRACK, pairsOf, rowCountOf, trackAt, trackCount } from "../../columns/tracks";
import { typeName } from "../../columns/types";
import { allocate } from "../../memory/arena";
import { putBytes, putText } from "../../memory/bytes";
import { Slice, sliceEnd, sliceLength, sliceStart, makeSlice } from "../../memory/slice";
import { openTransfer, transferRoom, transferStart } from "../../memory/transfer";
import { parseNumber } from "../../numbers/parse";
import { NUMBER_BYTES, printJs, printU32 } from "../../numbers/print";
import { Char } from "../characters";
import { firstExportedPair, isExported, NO_PAIR } from "../export-filter";
import { at, isNumberNext, moveTo, readNumber, skipValue } from "../json/scan";
import { ESCAPE_GROWTH, putJsonString } from "../json/strings";
import { endOfNumber, isFloatText, isPython, jsonRoom, putComma, putFloat, putJson } from "../json/style";
import { countLoss } from "../losses";
import { countFurtherPairs, countTrackAttributes, countTrackMembers } from "../track-losses";
import { extent } from "./box";
import { categoryCount, categoryId, keypointCountOf } from "./categories";
import { MIN_PROBABILITY } from "./confidence";
import { areNamedObjects, countedKeypoints } from "./keypoints";
import {
  collectPointNames,
  openPreservedMembers,
  openMembers,
  otherCount,
  otherMember,
  pointAt,
  pointCount,
  pointVisibility,
  polygonCount,
  ringAt,
} from "./preserved-members";
import { isMaskOnly, storeMaskBounds } from "./mask";
import { Name, nameOfKey, putName, putNextKey, valueAt } from "./names";
import { categoryOf, closeUsed, imageIdOf, openUsed, takeCategories, useFrame, useType } from "./used";

const PIECE_BYTES: usize = 1 << 18;
/** Room for the keys and numbers of an annotation. */
const ANNOTATION_BYTES: usize = 2048;

let isPlain: bool = false;
/** Frames from this one on have no image. */
let frameEnd: f64 = Infinity;

/** The last id given to an annotation that cannot use that of its track. */
let lastNewId: u32 = 0;
/** One f64 per category: the confidence of the current track. */
let probabilities: usize = 0;

/** Position, by ascending id, of the first track after the last piece. */
export let nextCocoTrack: u32 = 0;
export let cocoTrackCount: u32 = 0;
let writtenCount: u32 = 0;

/** Collects what will be written. */
export function beginCoco(plain: bool, framesWithImage: f64): void {
  isPlain = plain;
  frameEnd = framesWithImage;
  openPreservedMembers();
  openUsed();
  for (let i: u32 = 0; i < trackCount; i++) {
    const track = trackAt(i);
    if (firstExportedPair(track) == NO_PAIR) continue;
    const pairs = pairsOf(track);
    for (let pair = <u32>sliceStart(pairs), end = <u32>sliceEnd(pairs); pair < end; pair++) {
      if (isExported(pair)) useType(pairType(pair));
    }
    for (let row = firstRowOf(track), end = endRowOf(track); row < end; row++) {
      if (<f64>frameOf(row) >= frameEnd) continue;
      useFrame(frameOf(row));
      if ((flagsOf(row) & RowFlag.HAS_GEOMETRY) != 0) collectPointNames(extraOf(row));
    }
  }
  closeUsed();
  nextCocoTrack = 0;
  cocoTrackCount = 0;
  writtenCount = 0;
  lastNewId = 0;
}

/** Called after the category table and the image ids have been filled. */
export function beginAnnotations(): void {
  takeCategories();
  probabilities = allocate((<usize>categoryCount) << 3);
}

/** Writes the annotations of the next tracks to the transfer block; returns the address after them. */
export function writeCocoPiece(): usize {
  let p = openTransfer(PIECE_BYTES);
  while (nextCocoTrack < trackCount && p - transferStart < PIECE_BYTES) {
    const track = trackAt(nextCocoTrack++);
    const best = firstExportedPair(track);
    if (best == NO_PAIR) {
      if (sliceLength(pairsOf(track)) == 0) countLoss(LossKind.TRACK_WITHOUT_PAIRS, idOf(track), 0);
      continue;
    }
    cocoTrackCount++;
    if (rowCountOf(track) == 0) {
      countLoss(LossKind.TRACK_WITHOUT_DETECTIONS, idOf(track), 0);
      continue;
    }
    countTrackLosses(track, best);
    p = putTrack(p, track, best);
  }
  return p;
}

function countTrackLosses(track: u32, best: u32): void {
  const id = idOf(track);
  countTrackMembers(track);
  if (!isPlain) return;
  if (rowCountOf(track) > 1) countLoss(LossKind.TRACK_IDENTITY, id, 0);
  else if (id == 0) countLoss(LossKind.TRACK_ID, id, 0);
  countFurtherPairs(track, best);
  countTrackAttributes(track);
}

/**
 * Offset in the transfer block and length of the text that every annotation of the track repeats; length 0: not written
 * yet.
 */
let repeatedOffset: usize = 0;
let repeatedLength: usize = 0;

function putTrack(p: usize, track: u32, best: u32): usize {
  repeatedLength = 0;
  for (let row = firstRowOf(track), end = endRowOf(track); row < end; row++) {
    const frame = frameOf(row);
    if (<f64>frame >= frameEnd) {
      countLoss(LossKind.FRAME_WITHOUT_IMAGE, idOf(track), frame);
      continue;
    }
    if (!isKeyframe(row)) countLoss(LossKind.NOT_A_KEYFRAME, idOf(track), frame);
    if ((flagsOf(row) & RowFlag.INTERPOLATES) != 0) countLoss(LossKind.INTERPOLATED_DETECTIONS, idOf(track), frame);
    p = putAnnotation(p, track, row, best);
  }
  return p;
}

function putAnnotation(p: usize, track: u32, row: u32, best: u32): usize {
  const category = categoryOf(pairType(best));
  const extra = extraOf(row);
  const frame = frameOf(row);
  openMembers(extra, category, idOf(track), frame);
  if (!isNaN(lengthOf(row))) countLoss(LossKind.LENGTH, idOf(track), frame);
  p = transferRoom(p, annotationRoom(track, extra, category));
  if (writtenCount++ != 0) p = putComma(p);
  store<u8>(p, Char.OPEN_BRACE);
  p = printU32(putName(p + 1, Name.ID), isPlain ? annotationId(track) : writtenCount);
  p = printJs(putNextKey(p, Name.IMAGE_ID), imageIdOf(frame));
  p = printJs(putNextKey(p, Name.CATEGORY_ID), categoryId(category));
  p = putBox(p, boundsOf(row), idOf(track), frame);
  p = putNextKey(p, Name.ISCROWD);
  countDefault(Name.ISCROWD, 0, idOf(track), frame);
  p = valueAt(Name.ISCROWD) == 0 ? putText(p, "0") : putValue(p, valueAt(Name.ISCROWD));
  p = putRepeated(p, track, best);
  if (valueAt(Name.ATTRIBUTES) != 0) {
    p = putNextKey(p, isPlain ? Name.ATTRIBUTES : Name.DIVE_ATTRIBUTES);
    p = putValue(p, valueAt(Name.ATTRIBUTES));
  }
  if (!isPlain && attributesOf(track) != 0) {
    p = putJson(putNextKey(p, Name.DIVE_TRACK_ATTRIBUTES), attributesOf(track));
  }
  if (valueAt(Name.NOTES) != 0 && load<u8>(valueAt(Name.NOTES)) != Char.OPEN_BRACKET) {
    // Readers accept only a list.
    countMember(Name.NOTES, idOf(track), frame);
  } else if (valueAt(Name.NOTES) != 0) {
    // An empty list is not a loss.
    if (isPlain && load<u8>(valueAt(Name.NOTES), 1) != Char.CLOSE_BRACKET) countLoss(LossKind.NOTES, idOf(track), frame);
    if (!isPlain) p = putValue(putNextKey(p, Name.DIVE_NOTES), valueAt(Name.NOTES));
  }
  p = putSegmentation(p, idOf(track), frame);
  p = putKeypoints(p, category, idOf(track), frame);
  for (let i: u32 = 0; i < otherCount; i++) p = putJson(putComma(p), otherMember(i));
  store<u8>(p, Char.CLOSE_BRACE);
  return p + 1;
}

/**
 * That of the track if this is its only annotation; otherwise the next id that no track with a single annotation has.
 */
function annotationId(track: u32): u32 {
  if (namesAnnotation(track)) return idOf(track);
  let other: u32;
  do {
    lastNewId++;
    other = findTrack(lastNewId);
  } while (other != NO_TRACK && namesAnnotation(other));
  return lastNewId;
}

/** Tools that evaluate COCO treat the id 0 as none. */
function namesAnnotation(track: u32): bool {
  return rowCountOf(track) == 1 && idOf(track) != 0;
}

function annotationRoom(track: u32, extra: Slice, category: u32): usize {
  let bytes = ANNOTATION_BYTES + jsonRoom(sliceLength(extra)) + (<usize>keypointCountOf(category)) * NUMBER_BYTES;
  if (isPlain) return bytes;
  bytes += jsonRoom(sliceLength(attributesOf(track)));
  if (repeatedLength != 0) return bytes + repeatedLength;
  const pairs = pairsOf(track);
  for (let pair = <u32>sliceStart(pairs), end = <u32>sliceEnd(pairs); pair < end; pair++) {
    bytes += <usize>sliceLength(typeName(pairType(pair))) * ESCAPE_GROWTH + NUMBER_BYTES + 8;
  }
  return bytes + <usize>categoryCount * NUMBER_BYTES;
}

/** Writes a member as it was read, if there is one. */
function putPreserved(p: usize, name: u32): usize {
  return valueAt(name) == 0 ? p : putValue(putNextKey(p, name), valueAt(name));
}

/** Four f64, computed only to see whether there are bounds. */
const maskBounds: usize = memory.data(32);

/** Counts a member whose name is taken. */
function countMember(name: u32, trackId: u32, frame: u32): void {
  if (valueAt(name) != 0) countLoss(LossKind.DETECTION_MEMBER, trackId, frame);
}

/** Counts a member that has a reader's default value, which readers drop. */
function countDefault(name: u32, value: f64, trackId: u32, frame: u32): void {
  if (valueAt(name) == 0) return;
  moveTo(valueAt(name));
  if (isNumberNext() && readNumber() == value) countLoss(LossKind.DETECTION_MEMBER, trackId, frame);
}

/** The JSON value at an address. */
function putValue(p: usize, value: usize): usize {
  moveTo(value);
  skipValue();
  return putJson(p, makeSlice(value, at - value));
}

/** A pixel count, written as an integer if it is one. */
function putPixels(p: usize, value: f64): usize {
  return value == nearest(value) ? printJs(p, value) : putFloat(p, value);
}

/** `bbox` and `area`. */
function putBox(p: usize, bounds: usize, trackId: u32, frame: u32): usize {
  const x = load<f64>(bounds);
  const y = load<f64>(bounds, 8);
  const width = extent(x, load<f64>(bounds, 16));
  const height = extent(y, load<f64>(bounds, 24));
  if (x + width != load<f64>(bounds, 16) || y + height != load<f64>(bounds, 24)) {
    countLoss(LossKind.BOUNDS_DIGITS, trackId, frame);
  }
  p = putNextKey(p, Name.BBOX);
  store<u8>(p, Char.OPEN_BRACKET);
  p = putComma(putPixels(p + 1, x));
  p = putComma(putPixels(p, y));
  p = putComma(putPixels(p, width));
  p = putPixels(p, height);
  store<u8>(p, Char.CLOSE_BRACKET);
  p = putNextKey(p + 1, Name.AREA);
  // JSON has no infinity.
  const area = min(width * height, f64.MAX_VALUE);
  countDefault(Name.AREA, area, trackId, frame);
  return valueAt(Name.AREA) == 0 ? putPixels(p, area) : putValue(p, valueAt(Name.AREA));
}

/** From `score` to `track_id`: the part that is the same for all annotations of the track. */
function putRepeated(p: usize, track: u32, best: u32): usize {
  if (isPlain) {
    const score = pairConfidence(best);
    return score == 1 ? p : putFloat(putNextKey(p, Name.SCORE), score);
  }
  if (repeatedLength != 0) return putBytes(p, transferStart + repeatedOffset, repeatedLength);
  repeatedOffset = p - transferStart;
  p = putFloat(putNextKey(p, Name.SCORE), pairConfidence(best));
  p = putProbabilities(putNextKey(p, Name.PROB), track);
  p = putPairs(putNextKey(p, Name.PAIRS), track);
  p = printU32(putNextKey(p, Name.TRACK_ID), idOf(track));
  repeatedLength = p - transferStart - repeatedOffset;
  return p;
}

/** One number per category. */
function putProbabilities(p: usize, track: u32): usize {
  memory.fill(probabilities, 0, (<usize>categoryCount) << 3);
  const pairs = pairsOf(track);
  for (let pair = <u32>sliceEnd(pairs), first = <u32>sliceStart(pairs); pair > first; pair--) {
    if (!isExported(pair - 1)) continue;
    const category = categoryOf(pairType(pair - 1));
    store<f64>(probabilities + ((<usize>category) << 3), pairConfidence(pair - 1));
  }
  store<u8>(p++, Char.OPEN_BRACKET);
  for (let i: u32 = 0; i < categoryCount; i++) {
    if (i != 0) p = putComma(p);
    p = putFloat(p, load<f64>(probabilities + ((<usize>i) << 3)));
  }
  store<u8>(p, Char.CLOSE_BRACKET);
  return p + 1;
}

function putPairs(p: usize, track: u32): usize {
  let isFirst = true;
  store<u8>(p++, Char.OPEN_BRACKET);
  const pairs = pairsOf(track);
  const first = <u32>sliceStart(pairs);
  let areSayable = true;
  for (let pair = first, end = <u32>sliceEnd(pairs); pair < end; pair++) {
    if (!isExported(pair)) continue;
    areSayable = areSayable && isExpressible(first, pair);
    if (!isFirst) p = putComma(p);
    isFirst = false;
    store<u8>(p++, Char.OPEN_BRACKET);
    const name = typeName(pairType(pair));
    p = putJsonString(p, sliceStart(name), sliceLength(name), isPython);
    p = putFloat(putComma(p), pairConfidence(pair));
    store<u8>(p++, Char.CLOSE_BRACKET);
  }
  store<u8>(p, Char.CLOSE_BRACKET);
  if (!areSayable && !isExpressedByScore(pairs)) countLoss(LossKind.CONFIDENCE_PAIRS, idOf(track), 0);
  return p + 1;
}

/** Whether a single pair, too small for `prob`, is fully expressed by category and score. */
function isExpressedByScore(pairs: Slice): bool {
  const pair = <u32>sliceStart(pairs);
  return sliceLength(pairs) == 1 && pairConfidence(pair) <= MIN_PROBABILITY && isVisible(typeName(pairType(pair)));
}

/** Whether a name can be that of a category. */
function isVisible(name: Slice): bool {
  for (let p = sliceStart(name), end = sliceEnd(name); p < end; p++) if (load<u8>(p) > <u8>Char.SPACE) return true;
  return false;
}

/** Whether readers accept the pair: its type has a name and no earlier pair has it, and the confidence is valid. */
function isExpressible(first: u32, pair: u32): bool {
  const type = pairType(pair);
  for (let before = first; before < pair; before++) if (isExported(before) && pairType(before) == type) return false;
  return sliceLength(typeName(type)) != 0 && pairConfidence(pair) >= 0 && pairConfidence(pair) <= 1;
}

/**
 * Writes the outer rings of the polygons, or else a mask as it was read. Any other kept member would be read as
 * something else.
 */
function putSegmentation(p: usize, trackId: u32, frame: u32): usize {
  const kept = valueAt(Name.SEGMENTATION);
  if (polygonCount == 0) {
    if (kept == 0) return p;
    if (isMaskOnly(kept)) {
      // Readers convert it to polygons.
      if (storeMaskBounds(maskBounds, kept)) countLoss(LossKind.MASK_AS_POLYGONS, trackId, frame);
      return putPreserved(p, Name.SEGMENTATION);
    }
    countMember(Name.SEGMENTATION, trackId, frame);
    return p;
  }
  countMember(Name.SEGMENTATION, trackId, frame);
  p = putNextKey(p, Name.SEGMENTATION);
  store<u8>(p++, Char.OPEN_BRACKET);
  for (let i: u32 = 0; i < polygonCount; i++) {
    if (i != 0) p = putComma(p);
    store<u8>(p, Char.OPEN_BRACKET);
    p = putNumbers(p + 1, ringAt(i));
    store<u8>(p++, Char.CLOSE_BRACKET);
  }
  store<u8>(p, Char.CLOSE_BRACKET);
  return p + 1;
}

/** Writes all numbers of the value at an address, however nested, separated by commas. */
function putNumbers(p: usize, value: usize): usize {
  moveTo(value);
  skipValue();
  const end = at;
  let isFirst = true;
  let q = value;
  while (q < end) {
    const byte = <u32>load<u8>(q);
    if (byte - Char.ZERO > 9 && byte != Char.MINUS) {
      q++;
      continue;
    }
    const stop = endOfNumber(q);
    if (!isFirst) p = putComma(p);
    isFirst = false;
    p = putNumberText(p, q, stop);
    q = stop;
  }
  return p;
}

function putNumberText(p: usize, start: usize, end: usize): usize {
  return isPython && isFloatText(start, end) ? putFloat(p, parseNumber(start)) : putBytes(p, start, end - start);
}

/**
 * `x, y, visibility` for every keypoint of the category if the detection has any; otherwise keypoints as they were
 * read.
 */
function putKeypoints(p: usize, category: u32, trackId: u32, frame: u32): usize {
  if (pointCount == 0) {
    // Kept keypoints no longer than the category's list, or with their own names, would be read as points.
    const kept = valueAt(Name.KEYPOINTS);
    const areNamed = kept != 0 && (countedKeypoints(kept, keypointCountOf(category)) != 0 || areNamedObjects(kept));
    if (!areNamed) return putPreserved(putPreserved(p, Name.KEYPOINTS), Name.NUM_KEYPOINTS);
    countMember(Name.KEYPOINTS, trackId, frame);
    countMember(Name.NUM_KEYPOINTS, trackId, frame);
    return p;
  }
  countMember(Name.KEYPOINTS, trackId, frame);
  countMember(Name.NUM_KEYPOINTS, trackId, frame);
  p = putNextKey(p, Name.KEYPOINTS);
  store<u8>(p++, Char.OPEN_BRACKET);
  for (let i: u32 = 0, count = keypointCountOf(category); i < count; i++) {
    if (i != 0) p = putComma(p);
    const point = pointAt(i);
    p = point == 0 ? putComma(putText(putComma(putText(p, "0")), "0")) : putComma(putNumbers(p, point));
    p = printU32(p, point == 0 ? 0 : pointVisibility(i));
  }
  store<u8>(p, Char.CLOSE_BRACKET);
  return printU32(putNextKey(p + 1, Name.NUM_KEYPOINTS), pointCount);
}
