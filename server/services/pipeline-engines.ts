/** The engines of this process: who runs a pipeline, and what there is. */
import type { PipelineDescription } from "../domain/pipeline.ts";
import type { Ports } from "../ports/index.ts";
import type { PipelineEngine } from "../ports/pipeline-engine.ts";

export async function findEngine({ pipelineEngines }: Ports, pipe: string): Promise<PipelineEngine | undefined> {
  for (const engine of pipelineEngines) {
    if ((await engine.list()).some((one) => one.pipe === pipe)) return engine;
  }
  return undefined;
}

/** Each name once. */
export async function listInstalled({ pipelineEngines }: Ports): Promise<PipelineDescription[]> {
  const found = new Map<string, PipelineDescription>();
  for (const engine of pipelineEngines) {
    for (const one of await engine.list()) if (!found.has(one.pipe)) found.set(one.pipe, one);
  }
  return [...found.values()];
}
