/**
 * Which stored picture of a video belongs to an annotation frame: docs/frames.md, for reading all pictures in order.
 */

/** When the pictures of a video are shown, in seconds, and when the last one ends. */
export interface PictureTimes {
  readonly seconds: Float64Array;
  readonly endSeconds: number;
  /** Times closer than this are equal. */
  readonly toleranceSeconds: number;
}

/** Rates that differ by less than this fraction are the same rate written with fewer digits (29.97 and 30000/1001). */
const sameRateShare = 5e-4;

/** Every stored picture is a frame. */
export function isFullRate(fps: number | undefined, originalFps: number): boolean {
  return fps === undefined || !(fps > 0) || fps >= originalFps * (1 - sameRateShare);
}

/** The picture of each frame at a rate below the video's own: the picture shown n / fps seconds after the first. */
export function pictureOfFrames({ seconds, endSeconds, toleranceSeconds }: PictureTimes, fps: number): Int32Array {
  const first = seconds[0] ?? 0;
  const count = Math.max(1, Math.ceil((endSeconds - first - toleranceSeconds) * fps));
  let picture = 0;
  return Int32Array.from({ length: count }, (_, frame) => {
    const at = first + frame / fps + toleranceSeconds;
    while (picture + 1 < seconds.length && (seconds[picture + 1] ?? Infinity) <= at) picture++;
    return picture;
  });
}
