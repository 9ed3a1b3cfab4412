/**
 * The viewer's view of media: a sequence of numbered pictures. This interface hides how they are stored and decoded.
 */
import type { FrameNumber, PlainOr } from "#core/types";
import type { Picture } from "../base/picture.ts";
import type { PictureRate } from "./frame-table.ts";
import type { VideoPlayer } from "./video-player.ts";

type Frame = PlainOr<FrameNumber>;

export interface FrameSource {
  readonly kind: "video" | "image-sequence" | "large-image";
  /** How pictures are decoded, for the "about this media" panel and for tests. */
  readonly decoder: "webcodecs" | "video-element" | "images" | "tiles";
  /** Frames are 0..frameCount-1; at least 1. */
  readonly frameCount: number;
  /** Annotation frames per second. */
  readonly fps: number;
  /**
   * Size of the pictures in image pixels (see README: upright, square pixels). For an image sequence, of its first
   * picture.
   */
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
  /** Rate of the stored pictures; `undefined` for media without a clock. */
  readonly pictureRate?: PictureRate;
  /** Shows the video during playback; without it every picture comes from `getFrame`. */
  readonly player?: VideoPlayer | undefined;

  /** When a frame is shown, seconds since frame 0. */
  secondsAt(frame: Frame): number;
  /** File name of a frame's picture; `undefined` for video. */
  fileNameAt(frame: Frame): string | undefined;

  /**
   * The picture of exactly this frame; the caller closes it. Rejects with `MediaError` if it is unavailable, with
   * `RangeError` for a frame outside 0..frameCount-1, and with the signal's reason when aborted. The newest request is
   * served first.
   */
  getFrame(frame: Frame, options?: { readonly signal?: AbortSignal }): Promise<Picture>;

  /** True if there is nothing to wait for: the picture is in memory, or is known to be undecodable. */
  isReady(frame: Frame): boolean;
  /** How many frames playback buffers before it resumes, filled by `lookAhead`: one second, or what fits in memory. */
  readonly aheadCount: number;
  /** How many consecutive frames starting at `frame` are ready, at most `max`; fewer at the end of the media. */
  readyCount(frame: Frame, max: number): number;
  /**
   * Reports the playhead's position and playback speed (0: paused). The source loads or decodes ahead of that position
   * and may drop frames far from it. For video played faster than a screen can show, only some frames become ready.
   * Cheap; call it whenever either changes.
   */
  lookAhead(frame: Frame, speed: number): void;
  /** Called whenever another frame becomes ready. Returns a function that unsubscribes. */
  onReady(listener: () => void): () => void;

  dispose(): void;
}

/** Throws unless `frame` is one of the source's frames. */
export function requireFrame(source: Pick<FrameSource, "frameCount">, frame: number): void {
  if (!Number.isInteger(frame) || frame < 0 || frame >= source.frameCount) {
    throw new RangeError(`Frame ${frame} does not exist: the frames are 0 to ${source.frameCount - 1}.`);
  }
}
