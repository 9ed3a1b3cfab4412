/**
 * Makes a video that browsers play of one that they do not: the pictures stay what they are, as many, at the same times. And
 * decodes those that browsers play, to learn what of them can be shown.
 */
import type { PictureTimes } from "../domain/frame-pictures.ts";

export interface VideoConversion {
  readonly signal: AbortSignal;
  /** @param total 0 when unknown */
  readonly onProgress: (pictures: number, total: number) => void;
  /** Lines of what was noticed on the way. */
  readonly onNote: (text: string) => void;
}

export interface ConvertedVideo {
  /** Of the original, as ffprobe names it. */
  readonly codec: string;
  /** What ffprobe says of the original's video stream. */
  readonly stream: Readonly<Record<string, unknown>>;
  /** Of the result. */
  readonly frameCount: number;
  /** When the stored pictures of the original are shown; NaN where the container does not say. */
  readonly storedSeconds: Float64Array;
  /** What is wrong with the original, to be appended to its name: "is cut off at byte 5000." */
  readonly problems: readonly string[];
}

/** The file cannot be converted; the message says why, to be appended to its name: "is cut off: ..." */
export class VideoConversionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "VideoConversionError";
  }
}

export interface PictureOfVideo {
  readonly source: string;
  readonly target: string;
  /** No side is longer than this; as large as it is, without. */
  readonly side?: number;
  /** The first picture that is shown at this time of the file or later; without, that with which the video begins. */
  readonly afterSeconds?: number;
}

export interface VideoConverter {
  /** H.264 in mp4, of all that can be decoded. @throws VideoConversionError; the signal's reason when it is aborted */
  convert(source: string, target: string, conversion: VideoConversion): Promise<ConvertedVideo>;
  /**
   * Decodes every picture of a video.
   * @param times those that its tables announce
   * @returns what is wrong with it, to be appended to its name
   * @throws VideoConversionError when it cannot be looked at; the signal's reason when it is aborted
   */
  check(source: string, times: PictureTimes, run: VideoConversion): Promise<readonly string[]>;
  /** Writes one picture of a video as a PNG, as it is shown. @throws VideoConversionError */
  writePicture(picture: PictureOfVideo): Promise<void>;
}
