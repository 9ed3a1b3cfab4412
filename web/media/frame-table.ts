/**
 * When each stored picture of a video is shown. Read from the container's packets, never computed from a frame rate:
 * picture n is the n-th in presentation order, whatever the intervals.
 */
import { intermittentGap } from "#schemas/video-gaps";

export interface FrameTable {
  /** Presentation time of every picture, seconds, strictly ascending. Edit lists are applied; the first is >= 0. */
  readonly pts: Float64Array;
  /** Pictures that can be decoded independently: ascending indices, as declared by the container. */
  readonly keyPictures: Uint32Array;
  /** When the last picture stops being shown, seconds. */
  readonly endSeconds: number;
  /** Times closer than this are equal: half a tick of the container's clock, at most half a millisecond. */
  readonly toleranceSeconds: number;
}

export interface PacketTime {
  readonly timestamp: number;
  readonly duration: number;
  readonly type: "key" | "delta";
}

/**
 * Builds the table from packets in any order.
 *
 * Pictures before time 0 are decoded but not presented (an edit list starts the track later), so they are not frames.
 * ffmpeg counts the same way. Two packets with the same time are one picture (fields, or a scalable layer).
 */
export function buildFrameTable(packets: readonly PacketTime[], ticksPerSecond: number): FrameTable {
  const toleranceSeconds = Math.min(0.5 / ticksPerSecond, 0.0005);
  const presented = packets.filter((packet) => packet.timestamp > -toleranceSeconds);
  presented.sort((a, b) => a.timestamp - b.timestamp);
  const pictures = presented.filter((packet, i) => {
    const before = presented[i - 1];
    return before === undefined || packet.timestamp - before.timestamp > toleranceSeconds;
  });
  const last = pictures.at(-1);
  const keyPictures = pictures.flatMap((packet, i) => (packet.type === "key" ? [i] : []));
  return {
    pts: Float64Array.from(pictures, (packet) => packet.timestamp),
    keyPictures: Uint32Array.from(keyPictures),
    endSeconds: last === undefined ? 0 : last.timestamp + lastDuration(last, pictures),
    toleranceSeconds,
  };
}

/** If the container has no duration for the last picture, use that of the one before. */
function lastDuration(last: PacketTime, pictures: readonly PacketTime[]): number {
  if (last.duration > 0) return last.duration;
  const before = pictures.at(-2);
  return before === undefined ? 0 : last.timestamp - before.timestamp;
}

/** The picture shown at a time: the last one that has begun; the first picture for earlier times. */
export function pictureAt(table: FrameTable, seconds: number): number {
  return Math.max(0, countUpTo(table.pts, seconds + table.toleranceSeconds) - 1);
}

/** The picture with exactly this presentation time; `undefined` if none exists. */
export function pictureWithPts(table: FrameTable, seconds: number): number | undefined {
  const picture = pictureAt(table, seconds);
  return Math.abs((table.pts[picture] ?? Infinity) - seconds) <= table.toleranceSeconds ? picture : undefined;
}

/** When a picture starts and stops being shown, seconds. */
export function pictureInterval(table: FrameTable, picture: number): readonly [begin: number, end: number] {
  const begin = table.pts[picture];
  if (begin === undefined) throw new RangeError(`Picture ${picture} does not exist: there are ${table.pts.length}.`);
  return [begin, table.pts[picture + 1] ?? table.endSeconds];
}

/** Index of the last key picture at or before a picture, as declared by the container; 0 if it declares none. */
export function keyPictureBefore(table: FrameTable, picture: number): number {
  return table.keyPictures[countUpTo(table.keyPictures, picture) - 1] ?? 0;
}

/** Average pictures per second; 0 for an empty table. */
export function averageRate(table: FrameTable): number {
  const first = table.pts[0];
  if (first === undefined) return 0;
  const seconds = table.endSeconds - first;
  return seconds > 0 ? table.pts.length / seconds : 1;
}

/** Pictures per second as the server computes them: the average, or by the median gap of an intermittent recording. */
export function presentedRate(table: FrameTable): number {
  const average = averageRate(table);
  const gap = intermittentGap(table.pts, average);
  return gap === undefined ? average : 1 / gap;
}

export interface PictureRate {
  /** Presented pictures per second. */
  readonly fps: number;
  /** At least one picture is more than a tick of the container's clock away from its time at an even rate. */
  readonly isVariable: boolean;
  /** Shortest and longest display time of a picture, seconds; 0 for an empty table. */
  readonly minSeconds: number;
  readonly maxSeconds: number;
}

/** The rate of the stored pictures, independent of the annotation rate. */
export function pictureRate(table: FrameTable): PictureRate {
  const { endSeconds, pts, toleranceSeconds } = table;
  const first = pts[0] ?? 0;
  // Some containers do not store the duration of the last picture.
  const evenSeconds = ((pts.at(-1) ?? 0) - first) / Math.max(1, pts.length - 1);
  let [minSeconds, maxSeconds, isVariable] = [Infinity, 0, false];
  for (let n = 0; n < pts.length; n++) {
    const begin = pts[n]!;
    const seconds = (pts[n + 1] ?? endSeconds) - begin;
    minSeconds = Math.min(minSeconds, seconds);
    maxSeconds = Math.max(maxSeconds, seconds);
    if (Math.abs(begin - first - n * evenSeconds) > 2.01 * toleranceSeconds) isVariable = true;
  }
  const fps = presentedRate(table);
  return { fps, isVariable, minSeconds: pts.length === 0 ? 0 : minSeconds, maxSeconds };
}

/** How many values of an ascending array are <= limit. */
function countUpTo(values: Float64Array | Uint32Array, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
