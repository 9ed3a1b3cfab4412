/**
 * How a model was made: on which data it was trained, when, by whom, and its quality. A training writes it into the
 * metadata of the model's folder, which every user with write access can change: it is checked, limited and never
 * trusted.
 */
import type { TrainingQuality, TrainingRecord } from "#schemas";

import { checkBody, type Check, integer, listOf, number, object, optional, text } from "./body-check.ts";
import type { Meta } from "./meta.ts";

/** The file in which a trainer may leave the quality of its model. */
export const qualityFile = "training-result.json";

/** Key in the metadata of the model's folder. */
export const trainingKey = "training";

/** How many are listed; `datasetCount` counts all. */
export const maxDatasets = 100;
const maxTextLength = 300;

const shortText: Check<string> = (value, report) => {
  const parsed = text(value, report);
  return parsed === undefined || parsed.length <= maxTextLength ? parsed : `${parsed.slice(0, maxTextLength - 1)}…`;
};

const within =
  (min: number, max: number): Check<number> =>
  (value, report) => {
    const parsed = number(value, report);
    return parsed === undefined || (parsed >= min && parsed <= max)
      ? parsed
      : report.add(`must be from ${min} to ${max} (type=value_error)`);
  };

const qualityCheck = object(
  {
    averagePrecision: optional(within(0, 1)),
    loss: optional(within(0, Number.MAX_VALUE)),
    heldOutPictures: optional(integer(0)),
  },
  "drop",
);

const date: Check<string> = (value, report) => {
  const parsed = text(value, report);
  const ms = Date.parse(parsed ?? "");
  return Number.isNaN(ms) ? report.add("is not a date (type=value_error)") : new Date(ms).toISOString();
};

const recordCheck = object(
  {
    date,
    by: shortText,
    configuration: shortText,
    datasets: (value, report) =>
      listOf(object({ id: shortText, name: shortText, revision: integer(0) }, "drop"))(
        Array.isArray(value) ? value.slice(0, maxDatasets) : value,
        report,
      ),
    datasetCount: integer(0),
    quality: optional(qualityCheck),
  },
  "drop",
);

/** @returns undefined if nothing valid was recorded for the model */
export function readTrainingRecord(meta: Meta): TrainingRecord | undefined {
  const checked = checkBody("TrainingRecord", recordCheck, meta[trainingKey]);
  return checked.ok ? checked.value : undefined;
}

/** @param content of the file left by a trainer @throws Error that describes the problem */
export function readQuality(content: string): TrainingQuality {
  let document: unknown;
  try {
    document = JSON.parse(content);
  } catch {
    throw new Error("it is not JSON");
  }
  const checked = checkBody("TrainingQuality", qualityCheck, document);
  if (!checked.ok) throw new Error(checked.message);
  return checked.value;
}
