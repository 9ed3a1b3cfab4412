/** How large the pictures of a video are as they are shown: upright, with square pixels. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import { inputGuard } from "../../schemas/video-conversion.ts";

export interface ShownSize {
  readonly width: number;
  readonly height: number;
}

/** `undefined`: no picture can be decoded. */
export async function readShownSize(path: string, ffmpeg: string): Promise<ShownSize | undefined> {
  const square = "scale='max(1,round(iw*if(gt(sar,0),sar,1)))':ih,setsar=1";
  const args = [
    ...["-nostdin", "-v", "error", ...inputGuard, "-i", resolve(path), "-map", "0:V:0", "-frames:v", "1"],
    ...["-vf", square, "-f", "framehash", "-hash", "crc32", "pipe:1"],
  ];
  const printed = await promisify(execFile)(ffmpeg, args).catch(() => undefined);
  const [, width, height] = /^#dimensions 0: (\d+)x(\d+)/m.exec(printed?.stdout ?? "") ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}
