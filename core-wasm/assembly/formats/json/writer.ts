/**
 * Columns to DIVE annotation JSON (api/v1 sections 15.1 and 20.2). Members are always written in the same order: the
 * columns first, then those kept as text, in the order they were read.
 *
 * Text is written to the transfer block in pieces of whole tracks, so that a large document needs little memory.
 */
import { RowFlag } from "../../border";
import { boundsOf, extraOf, flagsOf, frameOf, lengthOf } from "../../columns/detections";
import { pairConfidence, pairType } from "../../columns/pairs";
import {
  attributesOf,
  beginOf,
  endOf,
  endRowOf,
  firstRowOf,
  idOf,
  pairsOf,
  trackAt,
  trackCount,
  trackExtraOf,
} from "../../columns/tracks";
import { typeName } from "../../columns/types";
import { putText } from "../../memory/bytes";
import { sliceEnd, sliceLength, sliceStart, Slice } from "../../memory/slice";
import { openTransfer, transferRoom, transferStart } from "../../memory/transfer";
import { NUMBER_BYTES, printJs, printRounded, printU32 } from "../../numbers/print";
import { Char } from "../characters";
import { hasExportedPair, isExported } from "../export-filter";
import { ESCAPE_GROWTH, putJsonString } from "./strings";
import { isExact, isPython, jsonRoom, putComma, putFloat, putJson, putKey } from "./style";

/** A piece ends after the track that makes it larger than this. */
const PIECE_BYTES: usize = 1 << 18;
/** Room for the fixed part of a track, and of a detection. */
const TRACK_BYTES: usize = 256;
const DETECTION_BYTES: usize = 512;

/** Position, by ascending id, of the first track after the last piece. */
export let nextTrack: u32 = 0;
/** Tracks written since `beginTrackMap`. */
export let writtenCount: u32 = 0;

export function beginTrackMap(): void {
  nextTrack = 0;
  writtenCount = 0;
}

/**
 * Writes the next tracks as members `"<id>": track` to the transfer block; returns the address after them. Includes the
 * comma before every track but the first.
 */
export function writeTrackMapPiece(): usize {
  let p = openTransfer(PIECE_BYTES);
  while (nextTrack < trackCount && p - transferStart < PIECE_BYTES) {
    const track = trackAt(nextTrack++);
    if (!hasExportedPair(track)) continue;
    p = transferRoom(p, NUMBER_BYTES);
    if (writtenCount != 0) p = putComma(p);
    store<u8>(p, Char.QUOTE);
    p = printU32(p + 1, idOf(track));
    store<u32>(p, 0x203a22);
    p = putTrack(p + (isPython ? 3 : 2), track);
    writtenCount++;
  }
  return p;
}

/** Appends one track as a JSON object at `p` in the transfer block; returns the address after it. */
export function putTrack(p: usize, track: u32): usize {
  return putFeatures(putTrackHead(p, track), track);
}

/** Like `putTrack`, up to the list of its features; the caller writes the list and the end. */
export function putTrackHead(p: usize, track: u32): usize {
  p = transferRoom(p, TRACK_BYTES);
  store<u8>(p, Char.OPEN_BRACE);
  p = putKey(p + 1, "id");
  p = printU32(p, idOf(track));
  p = putKey(putComma(p), "begin");
  p = printU32(p, beginOf(track));
  p = putKey(putComma(p), "end");
  p = printU32(p, endOf(track));
  p = putKey(putComma(p), "confidencePairs");
  p = putPairs(p, pairsOf(track));
  p = putKey(putComma(p), "attributes");
  p = putAttributes(p, attributesOf(track));
  p = putMembers(p, trackExtraOf(track));
  return putKey(putComma(p), "features");
}

function putPairs(p: usize, pairs: Slice): usize {
  let isFirst = true;
  store<u8>(p++, Char.OPEN_BRACKET);
  for (let pair = <u32>sliceStart(pairs), end = <u32>sliceEnd(pairs); pair < end; pair++) {
    if (!isExported(pair)) continue;
    const name = typeName(pairType(pair));
    p = transferRoom(p, <usize>sliceLength(name) * ESCAPE_GROWTH + NUMBER_BYTES + TRACK_BYTES);
    if (!isFirst) p = putComma(p);
    isFirst = false;
    store<u8>(p++, Char.OPEN_BRACKET);
    p = putJsonString(p, sliceStart(name), sliceLength(name), isPython);
    p = putFloat(putComma(p), pairConfidence(pair));
    store<u8>(p++, Char.CLOSE_BRACKET);
  }
  store<u8>(p, Char.CLOSE_BRACKET);
  return p + 1;
}

