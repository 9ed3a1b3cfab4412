/** How well computed annotations agree with the truth: what a scoring compares, how, and its result. */
import {
  booleanShape,
  documentShape,
  exactly,
  integerShape,
  listOf,
  mapOf,
  nullable,
  numberShape,
  objectOf,
  oneOf,
  optional,
  textShape,
  type TypeOf,
} from "../json-shape.ts";
import { dateShape, idShape } from "./basics.ts";

/** The annotations of a dataset: the latest of its default set, unless a set or a revision is named. */
export const scoringSourceShape = documentShape("ScoringSource", {
  datasetId: idShape,
  set: optional(textShape),
  revision: optional(integerShape),
});
export type ScoringSource = TypeOf<typeof scoringSourceShape>;

/** A source as it was compared: with the name of its dataset, and the revision always. */
export const scoredSourceShape = documentShape("ScoredSource", {
  ...{ datasetId: idShape, name: textShape, set: textShape, revision: integerShape },
});
export type ScoredSource = TypeOf<typeof scoredSourceShape>;

const paramsFields = {
  /** From which overlap boxes match; above 0, up to 1. */
  iouThreshold: numberShape,
  /** Computed tracks below are left out. */
  confidenceThreshold: numberShape,
  /** What overlaps; `polygon`: polygons where they are stored, boxes elsewhere. */
  matchMode: oneOf("box", "polygon"),
  /** How far a head or tail may be off, as a share of the length of the truth. */
  keypointTolerance: numberShape,
  /** Boxes match only those of the same type, and every type has its own numbers. */
  perClass: booleanShape,
  /** Average precision looks at the best type of a computed track alone, not at its other types too. */
  topClassOnly: booleanShape,
  /** What tracks without a type are taken for; empty: `unknown`. */
  defaultClass: textShape,
  /** Lines of `canonical: alias, alias`. */
  classSynonyms: textShape,
  /** Whether identities are compared as well: MOTA, IDF1, HOTA and their like. */
  tracking: booleanShape,
  /** Whether thresholds of confidence are tried, and which are recommended. */
  sweep: booleanShape,
  /** Into how many steps confidences from 0 to 1 are cut. */
  sweepInterval: integerShape,
  /** What a recommended threshold is best for; `min`: the lower one of IDF1 and MOTA. */
  filterEstimator: oneOf("min", "idf1", "mota", "f1"),
};

export const scoringParamsShape = documentShape("ScoringParams", paramsFields);
export type ScoringParams = TypeOf<typeof scoringParamsShape>;

/** What is asked for; `params`: those that are not the usual ones. */
export const scoringRequestShape = objectOf(
  { pairs: listOf(exactly({ computed: scoringSourceShape, truth: scoringSourceShape })) },
  { params: objectOf({}, paramsFields), title: textShape },
);
export type ScoringRequest = TypeOf<typeof scoringRequestShape>;

const share = nullable(numberShape);

/** Shares of 0 to 1, MOTA at most 1, lengths in pixels; `null` where there is nothing to take it of. */
const numbersFields = {
  ...{ truthTracks: integerShape, computedTracks: integerShape, truthBoxes: integerShape, computedBoxes: integerShape },
  ...{ tp: integerShape, fp: integerShape, fn: integerShape },
  ...{ precision: share, recall: share, f1: share },
  /** At the IoU of the scoring, at 0.5, at 0.75, and the mean of 0.5 to 0.95. */
  ...{ ap: share, ap50: share, ap75: share, map: share },
  /** Of matched boxes. */
  ...{ meanIou: share, medianIou: share, centreDistance: share, sizeError: share },
  /** Of matched boxes; each is there only where both sides have such marks. */
  polygons: optional(exactly({ count: integerShape, meanIou: numberShape })),
  /** Heads and tails of the truth: how many, the share that is near enough, and the mean distance, pixels. */
  keypoints: optional(
    exactly({ count: integerShape, pck: numberShape, pckHead: share, pckTail: share, distance: numberShape }),
  ),
  /** How far lengths are off, in their unit; `mape` as a share of the truth, `bias` the mean of computed less truth. */
  lengths: optional(
    exactly({ count: integerShape, mae: numberShape, mape: numberShape, rmse: numberShape, bias: numberShape }),
  ),
  tracking: optional(
    exactly({
      ...{ hota: numberShape, detA: numberShape, assA: numberShape, locA: numberShape },
      ...{ mota: numberShape, motp: numberShape, idf1: numberShape, idPrecision: numberShape, idRecall: numberShape },
      ...{ switches: integerShape, fragmentations: integerShape },
    }),
  ),
};

