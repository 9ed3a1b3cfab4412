/**
 * Images: the state of one entity as self-contained bytes, without addresses or type indices, so that they mean the same
 * in another core with the same annotations. An absent entity is an image of no bytes. Fields are little endian, unaligned.
 *
 * | entity   | image                                                                                             |
 * |----------|---------------------------------------------------------------------------------------------------|
 * | pairs    | per pair: confidence f64, name length u32, name                                                   |
 * | keyframe | bounds 4 x f64, length f64, flags u32, extra length u32, extra                                    |
 * | track    | begin u32, end u32, text pairs, text attributes, text extra, row count u32, rows                  |
 * | row      | frame u32, keyframe                                                                               |
 * | group    | begin u32, end u32, JSON                                                                          |
 * | texts    | text attributes, text extra: those of a track                                                     |
 * | flags    | u8 per row of a track                                                                             |
 * | text     | length u32, bytes                                                                                 |
 */
import { Entity } from "../border";
import {
  boundsOf,
  BOUNDS_BYTES,
  extraOf,
  flagsOf,
  frameOf,
  lengthOf,
  setExtra,
  setFlags,
  setFrame,
  setLength,
} from "../columns/detections";
import { findGroup, groupBegin, groupJson, groupLast, NO_GROUP, putGroup, removeGroup } from "../columns/groups";
import { appendPair, finishPairs, pairConfidence, pairCount, pairType, reservePairs } from "../columns/pairs";
import {
  attributesOf,
  beginOf,
  endOf,
  endRowOf,
  findDeletedTrack,
  findTrack,
  firstRowOf,
  NO_TRACK,
  pairsOf,
  revive,
  rowCountOf,
  setAttributes,
  setFrameRange,
  setPairs,
  setRowCount,
  setTrackExtra,
  trackExtraOf,
} from "../columns/tracks";
import { internType, typeName } from "../columns/types";
import { allocateScratch, mark, release } from "../memory/arena";
import { bytesEqual, putBytes } from "../memory/bytes";
import { heapCopy } from "../memory/heap";
import { NO_SLICE, sliceEnd, sliceLength, sliceStart, Slice } from "../memory/slice";
import { invalidateFrameIndex } from "../query/frame-index";
import { NO_ROW, rowAt } from "../query/interpolate";
import { refreshShownType } from "../query/filter";
import { addTrack, insertRow, removeRow, removeTrack, reserveTrackRows } from "./rows";

const KEYFRAME_BYTES: usize = BOUNDS_BYTES + 16;

/** Size of an entity's current image in bytes. */
export function imageSize(entity: u32, id: u32, frame: u32): usize {
  if (entity == Entity.GROUP) return groupImageSize(id);
  const track = findTrack(id);
  if (track == NO_TRACK) return 0;
  if (entity == Entity.TRACK) return trackImageSize(track);
  if (entity == Entity.PAIRS) return pairsImageSize(track);
  if (entity == Entity.TEXTS) return textsImageSize(track);
  if (entity == Entity.FLAGS) return rowCountOf(track);
  const row = rowAt(track, frame);
  return row == NO_ROW ? 0 : KEYFRAME_BYTES + sliceLength(extraOf(row));
}

/** Stores the image of an entity that exists; returns the address after it. May write up to 15 bytes past it. */
export function putImage(p: usize, entity: u32, id: u32, frame: u32): usize {
  if (entity == Entity.GROUP) return putGroupImage(p, findGroup(id));
  const track = findTrack(id);
  if (entity == Entity.TRACK) return putTrackImage(p, track);
  if (entity == Entity.PAIRS) return putPairsImage(p, track);
  if (entity == Entity.TEXTS) return putTextsImage(p, track);
  if (entity == Entity.FLAGS) return putFlagsImage(p, track);
  return putKeyframeImage(p, rowAt(track, frame));
}

