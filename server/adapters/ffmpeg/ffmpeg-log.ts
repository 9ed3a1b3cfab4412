/**
 * What the log of ffmpeg says of the file that it has read, in words for people. Lines begin with their level:
 * `[error]`.
 */

interface StoredPictures {
  /** Bytes of the file. */
  readonly size: number;
  readonly storedSeconds: Float64Array;
  /** Pictures that its tables announce, if they do. */
  readonly announced: number;
}

/** Of a file whose data end before those that it announces. */
export function cutOffProblem(
  log: readonly string[],
  { size, storedSeconds, announced }: StoredPictures,
): string | undefined {
  const count = storedSeconds.length;
  const isShort = announced > count && log.some((line) => /Packet corrupt|corrupt input packet/.test(line));
  if (!isShort && !log.some((line) => /File ended prematurely|partial file/.test(line))) return undefined;
  const end = storedSeconds.at(-1);
  const until = end === undefined || Number.isNaN(end) ? "" : `, up to ${Number(end.toFixed(3))} s`;
  const of = announced > count ? ` of ${announced}` : "";
  return `is cut off at byte ${size}: ${count}${of} pictures can be shown${until}.`;
}

/** The log keeps its last lines only, so there may be more. */
export function damagedProblem(log: readonly string[]): string | undefined {
  const count = log.filter((line) => line.includes("corrupt decoded frame")).length;
  if (count === 0) return undefined;
  return count === 1
    ? "has a damaged picture: parts of it are not what was recorded."
    : `has at least ${count} damaged pictures: parts of them are not what was recorded.`;
}
