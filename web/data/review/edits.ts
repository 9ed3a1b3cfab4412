/** The user's unsaved changes to tracks in a review. Pure. */
import type { ReviewEntry } from "#schemas/wire";

/** Type and confidence. */
export type Pair = readonly [type: string, confidence: number];

export type Change = { readonly kind: "pairs"; readonly pairs: readonly Pair[] } | { readonly kind: "delete" };

export interface Edit {
  /** The entry before the change. */
  readonly entry: ReviewEntry;
  readonly change: Change;
}

/** By `keyOf`. */
export type Edits = ReadonlyMap<string, Edit>;

export const keyOf = ({ datasetId, trackId }: Pick<ReviewEntry, "datasetId" | "trackId">): string =>
  `${datasetId}/${trackId}`;

export const storedPairs = ({ confidencePairs }: Pick<ReviewEntry, "confidencePairs">): readonly Pair[] =>
  confidencePairs.map(([type, confidence]) => [String(type), Number(confidence)] as const);

/** The pair with the highest confidence, the first of several. */
export function bestPair(pairs: readonly Pair[]): Pair | undefined {
  let best: Pair | undefined;
  for (const pair of pairs) if (best === undefined || pair[1] > best[1]) best = pair;
  return best;
}

/** The pairs with unsaved changes applied. */
export function editedPairs(entry: ReviewEntry, edits: Edits): readonly Pair[] {
  const change = edits.get(keyOf(entry))?.change;
  return change?.kind === "pairs" ? change.pairs : storedPairs(entry);
}

/** Keeps only the shown type, with confidence 1; `undefined` if there is no type. */
export function confirmType(pairs: readonly Pair[]): Change | undefined {
  const best = bestPair(pairs);
  return best && { kind: "pairs", pairs: [[best[0], 1]] };
}

/** Puts the type first, with confidence 1; the others stay as candidates. */
export function asType(pairs: readonly Pair[], type: string): Change {
  return { kind: "pairs", pairs: [[type, 1], ...pairs.filter(([other]) => other !== type)] };
}

export function samePairs(a: readonly Pair[], b: readonly Pair[]): boolean {
  return a.length === b.length && a.every(([type, confidence], n) => type === b[n]?.[0] && confidence === b[n][1]);
}

/** Adds a change; one that results in the stored state is dropped. */
export function withChange(edits: Edits, entry: ReviewEntry, change: Change | undefined): Edits {
  const next = new Map(edits);
  const isNone = change === undefined || (change.kind === "pairs" && samePairs(change.pairs, storedPairs(entry)));
  if (isNone) next.delete(keyOf(entry));
  else next.set(keyOf(entry), { entry, change });
  return next;
}
