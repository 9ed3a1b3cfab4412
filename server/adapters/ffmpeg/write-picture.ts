/**
 * Writes one picture of a video, upright and with square pixels: the first one, or the first one after a given time.
 */
import { stat } from "node:fs/promises";

import { inputGuard } from "#schemas/video-conversion";

import { type PictureOfVideo, VideoConversionError } from "../../ports/video-converter.ts";
import { LimitError, type ProcessLimits, runLimited } from "../process/limited-process.ts";
import { errorsOf } from "../../../core-wasm/programs/error-lines.ts";
import type { FfmpegProgram } from "./programs.ts";

/** Time limit for one picture of any video: a page does not wait longer. */
const maxMs = 15_000;
/** Its own time limit ends it. */
const neverAborted = new AbortController().signal;
const maxPictureBytes = 64 * 1024 * 1024;

/** @param target a PNG file to write @throws VideoConversionError */
export async function writePicture(
  ffmpeg: FfmpegProgram,
  { source, target, side, afterSeconds }: PictureOfVideo,
  limits: ProcessLimits,
): Promise<void> {
  const which = afterSeconds === undefined ? "first picture" : "picture there";
  const square = "scale='max(1,iw*if(gt(sar,0),sar,1))':ih,setsar=1";
  const small = side === undefined ? "" : `,scale=${side}:${side}:force_original_aspect_ratio=decrease`;
  // The flag makes times absolute; otherwise they would count from the start of the sound. Earlier pictures are decoded
  // and dropped.
  const seek = afterSeconds === undefined ? [] : ["-seek_timestamp", "1", "-ss", afterSeconds.toFixed(6)];
  const args = [
    ...["-nostdin", "-hide_banner", "-nostats", "-v", "level+warning", "-y", ...inputGuard, ...seek, "-i", source],
    ...["-map", "0:V:0", "-frames:v", "1", "-vf", `${square}${small}`, "-c:v", "png", "-f", "image2", target],
  ];
  const bounds = { ...limits, timeoutMs: Math.min(limits.timeoutMs, maxMs), outputBytes: maxPictureBytes };
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
