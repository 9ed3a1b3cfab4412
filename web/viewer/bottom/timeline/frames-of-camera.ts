/** Maps the frames of a camera of the open viewer to the ruler of the active one. */

import type { OpenViewer } from "../../viewer-context.ts";
import type { CameraFrames } from "./cameras-lane.ts";

export function framesOfCamera({ alignment, workspace }: OpenViewer, camera: number): CameraFrames {
  const active = workspace.cameras.indexOf(workspace.active.value);
  return {
    fromActive: (frame) => alignment.frameOf(camera, alignment.positionOf(active, frame)),
    toActive: (frame) => alignment.frameOf(active, alignment.positionOf(camera, frame)),
  };
}