/** Sets an entity to the state stored in its image. */
export function applyImage(entity: u32, id: u32, frame: u32, image: usize, length: usize): void {
  if (entity == Entity.GROUP) return applyGroupImage(id, image, length);
  const track = findTrack(id);
  if (entity == Entity.TRACK) {
    if (track != NO_TRACK) removeTrack(track);
    if (length != 0 && !reviveTrack(id, image, length)) applyTrackImage(id, image);
  } else if (entity == Entity.PAIRS) {
    setPairs(track, readPairsImage(image, length));
    refreshShownType(track);
  } else if (entity == Entity.TEXTS) {
    readTextsImage(track, image);
  } else if (entity == Entity.FLAGS) {
    for (let i: u32 = 0; i < <u32>length; i++) setFlags(firstRowOf(track) + i, load<u8>(image + i));
  } else {
    applyKeyframeImage(track, frame, image, length);
  }
}

// -------------------------------------------------------------------------------------------------------------- texts

function putTextImage(p: usize, text: Slice): usize {
  const length = sliceLength(text);
  store<u32>(p, length);
  return putBytes(p + 4, sliceStart(text), length);
}

/** Copies the text at `p` to the heap. */
function readTextImage(p: usize): Slice {
  const length = load<u32>(p);
  return length == 0 ? NO_SLICE : heapCopy(p + 4, length);
}

function skipTextImage(p: usize): usize {
  return p + 4 + load<u32>(p);
}

// -------------------------------------------------------------------------------------------------------------- pairs

function pairsImageSize(track: u32): usize {
  const pairs = pairsOf(track);
  let bytes: usize = 0;
  for (let pair = <u32>sliceStart(pairs), end = <u32>sliceEnd(pairs); pair < end; pair++) {
    bytes += 12 + sliceLength(typeName(pairType(pair)));
  }
  return bytes;
}

function putPairsImage(p: usize, track: u32): usize {
  const pairs = pairsOf(track);
  for (let pair = <u32>sliceStart(pairs), end = <u32>sliceEnd(pairs); pair < end; pair++) {
    store<f64>(p, pairConfidence(pair));
    p = putTextImage(p + 8, typeName(pairType(pair)));
  }
  return p;
}

/** Builds a list of pairs from an image. */
export function readPairsImage(image: usize, length: usize): Slice {
  const first = pairCount;
  let p = image;
  while (p < image + length) {
    const type = internType(p + 12, load<u32>(p + 8));
    reservePairs(1);
    appendPair(type, load<f64>(p));
    p = skipTextImage(p + 8);
  }
  return finishPairs(first);
}

// --------------------------------------------------------------------------------------------------------------- flags

function putFlagsImage(p: usize, track: u32): usize {
  for (let row = firstRowOf(track), end = endRowOf(track); row < end; row++) store<u8>(p++, flagsOf(row));
  return p;
}

// ----------------------------------------------------------------------------------------------------------- keyframes

function putKeyframeImage(p: usize, row: u32): usize {
  const bounds = boundsOf(row);
  v128.store(p, v128.load(bounds));
  v128.store(p, v128.load(bounds, 16), 16);
  store<f64>(p, lengthOf(row), BOUNDS_BYTES);
  store<u32>(p, flagsOf(row), BOUNDS_BYTES + 8);
  return putTextImage(p + BOUNDS_BYTES + 12, extraOf(row));
}

/** Fills a row; returns the address after the image. */
function readKeyframeImage(row: u32, frame: u32, p: usize): usize {
  setFrame(row, frame);
  memory.copy(boundsOf(row), p, BOUNDS_BYTES);
  setLength(row, load<f64>(p, BOUNDS_BYTES));
  setFlags(row, load<u32>(p, BOUNDS_BYTES + 8));
  setExtra(row, readTextImage(p + BOUNDS_BYTES + 12));
  return skipTextImage(p + BOUNDS_BYTES + 12);
}

