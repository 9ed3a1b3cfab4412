/** Agreement of computed annotations with the truth: the inputs of a scoring, its parameters and its result. */
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

/** The annotations of a dataset: the latest of its default set, unless a set or a revision is given. */
export const scoringSourceShape = documentShape("ScoringSource", {
  datasetId: idShape,
  set: optional(textShape),
  revision: optional(integerShape),
});
export type ScoringSource = TypeOf<typeof scoringSourceShape>;

/** A source that was compared: with the name of its dataset, and always with a revision. */
export const scoredSourceShape = documentShape("ScoredSource", {
  datasetId: idShape,
  name: textShape,
  set: textShape,
  revision: integerShape,
});
export type ScoredSource = TypeOf<typeof scoredSourceShape>;

const paramsFields = {
  /** Minimum overlap of matching boxes; above 0, up to 1. */
  iouThreshold: numberShape,
  /** Computed tracks with a lower confidence are left out. */
  confidenceThreshold: numberShape,
  /** `polygon`: compares polygons if stored, otherwise boxes. */
  matchMode: oneOf("box", "polygon"),
  /** Maximum deviation of a head or tail, as a share of the true length. */
  keypointTolerance: numberShape,
  /** Boxes only match those of the same type, and every type has its own numbers. */
  perClass: booleanShape,
  /** Average precision considers only the best type of a computed track, not its other types. */
  topClassOnly: booleanShape,
  /** The type of tracks without one; empty: `unknown`. */
  defaultClass: textShape,
  /** Lines of `canonical: alias, alias`. */
  classSynonyms: textShape,
  /** Whether identities are compared as well: MOTA, IDF1, HOTA and similar metrics. */
  tracking: booleanShape,
  /** Whether confidence thresholds are tried and recommended. */
  sweep: booleanShape,
  /** Number of steps between the confidences 0 and 1. */
  sweepInterval: integerShape,
  /** The metric that a recommended threshold optimizes; `min`: the lower of the thresholds for IDF1 and MOTA. */
  filterEstimator: oneOf("min", "idf1", "mota", "f1"),
};

/**
 * Compares only frames drawn at random, and estimates counts, precision and recall of all frames from them. The same seed
 * draws the same frames, and a larger size more of them. Identities are not compared.
 */
const surveyShape = exactly({
  /** Frames to look at, over all pairs. */
  size: integerShape,
  seed: integerShape,
});

export const scoringParamsShape = documentShape("ScoringParams", { ...paramsFields, survey: optional(surveyShape) });
export type ScoringParams = TypeOf<typeof scoringParamsShape>;

/** A request; `params` only needs values other than the defaults. */
export const scoringRequestShape = objectOf(
  { pairs: listOf(exactly({ computed: scoringSourceShape, truth: scoringSourceShape })) },
  { params: objectOf({}, { ...paramsFields, survey: surveyShape }), title: textShape },
);
export type ScoringRequest = TypeOf<typeof scoringRequestShape>;

const share = nullable(numberShape);

/** Shares from 0 to 1, MOTA at most 1, lengths in pixels; `null` when there is nothing to compute it from. */
const numbersFields = {
  truthTracks: integerShape,
  computedTracks: integerShape,
  truthBoxes: integerShape,
  computedBoxes: integerShape,
  tp: integerShape,
  fp: integerShape,
  fn: integerShape,
  precision: share,
  recall: share,
  f1: share,
  /** At the IoU of the scoring, at 0.5, at 0.75, and the mean of 0.5 to 0.95. */
  ap: share,
  ap50: share,
  ap75: share,
  map: share,
  /** Over matched boxes. */
  meanIou: share,
  medianIou: share,
  centreDistance: share,
  sizeError: share,
  /** Over matched boxes; each is present only if both sides have the data. */
  polygons: optional(exactly({ count: integerShape, meanIou: numberShape })),
  /** Heads and tails of the truth: their number, the share that is near enough, and the mean distance in pixels. */
  keypoints: optional(
    exactly({ count: integerShape, pck: numberShape, pckHead: share, pckTail: share, distance: numberShape }),
  ),
  /** Deviation of lengths, in their unit; `mape` relative to the truth, `bias` the mean of computed minus truth. */
  lengths: optional(
    exactly({ count: integerShape, mae: numberShape, mape: numberShape, rmse: numberShape, bias: numberShape }),
  ),
  tracking: optional(
    exactly({
      hota: numberShape,
      detA: numberShape,
      assA: numberShape,
      locA: numberShape,
      mota: numberShape,
      motp: numberShape,
      idf1: numberShape,
      idPrecision: numberShape,
      idRecall: numberShape,
      switches: integerShape,
      fragmentations: integerShape,
    }),
  ),
};

