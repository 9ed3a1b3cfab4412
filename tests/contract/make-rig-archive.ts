/**
 * An exported stereo pair whose videos browsers cannot play: as left by another installation or the desktop
 * application.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { buildZip } from "./bad-inputs/build-archive.ts";
import { makeBarCodeVideo } from "../support/bar-code-video.ts";

const matrix = [900, 0, 32, 0, 900, 24, 0, 0, 1];

export const archivedCalibration = { M1: matrix, M2: matrix, R: [1, 0, 0, 0, 1, 0, 0, 0, 1], T: [-120, 0, 0] };

/** @param broken a camera whose video is truncated */
export function makeRigArchive(folder: string, { broken }: { broken?: "left" | "right" } = {}): Buffer {
  const video = (camera: "left" | "right", name: string, args: readonly string[]) => {
    const path = join(folder, `${camera}-${name}`);
    makeBarCodeVideo(path, { args, frames: 20 });
    const bytes = readFileSync(path);
    return [
      { name: `rig/${camera}/${name}`, content: camera === broken ? bytes.subarray(0, 5000) : bytes },
      json(`rig/${camera}/config.json`, { type: "video", fps: 25, video: { filename: name } }),
      { name: `rig/${camera}/annotations.viame.csv`, content: "0,,3,1,2,30,40,0.5,-1,cod,0.5\n" },
    ];
  };
  const json = (name: string, value: unknown) => ({ name, content: JSON.stringify(value) });
  return buildZip([
    json("rig/multiCam.json", {
      cameras: { left: { type: "video" }, right: { type: "video" } },
      defaultDisplay: "right",
      cameraOrder: ["right", "left"],
      calibrationOriginalName: "rig.json",
    }),
    json("rig/config.json", { type: "multi", subType: "stereo", customTypeStyling: { cod: { color: "#ff0000" } } }),
    json("rig/rig.json", archivedCalibration),
    ...video("left", "swim.avi", ["-c:v", "mpeg4", "-q:v", "3"]),
    ...video("right", "swim.mpg", ["-c:v", "mpeg2video", "-q:v", "3"]),
  ]);
}
