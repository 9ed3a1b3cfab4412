/** What a video file says about itself: read from the container's tables, without decoding. */
import type { Readable } from "node:stream";

import type { PictureTimes } from "../domain/frame-pictures.ts";
import type { FrameRate } from "../domain/frame-rate.ts";
import type { ByteRange } from "./blob-store.ts";

export interface VideoFacts {
  /** `mp4`, `mov`, `webm`, `matroska`...: lower case. */
  container: string;
  /** As ffprobe names it: `h264`, `hevc`, `vp9`, `av1`, `mpeg4`...; `unknown` when the container names none we know. */
  codec: string;
  /** Pictures that are presented: what an edit list cuts off does not count. */
  frameCount: number;
  /** What the video is presented at: the average, but of a video with long gaps the rate between them. */
  rate: FrameRate;
  /** Average over the real presentation times. */
  averageRate: FrameRate;
  /** The lowest one on whose clock every picture begins; another than `rate` when the distances between pictures vary. */
  clockRate: FrameRate;
  durationSeconds: number;
  /** Stored pictures, pixels: before rotation, pixels perhaps not square. */
  codedWidth: number;
  codedHeight: number;
  /** Width of a stored pixel by its height. */
  pixelAspect: readonly [number, number];
  /** As shown, pixels: upright, square pixels. */
  width: number;
  height: number;
  /** Degrees clockwise that the pictures are turned by when shown. */
  rotation: 0 | 90 | 180 | 270;
  hasAudio: boolean;
}

/** Why a file is no video that can be used. */
export type VideoProblem =
  /** Not a container that is known here; it may still be a video for ffmpeg. */
  | "unknown-container"
  /** Its tables are whole, but the data end before the last picture: ffmpeg makes a video of those that are there. */
  | "cut-off"
  /** Known format, but damaged. */
  | "damaged"
  /** There is sound or nothing at all, but no pictures. */
  | "no-video";

export class VideoProbeError extends Error {
  readonly problem: VideoProblem;
  /** @param message what is wrong, to be appended to the file's name: "is cut off: ..." */
  constructor(problem: VideoProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "VideoProbeError";
    this.problem = problem;
  }
}

/** A file whose tables are read: its path on this machine, or its size and how parts of it are read from elsewhere. */
export type ProbedFile = string | RangedBytes;

export interface RangedBytes {
  /** Bytes. */
  readonly size: number;
  read(range: ByteRange): Readable;
}

export interface VideoProbe {
  /** @throws VideoProbeError; what `read` fails with */
  probe(file: ProbedFile): Promise<VideoFacts>;
  /** The same with the time of every picture. */
  probeTimes(file: ProbedFile): Promise<{ facts: VideoFacts; times: PictureTimes }>;
}
