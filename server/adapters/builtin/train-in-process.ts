/**
 * The process of a training: reads pictures and boxes, learns, and writes the files of a trained pipeline.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { qualityFile } from "../../domain/training-record.ts";
import { PipelineError } from "../../ports/pipeline-engine.ts";
import type { ProcessRun } from "./engine.ts";
import { readLabels } from "./learning/labels.ts";
import { learn } from "#vision/learning/learn";
import { type LearningSet, readLearningData } from "./learning/learning-data.ts";
import { modelFile, pipeFile, readModel } from "./learning/read-model.ts";
import type { AnnotationDocument } from "./pipelines/builtin-pipeline.ts";
import type { PictureReader } from "./pictures/read-pictures.ts";

export async function trainInProcess(
  given: Extract<ProcessRun, { kind: "training" }>,
  readerOf: (media: LearningSet["media"], longestSide: number) => PictureReader,
  callbacks: {
    readonly progress: (done: number, total: number, message: string) => void;
    readonly log: (text: string) => void;
  },
): Promise<void> {
  const { datasets, fineTune, labels, annotatedFramesOnly, target } = given;
  const earlier = fineTune === undefined ? undefined : await readEarlier(fineTune);
  const sets = await Promise.all(
    datasets.map(async ({ name, media, annotations }): Promise<LearningSet> => ({
      name,
      media,
      annotations: JSON.parse(await readFile(annotations, "utf8")) as AnnotationDocument,
      pictures: (longestSide) => readerOf(media, longestSide),
    })),
  );
  const labelOf = readLabels(labels);
  const longestSide = earlier?.longestSide;
  const data = await readLearningData(sets, { labelOf, annotatedFramesOnly, longestSide, ...callbacks });
  const { model, quality } = learn({ ...data, earlier, ...callbacks });
  await writeFile(join(target, modelFile), JSON.stringify(model));
  await writeFile(join(target, qualityFile), JSON.stringify(quality));
  await writeFile(
    join(target, pipeFile),
    `# A detector that Wakeline has trained; what it knows is in ${modelFile}.\n`,
  );
}

async function readEarlier(folder: string) {
  return await readModel(folder).catch((error: unknown) => {
    if (!(error instanceof PipelineError)) throw error;
    throw new PipelineError(`The training cannot start from this model: ${error.message}`, { cause: error });
  });
}