function putAttributes(p: usize, attributes: Slice): usize {
  if (attributes == 0) return putText(p, "{}");
  p = transferRoom(p, jsonRoom(sliceLength(attributes)) + TRACK_BYTES);
  return putJson(p, attributes);
}

/** Writes further members, each preceded by a comma. */
function putMembers(p: usize, members: Slice): usize {
  if (members == 0) return p;
  p = transferRoom(p, jsonRoom(sliceLength(members)) + TRACK_BYTES);
  return putJson(putComma(p), members);
}

/** Writes the features and the end of the track. */
function putFeatures(p: usize, track: u32): usize {
  const first = firstRowOf(track);
  store<u8>(p++, Char.OPEN_BRACKET);
  for (let row = first, end = endRowOf(track); row < end; row++) {
    if (row != first) p = putComma(transferRoom(p, 1));
    p = putFeature(p, row);
  }
  p = transferRoom(p, 2);
  store<u16>(p, 0x7d5d);
  return p + 2;
}

/** Appends one detection as a JSON object. */
export function putFeature(p: usize, row: u32): usize {
  const extra = extraOf(row);
  p = transferRoom(p, DETECTION_BYTES + (extra == 0 ? 0 : jsonRoom(sliceLength(extra))));
  store<u8>(p, Char.OPEN_BRACE);
  p = putKey(p + 1, "frame");
  p = printU32(p, frameOf(row));
  p = putKey(putComma(p), "bounds");
  const bounds = boundsOf(row);
  p = putBounds(p, bounds);
  if (!isExact && haveFraction(v128.load(bounds), v128.load(bounds, 16))) {
    p = putExactBounds(putKey(putComma(p), "exactBounds"), bounds);
  }
  const flags = flagsOf(row);
  p = putText(putKey(putComma(p), "keyframe"), flags & RowFlag.NOT_KEYFRAME ? "false" : "true");
  if (flags & RowFlag.INTERPOLATE_GIVEN) {
    p = putText(putKey(putComma(p), "interpolate"), flags & RowFlag.INTERPOLATES ? "true" : "false");
  }
  const length = lengthOf(row);
  if (!isNaN(length)) p = putFloat(putKey(putComma(p), "fishLength"), length);
  if (extra != 0) p = putJson(putComma(p), extra);
  store<u8>(p, Char.CLOSE_BRACE);
  return p + 1;
}

/** Whether any of four numbers has a fraction, checked at once; for a single number there is `isWhole`. */
function haveFraction(first: v128, second: v128): bool {
  const isSame = v128.and(f64x2.eq(f64x2.nearest(first), first), f64x2.eq(f64x2.nearest(second), second));
  return !i64x2.all_true(isSame);
}

function putBounds(p: usize, bounds: usize): usize {
  store<u8>(p++, Char.OPEN_BRACKET);
  p = putComma(putPixels(p, load<f64>(bounds)));
  p = putComma(putPixels(p, load<f64>(bounds, 8)));
  p = putComma(putPixels(p, load<f64>(bounds, 16)));
  p = putPixels(p, load<f64>(bounds, 24));
  store<u8>(p, Char.CLOSE_BRACKET);
  return p + 1;
}

/** Writes the exact bounds, for programs that know the member. */
function putExactBounds(p: usize, bounds: usize): usize {
  store<u8>(p++, Char.OPEN_BRACKET);
  p = putComma(putFloat(p, load<f64>(bounds)));
  p = putComma(putFloat(p, load<f64>(bounds, 8)));
  p = putComma(putFloat(p, load<f64>(bounds, 16)));
  p = putFloat(p, load<f64>(bounds, 24));
  store<u8>(p, Char.CLOSE_BRACKET);
  return p + 1;
}

/** The wire has integers. */
// @ts-ignore: decorator
@inline
function putPixels(p: usize, value: f64): usize {
  return isExact ? printJs(p, value) : printRounded(p, value);
}
