/**
 * Edits the time alignment of cameras: by the source of the pictures' times, by an offset per camera, or by an instant
 * that the user found on two of them. Pure: nothing is stored here.
 */

import type { CameraClock, TimeAlignment } from "#schemas";
import { alignByTime } from "../../../media/alignment.ts";
import type { FrameSource } from "../../../media/frame-source.ts";
import { picturesOf } from "../../open/align-cameras.ts";

/** A picture of a camera that shows something another camera shows too. */
export interface SharedView {
  readonly camera: string;
  readonly frame: number;
}

export interface AlignedCamera {
  readonly name: string;
  readonly source: FrameSource;
}

/**
 * The modes that the cameras' pictures allow: capture times need file names that contain one, timestamps need videos.
 */
export function possibleModes(cameras: readonly AlignedCamera[]): readonly TimeAlignment["mode"][] {
  const sources = cameras.map(({ source }) => source);
  const hasNames = sources.every((source) => picturesOf(source, "capture-time") !== undefined);
  const hasVideos = sources.every(({ kind }) => kind === "video");
  return [
    "frame",
    ...(hasNames ? (["capture-time"] as const) : []),
    ...(hasVideos ? (["timestamp"] as const) : []),
    "manual",
  ];
}

/** Another mode has other origins, so the offsets of the previous mode are dropped. */
export function withMode(mode: TimeAlignment["mode"], cameras: readonly AlignedCamera[]): TimeAlignment {
  return { mode, cameras: Object.fromEntries(cameras.map(({ name }) => [name, { offset: 0 }])) };
}

export function withOffset(alignment: TimeAlignment, camera: string, offset: number): TimeAlignment {
  const clock = { ...clockOf(alignment, camera), offset };
  return { ...alignment, cameras: { ...alignment.cameras, [camera]: clock } };
}

/** @param drift seconds gained per second of the camera's clock */
export function withDrift(alignment: TimeAlignment, camera: string, drift: number): TimeAlignment {
  const { drift: _, ...clock } = clockOf(alignment, camera);
  const next = drift === 0 ? clock : { ...clock, drift };
  return { ...alignment, cameras: { ...alignment.cameras, [camera]: next } };
}

/**
 * Whether frames can be matched by number alone: only few cameras with one rate. Others are always aligned by time.
 */
export function canAlignByNumber(cameras: readonly AlignedCamera[]): boolean {
  return cameras.length <= 3 && new Set(cameras.map(({ source }) => source.fps)).size === 1;
}

/** Shifts the clock of the second camera so that both pictures show the same instant. */
export function withSameInstant(
  alignment: TimeAlignment,
  cameras: readonly AlignedCamera[],
  [still, moved]: readonly [SharedView, SharedView],
): TimeAlignment {
  const apart = instantOf(alignment, cameras, still) - instantOf(alignment, cameras, moved);
  const { offset } = clockOf(alignment, moved.camera);
  // Pictures are less precise than microseconds; more digits would suggest a precision that is not there.
  return withOffset(alignment, moved.camera, Math.round((offset + apart) * 1e6) / 1e6);
}

/** How much later each camera's picture is than the instant of the first camera's frame, seconds. */
export function differencesAt(
  alignment: TimeAlignment,
  cameras: readonly AlignedCamera[],
  { camera, frame }: SharedView,
): readonly { readonly name: string; readonly frame: number | undefined; readonly difference: number | undefined }[] {
  const aligned = alignByTime(
    cameras.map(({ name, source }) => {
      const { offset, drift = 0 } = clockOf(alignment, name);
      return { pictures: requirePictures(source, alignment.mode), clock: { offset, drift } };
    }),
  );
  const slot = aligned.slotOf(
    cameras.findIndex(({ name }) => name === camera),
    frame,
  );
  return cameras.map(({ name }, index) => ({
    name,
    frame: aligned.frameAt(index, slot),
    difference: aligned.differenceAt(index, slot),
  }));
}

function instantOf(alignment: TimeAlignment, cameras: readonly AlignedCamera[], { camera, frame }: SharedView): number {
  const source = cameras.find(({ name }) => name === camera)?.source;
  if (source === undefined) throw new RangeError(`There is no camera ${camera}.`);
  const { offset, drift = 0 } = clockOf(alignment, camera);
  return offset + (1 + drift) * requirePictures(source, alignment.mode).secondsAt(frame);
}

function clockOf(alignment: TimeAlignment, camera: string): CameraClock {
  return alignment.cameras[camera] ?? { offset: 0 };
}

/** Without times in the names, frame numbers are used, as when the dataset is opened. */
function requirePictures(source: FrameSource, mode: TimeAlignment["mode"]) {
  const pictures = picturesOf(source, mode) ?? picturesOf(source, "frame");
  if (pictures === undefined) throw new RangeError("A camera has no pictures.");
  return pictures;
}
