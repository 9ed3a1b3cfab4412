/** How large the pictures of a video are as they are shown: upright, with square pixels. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import { inputGuard } from "#schemas/video-conversion";
import { CliError, ExitCode } from "../base/process/errors.ts";

export async function readShownSize(
  path: string,
  ffmpeg: string,
): Promise<{ readonly width: number; readonly height: number }> {
  const square = "scale='max(1,round(iw*if(gt(sar,0),sar,1)))':ih,setsar=1";
  const args = [
    ...["-nostdin", "-v", "error", ...inputGuard, "-i", resolve(path), "-map", "0:V:0", "-frames:v", "1"],
    ...["-vf", square, "-f", "framehash", "-hash", "crc32", "pipe:1"],
  ];
  const { stdout } = await promisify(execFile)(ffmpeg, args).catch((error: unknown) => {
    throw new CliError(ExitCode.findings, `${path} has no picture that can be decoded.`, { cause: error });
  });
  const [, width, height] = /^#dimensions 0: (\d+)x(\d+)/m.exec(stdout) ?? [];
  if (width === undefined) throw new CliError(ExitCode.findings, `${path} has no picture that can be decoded.`);
  return { width: Number(width), height: Number(height) };
}
