/** Renders all frames of the sample scene in a separate thread, so that the server stays responsive. */

import { encode } from "fast-png";
import { answerCalls, Transferred } from "../../core-wasm/threads/thread-answers.ts";
import { writeYuv420, yuvBytes } from "./raster.ts";
import { createSceneRenderer } from "./render.ts";
import type { ObjectPosition } from "./render.ts";
import { imageStep, sceneFrameCount, sceneHeight, sceneWidth } from "./scene.ts";

export interface RenderedScene {
  /** All frames one after the other, planar YUV 4:2:0. */
  readonly yuv: Uint8Array<ArrayBuffer>;
  /** Every `imageStep`-th frame as PNG. */
  readonly images: readonly Uint8Array<ArrayBuffer>[];
  readonly sightings: readonly (readonly ObjectPosition[])[];
}

function renderScene(): RenderedScene {
  const renderer = createSceneRenderer();
  const size = yuvBytes(sceneWidth, sceneHeight);
  const yuv = new Uint8Array(size * sceneFrameCount);
  const images: Uint8Array<ArrayBuffer>[] = [];
  const sightings: ObjectPosition[][] = [];
  for (let frame = 0; frame < sceneFrameCount; frame++) {
    sightings.push([...renderer.render(frame)]);
    writeYuv420(renderer.raster, yuv.subarray(frame * size, (frame + 1) * size));
    if (frame % imageStep === 0) {
      const data = new Uint8Array(renderer.raster.rgb);
      images.push(
        encode({ width: sceneWidth, height: sceneHeight, data, channels: 3, depth: 8 }) as Uint8Array<ArrayBuffer>,
      );
    }
  }
  return { yuv, images, sightings };
}

answerCalls(
  () => {
    const scene = renderScene();
    return new Transferred(scene, [scene.yuv.buffer]);
  },
  () => ({}),
);
