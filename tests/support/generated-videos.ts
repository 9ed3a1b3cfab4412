/**
 * Bar-code videos in the containers, codecs and clocks that users upload: the handling of each is verified picture by
 * picture.
 */
import { dirname, join } from "node:path";

import { type BarCodeVideo, makeBarCodeVideo, remux } from "./bar-code-video.ts";

export interface GeneratedVideo {
  readonly file: string;
  /** The container's clock does not start at 0: times are relative to the first picture. */
  readonly isRelative?: true;
  readonly make: (path: string) => void;
}

const plain = (file: string, video: BarCodeVideo, more: Pick<GeneratedVideo, "isRelative"> = {}): GeneratedVideo => ({
  ...more,
  file,
  make: (path) => makeBarCodeVideo(path, video),
});
/** A video made by copying the pictures of another one. */
const copied = (
  file: string,
  video: BarCodeVideo,
  before: readonly string[],
  args: readonly string[],
): GeneratedVideo => ({
  file,
  make(path) {
    const whole = join(dirname(path), `whole-${file}`);
    makeBarCodeVideo(whole, video);
    remux(whole, before, args, path);
  },
});

const mpeg4 = ["-c:v", "mpeg4", "-q:v", "3"];
const hevc = ["-c:v", "libx265", "-x265-params", "log-level=none"];
const uneven = "setpts='(N*40+if(mod(N,3),7,0))/1000/TB'";

export const generatedVideos = {
  "AVI, MPEG-4 with B-frames": plain("a.avi", { args: [...mpeg4, "-bf", "2"], sound: true }),
  "AVI, Motion JPEG": plain("m.avi", { args: ["-c:v", "mjpeg", "-q:v", "3"] }),
  "Windows Media": plain("a.wmv", { args: ["-c:v", "wmv2", "-q:v", "3"], sound: true }),
  "Flash video": plain("a.flv", { args: ["-c:v", "flv1", "-q:v", "3"] }),
  "MPEG program stream": plain(
    "a.mpg",
    { args: ["-c:v", "mpeg2video", "-bf", "2", "-q:v", "3"] },
    { isRelative: true },
  ),
  "MPEG transport stream, H.264 with B-frames": plain(
    "a.ts",
    { args: ["-c:v", "libx264", "-bf", "3"] },
    { isRelative: true },
  ),
  "QuickTime, ProRes": plain("a.mov", { args: ["-c:v", "prores_ks"] }),
  "Matroska, HEVC with B-frames": plain("a.mkv", { args: hevc }),
  "mp4, HEVC": plain("h.mp4", { args: [...hevc, "-tag:v", "hvc1"] }),
  "Ogg Theora": plain("a.ogv", { args: ["-c:v", "libtheora", "-q:v", "8"] }),
  "variable rate": plain("v.mkv", { args: [...mpeg4, "-fps_mode", "passthrough"], filters: [uneven] }),
  "29.97 pictures a second": plain("n.avi", { args: mpeg4, rate: "30000/1001" }),
  "an edit list": copied("e.mov", { args: [...hevc, "-g", "60"], frames: 80 }, ["-ss", "0.4"], []),
  rotation: copied("r.mov", { args: ["-c:v", "prores_ks"] }, [], ["-metadata:s:v", "rotate=90"]),
  "pixels that are not square": plain("s.mkv", { args: ["-c:v", "ffv1"], filters: ["setsar=4/3"] }),
  "a start after 0": plain("l.mov", { args: ["-c:v", "prores_ks", "-output_ts_offset", "2"] }),
  // No player shows what is before 0.
  "a start before 0": copied("b.mov", { args: mpeg4 }, ["-itsoffset", "-0.2"], ["-avoid_negative_ts", "disabled"]),
} satisfies Readonly<Record<string, GeneratedVideo>>;

export type GeneratedKind = keyof typeof generatedVideos;
export const generatedKinds = Object.keys(generatedVideos) as readonly GeneratedKind[];
