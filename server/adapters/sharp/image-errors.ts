/** What libvips and ffmpeg say of a picture, in words for people. */
/* oxlint-disable wakeline/no-message-match -- libvips gives its errors no codes */
import { withoutPaths } from "../../base/without-paths.ts";
import { ImageError } from "../../ports/image-decoder.ts";
import { FfmpegError } from "../ffmpeg/run-ffmpeg.ts";

/** Errors that are ours stay as they are. */
export function wordImageError(error: unknown, pixels: number): unknown {
  if (error instanceof ImageError || !(error instanceof Error)) return error;
  const { message } = error;
  const say = (text: string): ImageError => new ImageError(text, { cause: error });
  if (error instanceof FfmpegError) return say("cannot be decoded: it is damaged, or not what its name says.");
  if (/exceeds pixel limit/.test(message)) return say(`has more than ${pixels} pixels.`);
  if (/timeout/.test(message)) return say("takes too long to decode.");
  if (/unsupported image format|missing or of/.test(message))
    return new ImageError("is not a picture of a format that is known here.", { cause: error, isUnknownFormat: true });
  if (/premature end|truncated|end of (file|stream|input)|not enough/i.test(message)) return say("is cut off.");
  // What is missing when the rest of a PNG is.
  if (/read error/i.test(message)) return say("cannot be decoded: it is damaged, or cut off.");
  const [first = ""] = message.split("\n");
  return say(
    `cannot be decoded: ${withoutPaths(first)
      .replace(/[:\s]+$/, "")
      .slice(0, 200)}.`,
  );
}
