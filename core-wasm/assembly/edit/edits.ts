/**
 * The user's edits. Each checks its rules first and changes nothing when one is broken; it returns which one, as a
 * position in the host's catalog (host/edits/edit-errors.ts).
 */
import { EditError, Entity, RowFlag } from "../border";
import { boundsOf, flagsOf, frameOf, isKeyframe, setExtra, setFlags, setLength } from "../columns/detections";
import {
  endRowOf,
  findTrack,
  firstRowOf,
  idOf,
  NO_TRACK,
  rowCountOf,
  setAttributes,
  setPairs,
  setTrackExtra,
} from "../columns/tracks";
import { heapCopy } from "../memory/heap";
import { makeSlice, NO_SLICE } from "../memory/slice";
import { roundHalfUp } from "../numbers/rounding";
import { refreshShownType } from "../query/filter";
import { keyframeCount, keyframeUpTo, NO_ROW, rowAt, rowAtOrBefore, storeBetween, storeBoundsAt } from "../query/interpolate";
import { applyImage, imageSize, putImage, readPairsImage } from "./images";
import { beginOp, endOp } from "./op-log";
import { addTrack, insertRow, removeRow, removeTrack } from "./rows";

/** The bounds last passed in, as 4 x f64: x1, y1, x2, y2, sorted and rounded. */
const boundsBuffer: usize = memory.data(32, 16);

/**
 * `"attributes":{}`: every saved detection has attributes on the wire, so that a new one reads the same before and
 * after saving.
 */
const noAttributes: usize = memory.data<u8>([
  0x22, 0x61, 0x74, 0x74, 0x72, 0x69, 0x62, 0x75, 0x74, 0x65, 0x73, 0x22, 0x3a, 0x7b, 0x7d,
]);
const NO_ATTRIBUTES_LENGTH: usize = 15;

/** Adds a track with one keyframe; `pairs` is an image of its confidence pairs. */
export function editAddTrack(
  id: u32,
  frame: u32,
  x1: f64,
  y1: f64,
  x2: f64,
  y2: f64,
  interpolates: bool,
  pairs: usize,
  pairsLength: usize,
): u32 {
  if (findTrack(id) != NO_TRACK) return EditError.TRACK_ID_TAKEN;
  if (!takeBounds(x1, y1, x2, y2)) return EditError.BOUNDS_NOT_FINITE;
  beginOp(Entity.TRACK, id, 0);
  const track = addTrack(id);
  setPairs(track, readPairsImage(pairs, pairsLength));
  const row = insertDetection(track, frame);
  memory.copy(boundsOf(row), boundsBuffer, 32);
  setFlags(row, RowFlag.INTERPOLATE_GIVEN | (interpolates ? RowFlag.INTERPOLATES : 0));
  refreshShownType(track);
  endOp();
  return EditError.NONE;
}

export function editDeleteTrack(id: u32): u32 {
  const track = findTrack(id);
  if (track == NO_TRACK) return EditError.NO_SUCH_TRACK;
  beginOp(Entity.TRACK, id, 0);
  removeTrack(track);
  endOp();
  return EditError.NONE;
}

/** Replaces the confidence pairs with those in the image. */
export function editSetPairs(id: u32, pairs: usize, pairsLength: usize): u32 {
  const track = findTrack(id);
  if (track == NO_TRACK) return EditError.NO_SUCH_TRACK;
  beginOp(Entity.PAIRS, id, 0);
  setPairs(track, readPairsImage(pairs, pairsLength));
  refreshShownType(track);
  endOp();
  return EditError.NONE;
}

/** Makes the frame a keyframe with these bounds. */
export function editSetBounds(id: u32, frame: u32, x1: f64, y1: f64, x2: f64, y2: f64): u32 {
  const track = findTrack(id);
  if (track == NO_TRACK) return EditError.NO_SUCH_TRACK;
  if (!takeBounds(x1, y1, x2, y2)) return EditError.BOUNDS_NOT_FINITE;
  putKeyframe(track, id, frame);
  return EditError.NONE;
}

