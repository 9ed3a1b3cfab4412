/** Maps the frames of the open viewer's cameras to the ruler, which has those of the active camera. */

import type { OpenViewer } from "../../viewer-context.ts";
import type { CameraFrames } from "./cameras-lane.ts";
import type { FramePlaces } from "./frame-scale.ts";

export function framesOfCamera({ alignment, workspace }: OpenViewer, camera: number): CameraFrames {
  const active = workspace.cameras.indexOf(workspace.active.value);
  return {
    fromActive: (frame) => alignment.frameOf(camera, alignment.positionOf(active, frame)),
    toActive: (frame) => alignment.frameOf(active, alignment.positionOf(camera, frame)),
  };
}

/** Lanes use frames of the active camera. */
export function placesOf({ alignment, workspace }: OpenViewer): FramePlaces {
  const camera = workspace.cameras.indexOf(workspace.active.value);
  return {
    positionOf: (frame) => alignment.positionOf(camera, frame),
    frameOf: (position) => alignment.frameOf(camera, position),
  };
}
