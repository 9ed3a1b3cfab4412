/**
 * Decodes every picture of a video that stays as it is, and says which of those that its tables announce do not come.
 * They are told by their times: a decoder leaves out what it cannot read, so counting would name the wrong ones.
 */
import { stat } from "node:fs/promises";

import { inputGuard } from "#schemas/video-conversion";

import type { PictureTimes } from "../../domain/frame-pictures.ts";
import { missingFrames, missingFramesText } from "../../domain/media-problems.ts";
import { type VideoConversion, VideoConversionError } from "../../ports/video-converter.ts";
import { LimitError, type ProcessLimits, runLimited } from "../process/limited-process.ts";
import { cutOffProblem, damagedProblem, errorsOf } from "./ffmpeg-log.ts";
import type { FfmpegProgram } from "./programs.ts";

/** Milliseconds of the coarsest containers, and half a tick of rounding. */
const coarseSeconds = 0.0011;

/** @returns what is wrong, to be put behind the file's name @throws VideoConversionError */
export async function checkVideo(
  ffmpeg: FfmpegProgram,
  source: string,
  { seconds, toleranceSeconds }: PictureTimes,
  { signal, onNote, onProgress }: VideoConversion,
  limits: ProcessLimits,
): Promise<readonly string[]> {
  const args = [
    ...["-nostdin", "-hide_banner", "-nostats", "-v", "level+warning", "-copyts", ...inputGuard, "-i", source],
    // A line a picture: its stream, times and a sum of nothing, since no picture is copied.
    ...["-map", "0:V:0", "-fps_mode", "passthrough", "-enc_time_base", "-1", "-c:v", "wrapped_avframe"],
    ...["-f", "framecrc", "-"],
  ];
  const decoded: number[] = [];
  let secondsPerTick = 0;
  const onLine = (line: string): void => {
    const [, one, of] = /^#tb 0: (\d+)\/(\d+)/.exec(line) ?? [];
    if (one !== undefined) secondsPerTick = Number(one) / Number(of);
    const [, ticks] = /^0,\s*-?\d+,\s*(-?\d+),/.exec(line) ?? [];
    if (ticks === undefined) return;
    decoded.push(Number(ticks) * secondsPerTick);
    onProgress(Math.min(decoded.length, seconds.length), seconds.length);
  };
  const command = { command: ffmpeg.command, args: ffmpeg.argsFor(args, { source }), limits, signal, onLine };
  const { code, log } = await runLimited(command).catch((error: unknown) => {
    if (!(error instanceof LimitError)) throw error;
    throw new VideoConversionError(`was not looked at to its end: that ${error.message}.`, { cause: error });
  });
  const errors = errorsOf(log, source);
  for (const error of errors.slice(0, 20)) onNote(error);
  if (code !== 0 && decoded.length === 0) {
    throw new VideoConversionError(`was not looked at: ${errors.at(-1) ?? `ffmpeg ended with code ${code}`}.`);
  }
  const missing = missingFrames(seconds, decoded, Math.max(toleranceSeconds, coarseSeconds));
  const isMissing = new Set(missing);
  const storedSeconds = seconds.filter((_, frame) => !isMissing.has(frame));
  const { size } = await stat(source);
  return [
    // Behind a cut there may be pictures that the tables do not tell of.
    cutOffProblem(log, { size, storedSeconds, announced: Math.max(decoded.length, seconds.length) }),
    missing.length === 0 ? undefined : missingFramesText(missing, (frame) => (seconds[frame] ?? 0) - (seconds[0] ?? 0)),
    damagedProblem(log),
  ].filter((text) => text !== undefined);
}
