/** A detector pack as a pipeline: one detection per object and picture. */
import type { Track } from "#schemas";
import { maxPictureSide, openDetector } from "#packs/detector";

import { type BuiltinPipeline, documentOf, trackOf } from "../pipelines/builtin-pipeline.ts";
import { readPackFolder, worded } from "../../packs/pack-folder.ts";
import { loadRuntime, onFrame } from "./pack-runtime.ts";

export const detectorPack = (folder: string): Pick<BuiltinPipeline, "run"> => ({
  async run({ parameters, pictures, progress }) {
    const pack = await readPackFolder(folder);
    const runtime = await loadRuntime();
    const detector = await worded(() => openDetector(pack, runtime));
    const options = { confidence: parameters.number("confidence"), overlap: parameters.number("overlap") };
    const tracks: Track[] = [];
    const reader = pictures(maxPictureSide);
    await reader.read(async (picture) => {
      const { frame, scaleX, scaleY } = picture;
      const boxes = await onFrame(frame, () => detector.find(picture, options));
      for (const { type, confidence, x1, y1, x2, y2 } of boxes) {
        const bounds = { x1: x1 * scaleX, y1: y1 * scaleY, x2: x2 * scaleX, y2: y2 * scaleY };
        tracks.push(trackOf(tracks.length, type, confidence, [{ frame, bounds }]));
      }
      progress(frame + 1, reader.frameCount, "Looking for objects");
    });
    await detector.close();
    return documentOf(tracks);
  },
});
