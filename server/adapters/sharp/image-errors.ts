/** Words errors of libvips and ffmpeg about a picture for users. */
/* oxlint-disable wakeline/no-message-match -- libvips gives its errors no codes */
import { withoutPaths } from "../../base/without-paths.ts";
import { ImageError } from "../../ports/image-decoder.ts";
import { FfmpegError } from "../ffmpeg/run-ffmpeg.ts";

/** Our own errors are returned unchanged. */
export function wordImageError(error: unknown, pixels: number): unknown {
  if (error instanceof ImageError || !(error instanceof Error)) return error;
  const { message } = error;
  const say = (text: string): ImageError => new ImageError(text, { cause: error });
  if (error instanceof FfmpegError) return say("cannot be decoded: it is damaged, or not what its name says.");
  if (/exceeds pixel limit/.test(message)) return say(`has more than ${pixels} pixels.`);
  if (/timeout/.test(message)) return say("takes too long to decode.");
  if (/unsupported image format|missing or of/.test(message))
    return new ImageError("is not a picture in a supported format.", { cause: error, isUnknownFormat: true });
  if (/premature end|truncated|end of (file|stream|input)|not enough/i.test(message)) return say("is cut off.");
  // The message if the rest of a PNG is missing.
  if (/read error/i.test(message)) return say("cannot be decoded: it is damaged, or cut off.");
  const [first = ""] = message.split("\n");
  return say(
    `cannot be decoded: ${withoutPaths(first)
      .replace(/[:\s]+$/, "")
      .slice(0, 200)}.`,
  );
}
