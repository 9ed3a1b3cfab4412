/** One picture of a video, upright and with square pixels: the one that it begins with, or the first one after a time. */
import { stat } from "node:fs/promises";

import { inputGuard } from "#schemas/video-conversion";

import { type PictureOfVideo, VideoConversionError } from "../../ports/video-converter.ts";
import { LimitError, type ProcessLimits, runLimited } from "../process/limited-process.ts";
import { errorsOf } from "../../../core-wasm/programs/error-lines.ts";
import type { FfmpegProgram } from "./programs.ts";

/** A picture, whatever the video: one that takes longer is nothing that a page waits for. */
const mostMs = 15_000;
/** Its own bounds end it. */
const neverAborted = new AbortController().signal;
const mostPictureBytes = 64 * 1024 * 1024;

/** @param target a PNG file to be written @throws VideoConversionError */
export async function writePicture(
  ffmpeg: FfmpegProgram,
  { source, target, side, afterSeconds }: PictureOfVideo,
  limits: ProcessLimits,
): Promise<void> {
  const which = afterSeconds === undefined ? "first picture" : "picture there";
  const square = "scale='max(1,iw*if(gt(sar,0),sar,1))':ih,setsar=1";
  const small = side === undefined ? "" : `,scale=${side}:${side}:force_original_aspect_ratio=decrease`;
  // Absolute times: without the flag they would count from where the sound begins. What comes before is decoded and dropped.
  const seek = afterSeconds === undefined ? [] : ["-seek_timestamp", "1", "-ss", afterSeconds.toFixed(6)];
  const args = [
    ...["-nostdin", "-hide_banner", "-nostats", "-v", "level+warning", "-y", ...inputGuard, ...seek, "-i", source],
    ...["-map", "0:V:0", "-frames:v", "1", "-vf", `${square}${small}`, "-c:v", "png", "-f", "image2", target],
  ];
  const bounds = { ...limits, timeoutMs: Math.min(limits.timeoutMs, mostMs), outputBytes: mostPictureBytes };
  const command = { command: ffmpeg.command, args: ffmpeg.argsFor(args, { source, target }), limits: bounds };
  const { code, log } = await runLimited({ ...command, signal: neverAborted, output: target }).catch(
    (error: unknown) => {
      if (!(error instanceof LimitError)) throw error;
      throw new VideoConversionError(`has no ${which}: looking for it ${error.message}.`, { cause: error });
    },
  );
  const isThere = await stat(target).then(
    ({ size }) => size > 0,
    () => false,
  );
  if (!isThere) {
    throw new VideoConversionError(
      `has no ${which}: ${errorsOf(log, source).at(-1) ?? `ffmpeg ended with code ${code}`}.`,
    );
  }
}
