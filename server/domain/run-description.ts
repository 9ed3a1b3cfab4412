/** The description of a run's revision in the history: the name of the pipeline, counts and frames. */
import { counted } from "../base/counted.ts";
import type { FrameRange } from "./run-result.ts";

interface RunCounts {
  readonly found: number;
  readonly replaced: number;
  readonly add: boolean;
  readonly frames: FrameRange | undefined;
  /** Tracks that were saved while it ran. */
  readonly kept: number;
}

export const runDescription = (name: string, counts: RunCounts): string => `Run ${name}${runText(counts)}`;

function runText({ found, replaced, add, frames, kept }: RunCounts): string {
  if (add) return `: added ${counted(found, "track")}`;
  const left = kept === 0 ? "" : `, ${kept} saved meanwhile kept`;
  if (replaced === 0 && kept === 0) return rangeText(frames);
  return `: ${counted(found, "track")} in place of ${replaced}${rangeText(frames)}${left}`;
}

export const rangeText = (frames: FrameRange | undefined): string =>
  frames === undefined ? "" : ` on frames ${frames.first} to ${frames.last}`;

/** Patterns of SQL for all that may follow the name. */
export const runEndings = [": added % track%", ": % in place of %", " on frames % to %"] as const;

const range = String.raw`(?: on frames \d+ to \d+)`;
const ending = new RegExp(
  String.raw`(?:: added \d+ tracks?|: \d+ tracks? in place of \d+${range}?(?:, \d+ saved meanwhile kept)?|${range})$`,
);

/** `Run` and the name only, equal for all runs of a pipeline; other descriptions as they are. */
export const runNameOf = (description: string): string =>
  isRunName(description) ? description.replace(ending, "") : description;

export const isRunName = (description: string): boolean => description.startsWith("Run ");
