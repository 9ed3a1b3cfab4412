/** Runs model packs, each run in a separate process, and tests packs before they are installed. */
import { join } from "node:path";

import type { PipelineEngine } from "../../../ports/pipeline-engine.ts";
import { readPackFolder } from "../../packs/pack-folder.ts";
import { type BuiltinOptions, runInProcess } from "../engine.ts";

/** `run` gets the folder of the pack as its model. */
export const packEngine = (options: BuiltinOptions): Pick<PipelineEngine, "run"> => ({
  async run(run) {
    const { model: pack = "", parameters, media, frames } = run;
    const target = join(run.folder, "result.json");
    const { kind } = (await readPackFolder(pack)).manifest;
    const annotations = kind !== "detector" ? await run.annotations.diveJson() : undefined;
    const given = { pack, parameters, media, frames, fps: run.fps, annotations, target };
    await runInProcess(run, { ...options, kind: "pack", ...given });
    return { path: target, format: "dive-json" };
  },
});

/** @throws PipelineError that describes the problem of the pack in the folder */
export const packTrial =
  (options: BuiltinOptions) =>
  async (pack: string, signal: AbortSignal): Promise<void> => {
    const run = { signal, progress: () => undefined, log: () => undefined };
    await runInProcess(run, { ...options, kind: "trial", pack });
  };
