/** A pair of calibrated cameras: what one picture says about the other, and lengths in space. */

import type { FrameNumber, TrackId } from "#core/types";
import { imagePoint, type ImagePoint } from "../base/brand.ts";
import { epipolarLine } from "../base/stereo/epipolar.ts";
import { otherSide, type Point2, type Rig, type Side } from "../base/stereo/rig.ts";
import { measure, type Measured, type Seen } from "../base/stereo/triangulate.ts";
import type { Camera } from "./camera.ts";
import type { Workspace } from "./workspace.ts";

export class Stereo {
  readonly #rig: Rig;
  readonly #cameras: Readonly<Record<Side, Camera>>;

  constructor(rig: Rig, cameras: Readonly<Record<Side, Camera>>) {
    this.#rig = rig;
    this.#cameras = cameras;
  }

  /** Where on a camera's picture the counterpart of what is pointed at on the other one can be. Reads signals. */
  lineOn(camera: Camera): readonly ImagePoint[] {
    const side = this.#sideOf(camera);
    const from = otherSide(side);
    const pointed = this.#cameras[from].pointed.value;
    if (pointed === undefined) return [];
    return epipolarLine(this.#rig, from, [pointed.x, pointed.y], camera.view.picture).map(([x, y]) => imagePoint(x, y));
  }

  /** The length of a track where both cameras have its line from head to tail on the pictures that they show. */
  measure(id: TrackId): Measured | undefined {
    const [left, right] = [headAndTail(this.#cameras.left, id), headAndTail(this.#cameras.right, id)];
    if (left === undefined || right === undefined) return undefined;
    const seen = (end: "head" | "tail"): Seen => ({ left: left[end], right: right[end] });
    return measure(this.#rig, seen("head"), seen("tail"));
  }

  /**
   * Stores a length with the detections of both cameras, under the names that existing clients know, and the mean of the
   * track's. One step for undo.
   */
  store(workspace: Workspace, id: TrackId, measured: Measured): void {
    const { length, midpoint, range, rms } = measured;
    const [x, y, z] = midpoint;
    const values = {
      ...{ length, midpoint_x: x, midpoint_y: y, midpoint_z: z, midpoint_range: range, stereo_rms: rms },
      length_method: "user_set",
    };
    const active = workspace.active.peek();
    workspace.asOneStep(() => {
      for (const camera of [this.#cameras.left, this.#cameras.right]) {
        const frame = camera.shown.peek();
        if (frame === undefined) continue;
        workspace.transact(
          "setAttribute",
          frame,
          (tx) => {
            for (const [name, value] of Object.entries(values)) tx.setDetectionAttribute(id, frame, name, value);
            tx.setTrackAttribute(id, "avg_length", averageWith(camera, id, frame, length));
          },
          camera,
        );
      }
    });
    workspace.activate(active);
  }

  #sideOf(camera: Camera): Side {
    return camera === this.#cameras.left ? "left" : "right";
  }
}

/** The pair of a dataset: the cameras called left and right, or the first and the second. */
export function pairOf(cameras: readonly Camera[]): Readonly<Record<Side, Camera>> | undefined {
  const [first, second] = cameras;
  if (first === undefined || second === undefined || cameras.length !== 2) return undefined;
  return first.name === "right" || second.name === "left"
    ? { left: second, right: first }
    : { left: first, right: second };
}

function headAndTail({ document, shown }: Camera, id: TrackId): Readonly<Record<"head" | "tail", Point2>> | undefined {
  const { core } = document.value;
  const frame = shown.value;
  if (frame === undefined || !core.hasTrack(id)) return undefined;
  const points = core.shapes(id, frame).filter(({ kind }) => kind === "Point");
  const at = (key: string): Point2 | undefined => {
    const [point] = points.find((shape) => shape.key === key)?.paths[0] ?? [];
    return point && [point[0], point[1]];
  };
  const [head, tail] = [at("head"), at("tail")];
  return head && tail && { head, tail };
}

/** Of all lengths of the track on a camera, with this one on this frame. */
function averageWith({ document }: Camera, id: TrackId, frame: FrameNumber, length: number): number {
  const { core } = document.peek();
  const key = { belongs: "detection", attribute: "length" } as const;
  const others = [...core.keyframes(id)].flatMap((other) => {
    const value = other === frame ? undefined : core.attributeValue(key, id, other as FrameNumber);
    return typeof value === "number" ? [value] : [];
  });
  return [...others, length].reduce((sum, value) => sum + value, 0) / (others.length + 1);
}
