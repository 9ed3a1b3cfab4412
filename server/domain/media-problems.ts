/** Problems found in media, as text and in the metadata of their folder. */
import { mediaProblemsOf } from "#schemas/media-problems";

import { withoutPaths } from "../base/without-paths.ts";
import type { Meta } from "./meta.ts";

/** Per file; the log of the job has all. */
const maxProblems = 20;

/** The metadata with these problems of a file, replacing those known before. */
export function withMediaProblems(meta: Meta, file: string, messages: readonly string[]): Meta {
  const others = mediaProblemsOf(meta).filter((problem) => problem.file !== file);
  const mediaProblems = [
    ...others,
    ...messages.slice(0, maxProblems).map((text) => ({ file, message: withoutPaths(text) })),
  ];
  const { mediaProblems: _old, ...rest } = meta;
  return mediaProblems.length === 0 ? rest : { ...rest, mediaProblems };
}

/**
 * Frames without a picture: no decoded picture is near the n-th time.
 * @param decoded in any order
 */
export function missingFrames(
  times: Float64Array,
  decoded: Iterable<number>,
  toleranceSeconds: number,
): readonly number[] {
  const shown = Float64Array.from(decoded).toSorted();
  const missing: number[] = [];
  let at = 0;
  for (const [frame, time] of times.entries()) {
    while (at < shown.length && (shown[at] ?? 0) < time - toleranceSeconds) at++;
    if (!(at < shown.length && (shown[at] ?? 0) <= time + toleranceSeconds)) missing.push(frame);
  }
  return missing;
}

/**
 * Which stored pictures a decoder left out. Those with a time are found by it. Pictures whose times the decoder had to
 * guess still come in order: between two pictures found by time, as many exist as were decoded.
 *
 * @param stored times of all packets; NaN where the container does not say, which come first
 * @param decoded in any order, on the same clock
 * @returns the number of pictures, and the indexes of missing ones in order of time
 */
export function undecodedPictures(
  stored: Float64Array,
  decoded: Iterable<number>,
  toleranceSeconds: number,
): { readonly count: number; readonly missing: readonly number[] } {
  const known = stored.filter((time) => !Number.isNaN(time)).toSorted();
  // Two packets with the same time are one picture.
  const apart = known.filter((time, n) => n === 0 || time - (known[n - 1] ?? 0) > toleranceSeconds);
  const times = [...new Array<number>(stored.length - known.length).fill(NaN), ...apart];
  const shown = Float64Array.from(decoded).toSorted();
  const missing: number[] = [];
  let open: number[] = [];
  let [at, spare] = [0, 0];
  /** In a stretch without times, the first ones are missing: the decoder had not started yet. */
  const closeStretch = (): void => {
    missing.push(...open.slice(0, Math.max(0, open.length - spare)));
    [open, spare] = [[], 0];
  };
  for (const [picture, time] of times.entries()) {
    for (; at < shown.length && (shown[at] ?? 0) < time - toleranceSeconds; at++) spare++;
    if (at < shown.length && (shown[at] ?? 0) <= time + toleranceSeconds) {
      closeStretch();
      at++;
    } else open.push(picture);
  }
  spare += shown.length - at;
  closeStretch();
  return { count: times.length, missing };
}

/** How many stretches are listed. */
const maxStretches = 5;

/**
 * Continues the video's name: "has a picture that cannot be decoded: 30 (at 3 s)." Pictures count from 0.
 * @param missing ascending, not empty
 * @param secondsOf since the video's first picture
 */
export function missingFramesText(missing: readonly number[], secondsOf: (frame: number) => number): string {
  const [first = 0] = missing;
  const at = `${Number(secondsOf(first).toFixed(3))} s`;
  if (missing.length === 1) return `has a picture that cannot be decoded: ${first} (at ${at}).`;
  const stretches: [number, number][] = [];
  for (const frame of missing) {
    const last = stretches.at(-1);
    if (last?.[1] === frame - 1) last[1] = frame;
    else stretches.push([frame, frame]);
  }
  const named = stretches.slice(0, maxStretches).map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`));
  const more = stretches.length > maxStretches ? " and others" : "";
  return `has ${missing.length} pictures that cannot be decoded: ${named.join(", ")}${more} (from ${at} on).`;
}
