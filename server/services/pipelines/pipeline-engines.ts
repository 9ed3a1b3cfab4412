/** The engines of this process: who runs a pipeline, and what there is. */
import type { PipelineDescription } from "../../domain/pipeline.ts";
import type { Ports } from "../../ports/index.ts";
import { PipelineError, type PipelineEngine } from "../../ports/pipeline-engine.ts";

/** @throws PipelineError when an engine cannot say what it has */
export async function findEngine(
  { pipelineEngines }: Ports,
  pipe: string,
  /** Names of the files of a trained one. */
  trained: readonly string[] | undefined,
): Promise<PipelineEngine | undefined> {
  for (const engine of pipelineEngines) {
    if (trained !== undefined) {
      if ((await engine.runsTrained?.(trained)) === true) return engine;
      continue;
    }
    if ((await engine.list()).some((one) => one.pipe === pipe)) return engine;
  }
  return undefined;
}

/** Each name once. A folder that is broken since the start takes nothing from the others; its jobs say what is wrong. */
export async function listInstalled({ pipelineEngines }: Ports): Promise<PipelineDescription[]> {
  const found = new Map<string, PipelineDescription>();
  for (const engine of pipelineEngines) {
    const all = await engine.list().catch((error: unknown) => {
      if (error instanceof PipelineError) return [];
      throw error;
    });
    for (const one of all) if (!found.has(one.pipe)) found.set(one.pipe, one);
  }
  return [...found.values()];
}
