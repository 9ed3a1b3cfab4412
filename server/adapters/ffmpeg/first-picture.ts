/** The picture that a video begins with, upright and with square pixels, small. */
import { stat } from "node:fs/promises";

import { inputGuard } from "#schemas/video-conversion";

import { VideoConversionError } from "../../ports/video-converter.ts";
import { LimitError, type ProcessLimits, runLimited } from "../process/limited-process.ts";
import { errorsOf } from "./ffmpeg-log.ts";
import type { FfmpegProgram } from "./programs.ts";

/** A picture, whatever the video: one that takes longer is nothing that a page waits for. */
const mostMs = 15_000;
/** Its own bounds end it. */
const neverAborted = new AbortController().signal;
const mostPictureBytes = 16 * 1024 * 1024;

/** @param target a PNG file to be written @throws VideoConversionError */
export async function writeFirstPicture(
  ffmpeg: FfmpegProgram,
  { source, target, side }: { readonly source: string; readonly target: string; readonly side: number },
  limits: ProcessLimits,
): Promise<void> {
  const square = "scale='max(1,iw*if(gt(sar,0),sar,1))':ih,setsar=1";
  const small = `scale=${side}:${side}:force_original_aspect_ratio=decrease`;
  const args = [
    ...["-nostdin", "-hide_banner", "-nostats", "-v", "level+warning", "-y", ...inputGuard, "-i", source],
    ...["-map", "0:V:0", "-frames:v", "1", "-vf", `${square},${small}`, "-c:v", "png", "-f", "image2", target],
  ];
  const bounds = { ...limits, timeoutMs: Math.min(limits.timeoutMs, mostMs), outputBytes: mostPictureBytes };
  const command = { command: ffmpeg.command, args: ffmpeg.argsFor(args, { source, target }), limits: bounds };
  const { code, log } = await runLimited({ ...command, signal: neverAborted, output: target }).catch(
    (error: unknown) => {
      if (!(error instanceof LimitError)) throw error;
      throw new VideoConversionError(`has no first picture: looking for it ${error.message}.`, { cause: error });
    },
  );
  const isThere = await stat(target).then(
    ({ size }) => size > 0,
    () => false,
  );
  if (!isThere) {
    throw new VideoConversionError(
      `has no first picture: ${errorsOf(log, source).at(-1) ?? `ffmpeg ended with code ${code}`}.`,
    );
  }
}
