/** Types and attributes by vote. */
import type { ConfidencePair } from "../types.ts";

/** A person's vote may be shared among several values. */
export interface Ballot<Value> {
  readonly value: Value;
  readonly votes: number;
}

/** The share of the votes that each type got, the largest first; of equal ones the first by name. */
export function typesByVote(ballots: readonly Ballot<string>[]): readonly ConfidencePair[] {
  const sums = new Map<string, number>();
  for (const { value, votes } of ballots) sums.set(value, (sums.get(value) ?? 0) + votes);
  const total = [...sums.values()].reduce((sum, each) => sum + each, 0);
  return [...sums]
    .map(([type, votes]) => ({ type, confidence: Math.round((votes / total) * 1000) / 1000 }))
    .toSorted((a, b) => b.confidence - a.confidence || (a.type < b.type ? -1 : 1));
}

export type Attributes = Readonly<Record<string, unknown>>;

/** Values of one person each (`userAttributes`) are not what they agree on. */
const personal = "userAttributes";

/** By name: the value that most have. Not having one is a vote as well, but loses against as many. */
export function attributesByVote(all: readonly Attributes[]): Attributes {
  const names = new Set(all.flatMap((each) => Object.keys(each)));
  names.delete(personal);
  const chosen: [string, unknown][] = [];
  for (const name of [...names].toSorted()) {
    const counts = new Map<string, { value: unknown; votes: number }>();
    for (const each of all) {
      const value = each[name] ?? null;
      const key = JSON.stringify(value);
      const known = counts.get(key) ?? { value, votes: 0 };
      known.votes++;
      counts.set(key, known);
    }
    const [best] = [...counts].toSorted(
      ([a, own], [b, other]) =>
        other.votes - own.votes || Number(own.value === null) - Number(other.value === null) || (a < b ? -1 : 1),
    );
    if (best !== undefined && best[1].value !== null) chosen.push([name, best[1].value]);
  }
  return Object.fromEntries(chosen);
}
