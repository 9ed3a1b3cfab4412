/** Draws annotations into media with the code of `wakeline render`, each time in a fresh process. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { FoundFfmpeg } from "../../../core-wasm/programs/find-ffmpeg.ts";
import type { AnnotationRenderer, RenderedCounts } from "../../ports/annotation-renderer.ts";
import type { ProcessLimits } from "../process/limited-process.ts";
import { runInProcess } from "./engine.ts";

export function builtinRenderer(programs: FoundFfmpeg, limits: ProcessLimits): AnnotationRenderer {
  return {
    async render({ signal, progress, ...rendering }) {
      const report = join(rendering.folder, "report.json");
      const run = { kind: "render", ffmpeg: programs.ffmpeg, limits, programs, rendering, report } as const;
      await runInProcess({ signal, progress, log: () => undefined }, run);
      return JSON.parse(await readFile(report, "utf8")) as RenderedCounts;
    },
  };
}
