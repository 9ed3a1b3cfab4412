/** The trainers of this process: what can be trained, who trains it, and who takes a trained pipeline out. */
import type { Ports } from "../../ports/index.ts";
import { PipelineError } from "../../ports/pipeline-engine.ts";
import type { TrainingEngine } from "../../ports/training-engine.ts";

/** Each name once. A folder that is broken since the start takes nothing from the others; its jobs say what is wrong. */
export async function listConfigurations({ trainingEngines }: Ports): Promise<string[]> {
  const all = trainingEngines.map((engine) =>
    engine.listConfigurations().catch((error: unknown) => {
      if (error instanceof PipelineError) return [];
      throw error;
    }),
  );
  return [...new Set((await Promise.all(all)).flat())];
}

/** @throws PipelineError when an engine cannot say what it has */
export async function findTrainer(
  { trainingEngines }: Ports,
  configuration: string,
): Promise<TrainingEngine | undefined> {
  for (const engine of trainingEngines) {
    if ((await engine.listConfigurations()).includes(configuration)) return engine;
  }
  return undefined;
}

/** @param files names of the files of the trained pipeline @throws PipelineError when an engine cannot say what it has */
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
