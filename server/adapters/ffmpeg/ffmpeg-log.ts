/** Turns ffmpeg's log about a file into messages for users. Lines begin with their level: `[error]`. */

interface StoredPictures {
  /** Size of the file in bytes. */
  readonly size: number;
  readonly storedSeconds: Float64Array;
  /** Pictures listed in its tables, if known. */
  readonly announced: number;
}

/** For a file that is shorter than it announces. */
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

/** The log keeps only its last lines, so there may be more. */
export function damagedProblem(log: readonly string[]): string | undefined {
  const count = log.filter((line) => line.includes("corrupt decoded frame")).length;
  if (count === 0) return undefined;
  return count === 1
    ? "has a damaged picture: parts of it are not what was recorded."
    : `has at least ${count} damaged pictures: parts of them are not what was recorded.`;
}
