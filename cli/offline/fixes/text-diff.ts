/** Two versions of a text as a unified diff for `patch` and `git apply`. */

/** Lines around a change. */
const contextLines = 3;
/** How far to search for matching lines; after that, the rest is one change. */
const farthest = 200;

interface Change {
  /** From 0; the ends are the first lines that match again. */
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** @returns lines without line ends; empty when the texts are equal */
export function unifiedDiff(path: string, before: string, after: string): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changes = changesOf(old, now);
  if (changes.length === 0) return [];
  return [`--- ${path}`, `+++ ${path}`, ...hunksOf(changes).flatMap((hunk) => hunkLines(hunk, old, now))];
}

/** A line without a line end differs from one with it. */
const noEnd = "\n\\ No newline at end of file";

function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return last === "" ? lines : [...lines, last + noEnd];
}

function changesOf(old: readonly string[], now: readonly string[]): readonly Change[] {
  const changes: Change[] = [];
  let [oldEnd, newEnd] = [old.length, now.length];
  while (oldEnd > 0 && newEnd > 0 && old[oldEnd - 1] === now[newEnd - 1]) [oldEnd, newEnd] = [oldEnd - 1, newEnd - 1];
  let [a, b] = [0, 0];
  while (a < oldEnd || b < newEnd) {
    if (a < oldEnd && b < newEnd && old[a] === now[b]) {
      [a, b] = [a + 1, b + 1];
      continue;
    }
    const [nextA, nextB] = nextAgreement(old, now, { a, b, oldEnd, newEnd });
    changes.push({ oldStart: a, oldEnd: nextA, newStart: b, newEnd: nextB });
    [a, b] = [nextA, nextB];
  }
  return changes;
}

interface Place {
  readonly a: number;
  readonly b: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** The nearest pair of equal lines. */
function nextAgreement(
  old: readonly string[],
  now: readonly string[],
  { a, b, oldEnd, newEnd }: Place,
): readonly [number, number] {
  for (let distance = 1; distance <= farthest; distance++) {
    for (let left = 0; left <= distance; left++) {
      const [x, y] = [a + left, b + distance - left];
      const isEnd = x === oldEnd && y === newEnd;
      if (isEnd || (x < oldEnd && y < newEnd && old[x] === now[y])) return [x, y];
    }
  }
  return [oldEnd, newEnd];
}

/** Groups changes whose contexts touch. */
function hunksOf(changes: readonly Change[]): readonly (readonly Change[])[] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1);
    if (last !== undefined && change.oldStart - last.oldEnd <= 2 * contextLines) hunks.at(-1)?.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function hunkLines(hunk: readonly Change[], old: readonly string[], now: readonly string[]): readonly string[] {
  const [first, last] = [hunk[0], hunk.at(-1)];
  if (first === undefined || last === undefined) return [];
  const lead = Math.min(contextLines, first.oldStart);
  const trail = Math.min(contextLines, old.length - last.oldEnd);
  const lines: string[] = [];
  let at = first.oldStart - lead;
  for (const { oldStart, oldEnd, newStart, newEnd } of hunk) {
    lines.push(...old.slice(at, oldStart).map((line) => ` ${line}`));
    lines.push(...old.slice(oldStart, oldEnd).map((line) => `-${line}`));
    lines.push(...now.slice(newStart, newEnd).map((line) => `+${line}`));
    at = oldEnd;
  }
  lines.push(...old.slice(at, at + trail).map((line) => ` ${line}`));
  const range = (start: number, end: number): string =>
    `${end === start ? start : start + 1}${end - start === 1 ? "" : `,${end - start}`}`;
  const head = `@@ -${range(first.oldStart - lead, last.oldEnd + trail)} +${range(first.newStart - lead, last.newEnd + trail)} @@`;
  return [head, ...lines.flatMap((line) => line.split("\n"))];
}
