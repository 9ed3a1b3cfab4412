/** The ffmpeg used by the command line: that of WAKELINE_FFMPEG, or that of PATH. */
import { findFfmpeg } from "../../core-wasm/programs/find-ffmpeg.ts";
import { usageError } from "../base/errors.ts";
import { io } from "../base/io.ts";

/** Path of the program. */
export function requireFfmpeg(): string {
  const folder = io().env["WAKELINE_FFMPEG"] ?? "";
  const found = folder === "" ? findFfmpeg() : findFfmpeg([folder]);
  if (found !== undefined) return found.ffmpeg;
  throw usageError(
    folder === ""
      ? "this command needs ffmpeg and ffprobe: install them, or name their folder in WAKELINE_FFMPEG."
      : `there are no ffmpeg and ffprobe in ${folder}, which WAKELINE_FFMPEG names.`,
  );
}
