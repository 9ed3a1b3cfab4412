/** The data of timelines: counts over frames, in total and by type, and the span of every track. */
import type { CoreInstance } from "../instance.ts";
import type { FrameCounts, FrameNumber, TimelineCount, TrackSpans } from "../types.ts";
import type { FrameQuery } from "./draw-list.ts";
import { rowColumns, visitStretches } from "./columns.ts";

export function countsByFrame(
  core: CoreInstance,
  frameQuery: FrameQuery,
  frameCount: number,
  what: TimelineCount,
): Uint32Array {
  if (what === "detections") {
    const start = core.exports.count_by_frame(frameCount) >>> 0;
    const counts = new Uint32Array(core.bytes().buffer, start, frameCount).slice();
    const { suppressing } = frameQuery;
    for (const frame of framesWithRegions(core, frameQuery, frameCount)) {
      const { count, typeIndices } = frameQuery.at(frame);
      const regions = typeIndices.subarray(0, count).filter((type) => suppressing.has(type)).length;
      counts[frame] = count - regions;
    }
    return counts;
  }
  const changes = new Int32Array(frameCount + 1);
  const { begins, ends } = trackSpans(core);
  for (const [index, begin] of begins.entries()) addStretch(changes, begin, ends[index]! + 1);
  return sums(changes);
}

/** Frames whose detections must be checked one by one, since some may be in an ignore region. */
function framesWithRegions(
  core: CoreInstance,
  { suppressing }: Pick<FrameQuery, "suppressing">,
  frameCount: number,
): FrameNumber[] {
  if (suppressing.size === 0) return [];
  const changes = new Int32Array(frameCount + 1);
  const { begins, ends, typeIndices } = trackSpans(core);
  for (const [index, type] of typeIndices.entries()) {
    if (suppressing.has(type)) addStretch(changes, begins[index]!, ends[index]! + 1);
  }
  return [...sums(changes).entries()].flatMap(([frame, regions]) => (regions > 0 ? (frame as FrameNumber) : []));
}

/** In total and by type, in one pass over the shown tracks. */
export function timelineCounts(
  core: CoreInstance,
  frameQuery: FrameQuery,
  types: readonly string[],
  frameCount: number,
  what: TimelineCount,
): FrameCounts {
  const changesOf: (Int32Array<ArrayBuffer> | undefined)[] = [];
  const words = shownWords(core);
  const columns = rowColumns(core);
  const { frames } = columns;
  let changes = new Int32Array(0);
  const add = (from: number, to: number): void => addStretch(changes, from, to);
  for (let word = 0; word < words.length; word += wordsOfSpan) {
    const type = words[word + 1]!;
    const [begin, end] = [words[word + 2]!, words[word + 3]!];
    const [first, rowEnd] = [words[word + 4]!, words[word + 5]!];
    changes = changesOf[type] ??= new Int32Array(frameCount + 1);
    if (what === "tracks") add(begin, end + 1);
    else if (isOnEachFrame(frames, first, rowEnd)) add(frames[first]!, frames[rowEnd - 1]! + 1);
    else visitStretches(columns, { first, end: rowEnd }, add);
  }
  const counts = new Map<number, Uint32Array>();
  changesOf.forEach((own, type) => own && counts.set(type, sums(own)));
  const { suppressing } = frameQuery;
  const regions = what === "detections" ? framesWithRegions(core, frameQuery, frameCount) : [];
  for (const frame of regions) {
    for (const own of counts.values()) own[frame] = 0;
    const { count, typeIndices } = frameQuery.at(frame);
    for (const type of typeIndices.subarray(0, count)) counts.get(type)![frame]!++;
  }
  const total = new Uint32Array(frameCount);
  for (const [type, own] of counts) {
    // Regions do not count as detections.
    if (what === "detections" && suppressing.has(type)) continue;
    for (let frame = 0; frame < frameCount; frame++) total[frame]! += own[frame]!;
  }
  return { total, byType: [...counts].map(([type, own]) => ({ type: types[type] ?? "", counts: own })) };
}

/**
 * Whether rows `first` .. `end` - 1 of a track are stored on consecutive frames: then they need not be checked one by
 * one.
 */
function isOnEachFrame(frames: Uint32Array, first: number, end: number): boolean {
  if (end <= first) return false;
  const [from, to] = [frames[first]!, frames[end - 1]!];
  return to - from === end - 1 - first;
}

export function trackSpans(core: CoreInstance): TrackSpans {
  const words = shownWords(core);
  const column = (at: number): Uint32Array => {
    const values = new Uint32Array(words.length / wordsOfSpan);
    for (let index = 0, word = at; index < values.length; index++, word += wordsOfSpan) values[index] = words[word]!;
    return values;
  };
  return { trackIds: column(0), typeIndices: column(1), begins: column(2), ends: column(3) };
}

/** Must equal SPAN_BYTES / 4 in assembly/query/track-list.ts. */
const wordsOfSpan = 6;

/**
 * The shown tracks in ascending order of ids, `wordsOfSpan` each: id, type, first and last frame, first row, the row
 * after the last one. Valid until the next call of the core.
 */
function shownWords({ exports }: CoreInstance): Uint32Array {
  const count = exports.track_list_spans() >>> 0;
  return new Uint32Array(exports.memory.buffer, exports.transfer_start.value >>> 0, count * wordsOfSpan);
}

/** Adds differences from frame to frame: +1 at `from`, -1 at `to`. */
function addStretch(changes: Int32Array, from: number, to: number): void {
  const end = changes.length - 1;
  if (from >= end) return;
  changes[from]!++;
  changes[Math.min(to, end)]!--;
}

/** Running sums of differences, without the last one. */
function sums(changes: Int32Array): Uint32Array {
  for (let frame = 1; frame < changes.length; frame++) changes[frame]! += changes[frame - 1]!;
  return new Uint32Array(changes.buffer, 0, changes.length - 1);
}
