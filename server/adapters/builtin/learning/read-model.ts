/**
 * Reads the result of a training. Any user may upload a file that claims to be one, so it is checked like any other
 * user input.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { checkBody, integer, listOf, number, object, oneOf, text, tuple } from "../../../domain/body-check.ts";
import { PipelineError } from "../../../ports/pipeline-engine.ts";
import { cellPx, channelCount } from "#vision/learning/channels";
import { featureCountOf, type LearnedModel, modelKind, maxTrees } from "#vision/learning/model";

/** The file that marks a trained pipeline as made by the built-in trainer, not by a program. */
export const modelFile = "channel-features.json";
/** The file that marks a folder as a trained pipeline. */
export const pipeFile = "detector.pipe";

export const maxTypes = 50;
const maxBytes = 64 * 1024 * 1024;
const [minSide, maxSide] = [2, 40];

const windowCheck = object(
  {
    columns: integer(minSide, maxSide),
    rows: integer(minSide, maxSide),
    objectWidth: number,
    objectHeight: number,
  },
  "refuse",
);
const index = integer(0, maxSide * maxSide * channelCount - 1);
const treeCheck = object(
  {
    features: tuple([index, index, index]),
    thresholds: tuple([number, number, number]),
    leaves: tuple([number, number, number, number]),
  },
  "refuse",
);
const modelCheck = object(
  {
    kind: oneOf([modelKind]),
    version: integer(1, 1),
    longestSide: integer(64, 4096),
    types: listOf(
      object(
        {
          type: text,
          window: windowCheck,
          smallest: number,
          largest: number,
          trees: listOf(treeCheck),
          confidence: object({ a: number, b: number }, "refuse"),
        },
        "refuse",
      ),
    ),
  },
  "refuse",
);

/** @throws PipelineError if it is not a model */
export async function readModel(folder: string): Promise<LearnedModel> {
  const path = join(folder, modelFile);
  const wrong = (why: string): PipelineError => new PipelineError(`${modelFile} of the trained pipeline ${why}.`);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new PipelineError(`${modelFile} of the trained pipeline cannot be read.`, { cause: error });
  });
  if (bytes.length > maxBytes) throw wrong(`is larger than ${maxBytes} bytes`);
  let document: unknown;
  try {
    document = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw wrong("is not JSON");
  }
  const checked = checkBody("Model", modelCheck, document);
  if (!checked.ok) throw wrong(`is not as it should be: ${checked.message}`);
  const { longestSide, types } = checked.value;
  if (types.length === 0 || types.length > maxTypes) throw wrong(`must have 1 to ${maxTypes} types`);
  for (const { type, window, smallest, largest, trees } of types) {
    const max = featureCountOf(window);
    const isInside = trees.every(({ features }) => features.every((feature) => feature < max));
    const [width, height] = [window.columns * cellPx, window.rows * cellPx];
    const fits = window.objectWidth >= 1 && window.objectHeight >= 1;
    const isSmall = window.objectWidth <= width && window.objectHeight <= height;
    if (!isInside || !fits || !isSmall || trees.length > maxTrees || !(smallest >= 1) || !(largest >= smallest)) {
      throw wrong(`contradicts itself about the type ${type.slice(0, 100)}`);
    }
  }
  return { kind: modelKind, version: 1, longestSide, types };
}
