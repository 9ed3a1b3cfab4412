/** What a person has changed of the tracks in a review and not saved yet. Pure. */
import type { ReviewEntry } from "#schemas/wire";

/** Type and confidence. */
export type Pair = readonly [type: string, confidence: number];

export type Change = { readonly kind: "pairs"; readonly pairs: readonly Pair[] } | { readonly kind: "delete" };

export interface Edit {
  /** What the change was made of. */
  readonly entry: ReviewEntry;
  readonly change: Change;
}

/** By `keyOf`. */
export type Edits = ReadonlyMap<string, Edit>;

export const keyOf = ({ datasetId, trackId }: Pick<ReviewEntry, "datasetId" | "trackId">): string =>
  `${datasetId}/${trackId}`;

export const storedPairs = ({ confidencePairs }: Pick<ReviewEntry, "confidencePairs">): readonly Pair[] =>
  confidencePairs.map(([type, confidence]) => [String(type), Number(confidence)] as const);

/** The first of the best. */
export function bestPair(pairs: readonly Pair[]): Pair | undefined {
  let best: Pair | undefined;
  for (const pair of pairs) if (best === undefined || pair[1] > best[1]) best = pair;
  return best;
}

/** The pairs as they will be saved. */
export function pairsNow(entry: ReviewEntry, edits: Edits): readonly Pair[] {
  const change = edits.get(keyOf(entry))?.change;
  return change?.kind === "pairs" ? change.pairs : storedPairs(entry);
}

/** The shown type is certain, and nothing else is left; `undefined` where there is no type. */
export function asCorrect(pairs: readonly Pair[]): Change | undefined {
  const best = bestPair(pairs);
  return best && { kind: "pairs", pairs: [[best[0], 1]] };
}

/** The type becomes the first pair and certain; the others stay as candidates. */
export function asType(pairs: readonly Pair[], type: string): Change {
  return { kind: "pairs", pairs: [[type, 1], ...pairs.filter(([other]) => other !== type)] };
}

export function samePairs(a: readonly Pair[], b: readonly Pair[]): boolean {
  return a.length === b.length && a.every(([type, confidence], n) => type === b[n]?.[0] && confidence === b[n][1]);
}

/** With this change of the entry; one that leaves everything as it is stored is no change. */
export function withChange(edits: Edits, entry: ReviewEntry, change: Change | undefined): Edits {
  const next = new Map(edits);
  const isNone = change === undefined || (change.kind === "pairs" && samePairs(change.pairs, storedPairs(entry)));
  if (isNone) next.delete(keyOf(entry));
  else next.set(keyOf(entry), { entry, change });
  return next;
}
