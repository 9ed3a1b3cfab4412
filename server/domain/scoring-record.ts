/**
 * Scorings: the request, and the record in the metadata of the item that contains a result. Every user who may write
 * the dataset can change that record, so it is checked and never trusted.
 */
import type { ScoringEntry, ScoringParams } from "#schemas";

import {
  boolean,
  type Check,
  checkBody,
  integer,
  listOf,
  number,
  object,
  oneOf,
  optional,
  text,
} from "./body-check.ts";
import type { Meta } from "./meta.ts";

/** Pairs per scoring. */
export const maxPairs = 200;
const maxTitleLength = 300;
/** Characters of the synonyms. */
const maxTextLength = 20_000;
const maxSteps = 1000;
/** Frames of a survey. Fewer than two frames for each group of scores say nothing about how much frames differ. */
const minSurvey = 10;
const maxSurvey = 100_000;

const within =
  (isRight: (value: number) => boolean, words: string): Check<number> =>
  (value, report) => {
    const parsed = number(value, report);
    return parsed === undefined || isRight(parsed) ? parsed : report.add(`must be ${words} (type=value_error)`);
  };
const shortText =
  (longest: number): Check<string> =>
  (value, report) => {
    const parsed = text(value, report);
    return parsed === undefined || parsed.length <= longest
      ? parsed
      : report.add(`must have at most ${longest} characters (type=value_error)`);
  };

const params = {
  iouThreshold: within((iou) => iou > 0 && iou <= 1, "above 0, up to 1"),
  confidenceThreshold: within((value) => value >= 0 && value <= 1, "from 0 to 1"),
  matchMode: oneOf(["box", "polygon"]),
  keypointTolerance: within((value) => value > 0 && value <= 10, "above 0, up to 10"),
  perClass: boolean,
  topClassOnly: boolean,
  defaultClass: shortText(maxTitleLength),
  classSynonyms: shortText(maxTextLength),
  tracking: boolean,
  sweep: boolean,
  sweepInterval: integer(1, maxSteps),
  filterEstimator: oneOf(["min", "idf1", "mota", "f1"]),
} satisfies { [K in keyof Omit<ScoringParams, "survey">]: Check<ScoringParams[K]> };
const survey = object({ size: integer(minSurvey, maxSurvey), seed: integer(0, 2_147_483_647) }, "refuse");

export const paramsCheck: Check<ScoringParams> = object({ ...params, survey: optional(survey) }, "refuse");

const source = object({ datasetId: text, set: optional(text), revision: optional(integer(0)) }, "refuse");

/** The body of a request; `params` may be partial. */
export const scoringRequest = object(
  {
    pairs: (value, report) => {
      const pairs = listOf(object({ computed: source, truth: source }, "refuse"))(value, report);
      if (pairs !== undefined && (pairs.length === 0 || pairs.length > maxPairs))
        return report.add(`must name 1 to ${maxPairs} pairs (type=value_error)`);
      return pairs;
    },
    params: optional(
      object(
        Object.fromEntries(
          Object.entries({ ...params, survey }).map(([name, check]) => [name, optional(check as Check<unknown>)]),
        ),
        "refuse",
      ),
    ),
    title: optional(shortText(maxTitleLength)),
  },
  "refuse",
);

const scored = object({ datasetId: text, name: text, set: text, revision: integer(0) }, "drop");
export const scoredPairs = listOf(object({ computed: scored, truth: scored }, "drop"));

const share: Check<number | null> = (value, report) => (value === null ? null : number(value, report));

const recordCheck = object(
  {
    jobId: text,
    title: text,
    created: text,
    creator: text,
    pairs: scoredPairs,
    params: paramsCheck,
    numbers: object(
      {
        precision: share,
        recall: share,
        f1: share,
        map: share,
        mota: optional(number),
        idf1: optional(number),
        hota: optional(number),
      },
      "drop",
    ),
  },
  "drop",
);

export type ScoringRecord = Omit<ScoringEntry, "_id" | "datasetId" | "datasetName">;

/** Key in the metadata of the item that contains a result. */
export const scoringKey = "scoring";

/** Name of the item that contains the result of a scoring. */
export const scoringFileName = (isoTime: string): string => `scoring_${isoTime.replace(/[:.]/g, "-")}.json`;
export const scoringFilePrefix = "scoring_";

/** @returns undefined if the item contains no result, or an invalid record */
export function readScoringRecord(meta: Meta): ScoringRecord | undefined {
  const checked = checkBody("ScoringRecord", recordCheck, meta[scoringKey]);
  return checked.ok ? checked.value : undefined;
}

/** Whether the name of a set marks it as ground truth. */
export const isTruthName = (set: string): boolean => /^(ground[-_ ]?truth|gt|truth)$/i.test(set);
