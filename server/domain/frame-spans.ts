/** The frames of annotations as ascending spans without gaps. */
export type FrameSpan = readonly [first: number, last: number];

interface FrameSpanSource {
  readonly begin: number;
  readonly end: number;
}

export function spansOf(records: Iterable<FrameSpanSource>): FrameSpan[] {
  return joinSpans([...records].map(({ begin, end }) => [begin, end] as const));
}

export function joinSpans(spans: readonly FrameSpan[]): FrameSpan[] {
  const joined: [number, number][] = [];
  for (const [first, last] of spans.toSorted(([a], [b]) => a - b)) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

/** Whether no frame is in both. */
export function areDisjoint(a: readonly FrameSpan[], b: readonly FrameSpan[]): boolean {
  return a.every(([first, last]) => b.every((other) => other[1] < first || other[0] > last));
}
