/** The ffmpeg and ffprobe used by the command line: those of WAKELINE_FFMPEG, or those of PATH. */
import { type FoundFfmpeg, findFfmpeg } from "../../core-wasm/programs/find-ffmpeg.ts";
import { usageError } from "../base/process/errors.ts";
import { io } from "../base/terminal/io.ts";

/** Path of the program. */
export const requireFfmpeg = (): string => requirePrograms().ffmpeg;

/** Path of the program. */
export const requireFfprobe = (): string => requirePrograms().ffprobe;

/** Both, for what needs both. */
export function requirePrograms(): FoundFfmpeg {
  const folder = io().env["WAKELINE_FFMPEG"] ?? "";
  const ffmpeg = folder === "" ? findFfmpeg() : findFfmpeg([folder]);
  if (ffmpeg !== undefined) return ffmpeg;
  throw usageError(
    folder === ""
      ? "this command needs ffmpeg and ffprobe: install them, or name their folder in WAKELINE_FFMPEG."
      : `there are no ffmpeg and ffprobe in ${folder}, which WAKELINE_FFMPEG names.`,
  );
}
