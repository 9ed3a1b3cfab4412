/** Shared by the pipelines of model packs: the runtime, trying a pack, errors that name the frame. */
import type { OnnxRuntime } from "#packs/model-runtime";
import { tryPack as tryOpened } from "#packs/try-pack";

import { PipelineError } from "../../../ports/pipeline-engine.ts";
import { readPackFolder, worded } from "../../packs/pack-folder.ts";

/** Loaded on demand: other pipelines do not need its 14 MB. */
export async function loadRuntime(): Promise<OnnxRuntime> {
  const runtime = await import("onnxruntime-web");
  // One thread, as in the other pipelines: a worker runs as many jobs as it has processors for.
  runtime.env.wasm.numThreads = 1;
  return runtime;
}

/** @throws PipelineError that names the frame */
export async function onFrame<T>(frame: number, work: () => Promise<T>): Promise<T> {
  return await worded(work).catch((error: unknown) => {
    throw error instanceof PipelineError ? new PipelineError(`Frame ${frame}: ${error.message}`) : error;
  });
}

/** Checks a whole pack. @throws PipelineError */
export async function tryPack(folder: string): Promise<void> {
  const pack = await readPackFolder(folder);
  const runtime = await loadRuntime();
  await worded(() => tryOpened(pack, runtime));
}
