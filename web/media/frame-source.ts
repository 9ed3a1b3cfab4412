/**
 * What the viewer knows about media: a row of numbered pictures. How they are stored and decoded is hidden by this
 * interface.
 */
import type { Picture } from "../base/picture.ts";
import type { PictureRate } from "./frame-table.ts";
import type { VideoPlayer } from "./video-player.ts";

export interface FrameSource {
  readonly kind: "video" | "image-sequence" | "large-image";
  /** How pictures are made, for the "about this media" panel and for tests. */
  readonly decoder: "webcodecs" | "video-element" | "images" | "tiles";
  /** Frames are 0..frameCount-1; at least 1. */
  readonly frameCount: number;
  /** Annotation frames per second. */
  readonly fps: number;
  /** Size of the pictures in image pixels (see README: upright, square pixels). An image sequence: of its first picture. */
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
  /** Of the stored pictures; `undefined` for what has no clock. */
  readonly pictureRate?: PictureRate;
  /** Shows the video while it plays; without one every picture comes from `getFrame`. */
  readonly player?: VideoPlayer | undefined;

  /** When a frame is shown, in seconds from frame 0. */
  secondsAt(frame: number): number;
  /** File name of a frame's picture; `undefined` for video. */
  fileNameAt(frame: number): string | undefined;

  /**
   * The picture of exactly this frame; the caller closes it. Rejects with `MediaError` when it cannot be had, with
   * `RangeError` for a frame outside 0..frameCount-1, and with the signal's reason when it is aborted. The newest request
   * is served first.
   */
  getFrame(frame: number, options?: { readonly signal?: AbortSignal }): Promise<Picture>;

  /** True when there is nothing to wait for: the picture is in memory, or it is known that it cannot be decoded. */
  isReady(frame: number): boolean;
  /**
   * How many frames playback waits for when it has run dry, which `lookAhead` makes ready: one second, or what memory
   * allows.
   */
  readonly aheadCount: number;
  /** How many frames from `frame` on are ready without a gap, at most `most`; fewer at the end of the media. */
  readyCount(frame: number, most: number): number;
  /**
   * Where the viewer is, and how fast it plays from there (0: paused). The source loads or decodes ahead of that
   * position and may drop what is far from it. Video played faster than a screen can show makes only some frames ready.
   * Cheap; call it whenever either changes.
   */
  lookAhead(frame: number, speed: number): void;
  /** Called whenever another frame has become ready. Returns how to stop. */
  onReady(listener: () => void): () => void;

  dispose(): void;
}

/** Throws unless `frame` is one of the source's frames. */
export function requireFrame(source: Pick<FrameSource, "frameCount">, frame: number): void {
  if (!Number.isInteger(frame) || frame < 0 || frame >= source.frameCount) {
    throw new RangeError(`Frame ${frame} does not exist: the frames are 0 to ${source.frameCount - 1}.`);
  }
}
