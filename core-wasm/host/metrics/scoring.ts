/** The complete scoring of pairs of computed tracks and truth: one implementation for page, command and job. */
import type { Scoring } from "#schemas";
import {
  averagePrecisionOf,
  hitsOf,
  interpolatedPrecision,
  rank,
  rankTypes,
  type Ranking,
} from "./average-precision.ts";
import type { TrackBoxes } from "../types.ts";
import { measureClear } from "./clear.ts";
import { confuseTypes, measureDetections } from "./detection.ts";
import { compareFrames, onlySameTypes, splitTypes, type ComparedTracks } from "./frames.ts";
import { measureHota } from "./hota.ts";
import { measureIdentity } from "./identity.ts";
import { measurePlaces } from "./places.ts";
import { measureMarks, polygonOverlap } from "./marks.ts";
import { type MarksOf, type PooledTracks, poolPairs, type ScoredPair } from "./pool.ts";
import { listErrors } from "./scoring-errors.ts";
import type { ScoringParams } from "./scoring-params.ts";
import { drawFrames, type DrawnSurvey, estimateRows, onDrawn } from "../survey/survey.ts";
import { recommendThreshold, sweepThresholds } from "./sweep.ts";

export type { ScoredPair };
export type { Scoring };

type Numbers = Omit<Scoring["classes"][number], "type">;

/** Points of a curve: a screen shows no more. */
const maxPoints = 200;

/**
 * Pools the pairs: boxes are matched within a pair only, and counted together. In a survey, all numbers but the estimates
 * are those of the drawn frames.
 * @param frameCounts of a survey: the number of frames of each pair
 * @throws Error that says which line of the synonyms cannot be read
 */
export function score(
  pairs: readonly ScoredPair[],
  params: ScoringParams,
  frameCounts: readonly number[] = [],
): Scoring {
  const { iouThreshold: minIou, perClass, tracking, sweepInterval: steps } = params;
  const whole = poolPairs(pairs, params, frameCounts);
  const survey =
    params.survey &&
    drawFrames(
      whole.found,
      frameCounts.reduce((sum, count) => sum + count, 0),
      params.survey,
    );
  const pooled = survey === undefined ? whole : onDrawnFrames(whole, survey);
  const overlap = params.matchMode === "polygon" ? polygonOverlap(pooled, pooled.marksOf) : undefined;
  const all = compareFrames(pooled.truth, pooled.found, overlap);
  const matched = perClass ? onlySameTypes(all) : all;
  const byType = perClass ? splitTypes(all) : new Map<string, ComparedTracks>();
  const guesses = guessed(pooled, all, params);
  const rankings = perClass ? rankTypes(guesses === all ? byType : splitTypes(guesses)) : new Map([["", rank(all)]]);
  const { types, counts } = confuseTypes(all, minIou);
  const same = types.reduce((sum, _, at) => sum + counts[at]![at]!, 0);
  const paired = types.reduce((sum, _, row) => types.reduce((inner, __, at) => inner + counts[row]![at]!, sum), 0);
  const classes = [...byType];
  const surveyed = survey && {
    frames: survey.frames,
    drawn: survey.isDrawn.reduce((sum, drawn) => sum + drawn, 0),
    pairs: drawnRanges(survey.isDrawn, frameCounts),
    rows: estimateRows(survey, whole.found, matched, { minIou, types: [...byType.keys()] }),
  };
  return {
    summary: {
      ...numbersOf(matched, rankings, params, pooled.marksOf),
      classAccuracy: paired === 0 ? null : same / paired,
    },
    classes: classes.map(([type, own]) => ({
      type,
      ...numbersOf(own, new Map([[type, rankings.get(type)!]]), params, pooled.marksOf),
    })),
    confusion: { types: [...types], counts: counts.map((row) => [...row]) },
    curves: [
      curveOf(rank(matched, Infinity), minIou),
      ...classes.map(([type]) => ({ type, ...curveOf(rankings.get(type)!, minIou) })),
    ],
    ...(params.sweep && { sweep: sweepOf(matched, { minIou, steps, tracking }, params) }),
    errors: listErrors(pooled, all, tracking ? matched : undefined, minIou),
    ...(surveyed && { survey: surveyed }),
  };
}

function onDrawnFrames(pooled: PooledTracks, survey: DrawnSurvey): PooledTracks {
  const sources = new Map<TrackBoxes, TrackBoxes>();
  const part = (tracks: readonly TrackBoxes[]): readonly TrackBoxes[] => onDrawn(tracks, survey, sources);
  const [truth, found] = [part(pooled.truth), part(pooled.found)];
  return {
    ...pooled,
    truth,
    found,
    guesses: pooled.guesses === pooled.found ? found : part(pooled.guesses),
    marksOf: (track, frame) => pooled.marksOf(sources.get(track) ?? track, frame),
  };
}

