/** The pipeline engines of this process: which one runs a pipeline, and which pipelines are installed. */
import type { PipelineDescription } from "../../domain/pipeline.ts";
import type { Ports } from "../../ports/index.ts";
import { PipelineError, type PipelineEngine } from "../../ports/pipeline-engine.ts";

/** @throws PipelineError if an engine cannot list its pipelines */
export async function findEngine(
  { pipelineEngines }: Ports,
  pipe: string,
  /** File names of a trained pipeline. */
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

/**
 * Without duplicate names. A folder that broke after the start does not affect the others; its jobs report the error.
 */
export async function listInstalled({ pipelineEngines }: Ports): Promise<PipelineDescription[]> {
  const byPipe = new Map<string, PipelineDescription>();
  for (const engine of pipelineEngines) {
    const all = await engine.list().catch((error: unknown) => {
      if (error instanceof PipelineError) return [];
      throw error;
    });
    for (const one of all) if (!byPipe.has(one.pipe)) byPipe.set(one.pipe, one);
  }
  return [...byPipe.values()];
}