/** Toggles a keyframe: an interpolated or stored detection becomes a keyframe, a keyframe is removed. */
export function editToggleKeyframe(id: u32, frame: u32): u32 {
  const track = findTrack(id);
  if (track == NO_TRACK) return EditError.NO_SUCH_TRACK;
  const row = rowAt(track, frame);
  if (row != NO_ROW) {
    if (isKeyframe(row) && keyframeCount(track) == 1) return EditError.ONLY_KEYFRAME;
    beginOp(Entity.KEYFRAME, id, frame);
    if (isKeyframe(row)) removeRow(track, row);
    else makeKeyframe(track, row);
    endOp();
    return EditError.NONE;
  }
  return storeDetection(track, frame) ? EditError.NONE : EditError.NO_DETECTION;
}

/** For edits that need a stored detection: an interpolated one becomes a keyframe. */
export function editStoreDetection(id: u32, frame: u32): u32 {
  const track = findTrack(id);
  if (track == NO_TRACK) return EditError.NO_SUCH_TRACK;
  return storeDetection(track, frame) ? EditError.NONE : EditError.NO_DETECTION;
}

/** Replaces the extra members of a stored detection. */
export function editSetExtra(id: u32, frame: u32, extra: usize, length: usize, hasGeometry: bool): void {
  const row = rowAt(findTrack(id), frame);
  beginOp(Entity.KEYFRAME, id, frame);
  setExtra(row, length == 0 ? NO_SLICE : heapCopy(extra, length));
  setFlags(row, (flagsOf(row) & ~RowFlag.HAS_GEOMETRY) | (hasGeometry ? RowFlag.HAS_GEOMETRY : 0));
  endOp();
}

/** Sets the length of a stored detection; NaN removes it. */
export function editSetLength(id: u32, frame: u32, length: f64): void {
  const row = rowAt(findTrack(id), frame);
  beginOp(Entity.KEYFRAME, id, frame);
  setLength(row, length);
  endOp();
}

/** Replaces the attributes of a track (a JSON object) or its extra members. */
export function editSetTrackText(id: u32, isAttributes: bool, text: usize, length: usize): void {
  const track = findTrack(id);
  beginOp(Entity.TEXTS, id, 0);
  const slice = length == 0 ? NO_SLICE : heapCopy(text, length);
  if (isAttributes) setAttributes(track, slice);
  else setTrackExtra(track, slice);
  endOp();
}

/** Sets whether the segment that starts at or before the frame interpolates. */
export function editSetInterpolate(id: u32, frame: u32, on: bool): u32 {
  const track = findTrack(id);
  if (track == NO_TRACK) return EditError.NO_SUCH_TRACK;
  const before = rowAtOrBefore(track, frame);
  const keyframe = before == NO_ROW ? NO_ROW : keyframeUpTo(track, before);
  if (keyframe == NO_ROW) return EditError.NO_DETECTION;
  setRowInterpolates(id, keyframe, on);
  return EditError.NONE;
}

export function editSetInterpolateAll(id: u32, on: bool): u32 {
  const track = findTrack(id);
  if (track == NO_TRACK) return EditError.NO_SUCH_TRACK;
  beginOp(Entity.FLAGS, id, 0);
  for (let row = firstRowOf(track), end = endRowOf(track); row < end; row++) {
    if (isKeyframe(row)) setFlags(row, interpolating(row, on));
  }
  endOp();
  return EditError.NONE;
}

/** Sets a group to the state in its image (images.ts); an empty image deletes it. */
export function editPutGroup(id: u32, image: usize, length: usize): u32 {
  beginOp(Entity.GROUP, id, 0);
  applyImage(Entity.GROUP, id, 0, image, length);
  endOp();
  return EditError.NONE;
}

/** Sets the track to the state in its image, which may come from another core. */
export function editPutTrack(id: u32, image: usize, length: usize): u32 {
  beginOp(Entity.TRACK, id, 0);
  applyImage(Entity.TRACK, id, 0, image, length);
  endOp();
  return EditError.NONE;
}

/** Size of a track's image in bytes; 0 when there is no such track. */
export function trackImageBytes(id: u32): u32 {
  return <u32>imageSize(Entity.TRACK, id, 0);
}

/** The track must exist. May write up to 15 bytes past the image. */
export function storeTrackImage(target: usize, id: u32): void {
  putImage(target, Entity.TRACK, id, 0);
}

