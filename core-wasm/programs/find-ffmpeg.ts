/** Finds the system's ffmpeg and ffprobe. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface FoundFfmpeg {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

/** Finds both programs in the same folder. @param folders default: those of PATH */
export function findFfmpeg(folders = (process.env["PATH"] ?? "").split(delimiter)): FoundFfmpeg | undefined {
  const folder = folders.find((one) => ["ffmpeg", "ffprobe"].every((name) => existsSync(join(one, name))));
  return folder === undefined ? undefined : { ffmpeg: join(folder, "ffmpeg"), ffprobe: join(folder, "ffprobe") };
}
