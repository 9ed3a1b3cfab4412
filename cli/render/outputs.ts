/** How the result is encoded: by the name of the file, or as pictures in a folder. */
import { extname } from "node:path";

/** Even sizes, as required by the color format; tagged, so that every player shows the same colors. */
const colors = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"];
const even = "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p";
const x264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18"];

const containers: Readonly<Record<string, readonly string[]>> = {
  ".mp4": [...x264, "-movflags", "+faststart", "-f", "mp4"],
  ".mov": [...x264, "-f", "mov"],
  ".mkv": [...x264, "-f", "matroska"],
  ".webm": ["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1", "-f", "webm"],
};

export const videoEndings = Object.keys(containers);

/** `undefined`: the name is not that of a video that can be written. */
export function videoOptions(name: string): readonly string[] | undefined {
  const container = containers[extname(name).toLowerCase()];
  return container === undefined ? undefined : ["-vf", even, ...container, ...colors];
}

/** The matrix that turns stored colors into red, green and blue where the video does not say which. */
export const assumedMatrix = (height: number): string => (height >= 720 ? "bt709" : "bt601");

/** One picture to a file. */
export const pictureOptions = ["-frames:v", "1", "-c:v", "png", "-f", "image2pipe"] as const;
