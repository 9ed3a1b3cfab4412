/**
 * Converts videos that browsers cannot play into ones they can, with the same images at the same times. Also decodes
 * those that browsers play, to find out what can be shown.
 */
import type { PictureTimes } from "../domain/frame-pictures.ts";

export interface VideoConversion {
  readonly signal: AbortSignal;
  /** @param total 0 when unknown */
  readonly onProgress: (pictures: number, total: number) => void;
  /** Receives lines about problems noticed. */
  readonly onNote: (text: string) => void;
}

export interface ConvertedVideo {
  /** Codec of the original, as named by ffprobe. */
  readonly codec: string;
  /** The original's video stream, as described by ffprobe. */
  readonly stream: Readonly<Record<string, unknown>>;
  /** Frames of the result. */
  readonly frameCount: number;
  /** When each stored image of the original is shown; NaN if the container does not say. */
  readonly storedSeconds: Float64Array;
  /** Problems of the original, to be appended to its name: "is cut off at byte 5000." */
  readonly problems: readonly string[];
}

/** The file cannot be converted; the message says why and is appended to its name: "is cut off: ..." */
export class VideoConversionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "VideoConversionError";
  }
}

export interface PictureOfVideo {
  readonly source: string;
  readonly target: string;
  /** Longest allowed side; absent: original size. */
  readonly side?: number;
  /** Take the first image shown at this time of the file or later; absent: the first image of the video. */
  readonly afterSeconds?: number;
}

export interface VideoConverter {
  /**
   * Converts everything that can be decoded to H.264 in mp4. @throws VideoConversionError; the signal's reason if
   * aborted
   */
  convert(source: string, target: string, conversion: VideoConversion): Promise<ConvertedVideo>;
  /**
   * Decodes every image of a video.
   * @param times as announced by the container's tables
   * @returns problems of the video, to be appended to its name
   * @throws VideoConversionError if it cannot be decoded at all; the signal's reason if aborted
   */
  check(source: string, times: PictureTimes, run: VideoConversion): Promise<readonly string[]>;
  /** Writes one image of a video as PNG, as it is shown. @throws VideoConversionError */
  writePicture(picture: PictureOfVideo): Promise<void>;
}
