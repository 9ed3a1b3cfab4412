/** Converts videos with ffmpeg (`schemas/video-conversion.ts` says how), and says what is wrong with those that it cannot. */
import { conversionArgs } from "#schemas/video-conversion";

import {
  type ConvertedVideo,
  type VideoConversion,
  VideoConversionError,
  type VideoConverter,
} from "../../ports/video-converter.ts";
import { LimitError, type ProcessLimits, runLimited } from "../process/limited-process.ts";
import type { FfmpegProgram, FfmpegPrograms } from "./programs.ts";
import { probeSource, type SourceVideo } from "./source-video.ts";

export function videoConverter({ ffmpeg, ffprobe }: FfmpegPrograms, limits: ProcessLimits): VideoConverter {
  return {
    async convert(source, target, conversion) {
      try {
        const { signal } = conversion;
        const probed = await probeSource(ffprobe, source, limits, signal);
        const frameCount = await encode(ffmpeg, source, target, probed, conversion, limits);
        return { codec: probed.codec, stream: probed.stream, frameCount } satisfies ConvertedVideo;
      } catch (error) {
        if (!(error instanceof LimitError)) throw error;
        throw new VideoConversionError(`cannot be converted: it ${error.message}.`, { cause: error });
      }
    },
  };
}

/** @returns pictures that were written */
async function encode(
  ffmpeg: FfmpegProgram,
  source: string,
  target: string,
  probed: SourceVideo,
  { signal, onNote, onProgress }: VideoConversion,
  limits: ProcessLimits,
): Promise<number> {
  const { codec, storedCount } = probed;
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
  const errors = end.log.filter((line) => /\[(error|fatal)\]/.test(line)).map(withoutPath(source));
  if (end.code !== 0) {
    if (end.log.some((line) => /Decoder .*not found|Unknown decoder|no decoder found/i.test(line))) {
      throw new VideoConversionError(`cannot be converted: nothing here decodes its codec ${codec}.`);
    }
    throw new VideoConversionError(`cannot be converted: ${errors.at(-1) ?? `ffmpeg ended with code ${end.code}`}.`);
  }
  if (written === 0) throw new VideoConversionError(`cannot be converted: no picture of its codec ${codec} is whole.`);
  const isCutOff = end.log.some((line) => line.includes("File ended prematurely"));
  if (isCutOff) throw new VideoConversionError(`is cut off: ${storedCount} of its pictures are there.`);
  if (written < storedCount && errors.length > 0) {
    throw new VideoConversionError(
      `is damaged: ${storedCount} pictures are stored, ${written} of them can be decoded (${errors[0]}).`,
    );
  }
  if (written !== storedCount) onNote(`${storedCount} packets are stored, which are ${written} pictures.`);
  for (const error of errors.slice(0, 20)) onNote(error);
  return written;
}

/** People know the file by another name, and where it lies is nobody's business. */
const withoutPath =
  (path: string) =>
  (line: string): string =>
    line
      .replaceAll(path, "the file")
      .replace(/^(\[[^\]]*\] )*/, "")
      .trim();
