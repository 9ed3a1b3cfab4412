/**
 * Trains a detector with channel features and boosted trees (docs/pipelines/training.md), each training in a separate
 * process.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { TrainingEngine } from "../../ports/training-engine.ts";
import { modelFile } from "./learning/read-model.ts";
import { type BuiltinOptions, runInProcess } from "./engine.ts";
import { exportAsAddon } from "./export-addon.ts";

/** The configuration that users choose; it has no file. */
export const builtinConfiguration = "channel features";

export function builtinTrainer(options: BuiltinOptions): TrainingEngine {
  return {
    listConfigurations: async () => [builtinConfiguration],
    hasTrained: (files) => files.includes(modelFile),
    canExport: async () => false,
    async train(run) {
      const target = join(run.folder, "model");
      await mkdir(target);
      const datasets = await Promise.all(
        run.datasets.map(async ({ name, media, annotations }) => ({
          name,
          media,
          annotations: await annotations.diveJson(),
        })),
      );
      const { labels, annotatedFramesOnly, fineTune } = run;
      await runInProcess(run, {
        ...options,
        kind: "training",
        datasets,
        labels,
        annotatedFramesOnly,
        fineTune,
        target,
      });
      return target;
    },
    // Its trees use features that no other program computes: other sites can run them, ONNX cannot.
    exportModel: exportAsAddon,
  };
}
