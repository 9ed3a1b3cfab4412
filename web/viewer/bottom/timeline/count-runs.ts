/** Counts as runs: stretches of frames on which no count changes. */

export interface CountRun {
  readonly first: number;
  readonly last: number;
}

/** Of all frames, in their order. */
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
