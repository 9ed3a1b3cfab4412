/**
 * The trainers of this process: what can be trained, which one trains it, and which one exports a trained pipeline.
 */
import type { Ports } from "../../ports/index.ts";
import { PipelineError } from "../../ports/pipeline-engine.ts";
import type { TrainingEngine } from "../../ports/training-engine.ts";

/**
 * Without duplicate names. A folder that broke after the start does not affect the others; its jobs report the error.
 */
export async function listConfigurations({ trainingEngines }: Ports): Promise<string[]> {
  const all = trainingEngines.map((engine) =>
    engine.listConfigurations().catch((error: unknown) => {
      if (error instanceof PipelineError) return [];
      throw error;
    }),
  );
  return [...new Set((await Promise.all(all)).flat())];
}

/** @throws PipelineError if an engine cannot list its configurations */
export async function findTrainer(
  { trainingEngines }: Ports,
  configuration: string,
): Promise<TrainingEngine | undefined> {
  for (const engine of trainingEngines) {
    if ((await engine.listConfigurations()).includes(configuration)) return engine;
  }
  return undefined;
}

/**
 * @param files file names of the trained pipeline @throws PipelineError if an engine cannot list its configurations
 */
export async function findExporter(
  { trainingEngines }: Ports,
  files: readonly string[],
): Promise<TrainingEngine | undefined> {
  const maker = trainingEngines.find((engine) => engine.hasTrained?.(files) === true);
  if (maker !== undefined) return maker;
  for (const engine of trainingEngines) {
    if (await engine.canExport()) return engine;
  }
  return undefined;
}
