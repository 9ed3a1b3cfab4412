/**
 * Converts videos with ffmpeg. Picture n of the result is picture n of the original: nothing is dropped,
 * repeated or re-timed, and no picture is stored out of order, so that the times that browsers read are the ones stored.
 */
import {
  type ConvertedVideo,
  type VideoConversion,
  VideoConversionError,
  type VideoConverter,
} from "../../ports/video-converter.ts";
import { LimitError, type ProcessLimits, runLimited } from "../process/limited-process.ts";
import { inputGuard } from "./demuxers.ts";
import type { FfmpegProgram, FfmpegPrograms } from "./programs.ts";
import { probeSource, type SourceVideo } from "./source-video.ts";

/** Square pixels by scaling the width; even sizes, which the colour format needs. */
const size = "scale='ceil(iw*if(gt(sar,0),sar,1)/2)*2':'ceil(ih/2)*2'";
/** What stands before time 0 is not shown by any player, and not counted by the viewer. */
const presented = "select='isnan(t)+gte(t,-0.0005)'";
const video = [
  ...["-map", "0:V:0", "-vf", `${presented},${size},setsar=1,format=yuv420p`],
  ...["-fps_mode", "passthrough", "-enc_time_base", "-1"],
  ...["-c:v", "libx264", "-preset", "medium", "-crf", "22"],
  // Pictures in the order in which they are shown, and a key picture in every 30: seeking decodes at most that many.
  ...["-bf", "0", "-g", "30", "-keyint_min", "30", "-sc_threshold", "0"],
];
const container = ["-map_metadata", "-1", "-movflags", "+faststart", "-f", "mp4"];

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
  { codec, hasAudio, hasOwnClock, storedCount }: SourceVideo,
  { signal, onNote, onProgress }: VideoConversion,
  limits: ProcessLimits,
): Promise<number> {
  const audio = hasAudio ? ["-map", "0:a:0", "-c:a", "aac"] : [];
  let written = 0;
  const args = [
    ...["-nostdin", "-hide_banner", "-nostats", "-v", "level+warning", "-progress", "pipe:1", "-y"],
    // Otherwise everything moves so that the first of all streams begins at 0.
    ...(hasOwnClock ? [] : ["-copyts"]),
    ...[...inputGuard, "-i", source, ...video, ...audio, ...container, target],
  ];
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
