/**
 * Decodes every picture of a video that is kept as it is, and reports which of those listed in its tables do not
 * decode. They are matched by time: a decoder skips what it cannot read, so counting would report the wrong ones. If
 * ffmpeg's times differ from those of the tables (a cut without re-encoding shifts them, an edit list hides some, a
 * file begins before 0), the pictures are compared with the packets as ffmpeg itself sees them.
 */
import { stat } from "node:fs/promises";

import { inputGuard } from "#schemas/video-conversion";

import type { PictureTimes } from "../../domain/frame-pictures.ts";
import { missingFrames, missingFramesText, undecodedPictures } from "../../domain/media-problems.ts";
import { type VideoConversion, VideoConversionError } from "../../ports/video-converter.ts";
import { LimitError, type ProcessLimits, runLimited } from "../process/limited-process.ts";
import { errorsOf } from "../../../core-wasm/programs/error-lines.ts";
import { cutOffProblem, damagedProblem } from "./ffmpeg-log.ts";
import type { FfmpegPrograms } from "./programs.ts";
import { formatOf, otherStreamsOf, packetSeconds } from "./source-video.ts";

/** The coarsest containers count milliseconds; plus half a tick of rounding. */
const coarseSeconds = 0.0011;

interface Decoded {
  readonly seconds: readonly number[];
  readonly log: readonly string[];
  readonly code: number | null;
}

/** @returns problems, to be appended to the file's name @throws VideoConversionError */
export async function checkVideo(
  { ffmpeg, ffprobe }: FfmpegPrograms,
  source: string,
  { seconds, toleranceSeconds }: PictureTimes,
  { signal, onNote, onProgress }: VideoConversion,
  limits: ProcessLimits,
): Promise<readonly string[]> {
  const tolerance = Math.max(toleranceSeconds, coarseSeconds);
  const decode = async (options: readonly string[]): Promise<Decoded> => {
    const args = [
      ...["-nostdin", "-hide_banner", "-nostats", "-v", "level+warning", "-copyts", ...inputGuard, ...options],
      // Prints one line per picture with stream and times; the checksum is empty, since no picture is copied.
      ...["-i", source, "-map", "0:V:0", "-fps_mode", "passthrough", "-enc_time_base", "-1"],
      ...["-c:v", "wrapped_avframe", "-f", "framecrc", "-"],
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
    return { ...(await runLimited(command)), seconds: decoded };
  };
  /** Missing frames by ffmpeg's own clock. */
  const missingByPackets = async (): Promise<readonly number[] | undefined> => {
    const probe = { ffprobe, path: source, limits, signal };
    const options = /\bmov\b/.test(await formatOf(probe)) ? ["-ignore_editlist", "1"] : [];
    const again = options.length === 0 ? first : await decode(options);
    const { count, missing } = undecodedPictures(await packetSeconds(probe, options), again.seconds, tolerance);
    // Pictures before the first frame are decoded and not shown.
    const hidden = count - seconds.length;
    return hidden < 0 ? undefined : missing.map((picture) => picture - hidden).filter((frame) => frame >= 0);
  };
  const inLimits = async <T>(work: () => Promise<T>): Promise<T> =>
    await work().catch((error: unknown) => {
      if (!(error instanceof LimitError)) throw error;
      throw new VideoConversionError(`could not be checked completely: this ${error.message}.`, { cause: error });
    });
  const first = await inLimits(() => decode([]));
  const { code, log } = first;
  const errors = errorsOf(log, source);
  for (const error of errors.slice(0, 20)) onNote(error);
  if (code !== 0 && first.seconds.length === 0) {
    throw new VideoConversionError(`could not be checked: ${errors.at(-1) ?? `ffmpeg ended with code ${code}`}.`);
  }
  const byTimes = missingFrames(seconds, first.seconds, tolerance);
  const missing = byTimes.length === 0 ? byTimes : ((await inLimits(missingByPackets)) ?? byTimes);
  const isMissing = new Set(missing);
  const storedSeconds = seconds.filter((_, frame) => !isMissing.has(frame));
  const { size } = await stat(source);
  return [
    // After a cut there may be pictures that the tables do not list.
    cutOffProblem(log, { size, storedSeconds, announced: Math.max(first.seconds.length, seconds.length) }),
    missing.length === 0 ? undefined : missingFramesText(missing, (frame) => (seconds[frame] ?? 0) - (seconds[0] ?? 0)),
    damagedProblem(log),
    await otherStreamsOf({ ffprobe, path: source, limits, signal }),
  ].filter((text) => text !== undefined);
}
