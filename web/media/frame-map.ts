/**
 * Maps annotation frames to stored pictures. At the video's own rate, frame n is picture n. At a lower annotation rate,
 * frame n is the picture shown n / fps seconds after the first one.
 */
import { pictureAt, pictureInterval, presentedRate } from "./frame-table.ts";
import type { FrameTable } from "./frame-table.ts";

export interface FrameMap {
  readonly frameCount: number;
  /** Annotation frames per second. */
  readonly fps: number;
  /** Every stored picture is a frame. */
  readonly everyPicture: boolean;
  /** Index of the stored picture of a frame. */
  pictureOf(frame: number): number;
  /** The first frame that shows this picture or a later one. */
  frameOf(picture: number): number;
  /** Seconds from frame 0 to this frame. */
  secondsAt(frame: number): number;
}

/** Rates that differ by less than this share are the same rate, rounded (29.97 and 30000/1001). */
const sameRateShare = 5e-4;

/**
 * @param annotationFps the dataset's rate; `undefined` (or not above 0): every picture
 * @param originalFps the video's own rate according to the dataset; `undefined`: measured from the table
 */
export function createFrameMap(
  table: FrameTable,
  annotationFps: number | undefined,
  originalFps: number | undefined,
): FrameMap {
  const original = originalFps !== undefined && originalFps > 0 ? originalFps : presentedRate(table);
  const first = table.pts[0] ?? 0;
  if (annotationFps === undefined || !(annotationFps > 0) || annotationFps >= original * (1 - sameRateShare)) {
    return {
      frameCount: table.pts.length,
      fps: annotationFps !== undefined && annotationFps > 0 ? Math.min(annotationFps, original) : original,
      everyPicture: true,
      pictureOf: (frame) => frame,
      frameOf: (picture) => picture,
      secondsAt: (frame) => (table.pts[frame] ?? table.endSeconds) - first,
    };
  }
  const seconds = table.endSeconds - first;
  // The last frame is the last one that begins before the end.
  const frameCount = Math.max(1, Math.ceil((seconds - table.toleranceSeconds) * annotationFps));
  return {
    frameCount,
    fps: annotationFps,
    everyPicture: false,
    pictureOf: (frame) => pictureAt(table, first + frame / annotationFps),
    frameOf: (picture) => {
      const [begin] = pictureInterval(table, picture);
      return Math.min(frameCount - 1, Math.max(0, Math.ceil((begin - first - table.toleranceSeconds) * annotationFps)));
    },
    secondsAt: (frame) => frame / annotationFps,
  };
}
