/**
 * Adding and removing rows and tracks. A track's rows are contiguous, followed by free rows; when these run out, the
 * rows move past the last row of the core, with more room. The vacated rows are waste until compaction.ts packs them.
 */
import { copyRows, frameOf, initRow, reserveDetections, rowEnd, setRowEnd } from "../columns/detections";
import {
  appendTrack,
  endRowOf,
  firstRowOf,
  markDead,
  reserveTracks,
  rowCountOf,
  rowRoomOf,
  setFrameRange,
  setRowCount,
  setRowRange,
} from "../columns/tracks";
import { invalidateFrameIndex } from "../query/frame-index";
import { NO_ROW, rowAtOrBefore } from "../query/interpolate";

const SPARE_ROWS: u32 = 4;

/** Adds a track without rows. The id must be free. */
export function addTrack(id: u32): u32 {
  reserveTracks(1);
  invalidateFrameIndex();
  return appendTrack(id, rowEnd);
}

export function removeTrack(track: u32): void {
  markDead(track);
  invalidateFrameIndex();
}

/** Inserts a row on a frame where the track has none; its bounds are not set. */
export function insertRow(track: u32, frame: u32): u32 {
  const count = rowCountOf(track);
  if (count == rowRoomOf(track)) reserveTrackRows(track, count + (count >> 1) + SPARE_ROWS);
  const before = count == 0 ? NO_ROW : rowAtOrBefore(track, frame);
  const row = before == NO_ROW ? firstRowOf(track) : before + 1;
  copyRows(row + 1, row, endRowOf(track) - row);
  setRowCount(track, count + 1);
  initRow(row, frame, 0);
  refreshRange(track);
  return row;
}

export function removeRow(track: u32, row: u32): void {
  copyRows(row, row + 1, endRowOf(track) - row - 1);
  setRowCount(track, rowCountOf(track) - 1);
  refreshRange(track);
}

/** Makes room for `rows` rows in total. */
export function reserveTrackRows(track: u32, rows: u32): void {
  if (rows <= rowRoomOf(track)) return;
  reserveDetections(rows);
  const first = rowEnd;
  setRowEnd(first + rows);
  copyRows(first, firstRowOf(track), rowCountOf(track));
  setRowRange(track, first, rows);
}

/** Updates begin and end after rows were added or removed. */
export function refreshRange(track: u32): void {
  invalidateFrameIndex();
  if (rowCountOf(track) == 0) return;
  setFrameRange(track, frameOf(firstRowOf(track)), frameOf(endRowOf(track) - 1));
}
