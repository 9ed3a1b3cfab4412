/** Groups as JSON: their members and ranges, and the image in which a group is passed back to the core. */
import { encodeText } from "../instance.ts";
import { parseJson } from "../json.ts";
import type { FrameNumber, FrameRange, JsonValue } from "../types.ts";
import { CoreError } from "../types.ts";
import { maxFrame } from "./arguments.ts";

export interface GroupMemberJson {
  readonly ranges?: readonly FrameRange[];
  readonly [name: string]: JsonValue | readonly FrameRange[] | undefined;
}

export interface GroupJson {
  readonly id: number;
  readonly begin: number;
  readonly end: number;
  readonly confidencePairs?: readonly (readonly [string, number])[];
  /** By track id. */
  readonly members: Readonly<Record<string, GroupMemberJson>>;
}

/** Integers that JavaScript would round are kept as raw JSON, for `JSON.stringify` to write again. */
export function parseGroup(text: string): GroupJson {
  const group = parseJson(text) as GroupJson;
  const isMap = typeof group.members === "object" && group.members !== null && !Array.isArray(group.members);
  return isMap ? group : { ...group, members: {} };
}

/** The image of a group: begin u32, end u32, JSON (assembly/edit/images.ts). */
export function encodeGroup({ begin, end }: { begin: number; end: number }, json: string): Uint8Array<ArrayBuffer> {
  const text = encodeText(json);
  const image = new Uint8Array(8 + text.length);
  const view = new DataView(image.buffer);
  view.setUint32(0, begin, true);
  view.setUint32(4, end, true);
  image.set(text, 8);
  return image;
}

/** The valid ranges of a member: groups are kept as they were read. */
export function rangesOf(member: GroupMemberJson | undefined): readonly FrameRange[] {
  return Array.isArray(member?.ranges) ? member.ranges.filter(isRange) : [];
}

/** Sorted, with overlapping ranges joined. Throws `bad-range`. */
export function joinRanges(ranges: readonly FrameRange[]): readonly FrameRange[] {
  const joined: FrameRange[] = [];
  for (const [begin, end] of ranges.map(checkRange).toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && begin <= last[1]) joined[joined.length - 1] = [last[0], larger(last[1], end)];
    else joined.push([begin, end]);
  }
  return joined;
}

/** The parts of ranges before a frame, and from it on. */
export function cutRanges(
  ranges: readonly FrameRange[],
  frame: number,
): readonly [before: readonly FrameRange[], after: readonly FrameRange[]] {
  const last = (frame - 1) as FrameNumber;
  const first = frame as FrameNumber;
  return [
    ranges.filter(([begin]) => begin < frame).map(([begin, end]) => [begin, end < frame ? end : last]),
    ranges.filter(([, end]) => end >= frame).map(([begin, end]) => [larger(begin, first), end]),
  ];
}

function isRange(value: unknown): value is FrameRange {
  if (!Array.isArray(value)) return false;
  const [begin, end] = value as readonly unknown[];
  return isFrame(begin) && isFrame(end) && begin <= end;
}

function isFrame(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxFrame;
}

function checkRange(range: FrameRange): FrameRange {
  const [begin, end] = range;
  if (isRange(range)) return range;
  throw new CoreError(
    "bad-range",
    `A range must go from a frame to one that is not before it, not from ${begin} to ${end}.`,
  );
}

function larger(a: FrameNumber, b: FrameNumber): FrameNumber {
  return a > b ? a : b;
}
