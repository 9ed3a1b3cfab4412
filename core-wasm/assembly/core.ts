/** The core as a whole: emptying it, and the steps of a load from the first byte to the finished indexes. */
import { clearDetections, reserveDetections, rowEnd, setRowEnd } from "./columns/detections";
import { clearGroups, groupEnd, truncateGroups } from "./columns/groups";
import { clearPairs, dropPairs, pairCount } from "./columns/pairs";
import { clearTracks, largestId, setLargestId, trackEnd, truncateTracks } from "./columns/tracks";
import { clearTypes } from "./columns/types";
import { clearOpLog } from "./edit/op-log";
import { dropExportFilter } from "./formats/export-filter";
import { dropAttributeColumn } from "./formats/attribute-column";
import { clearAttributes, dropAttributes } from "./formats/attribute-table";
import { dropImages } from "./formats/import/images";
import { clearMetadata } from "./formats/csv/reader";
import { dropTokens } from "./formats/csv/tokens";
import { clearDocument, openDocument, restoreDocument } from "./formats/json/document";
import { countDetections } from "./formats/json/count";
import { dropJsonScanner } from "./formats/json/scan";
import { dropMemberStack, forgetSource, keepsSource, popMembers } from "./formats/member-stack";
import { clearFrameShapes } from "./formats/frame-shapes";
import { clearPointPool } from "./formats/point-pool";
import { clearProblems, dropProblems } from "./formats/problems";
import { allocate, resetArena } from "./memory/arena";
import { heapAdopt, heapClear } from "./memory/heap";
import { clearTransfer } from "./memory/transfer";
import { clearDrawList } from "./query/draw-list";
import { applyFilter } from "./query/filter";
import { clearFrameIndex, invalidateFrameIndex } from "./query/frame-index";

/** Empties the core: no tracks, no types, no log, no memory in use. */
export function clearCore(): void {
  resetArena();
  heapClear();
  clearTransfer();
  clearDetections();
  clearTracks();
  clearPairs();
  clearTypes();
  clearGroups();
  clearOpLog();
  clearFrameIndex();
  clearDrawList();
  clearPointPool();
  clearFrameShapes();
  clearDocument();
  dropExportFilter();
  dropJsonScanner();
  dropMemberStack();
  dropTokens();
  dropImages();
  dropAttributes();
  dropAttributeColumn();
  dropProblems();
  clearProblems();
}

/** A block for the bytes of a source, followed by the zeros that the readers need. */
export function openSource(length: usize): usize {
  const start = allocate(length);
  memory.fill(start + length, 0, 64);
  return start;
}

/** Counts the detections a JSON text can hold, so that columns get their room at once. Call it for each text first. */
export function prepareJson(start: usize, length: usize): void {
  expectedDetections += countDetections(start, length);
}

let expectedDetections: u32 = 0;

// Ends of the columns before the read.
let firstNewRow: u32 = 0;
let firstNewPair: u32 = 0;
let firstNewTrack: u32 = 0;
let firstNewGroup: u32 = 0;
let largestIdBefore: i64 = -1;

export function beginRead(): void {
  firstNewRow = rowEnd;
  firstNewPair = pairCount;
  firstNewTrack = trackEnd;
  firstNewGroup = groupEnd;
  largestIdBefore = largestId();
  clearProblems();
  clearAttributes();
  clearMetadata();
  popMembers(0);
  forgetSource();
  openDocument();
  // Room for later edits; untouched pages cost nothing.
  const expected = expectedDetections;
  // Reset before the allocation, which may fail: the next read must not ask for the same amount again.
  expectedDetections = 0;
  reserveDetections(expected + (expected >> 3) + 1);
}

/** Undoes everything read since `beginRead`. Only the names added to the type table stay. */
export function rollBackRead(): void {
  truncateTracks(firstNewTrack);
  setLargestId(largestIdBefore);
  truncateGroups(firstNewGroup);
  dropPairs(firstNewPair);
  setRowEnd(firstNewRow);
  restoreDocument();
  forgetSource();
}

/** Closes a source after reading. Its bytes become free for new text, unless columns refer to some of them. */
export function closeSource(start: usize, length: usize): void {
  if (!keepsSource) heapAdopt(start, length);
}

export function finishRead(): void {
  invalidateFrameIndex();
  applyFilter();
}
