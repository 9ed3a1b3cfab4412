/** Which sources of which datasets are compared: logic without UI. */
import type { ScoringRequest, ScoringSource, ScoringSources } from "#schemas/wire";

/** The newest state of the default set or of a named set, or a revision of the default set. */
export interface Side {
  /** Empty: not chosen yet. */
  readonly datasetId: string;
  readonly set: string;
  readonly revision: number | undefined;
}

export interface Pair {
  readonly id: number;
  readonly computed: Side;
  readonly truth: Side;
}

export const notChosen: Side = { datasetId: "", set: "", revision: undefined };
const currentOf = ({ datasetId }: ScoringSources): Side => ({ datasetId, set: "", revision: undefined });

/**
 * A dataset with a set that is named like a truth is compared with that set; of two datasets without one, the first is
 * compared with the second.
 */
export function proposePairs(sources: readonly ScoringSources[]): readonly Omit<Pair, "id">[] {
  const [first, second, ...others] = sources;
  const isTwoSides = first !== undefined && second !== undefined && others.length === 0;
  if (isTwoSides && first.truth === undefined && second.truth === undefined) {
    return [{ computed: currentOf(first), truth: currentOf(second) }];
  }
  return sources.map((one) => ({
    computed: currentOf(one),
    truth: one.truth === undefined ? notChosen : { ...currentOf(one), set: one.truth },
  }));
}

export type Refusal = { readonly reason: "truth" | "same"; readonly number: number } | undefined;

/** Why the pairs cannot be compared. */
export function refusalOf(pairs: readonly Pair[]): Refusal {
  for (const [at, { computed, truth }] of pairs.entries()) {
    if (computed.datasetId === "" || truth.datasetId === "") return { reason: "truth", number: at + 1 };
    const isSame = computed.datasetId === truth.datasetId && computed.set === truth.set;
    if (isSame && computed.revision === truth.revision) return { reason: "same", number: at + 1 };
  }
  return undefined;
}

/** The set that people draw in during a survey. */
export const surveyTruth = "groundTruth";

/** Pairs without a truth get a set of their computed dataset: a survey draws frames before people annotate them. */
export function withSurveyTruth(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.map((pair) => {
    const { computed, truth } = pair;
    if (truth.datasetId !== "") return pair;
    return { ...pair, truth: { datasetId: computed.datasetId, set: surveyTruth, revision: undefined } };
  });
}

export function requestedPairs(pairs: readonly Pair[]): ScoringRequest["pairs"] {
  const sourceOf = ({ datasetId, set, revision }: Side): ScoringSource => ({
    datasetId,
    ...(set !== "" && { set }),
    ...(revision !== undefined && { revision }),
  });
  return pairs.map(({ computed, truth }) => ({ computed: sourceOf(computed), truth: sourceOf(truth) }));
}
