/**
 * Which frames of several cameras belong together. The playhead goes through slots; in each slot a camera shows one of its
 * frames, or nothing. Where all count the same frames, a slot is a frame.
 */

export interface Alignment {
  /** Slots are 0..slotCount-1; at least 1. */
  readonly slotCount: number;
  readonly slotsPerSecond: number;
  /** Of the instant that a slot stands for, from slot 0 on. */
  secondsAt(slot: number): number;
  /** What a camera shows in a slot; `undefined`: it has no picture of that instant. */
  frameAt(camera: number, slot: number): number | undefined;
  /** The slot that comes nearest to a frame of a camera. */
  slotOf(camera: number, frame: number): number;
  /** By how much the picture is later than its slot, seconds; `undefined` where cameras are not aligned by time. */
  differenceAt(camera: number, slot: number): number | undefined;
}

/** What an alignment needs to know of a camera's pictures. */
export interface AlignedPictures {
  readonly frameCount: number;
  readonly fps: number;
  secondsAt(frame: number): number;
}

/** The same number of a frame is the same instant. Times are those of the camera that is named first. */
export function alignByFrame(cameras: readonly [AlignedPictures, ...AlignedPictures[]]): Alignment {
  const slotCount = Math.max(...cameras.map(({ frameCount }) => frameCount));
  const [pacing] = cameras;
  const lastFrame = pacing.frameCount - 1;
  return {
    slotCount,
    slotsPerSecond: pacing.fps,
    secondsAt: (slot) => pacing.secondsAt(Math.min(slot, lastFrame)) + Math.max(0, slot - lastFrame) / pacing.fps,
    frameAt: (camera, slot) => (slot < (cameras[camera]?.frameCount ?? 0) ? slot : undefined),
    slotOf: (_, frame) => frame,
    differenceAt: () => undefined,
  };
}
