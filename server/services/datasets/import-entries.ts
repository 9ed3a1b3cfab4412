/**
 * The findings of an import about a file, as entries of the dataset's ledger; the warnings in the answer are their
 * texts.
 */
import type { Problem } from "#core";
import { type MediaEntry, mediaEntryText } from "#schemas/media-ledger";

/** Maximum number of problems of one file that are listed one by one. */
const maxEntries = 50;

/** Trackers give each detection its own confidence, so clients would warn about nearly every file. */
const unreportedCode = "csv-confidence-overruled";

export function entriesOfProblems(name: string, all: readonly Problem[], allCount: number): MediaEntry[] {
  const problems = all.filter(({ code }) => code !== unreportedCode);
  const count = allCount - (all.length - problems.length);
  const entries = problems.slice(0, maxEntries).map((problem): MediaEntry => {
    const place = placeOf(problem);
    const what = problem.severity === "error" ? "broken" : "changed";
    return { what, where: place === "" ? name : `${name}, ${place}`, why: problem.message };
  });
  const rest = count - entries.length;
  if (rest <= 0) return entries;
  const next = "See them all with `wakeline validate`.";
  return [...entries, { what: "changed", where: name, why: `${rest} more problems.`, next }];
}

export function describeProblem(problem: Problem): string {
  const place = placeOf(problem);
  return place === "" ? problem.message : `${place}: ${problem.message}`;
}

export const warningsOf = (entries: readonly MediaEntry[]): string[] => entries.map(mediaEntryText);

function placeOf({ line, column, pointer }: Problem): string {
  return [
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(column === undefined ? [] : [`column ${column}`]),
    ...(pointer === undefined || pointer === "" ? [] : [pointer]),
  ].join(", ");
}