const sweepFields = {
  ...{ precision: listOf(numberShape), recall: listOf(numberShape), f1: listOf(numberShape) },
  /** With `tracking`. */
  ...{ mota: optional(listOf(numberShape)), idf1: optional(listOf(numberShape)) },
};

const errorKind = oneOf("missed", "extra", "otherType", "switch");

export const scoringErrorShape = documentShape("ScoringError", {
  /** Which of the pairs that are scored. */
  pair: integerShape,
  frame: integerShape,
  kind: errorKind,
  truthType: optional(textShape),
  truthTrack: optional(integerShape),
  computedType: optional(textShape),
  computedTrack: optional(integerShape),
  confidence: optional(numberShape),
  iou: optional(numberShape),
  /** The computed track that followed the same track of the truth before. */
  before: optional(integerShape),
});
export type ScoringError = TypeOf<typeof scoringErrorShape>;

export const scoringShape = documentShape("Scoring", {
  summary: documentShape("ScoringSummary", {
    ...numbersFields,
    /** Of the boxes that match whatever their type, those that have the same one. */
    classAccuracy: share,
  }),
  /** By type, in their order; none unless `perClass`. */
  classes: listOf(documentShape("ScoringClass", { type: textShape, ...numbersFields })),
  /** Boxes by the type of the truth, then by the computed one; the last of both is "none". */
  confusion: exactly({ types: listOf(textShape), counts: listOf(listOf(integerShape)) }),
  /** Precision and recall of boxes from a confidence on, falling; without a type: of all. */
  curves: listOf(
    exactly({
      type: optional(textShape),
      ...{ confidence: listOf(numberShape), precision: listOf(numberShape), recall: listOf(numberShape) },
    }),
  ),
  sweep: optional(
    exactly({
      thresholds: listOf(numberShape),
      all: exactly(sweepFields),
      types: mapOf(exactly(sweepFields)),
      /** By type; `default` for all others. */
      recommended: mapOf(numberShape),
    }),
  ),
  errors: exactly({
    counts: exactly({ missed: integerShape, extra: integerShape, otherType: integerShape, switch: integerShape }),
    /** At most so many of each pair of types, and so many switches; `leftOut` counts the others. */
    ...{ rows: listOf(scoringErrorShape), leftOut: integerShape },
    /** Frames with the most errors first. */
    frames: listOf(
      exactly({
        ...{ pair: integerShape, frame: integerShape },
        ...{ missed: integerShape, extra: integerShape, otherType: integerShape },
      }),
    ),
    framesLeftOut: integerShape,
  }),
});
export type Scoring = TypeOf<typeof scoringShape>;

const entryFields = {
  _id: idShape,
  /** The dataset that it is stored with. */
  datasetId: idShape,
  datasetName: textShape,
  title: textShape,
  created: dateShape,
  /** The job that made it: the same for the results that it has left with several datasets. */
  jobId: idShape,
  /** Login of the person who asked for it. */
  creator: textShape,
  pairs: listOf(exactly({ computed: scoredSourceShape, truth: scoredSourceShape })),
  params: scoringParamsShape,
};

/** A stored result in a list. */
export const scoringEntryShape = documentShape("ScoringEntry", {
  ...entryFields,
  numbers: exactly({
    ...{ precision: share, recall: share, f1: share, map: share },
    ...{ mota: optional(numberShape), idf1: optional(numberShape), hota: optional(numberShape) },
  }),
});
export type ScoringEntry = TypeOf<typeof scoringEntryShape>;

export const scoringResultShape = documentShape("ScoringResult", { ...entryFields, scoring: scoringShape });
export type ScoringResult = TypeOf<typeof scoringResultShape>;

export const scoringSourcesShape = documentShape("ScoringSources", {
  datasetId: idShape,
  name: textShape,
  /** The latest revision; 0: it has none. */
  revision: integerShape,
  /** Named sets that have annotations. */
  sets: listOf(exactly({ name: textShape, revision: integerShape })),
  /** A set whose name says that it is the truth. */
  truth: optional(textShape),
});
export type ScoringSources = TypeOf<typeof scoringSourcesShape>;
