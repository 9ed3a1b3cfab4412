/**
 * Converts videos with ffmpeg (`schemas/video-conversion.ts` defines how), and reports the problems of those it
 * cannot convert.
 */
import { stat } from "node:fs/promises";

import { conversionArgs } from "#schemas/video-conversion";

import {
  type ConvertedVideo,
  type VideoConversion,
  VideoConversionError,
  type VideoConverter,
} from "../../ports/video-converter.ts";
import { LimitError, type ProcessLimits, runLimited } from "../process/limited-process.ts";
import { checkVideo } from "./check-video.ts";
import { errorsOf } from "../../../core-wasm/programs/error-lines.ts";
import { cutOffProblem, damagedProblem } from "./ffmpeg-log.ts";
import { writePicture } from "./write-picture.ts";
import type { FfmpegProgram, FfmpegPrograms } from "./programs.ts";
import { cutOffText, probeSource, type SourceVideo } from "./source-video.ts";

export function videoConverter(programs: FfmpegPrograms, limits: ProcessLimits): VideoConverter {
  const { ffmpeg, ffprobe } = programs;
  return {
    async convert(source, target, conversion) {
      try {
        const { signal } = conversion;
        const probed = await probeSource(ffprobe, source, limits, signal);
        const { frameCount, problems } = await encode(ffmpeg, source, target, probed, conversion, limits);
        const { codec, stream, storedSeconds } = probed;
        return { codec, stream, storedSeconds, frameCount, problems } satisfies ConvertedVideo;
      } catch (error) {
        if (!(error instanceof LimitError)) throw error;
        throw new VideoConversionError(`cannot be converted: it ${error.message}.`, { cause: error });
      }
    },
    check: async (source, times, run) => await checkVideo(programs, source, times, run, limits),
    writePicture: async (picture) => await writePicture(ffmpeg, picture, limits),
  };
}

/** @returns the number of pictures written, and problems of the original */
async function encode(
  ffmpeg: FfmpegProgram,
  source: string,
  target: string,
  probed: SourceVideo,
  { signal, onNote, onProgress }: VideoConversion,
  limits: ProcessLimits,
): Promise<{ frameCount: number; problems: string[] }> {
  const { announcedBytes, codec, storedSeconds, stream } = probed;
  const storedCount = storedSeconds.length;
  let written = 0;
  const args = conversionArgs(source, target, probed);
  const end = await runLimited({
    command: ffmpeg.command,
    args: ffmpeg.argsFor(args, { source, target }),
    limits,
    signal,
    output: target,
    onLine: (line) => {
      const [, frames] = /^frame=\s*(\d+)/.exec(line) ?? [];
      if (frames === undefined) return;
      written = Number(frames);
      onProgress(Math.min(written, storedCount), storedCount);
    },
  });
  const errors = errorsOf(end.log, source);
  if (end.code !== 0) {
    if (end.log.some((line) => /Decoder .*not found|Unknown decoder|no decoder found/i.test(line))) {
      throw new VideoConversionError(`cannot be converted: its codec cannot be decoded: ${codec}.`);
    }
    throw new VideoConversionError(`cannot be converted: ${errors.at(-1) ?? `ffmpeg ended with code ${end.code}`}.`);
  }
  const { size } = await stat(source);
  const cutOff =
    announcedBytes === undefined
      ? cutOffProblem(end.log, { size, storedSeconds, announced: Number(stream["nb_frames"]) })
      : cutOffText(size, announcedBytes);
  if (written === 0) {
    throw new VideoConversionError(cutOff ?? `cannot be converted: no picture of its codec ${codec} is whole.`);
  }
  if (written > storedCount) onNote(`${storedCount} packets are stored, which are ${written} pictures.`);
  if (isWithoutTimes(probed.format)) {
    onNote("stores no times of its pictures: its frame rate is what the stream suggests, or 25 a second.");
  }
  for (const error of errors.slice(0, 20)) onNote(error);
  const problems = [cutOff, damagedProblem(end.log), probed.otherStreams].filter((text) => text !== undefined);
  return { frameCount: written, problems };
}

/** Raw streams without a container. */
const isWithoutTimes = (format: string): boolean => /^(h264|hevc)$/.test(format);
