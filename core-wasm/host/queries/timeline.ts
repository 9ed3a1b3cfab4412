/** What timelines draw: counts over frames, as a whole and by type, and the span of every track. */
import type { CoreInstance } from "../instance.ts";
import type { FrameNumber, TimelineCount, TrackSpans, TypeFrameCounts } from "../types.ts";
import type { FrameQuery } from "./draw-list.ts";
import { detectionColumns, visitStretches } from "./columns.ts";

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

/** Frames whose detections have to be looked at one by one, since some may be in a region in which nothing counts. */
export function framesWithRegions(
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

export function countsByType(
  core: CoreInstance,
  frameQuery: FrameQuery,
  types: readonly string[],
  frameCount: number,
  what: TimelineCount,
): readonly TypeFrameCounts[] {
  const changesOf: (Int32Array<ArrayBuffer> | undefined)[] = [];
  const list = listShown(core);
  const columns = detectionColumns(core);
  let changes = new Int32Array(0);
  const add = (from: number, to: number): void => addStretch(changes, from, to);
  for (let at = 0; at < list.count; at++) {
    changes = changesOf[list.typeIndices[at]!] ??= new Int32Array(frameCount + 1);
    if (what === "detections") visitStretches(columns, { first: list.firsts[at]!, end: list.rowEnds[at]! }, add);
    else add(list.begins[at]!, list.ends[at]! + 1);
  }
  const counts = new Map<number, Uint32Array>();
  changesOf.forEach((own, type) => own && counts.set(type, sums(own)));
  const frames = what === "detections" ? framesWithRegions(core, frameQuery, frameCount) : [];
  for (const frame of frames) {
    for (const own of counts.values()) own[frame] = 0;
    const { count, typeIndices } = frameQuery.at(frame);
    for (const type of typeIndices.subarray(0, count)) counts.get(type)![frame]!++;
  }
  return [...counts].map(([type, own]) => ({ type: types[type] ?? "", counts: own }));
}

export function trackSpans(core: CoreInstance): TrackSpans {
  const { trackIds, typeIndices, begins, ends } = listShown(core);
  return { trackIds, typeIndices, begins, ends };
}

interface ShownList extends TrackSpans {
  readonly count: number;
  /** Rows `firsts[i]` .. `rowEnds[i]` - 1, ascending by frame. */
  readonly firsts: Uint32Array;
  readonly rowEnds: Uint32Array;
}

/** Same as SPAN_BYTES / 4 in assembly/query/track-list.ts. */
const wordsOfSpan = 6;

/** The shown tracks in ascending id, as columns. Copies: calls of the core a track would take ten times as long. */
function listShown({ exports }: CoreInstance): ShownList {
  const count = exports.track_list_spans() >>> 0;
  const words = new Uint32Array(exports.memory.buffer, exports.transfer_start.value >>> 0, count * wordsOfSpan);
  const column = (at: number): Uint32Array => {
    const values = new Uint32Array(count);
    for (let index = 0, word = at; index < count; index++, word += wordsOfSpan) values[index] = words[word]!;
    return values;
  };
  return {
    count,
    ...{ trackIds: column(0), typeIndices: column(1), begins: column(2), ends: column(3) },
    ...{ firsts: column(4), rowEnds: column(5) },
  };
}

/** Differences from frame to frame: one more from `from` on, one less from `to` on. */
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
