/** Counts as runs: stretches of frames with constant counts. */

export interface CountRun {
  readonly first: number;
  readonly last: number;
}

/** Covers all frames, in order. */
export function runsOf(counts: readonly Uint32Array[], frameCount: number): readonly CountRun[] {
  const runs: CountRun[] = [];
  let first = 0;
  for (let frame = 1; frame <= frameCount; frame += 1) {
    if (frame < frameCount && counts.every((each) => each[frame] === each[frame - 1])) continue;
    runs.push({ first, last: frame - 1 });
    first = frame;
  }
  return runs;
}
