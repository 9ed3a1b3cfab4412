/** Facts about a video that drawing into it needs. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import { inputGuard } from "../../schemas/video-conversion.ts";

export interface VideoFacts {
  /** Pictures a second, as a fraction: `30000/1001`. */
  readonly rate: string;
  /** `bt709`, ...; `undefined`: it does not say. */
  readonly colorSpace: string | undefined;
  /** Expected number of pictures, for the progress bar; 0: unknown. */
  readonly count: number;
  readonly hasSound: boolean;
}

type Stream = Partial<
  Record<"codec_type" | "avg_frame_rate" | "r_frame_rate" | "color_space" | "nb_frames", string>
> & {
  readonly disposition?: { readonly attached_pic?: number };
};

/** `undefined`: ffprobe cannot read it, or it is not a video. */
export async function readVideoFacts(path: string, ffprobe: string): Promise<VideoFacts | undefined> {
  const wanted = "avg_frame_rate,r_frame_rate,color_space,nb_frames,codec_type:stream_disposition=attached_pic";
  const args = ["-v", "error", ...inputGuard, "-show_entries", `stream=${wanted}:format=duration`, "-of", "json"];
  const printed = await promisify(execFile)(ffprobe, [...args, resolve(path)]).catch(() => undefined);
  if (printed === undefined) return undefined;
  const { streams = [], format } = JSON.parse(printed.stdout) as {
    streams?: readonly Stream[];
    format?: { duration?: string };
  };
  const stream = streams.find(({ codec_type: type, disposition }) => type === "video" && !disposition?.attached_pic);
  if (stream === undefined) return undefined;
  const rate = [stream.avg_frame_rate, stream.r_frame_rate].find((text) => valueOf(text) > 0) ?? "25";
  const space = stream.color_space;
  return {
    rate,
    colorSpace: space === undefined || space === "unknown" ? undefined : space,
    count: Number(stream.nb_frames) || Math.round(Number(format?.duration ?? 0) * valueOf(rate)),
    hasSound: streams.some(({ codec_type: type }) => type === "audio"),
  };
}

/** @param rate `30000/1001` */
export function valueOf(rate: string | undefined): number {
  const [over = 0, under = 1] = (rate ?? "").split("/").map(Number);
  return over / under || 0;
}