/** First and last frames, by pair. */
function drawnRanges(isDrawn: Uint8Array, frameCounts: readonly number[]): number[][][] {
  let from = 0;
  return frameCounts.map((count) => {
    const ranges: [number, number][] = [];
    for (let frame = 0; frame < count; frame++) {
      if (isDrawn[from + frame] !== 1) continue;
      const last = ranges.at(-1);
      if (last !== undefined && last[1] === frame - 1) last[1] = frame;
      else ranges.push([frame, frame]);
    }
    from += count;
    return ranges;
  });
}

/** Includes the other types that computed tracks may have. */
function guessed({ truth, found, guesses, marksOf }: PooledTracks, all: ComparedTracks, params: ScoringParams) {
  if (guesses === found) return all;
  const overlap = params.matchMode === "polygon" ? polygonOverlap({ truth, found: guesses }, marksOf) : undefined;
  return compareFrames(truth, guesses, overlap);
}

function numbersOf(
  compared: ComparedTracks,
  rankings: ReadonlyMap<string, Ranking>,
  { iouThreshold: minIou, tracking, keypointTolerance }: ScoringParams,
  marksOf: MarksOf,
): Numbers {
  const { matched: tp, missed: fn, wrong: fp } = measureDetections(compared, minIou);
  const own = [...rankings.values()].filter(({ truthCount }) => truthCount > 0);
  const { mean, at50, at75 } = averagePrecisionOf(rankings);
  const ap = own.reduce((sum, ranking) => sum + interpolatedPrecision(ranking, minIou), 0) / own.length;
  const { meanIou, medianIou, centreDistance, sizeError } = measurePlaces(compared, minIou);
  return {
    truthTracks: compared.truth.length,
    computedTracks: compared.found.length,
    truthBoxes: tp + fn,
    computedBoxes: tp + fp,
    tp,
    fp,
    fn,
    precision: ratio(tp, tp + fp),
    recall: ratio(tp, tp + fn),
    f1: ratio(2 * tp, 2 * tp + fp + fn),
    ap: own.length === 0 ? null : ap,
    ap50: at50 ?? null,
    ap75: at75 ?? null,
    map: mean ?? null,
    meanIou: meanIou ?? null,
    medianIou: medianIou ?? null,
    centreDistance: centreDistance ?? null,
    sizeError: sizeError ?? null,
    ...measureMarks(compared, marksOf, { minIou, tolerance: keypointTolerance }),
    ...(tracking && { tracking: trackingOf(compared, minIou) }),
  };
}

function trackingOf(compared: ComparedTracks, minIou: number): NonNullable<Numbers["tracking"]> {
  const { hota, detection: detA, association: assA, localisation: locA } = measureHota(compared);
  const { mota, motp, switchCount: switches, fragmentCount: fragmentations } = measureClear(compared, minIou);
  const { idf1, idPrecision, idRecall } = measureIdentity(compared, minIou);
  return { hota, detA, assA, locA, mota, motp, idf1, idPrecision, idRecall, switches, fragmentations };
}

/** Precision and recall from each confidence on; of equally confident boxes the last one counts. */
function curveOf(ranking: Ranking, minIou: number): Omit<Scoring["curves"][number], "type"> {
  const { confidences, truthCount } = ranking;
  const ends: number[] = [];
  for (let n = 0; n < confidences.length; n++) if (confidences[n + 1] !== confidences[n]) ends.push(n);
  const step = Math.max(1, (ends.length - 1) / (maxPoints - 1));
  const shown = Array.from({ length: Math.min(ends.length, maxPoints) }, (_, n) => ends[Math.round(n * step)]!);
  const hits = hitsOf(ranking, minIou);
  let at = 0;
  const rights = shown.map((n) => {
    while (at < hits.length && hits[at]! <= n) at++;
    return at;
  });
  const wrongs = Math.max(1, confidences.length - hits.length);
  return {
    confidence: shown.map((n) => confidences[n]!),
    precision: shown.map((n, point) => rights[point]! / (n + 1)),
    recall: rights.map((right) => (truthCount === 0 ? 0 : right / truthCount)),
    falseRate: shown.map((n, point) => (n + 1 - rights[point]!) / wrongs),
  };
}

function sweepOf(
  compared: ComparedTracks,
  options: Parameters<typeof sweepThresholds>[1],
  { perClass, filterEstimator }: ScoringParams,
): NonNullable<Scoring["sweep"]> {
  const { thresholds, all, types } = sweepThresholds(compared, options);
  const by = options.tracking ? filterEstimator : "f1";
  const own = perClass ? [...types] : [];
  // If nothing was computed, every threshold is equally good.
  const computed = new Set(compared.found.map(({ type }) => type));
  const measured = [...(computed.size > 0 ? [["default", all] as const] : []), ...own].filter(
    ([type]) => type === "default" || computed.has(type),
  );
  return {
    thresholds: [...thresholds],
    all,
    types: Object.fromEntries(own),
    recommended: Object.fromEntries(
      measured.map(([type, measures]) => [type, recommendThreshold({ thresholds }, measures, by)]),
    ),
  };
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
