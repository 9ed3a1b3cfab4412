/** A segmenter pack as a pipeline: a polygon for each box. */
import { maxPictureSide } from "#packs/detector";
import { openSegmenter, type SeenPicture } from "#packs/segmenter";

import { readPackFolder, worded } from "../../packs/pack-folder.ts";
import type { BuiltinPipeline } from "../pipelines/builtin-pipeline.ts";
import { drawPolygons } from "../pipelines/draw-polygons.ts";
import { loadRuntime, onFrame } from "./pack-runtime.ts";

export const segmenterPack = (folder: string): Pick<BuiltinPipeline, "run"> => ({
  async run(run) {
    const pack = await readPackFolder(folder);
    const runtime = await loadRuntime();
    const segmenter = await worded(() => openSegmenter(pack, runtime));
    let last: { readonly frame: number; readonly encoded: SeenPicture } | undefined;
    const result = await drawPolygons(run, maxPictureSide, async (picture, box, tolerance) => {
      const { frame } = picture;
      return await onFrame(frame, async () => {
        // Several boxes of a frame share what the encoder made of it.
        const encoded = last?.frame === frame ? last.encoded : await segmenter.see(picture);
        last = { frame, encoded };
        const outline = await encoded.segment({ points: [], box, tolerance: tolerance / picture.scaleX });
        return outline?.rings ?? [];
      });
    });
    await segmenter.close();
    return result;
  },
});
