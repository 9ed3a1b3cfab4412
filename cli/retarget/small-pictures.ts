/** All pictures of a video, small and gray, for finding the same picture in another copy. */
import { readShownSize } from "../../core-wasm/drawing/shown-size.ts";
import { CliError, ExitCode, usageError } from "../base/process/errors.ts";
import { decodePictures } from "../media/decode-pictures.ts";
import { requireFfmpeg } from "../media/ffmpeg.ts";

/** The size of a small picture, whatever the shape of the video: places are shares of width and height. */
export const smallWidth = 96;
export const smallHeight = 72;
export const smallBytes = smallWidth * smallHeight;

/** For both videos together: each picture takes 22 kB. */
export const maxPictures = 100_000;

export interface SmallPictures {
  readonly count: number;
  /** The time at which each is shown. */
  readonly seconds: Float64Array;
  readonly pixels: Uint8Array;
  /** Upright, with square pixels, as in annotations. */
  readonly width: number;
  readonly height: number;
  readonly problems: readonly string[];
}

/** @param most maximum number of pictures; a longer video is an error */
export async function readSmallPictures(path: string, max = maxPictures): Promise<SmallPictures> {
  const ffmpeg = requireFfmpeg();
  const problems: string[] = [];
  const size = await readShownSize(path, ffmpeg);
  if (size === undefined) throw new CliError(ExitCode.findings, `${path} has no picture that can be decoded.`);
  let pixels = new Uint8Array(smallBytes * 256);
  const seconds: number[] = [];
  const options = {
    ...({ ffmpeg, kind: "video", hashed: "gray", gray: { width: smallWidth, height: smallHeight } } as const),
    onProblem: (problem: string) => problems.push(problem),
  };
  for await (const picture of decodePictures(path, options)) {
    if (seconds.length === max)
      throw usageError(
        `${path} is too long: at most ${maxPictures.toLocaleString("en-US")} pictures are compared at once.`,
      );
    const at = seconds.length * smallBytes;
    if (at === pixels.length) {
      const larger = new Uint8Array(pixels.length * 2);
      larger.set(pixels);
      pixels = larger;
    }
    pixels.set(picture.gray, at);
    seconds.push(picture.seconds);
  }
  return { count: seconds.length, seconds: Float64Array.from(seconds), pixels, ...size, problems };
}

export const pictureOf = ({ pixels }: Pick<SmallPictures, "pixels">, frame: number): Uint8Array =>
  pixels.subarray(frame * smallBytes, (frame + 1) * smallBytes);
