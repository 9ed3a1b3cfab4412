/** Makes a video that browsers play of one that they do not. The pictures stay what they are: as many, at the same times. */

export interface VideoConversion {
  readonly signal: AbortSignal;
  /** @param total 0 while nobody knows */
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
}

/** The file cannot be converted; the message says why, to be put behind its name: "is cut off: ..." */
export class VideoConversionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "VideoConversionError";
  }
}

export interface VideoConverter {
  /** H.264 in mp4. @throws VideoConversionError; the signal's reason when it is aborted */
  convert(source: string, target: string, conversion: VideoConversion): Promise<ConvertedVideo>;
}
