/** A video file's description of itself: read from the container's tables, without decoding. */
import type { Readable } from "node:stream";

import type { PictureTimes } from "../domain/frame-pictures.ts";
import type { FrameRate } from "../domain/frame-rate.ts";
import type { ByteRange } from "./blob-store.ts";

export interface VideoFacts {
  /** `mp4`, `mov`, `webm`, `matroska`...: lower case. */
  container: string;
  /**
   * As named by ffprobe: `h264`, `hevc`, `vp9`, `av1`, `mpeg4`...; `unknown` if the container names no known codec.
   */
  codec: string;
  /** Number of frames shown: what an edit list cuts off does not count. */
  frameCount: number;
  /** Presentation rate: the average or, for a video with long gaps, the rate between them. */
  rate: FrameRate;
  /** Average over the real presentation times. */
  averageRate: FrameRate;
  /** The lowest rate on whose ticks every frame begins; differs from `rate` if the intervals between frames vary. */
  clockRate: FrameRate;
  durationSeconds: number;
  /** Size of the stored images in pixels, before rotation; pixels may not be square. */
  codedWidth: number;
  codedHeight: number;
  /** Width of a stored pixel relative to its height. */
  pixelAspect: readonly [number, number];
  /** Size as shown, in pixels: upright, square pixels. */
  width: number;
  height: number;
  /** Degrees clockwise by which the images are rotated for display. */
  rotation: 0 | 90 | 180 | 270;
  hasAudio: boolean;
}

/** Why a file is not a usable video. */
export type VideoProblem =
  /** Not a container known here; ffmpeg may still be able to read it. */
  | "unknown-container"
  /** The tables are complete, but the data end before the last image: ffmpeg can convert those that exist. */
  | "cut-off"
  /** Known format, but damaged. */
  | "damaged"
  /** No video stream: sound only, or nothing. */
  | "no-video";

export class VideoProbeError extends Error {
  readonly problem: VideoProblem;
  /** @param message the problem, to be appended to the file's name: "is cut off: ..." */
  constructor(problem: VideoProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "VideoProbeError";
    this.problem = problem;
  }
}

/** A file whose tables are read: a path on this machine, or a size and a way to read parts of it from elsewhere. */
export type ProbedFile = string | RangedBytes;

export interface RangedBytes {
  /** Bytes. */
  readonly size: number;
  read(range: ByteRange): Readable;
}

export interface VideoProbe {
  /** @throws VideoProbeError; errors of `read` */
  probe(file: ProbedFile): Promise<VideoFacts>;
  /**
   * Makes a file at `target` as large as the video, which has only what a decoder reads to get the picture shown at
   * this time, in its place; the rest is holes. Absent: the first picture.
   * @throws VideoProbeError if only the whole file would do; errors of `read`
   */
  copyAround(file: RangedBytes, target: string, seconds?: number): Promise<void>;
  /** Like `probe`, with the time of every picture. */
  probeTimes(file: ProbedFile): Promise<{ facts: VideoFacts; times: PictureTimes }>;
}