function applyKeyframeImage(track: u32, frame: u32, image: usize, length: usize): void {
  let row = rowAt(track, frame);
  if (length == 0) return removeRow(track, row);
  if (row == NO_ROW) row = insertRow(track, frame);
  readKeyframeImage(row, frame, image);
}

// --------------------------------------------------------------------------------------------------- texts of a track

function textsImageSize(track: u32): usize {
  return 8 + <usize>sliceLength(attributesOf(track)) + sliceLength(trackExtraOf(track));
}

function putTextsImage(p: usize, track: u32): usize {
  return putTextImage(putTextImage(p, attributesOf(track)), trackExtraOf(track));
}

/** Returns the address after the image. */
function readTextsImage(track: u32, p: usize): usize {
  setAttributes(track, readTextImage(p));
  p = skipTextImage(p);
  setTrackExtra(track, readTextImage(p));
  return skipTextImage(p);
}

// -------------------------------------------------------------------------------------------------------------- tracks

function trackImageSize(track: u32): usize {
  let bytes = pairsImageSize(track) + textsImageSize(track) + 16;
  for (let row = firstRowOf(track), end = endRowOf(track); row < end; row++) {
    bytes += 4 + KEYFRAME_BYTES + sliceLength(extraOf(row));
  }
  return bytes;
}

function putTrackImage(p: usize, track: u32): usize {
  store<u32>(p, beginOf(track));
  store<u32>(p, endOf(track), 4);
  const pairsEnd = putPairsImage(p + 12, track);
  store<u32>(p, <u32>(pairsEnd - p - 12), 8);
  p = putTextsImage(pairsEnd, track);
  store<u32>(p, rowCountOf(track));
  p += 4;
  for (let row = firstRowOf(track), end = endRowOf(track); row < end; row++) {
    store<u32>(p, frameOf(row));
    p = putKeyframeImage(p + 4, row);
  }
  return p;
}

/**
 * A deleted track's data is still stored: when it equals the image, undo needs no copy. Returns false when it does not.
 */
function reviveTrack(id: u32, image: usize, length: usize): bool {
  const track = findDeletedTrack(id);
  if (track == NO_TRACK || trackImageSize(track) != length) return false;
  const start = mark();
  const present = allocateScratch(length);
  putTrackImage(present, track);
  const isSame = bytesEqual(present, image, length);
  release(start);
  if (!isSame) return false;
  revive(track);
  invalidateFrameIndex();
  refreshShownType(track);
  return true;
}

function applyTrackImage(id: u32, image: usize): void {
  const track = addTrack(id);
  let p = image + 8;
  setPairs(track, readPairsImage(p + 4, load<u32>(p)));
  p = readTextsImage(track, skipTextImage(p));
  const rowCount = load<u32>(p);
  p += 4;
  reserveTrackRows(track, rowCount);
  const first = firstRowOf(track);
  setRowCount(track, rowCount);
  for (let i: u32 = 0; i < rowCount; i++) p = readKeyframeImage(first + i, load<u32>(p), p + 4);
  setFrameRange(track, load<u32>(image), load<u32>(image, 4));
  refreshShownType(track);
}

// -------------------------------------------------------------------------------------------------------------- groups

function groupImageSize(id: u32): usize {
  const group = findGroup(id);
  return group == NO_GROUP ? 0 : 8 + sliceLength(groupJson(group));
}

function putGroupImage(p: usize, group: u32): usize {
  const json = groupJson(group);
  store<u32>(p, groupBegin(group));
  store<u32>(p, groupLast(group), 4);
  memory.copy(p + 8, sliceStart(json), sliceLength(json));
  return p + 8 + sliceLength(json);
}

function applyGroupImage(id: u32, image: usize, length: usize): void {
  if (length == 0) {
    if (findGroup(id) != NO_GROUP) removeGroup(findGroup(id));
    return;
  }
  putGroup(id, load<u32>(image), load<u32>(image, 4), heapCopy(image + 8, length - 8));
}
