/** A detector pack as a pipeline: one detection per object and picture. */
import type { Track } from "#schemas";
import { longestPictureSide, openDetector, tryDetector } from "#packs/detector";
import type { OnnxRuntime } from "#packs/model-runtime";

import { PipelineError } from "../../../ports/pipeline-engine.ts";
import { type BuiltinPipeline, documentOf, trackOf } from "../pipelines/builtin-pipeline.ts";
import { readPackFolder, worded } from "../../packs/pack-folder.ts";

export const detectorPack = (folder: string): Pick<BuiltinPipeline, "run"> => ({
  async run({ parameters, pictures, progress }) {
    const pack = await readPackFolder(folder);
    const runtime = await loadRuntime();
    const detector = await worded(() => openDetector(pack, runtime));
    const options = { confidence: parameters.number("confidence"), overlap: parameters.number("overlap") };
    const tracks: Track[] = [];
    const reader = pictures(longestPictureSide);
    await reader.read(async (picture) => {
      const { frame, scaleX, scaleY } = picture;
      const found = await worded(() => detector.find(picture, options)).catch((error: unknown) => {
        throw error instanceof PipelineError ? new PipelineError(`Frame ${frame}: ${error.message}`) : error;
      });
      for (const { type, confidence, x1, y1, x2, y2 } of found) {
        const bounds = { x1: x1 * scaleX, y1: y1 * scaleY, x2: x2 * scaleX, y2: y2 * scaleY };
        tracks.push(trackOf(tracks.length, type, confidence, [{ frame, bounds }]));
      }
      progress(frame + 1, reader.frameCount, "Looking for objects");
    });
    await detector.close();
    return documentOf(tracks);
  },
});

/** Checks a whole pack: checksums, shapes, and its result for a grey picture. @throws PipelineError */
export async function tryPack(folder: string): Promise<void> {
  const pack = await readPackFolder(folder);
  for (const { path } of pack.manifest.files) await worded(() => pack.load(path));
  const runtime = await loadRuntime();
  await worded(() => tryDetector(pack, runtime));
}

/** Loaded on demand: other pipelines do not need its 14 MB. */
async function loadRuntime(): Promise<OnnxRuntime> {
  const runtime = await import("onnxruntime-web");
  // One thread, as in the other pipelines: a worker runs as many jobs as it has processors for.
  runtime.env.wasm.numThreads = 1;
  return runtime;
}