/** Stores the interpolated detection on a frame as a keyframe. Returns false when the frame has no detection. */
function storeDetection(track: u32, frame: u32): bool {
  if (rowAt(track, frame) != NO_ROW) return true;
  if (!storeBoundsAt(boundsBuffer, track, frame)) return false;
  roundBounds();
  putKeyframe(track, idOf(track), frame);
  return true;
}

/**
 * Makes the frame a keyframe when an interpolated line passes over it, so that either half of the line can be removed
 * without changing the other.
 */
export function keepInterpolatedAt(track: u32, frame: u32): void {
  const row = rowAtOrBefore(track, frame);
  if (row == NO_ROW || !storeBetween(boundsBuffer, track, row, frame)) return;
  if (frameOf(row) != frame) {
    storeDetection(track, frame);
  } else if (!isKeyframe(row)) {
    editMakeKeyframe(track, row);
  }
}

/** Makes a stored detection a keyframe. */
export function editMakeKeyframe(track: u32, row: u32): void {
  beginOp(Entity.KEYFRAME, idOf(track), frameOf(row));
  makeKeyframe(track, row);
  endOp();
}

/** Applies `boundsBuffer` on a frame. A new keyframe interpolates if the keyframe before it does. */
function putKeyframe(track: u32, id: u32, frame: u32): void {
  const isEmpty = rowCountOf(track) == 0;
  // The first keyframe also sets begin and end, which undo must restore.
  beginOp(isEmpty ? Entity.TRACK : Entity.KEYFRAME, id, isEmpty ? 0 : frame);
  let row = rowAt(track, frame);
  if (row == NO_ROW) {
    const stored = rowAtOrBefore(track, frame);
    const before = stored == NO_ROW ? NO_ROW : keyframeUpTo(track, stored);
    const flags = isEmpty ? 0 : flagsOf(before == NO_ROW ? firstRowOf(track) : before);
    row = insertDetection(track, frame);
    setFlags(row, flags & (RowFlag.INTERPOLATES | RowFlag.INTERPOLATE_GIVEN));
  }
  memory.copy(boundsOf(row), boundsBuffer, 32);
  makeKeyframe(track, row);
  endOp();
}

/** A stored detection without an interpolation flag takes that of the keyframe before it. */
function makeKeyframe(track: u32, row: u32): void {
  const flags = flagsOf(row);
  const before = keyframeUpTo(track, row);
  const inherited = flags & RowFlag.INTERPOLATE_GIVEN || before == NO_ROW ? 0 : flagsOf(before);
  setFlags(row, (flags & ~RowFlag.NOT_KEYFRAME) | (inherited & (RowFlag.INTERPOLATES | RowFlag.INTERPOLATE_GIVEN)));
}

function insertDetection(track: u32, frame: u32): u32 {
  const row = insertRow(track, frame);
  setExtra(row, makeSlice(noAttributes, NO_ATTRIBUTES_LENGTH));
  return row;
}

export function setRowInterpolates(id: u32, row: u32, on: bool): void {
  beginOp(Entity.KEYFRAME, id, frameOf(row));
  setFlags(row, interpolating(row, on));
  endOp();
}

/** The flags of a row, with interpolation on or off. */
function interpolating(row: u32, on: bool): u32 {
  return (flagsOf(row) & ~RowFlag.INTERPOLATES) | RowFlag.INTERPOLATE_GIVEN | (on ? RowFlag.INTERPOLATES : 0);
}

/** Records bounds given by any two opposite corners. Returns false when they are not finite. */
function takeBounds(x1: f64, y1: f64, x2: f64, y2: f64): bool {
  store<f64>(boundsBuffer, min(x1, x2));
  store<f64>(boundsBuffer, min(y1, y2), 8);
  store<f64>(boundsBuffer, max(x1, x2), 16);
  store<f64>(boundsBuffer, max(y1, y2), 24);
  roundBounds();
  return isFinite(x1) && isFinite(y1) && isFinite(x2) && isFinite(y2);
}

function roundBounds(): void {
  for (let i: usize = 0; i < 32; i += 8) store<f64>(boundsBuffer + i, roundHalfUp(load<f64>(boundsBuffer + i)));
}
