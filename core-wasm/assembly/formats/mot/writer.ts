/**
 * Columns to MOT Challenge rows, tracks by ascending id, interpolated detections included. Ground truth has nine cells:
 * frame, id, left, top, width, height, flag or confidence, class, visibility; detections have ten, without id and
 * class. Rows are written to the transfer block in pieces of whole tracks.
 */
import { LossKind, RowFlag } from "../../border";
import { boundsOf, extraOf, flagsOf, frameOf, isKeyframe, lengthOf } from "../../columns/detections";
import { pairConfidence, pairType } from "../../columns/pairs";
import { endRowOf, firstRowOf, idOf, pairsOf, rowCountOf, trackAt, trackCount } from "../../columns/tracks";
import { typeCount, typeName } from "../../columns/types";
import { allocate } from "../../memory/arena";
import { textIs } from "../../memory/bytes";
import { Slice, sliceLength, sliceStart } from "../../memory/slice";
import { openTransfer, transferRoom, transferStart } from "../../memory/transfer";
import { printJs, printU32 } from "../../numbers/print";
import { interpolatesToNext } from "../../query/interpolate";
import { Char } from "../characters";
import { firstExportedPair, NO_PAIR } from "../export-filter";
import { keyIs } from "../json/members";
import { at, expect, hasNext, isAtEnd, isNumberNext, openText, peek, readKey, readNumber, skipValue, take } from "../json/scan";
import { countLoss } from "../losses";
import { countFurtherPairs, countTrackAttributes, countTrackMembers } from "../track-losses";
import { origin } from "./reader";

const PIECE_BYTES: usize = 1 << 18;
/** Room for nine numbers and their commas. */
const ROW_BYTES: usize = 512;

/** Position, by ascending id, of the first track after the last piece. */
export let nextMotTrack: u32 = 0;
/** Tracks written since `beginMot`. */
export let motTrackCount: u32 = 0;
/** The id that readers give to the next row when no row has one. */
let nextRowId: u32 = 0;

/** One i32 per type: its class number; -1: none. */
let classes: usize = 0;
let isTruth: bool = true;

/** Starts a write; returns the address of one class number per type (i32, -1: none), which the host fills. */
export function beginMot(groundTruth: bool): usize {
  nextMotTrack = 0;
  motTrackCount = 0;
  nextRowId = 0;
  isTruth = groundTruth;
  classes = allocate((<usize>typeCount + 1) << 2);
  return classes;
}

/** Values that are the same on all rows of the track. */
let trackId: u32 = 0;
let confidence: f64 = 0;
/** -1: none. */
let classNumber: f64 = -1;

/** Writes the rows of the next tracks to the transfer block; returns the address after them. */
export function writeMotPiece(): usize {
  let p = openTransfer(PIECE_BYTES);
  while (nextMotTrack < trackCount && p - transferStart < PIECE_BYTES) {
    const track = trackAt(nextMotTrack++);
    trackId = idOf(track);
    const best = firstExportedPair(track);
    if (best == NO_PAIR) {
      if (sliceLength(pairsOf(track)) == 0) countLoss(LossKind.TRACK_WITHOUT_PAIRS, trackId, 0);
      continue;
    }
    motTrackCount++;
    if (rowCountOf(track) == 0) {
      countLoss(LossKind.TRACK_WITHOUT_DETECTIONS, trackId, 0);
      continue;
    }
    openTrack(track, best);
    for (let row = firstRowOf(track), end = endRowOf(track); row < end; row++) {
      p = putDetection(p, row);
      if (interpolatesToNext(track, row)) p = putInterpolated(p, row);
    }
    // A track's confidence is that of its last row; on ignored rows the flag takes its place.
    if (isTruth ? confidence <= 0 || (isIgnored && confidence != 1) : confidence == -1) {
      countLoss(LossKind.CONFIDENCE_SENTINEL, trackId, 0);
    }
  }
  return p;
}

function openTrack(track: u32, best: u32): void {
  const type = pairType(best);
  confidence = pairConfidence(best);
  classNumber = isTruth ? <f64>load<i32>(classes + ((<usize>type) << 2)) : -1;
  const name = typeName(type);
  if (classNumber < 0 && !textIs(sliceStart(name), sliceLength(name), "unknown")) {
    countLoss(LossKind.TYPE_WITHOUT_CLASS, trackId, 0);
  }
  countFurtherPairs(track, best);
  if (!isTruth) {
    if (rowCountOf(track) > 1) countLoss(LossKind.TRACK_IDENTITY, trackId, 0);
    else if (trackId != nextRowId) countLoss(LossKind.TRACK_ID, trackId, 0);
  }
  countTrackAttributes(track);
  countTrackMembers(track);
}

