/** Edits that cut and join the rows of tracks: split, merge, and deleting a range of detections. */
import { EditError, Entity, RowFlag } from "../border";
import { copyRow, copyRows, flagsOf, frameOf, isKeyframe } from "../columns/detections";
import {
  attributesOf,
  beginOf,
  endOf,
  endRowOf,
  findTrack,
  firstRowOf,
  NO_TRACK,
  pairsOf,
  rowCountOf,
  setAttributes,
  setPairs,
  setRowCount,
  setTrackExtra,
  trackExtraOf,
} from "../columns/tracks";
import { refreshShownType } from "../query/filter";
import { keyframeCount, keyframeUpTo, NO_ROW, rowAtOrBefore, storeBetween } from "../query/interpolate";
import { keepInterpolatedAt, editDeleteTrack, editMakeKeyframe, setRowInterpolates } from "./edits";
import { beginOp, endOp } from "./op-log";
import { addTrack, refreshRange, removeRow, reserveTrackRows } from "./rows";

/** Scratch for bounds that nothing reads. */
const bounds: usize = memory.data(32, 16);

/**
 * Replaces a track with two new ones, the second of which begins at `frame`. Interpolated detections on both sides of
 * the cut are stored first, so that every frame looks the same as before.
 */
export function editSplit(id: u32, frame: u32, firstId: u32, secondId: u32): u32 {
  const track = findTrack(id);
  if (track == NO_TRACK) return EditError.NO_SUCH_TRACK;
  if (rowCountOf(track) == 0 || frame <= beginOf(track) || frame > endOf(track)) return EditError.CANNOT_SPLIT;
  keepInterpolatedAt(track, frame);
  keepInterpolatedAt(track, frame - 1);
  const cut = rowAtOrBefore(track, frame - 1) + 1;
  addPart(firstId, track, firstRowOf(track), cut);
  addPart(secondId, track, cut, endRowOf(track));
  return editDeleteTrack(id);
}

/** Changes the id of a track by replacing it with a new track that has the same content. */
export function editRenumber(id: u32, newId: u32): u32 {
  const track = findTrack(id);
  if (track == NO_TRACK) return EditError.NO_SUCH_TRACK;
  if (findTrack(newId) != NO_TRACK) return EditError.TRACK_ID_TAKEN;
  addPart(newId, track, firstRowOf(track), endRowOf(track));
  return editDeleteTrack(id);
}

/** Adds a track like `source`, with the rows from `from` to `to`. */
function addPart(id: u32, source: u32, from: u32, to: u32): void {
  beginOp(Entity.TRACK, id, 0);
  const track = addTrack(id);
  setPairs(track, pairsOf(source));
  setAttributes(track, attributesOf(source));
  setTrackExtra(track, trackExtraOf(source));
  reserveTrackRows(track, to - from);
  copyRows(firstRowOf(track), from, to - from);
  setRowCount(track, to - from);
  refreshRange(track);
  refreshShownType(track);
  endOp();
  if (keyframeCount(track) == 0) editMakeKeyframe(track, firstRowOf(track));
}

/**
 * Moves the detections of the other tracks (u32 ids) into the first one and deletes those tracks. All ids must differ.
 */
export function editMerge(ids: usize, count: u32): u32 {
  for (let i: usize = 0; i < <usize>count; i++) {
    if (findTrack(load<u32>(ids + (i << 2))) == NO_TRACK) return EditError.NO_SUCH_TRACK;
  }
  const track = findTrack(load<u32>(ids));
  beginOp(Entity.TRACK, load<u32>(ids), 0);
  for (let i: usize = 1; i < <usize>count; i++) takeRows(track, findTrack(load<u32>(ids + (i << 2))));
  endOp();
  for (let i: usize = 1; i < <usize>count; i++) editDeleteTrack(load<u32>(ids + (i << 2)));
  return EditError.NONE;
}

/** Copies the rows on frames where the track has none. */
function takeRows(track: u32, other: u32): void {
  const room = rowCountOf(track) + rowCountOf(other);
  reserveTrackRows(track, room);
  const first = firstRowOf(track);
  const firstOther = firstRowOf(other);
  const end = first + room;
  // From the last frame to the first, into the free rows after the track's own.
  let row = endRowOf(track);
  let otherRow = endRowOf(other);
  let target = end;
  while (otherRow > firstOther) {
    if (row == first || frameOf(otherRow - 1) > frameOf(row - 1)) {
      copyRow(--target, --otherRow);
    } else {
      if (frameOf(otherRow - 1) == frameOf(row - 1)) otherRow--;
      copyRow(--target, --row);
    }
  }
  copyRows(row, target, end - target);
  setRowCount(track, row - first + (end - target));
  refreshRange(track);
}

/**
 * Deletes all detections, stored and interpolated, from frame `from` to frame `to` inclusive. Interpolated detections
 * next to the range are stored first, so that all other frames look the same as before.
 */
export function editDeleteDetections(id: u32, from: u32, to: u32): u32 {
  const track = findTrack(id);
  if (track == NO_TRACK) return EditError.NO_SUCH_TRACK;
  const last = rowAtOrBefore(track, to);
  const isStored = last != NO_ROW && frameOf(last) >= from;
  if (!isStored && !isDetected(track, from)) return EditError.NO_DETECTION;
  if (!remainsOutside(track, from, to)) return EditError.ONLY_KEYFRAME;
  keepInterpolatedAt(track, to + 1);
  if (from > 0) {
    keepInterpolatedAt(track, from - 1);
    const before = rowAtOrBefore(track, from - 1);
    const keyframe = before == NO_ROW ? NO_ROW : keyframeUpTo(track, before);
    if (keyframe != NO_ROW && flagsOf(keyframe) & RowFlag.INTERPOLATES) setRowInterpolates(id, keyframe, false);
  }
  let row = rowAtOrBefore(track, to);
  while (row != NO_ROW && frameOf(row) >= from) {
    beginOp(Entity.KEYFRAME, id, frameOf(row));
    removeRow(track, row);
    endOp();
    row = rowAtOrBefore(track, to);
  }
  return EditError.NONE;
}

function isDetected(track: u32, frame: u32): bool {
  const row = rowAtOrBefore(track, frame);
  return row != NO_ROW && (frameOf(row) == frame || storeBetween(bounds, track, row, frame));
}

/**
 * Whether the track still has detections when the rows from one frame to another are removed. If it has any keyframes,
 * one of them must remain.
 */
function remainsOutside(track: u32, from: u32, to: u32): bool {
  const needsKeyframe = keyframeCount(track) != 0;
  for (let row = firstRowOf(track), end = endRowOf(track); row < end; row++) {
    const isOutside = frameOf(row) < from || frameOf(row) > to;
    if (isOutside && (isKeyframe(row) || !needsKeyframe)) return true;
  }
  return false;
}
