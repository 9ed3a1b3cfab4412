/** Trains a detector of channel features and boosted trees (docs/pipelines/training.md), each training in a thread of its own. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { PipelineError } from "../../ports/pipeline-engine.ts";
import type { TrainingEngine } from "../../ports/training-engine.ts";
import { modelFile } from "./learning/model.ts";
import { type BuiltinOptions, runInThread } from "./engine.ts";

/** What people choose; it has no file. */
export const builtinConfiguration = "channel features";

export function builtinTrainer(options: BuiltinOptions): TrainingEngine {
  return {
    listConfigurations: async () => [builtinConfiguration],
    hasTrained: (files) => files.includes(modelFile),
    // What it leaves are trees over features that no other program computes.
    canExport: async () => false,
    async train(run) {
      const target = join(run.folder, "model");
      await mkdir(target);
      const datasets = await Promise.all(
        run.datasets.map(async ({ name, media, annotations }) => ({
          ...{ name, media },
          annotations: await annotations.diveJson(),
        })),
      );
      const { labels, annotatedFramesOnly, fineTune } = run;
      await runInThread(run, {
        ...options,
        kind: "training",
        ...{ datasets, labels, annotatedFramesOnly, fineTune, target },
      });
      return target;
    },
    async exportModel() {
      throw new PipelineError("It cannot be made an ONNX file.");
    },
  };
}