const sweepFields = {
  precision: listOf(numberShape),
  recall: listOf(numberShape),
  f1: listOf(numberShape),
  /** Only with `tracking`. */
  mota: optional(listOf(numberShape)),
  idf1: optional(listOf(numberShape)),
};

/** With its 95 % interval. */
const estimateShape = documentShape("ScoringEstimate", { value: numberShape, low: numberShape, high: numberShape });
export type ScoringEstimate = TypeOf<typeof estimateShape>;

const errorKind = oneOf("missed", "extra", "otherType", "switch");

export const scoringErrorShape = documentShape("ScoringError", {
  /** Index of the scored pair. */
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
    /** Share of boxes with the same type among those that match regardless of type. */
    classAccuracy: share,
  }),
  /** By type, in their order; empty unless `perClass`. */
  classes: listOf(documentShape("ScoringClass", { type: textShape, ...numbersFields })),
  /** Boxes by the type of the truth, then by the computed one; the last of both is "none". */
  confusion: exactly({ types: listOf(textShape), counts: listOf(listOf(integerShape)) }),
  /** Precision and recall of boxes from a confidence on, descending; without a type: for all. */
  curves: listOf(
    exactly({
      type: optional(textShape),
      confidence: listOf(numberShape),
      precision: listOf(numberShape),
      recall: listOf(numberShape),
      /** For the ROC: wrong boxes so far, as a share of all wrong ones. Absent in older results. */
      falseRate: optional(listOf(numberShape)),
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
    /** A limited number for each pair of types, and of switches; `leftOut` counts the others. */
    rows: listOf(scoringErrorShape),
    leftOut: integerShape,
    /** Frames with the most errors first. */
    frames: listOf(
      exactly({
        pair: integerShape,
        frame: integerShape,
        missed: integerShape,
        extra: integerShape,
        otherType: integerShape,
      }),
    ),
    framesLeftOut: integerShape,
  }),
  /** Only in a survey; all other numbers are then those of the drawn frames. */
  survey: optional(
    exactly({
      /** Of all pairs. */
      frames: integerShape,
      /** Those to look at. */
      drawn: integerShape,
      /** By pair: first and last frames to look at. */
      pairs: listOf(listOf(listOf(integerShape))),
      rows: listOf(
        exactly({
          /** Absent: all types. */
          type: optional(textShape),
          /** Boxes of the truth on all frames. */
          count: estimateShape,
          /** Absent: nothing was computed on the drawn frames. */
          precision: optional(estimateShape),
          /** Absent: the truth has nothing on the drawn frames. */
          recall: optional(estimateShape),
        }),
      ),
    }),
  ),
});
export type Scoring = TypeOf<typeof scoringShape>;

const entryFields = {
  _id: idShape,
  /** The dataset with which it is stored. */
  datasetId: idShape,
  datasetName: textShape,
  title: textShape,
  created: dateShape,
  /** The job that computed it: the same for all results that it stored with several datasets. */
  jobId: idShape,
  /** Login of the user who requested it. */
  creator: textShape,
  pairs: listOf(exactly({ computed: scoredSourceShape, truth: scoredSourceShape })),
  params: scoringParamsShape,
};

/** A stored result in a list. */
export const scoringEntryShape = documentShape("ScoringEntry", {
  ...entryFields,
  numbers: exactly({
    precision: share,
    recall: share,
    f1: share,
    map: share,
    mota: optional(numberShape),
    idf1: optional(numberShape),
    hota: optional(numberShape),
  }),
});
export type ScoringEntry = TypeOf<typeof scoringEntryShape>;

export const scoringResultShape = documentShape("ScoringResult", {
  ...entryFields,
  scoring: scoringShape,
  /** Current colors, `#rrggbb` by type, by the id of each compared dataset in which types were given a color. */
  typeColors: optional(mapOf(mapOf(textShape))),
});
export type ScoringResult = TypeOf<typeof scoringResultShape>;

export const scoringSourcesShape = documentShape("ScoringSources", {
  datasetId: idShape,
  name: textShape,
  /** The latest revision; 0: it has none. */
  revision: integerShape,
  /** Named sets that have annotations. */
  sets: listOf(exactly({ name: textShape, revision: integerShape })),
  /** A set whose name suggests that it is the truth. */
  truth: optional(textShape),
});
export type ScoringSources = TypeOf<typeof scoringSourcesShape>;
