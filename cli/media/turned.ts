/** By how much players turn the pictures of a video: the container says so, the pictures do not. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import { inputGuard } from "#schemas/video-conversion";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { requireFfprobe } from "./ffmpeg.ts";

/** Clockwise, in degrees; other than by a quarter, players turn nothing. */
export async function readTurned(path: string): Promise<0 | 90 | 180 | 270> {
  const args = [
    ...["-v", "error", ...inputGuard, "-select_streams", "V:0"],
    ...["-show_entries", "stream_side_data=rotation", "-of", "json", resolve(path)],
  ];
  const { stdout } = await promisify(execFile)(requireFfprobe(), args).catch((error: unknown) => {
    throw new CliError(ExitCode.findings, `${path} cannot be read by ffprobe.`, { cause: error });
  });
  const { streams = [] } = JSON.parse(stdout) as { streams?: { side_data_list?: { rotation?: number }[] }[] };
  const counterClockwise = streams[0]?.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  return ([90, 180, 270] as const).find((degrees) => ((-counterClockwise % 360) + 360) % 360 === degrees) ?? 0;
}
