/** A pair of calibrated cameras: positions on one picture that follow from the other, and lengths in space. */

// Not through the core's main module: commands use these rules on pages that never load a core.
import { endsOfLine, lengthAttributes, lengthMethod } from "#core/stereo/measure-tracks";
import { averageLength, meanLength, measureLine } from "#core/stereo/measure-tracks";
import { otherSide, type Side } from "#core/stereo/side";
import type { Counterpart, GrayPicture, Measured, StereoRig } from "#core";
import type { Bounds, EditTransaction, FrameNumber, TrackId } from "#core/types";
import { imagePoint, type ImagePoint } from "../../base/brand.ts";
import type { Camera } from "./camera.ts";
import type { Workspace } from "../workspace.ts";

export class Stereo {
  readonly #rig: StereoRig;
  readonly #cameras: Readonly<Record<Side, Camera>>;

  constructor(rig: StereoRig, cameras: Readonly<Record<Side, Camera>>) {
    this.#rig = rig;
    this.#cameras = cameras;
  }

  /** The epipolar line on this camera of the point that the pointer is at on the other one. Reads signals. */
  lineOn(camera: Camera): readonly ImagePoint[] {
    const side = this.#sideOf(camera);
    const from = otherSide(side);
    const pointed = this.#cameras[from].pointed.value;
    if (pointed === undefined) return [];
    const line = this.#rig.epipolarLine(from, [pointed.x, pointed.y], camera.view.picture);
    return line.map(([x, y]) => imagePoint(x, y));
  }

  /** The length of a track if both cameras show its head-tail line on their current pictures. */
  measure(id: TrackId): Measured | undefined {
    const lineOf = ({ document, shown }: Camera) => {
      const frame = shown.value;
      return frame === undefined ? undefined : endsOfLine(document.value.core, id, frame);
    };
    return measureLine(this.#rig, lineOf(this.#cameras.left), lineOf(this.#cameras.right));
  }

  /**
   * Stores a length with the detections of both cameras, under the names that existing clients know, and the track's
   * mean. One undo step.
   */
  store(workspace: Workspace, id: TrackId, measured: Measured): void {
    const values = { ...lengthAttributes(measured), [lengthMethod.attribute]: lengthMethod.byPerson };
    workspace.steps.asOneStep(() => {
      for (const camera of [this.#cameras.left, this.#cameras.right]) {
        const frame = camera.shown.peek();
        if (frame === undefined) continue;
        workspace.transact(
          { kind: "track", change: "setAttribute" },
          frame,
          (tx) => {
            for (const [name, value] of Object.entries(values)) tx.detections.setAttribute(id, frame, name, value);
            tx.tracks.setAttribute(
              id,
              averageLength,
              meanLength(camera.document.peek().core, id, [{ frame, measured }]),
            );
          },
          camera,
        );
      }
    });
  }

  otherThan(camera: Camera): Camera {
    return this.#cameras[otherSide(this.#sideOf(camera))];
  }

  /** The box on the other camera that looks the same as this one. */
  findCounterpart(from: Camera, bounds: Bounds, own: GrayPicture, other: GrayPicture): Counterpart | undefined {
    return this.#rig.findCounterpart(this.#sideOf(from), bounds, own, other);
  }

  #sideOf(camera: Camera): Side {
    return camera === this.#cameras.left ? "left" : "right";
  }
}

/** The pair of a dataset: the cameras called left and right, or the first two. */
export function pairOf(cameras: readonly Camera[]): Readonly<Record<Side, Camera>> | undefined {
  const [first, second] = cameras;
  if (first === undefined || second === undefined || cameras.length !== 2) return undefined;
  return first.name === "right" || second.name === "left"
    ? { left: second, right: first }
    : { left: first, right: second };
}

/** Marks the line as drawn by a person, so that its length is reported as such. */
export function markDrawnByPerson(tx: EditTransaction, id: TrackId, frame: FrameNumber): void {
  tx.detections.setAttribute(id, frame, lengthMethod.attribute, lengthMethod.byPerson);
}