function putDetection(p: usize, row: u32): usize {
  const frame = frameOf(row);
  if (!isKeyframe(row)) countLoss(LossKind.NOT_A_KEYFRAME, trackId, frame);
  if (!isNaN(lengthOf(row))) countLoss(LossKind.LENGTH, trackId, frame);
  readExtra(extraOf(row), frame);
  if ((flagsOf(row) & RowFlag.INTERPOLATES) != 0) countLoss(LossKind.INTERPOLATION, trackId, frame);
  p = putRow(p, frame, boundsOf(row));
  if (areDigitsLost) countLoss(LossKind.BOUNDS_DIGITS, trackId, frame);
  return p;
}

/** x1, y1, x2, y2 of an interpolated detection. */
const interpolated: usize = memory.data(32);

/** Writes the rows between a keyframe and the next one, which have no data of their own. */
function putInterpolated(p: usize, row: u32): usize {
  const first = frameOf(row);
  const span = frameOf(row + 1) - first;
  isIgnored = false;
  visibility = -1;
  for (let step: u32 = 1; step < span; step++) {
    const weight = <f64>step / <f64>span;
    for (let i: usize = 0; i < 32; i += 8) {
      const between = load<f64>(boundsOf(row) + i) * (1 - weight) + load<f64>(boundsOf(row + 1) + i) * weight;
      store<f64>(interpolated + i, between);
    }
    p = putRow(p, first + step, interpolated);
  }
  return p;
}

function putRow(p: usize, frame: u32, bounds: usize): usize {
  nextRowId++;
  p = printU32(transferRoom(p, ROW_BYTES), frame + 1);
  p = putNumber(p, isTruth ? <f64>trackId : -1);
  let left: f64 = 0;
  let top: f64 = 0;
  areDigitsLost = false;
  for (let i: usize = 0; i < 32; i += 8) {
    // Left and top count from the first pixel, width and height from left and top as they will be read.
    const target = load<f64>(bounds + i);
    const number = i < 16 ? spell(target, -origin) : size(target, left - origin);
    p = putNumber(p, number);
    left = top;
    top = number;
  }
  p = putNumber(p, isIgnored ? 0 : confidence);
  p = putNumber(p, classNumber);
  p = putNumber(p, visibility);
  if (!isTruth) p = putNumber(p, -1);
  store<u8>(p, Char.LF);
  return p + 1;
}

function putNumber(p: usize, value: f64): usize {
  store<u8>(p, Char.COMMA);
  return printJs(p + 1, value);
}

/** Whether a reader gets different bounds from the last row written. */
let areDigitsLost: bool = false;

/** The number that readers add to `base` to get `target`: with few digits if those are exact. */
function spell(target: f64, base: f64): f64 {
  const difference = target - base;
  const tidy = nearest(difference * 1e6) / 1e6;
  if (base + tidy == target) return tidy;
  areDigitsLost = areDigitsLost || base + difference != target;
  return difference;
}

/** A width or height: at least 0, and finite. */
function size(target: f64, base: f64): f64 {
  const spelled = spell(target, base);
  const held = min(max(spelled, 0), f64.MAX_VALUE);
  areDigitsLost = areDigitsLost || held != spelled;
  return held;
}

// ----------------------------------------------------------------------------------------------------- detection members

/** `[]` */
const EMPTY_LIST: u16 = 0x5d5b;

let visibility: f64 = -1;
let isIgnored: bool = false;

/** Looks for members of a detection that a row can express, and counts the rest. */
function readExtra(members: Slice, frame: u32): void {
  visibility = -1;
  isIgnored = false;
  if (members == 0) return;
  openText(sliceStart(members), sliceLength(members));
  while (!isAtEnd()) {
    readKey();
    if (keyIs("attributes") && peek() == Char.OPEN_BRACE) {
      readAttributes(frame);
    } else {
      const isGeometry = keyIs("geometry");
      const kind = isGeometry ? LossKind.GEOMETRY : keyIs("notes") ? LossKind.NOTES : LossKind.DETECTION_MEMBER;
      skipValue();
      // An empty list of notes means nothing, and neither does a collection without features; kept texts have no white
      // space.
      const isEmpty = load<u16>(at - (isGeometry ? 3 : 2)) == EMPTY_LIST;
      if (!isEmpty || kind == LossKind.DETECTION_MEMBER) countLoss(kind, trackId, frame);
    }
    take(Char.COMMA);
  }
}

function readAttributes(frame: u32): void {
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return;
  do {
    readKey();
    if (isTruth && keyIs("visibility") && isNumberNext()) {
      visibility = readNumber();
      if (visibility == -1) countLoss(LossKind.DETECTION_ATTRIBUTE, trackId, frame);
    } else {
      // The flag cannot express that something is not ignored.
      const ignores = isTruth && keyIs("ignored") && peek() == Char.LOWER_T;
      if (ignores) isIgnored = true;
      else countLoss(LossKind.DETECTION_ATTRIBUTE, trackId, frame);
      skipValue();
    }
  } while (hasNext(Char.CLOSE_BRACE));
}
