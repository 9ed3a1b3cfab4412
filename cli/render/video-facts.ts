/** Facts about a video that drawing into it needs. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import { inputGuard } from "#schemas/video-conversion";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { requireFfprobe } from "../media/ffmpeg.ts";

export interface VideoFacts {
  /** Pictures a second, as a fraction: `30000/1001`. */
  readonly rate: string;
  /** `bt709`, ...; `undefined`: it does not say. */
  readonly colorSpace: string | undefined;
  /** Expected number of pictures, for the progress bar; 0: unknown. */
  readonly count: number;
}

export async function readVideoFacts(path: string): Promise<VideoFacts> {
  const args = [
    ...["-v", "error", ...inputGuard, "-select_streams", "V:0"],
    ...["-show_entries", "stream=avg_frame_rate,r_frame_rate,color_space,nb_frames:format=duration", "-of", "json"],
    resolve(path),
  ];
  const { stdout } = await promisify(execFile)(requireFfprobe(), args).catch((error: unknown) => {
    throw new CliError(ExitCode.findings, `${path} cannot be read by ffprobe.`, { cause: error });
  });
  const { streams = [], format } = JSON.parse(stdout) as {
    streams?: Partial<Record<"avg_frame_rate" | "r_frame_rate" | "color_space" | "nb_frames", string>>[];
    format?: { duration?: string };
  };
  const [stream] = streams;
  if (stream === undefined) throw new CliError(ExitCode.findings, `${path} is not a video.`);
  const rate = [stream.avg_frame_rate, stream.r_frame_rate].find((text) => valueOf(text) > 0) ?? "25";
  const space = stream.color_space;
  const count = Number(stream.nb_frames) || Math.round(Number(format?.duration ?? 0) * valueOf(rate));
  return { rate, colorSpace: space === undefined || space === "unknown" ? undefined : space, count };
}

/** @param rate `30000/1001` */
export function valueOf(rate: string | undefined): number {
  const [over = 0, under = 1] = (rate ?? "").split("/").map(Number);
  return over / under || 0;
}
