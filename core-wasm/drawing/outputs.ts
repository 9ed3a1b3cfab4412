/** How results are encoded: a video by the ending of its name, pictures as PNG. */
import { extname } from "node:path";

/** Even sizes, as required by the color format; tagged, so that every player shows the same colors. */
const colors = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"];
const even = "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p";
const x264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18"];

interface VideoOutput {
  readonly video: readonly string[];
  readonly audio: readonly string[];
  readonly container: readonly string[];
}

const aac = ["-c:a", "aac"];
const outputs: Readonly<Record<string, VideoOutput>> = {
  ".mp4": { video: x264, audio: aac, container: ["-movflags", "+faststart", "-f", "mp4"] },
  ".mov": { video: x264, audio: aac, container: ["-f", "mov"] },
  ".mkv": { video: x264, audio: aac, container: ["-f", "matroska"] },
  ".webm": {
    video: ["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1"],
    audio: ["-c:a", "libopus"],
    container: ["-f", "webm"],
  },
};

export const videoEndings = Object.keys(outputs);

/** `undefined`: the name is not that of a video that can be written. */
export function videoOptions(name: string): (VideoOutput & { readonly encoding: readonly string[] }) | undefined {
  const found = outputs[extname(name).toLowerCase()];
  return found && { ...found, encoding: ["-vf", even, ...found.video, ...found.container, ...colors] };
}

/** The matrix that turns stored colors into red, green and blue where the video does not say which. */
export const assumedMatrix = (height: number): string => (height >= 720 ? "bt709" : "bt601");

/** One picture to a file. */
export const pictureOptions = ["-frames:v", "1", "-c:v", "png", "-f", "image2pipe"] as const;
