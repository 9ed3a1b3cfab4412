/** Finds ffmpeg and ffprobe, or installs them: the conversion tests need them. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { installWithApt } from "./install-with-apt.ts";

/** Returns their folder. @throws Error that says what to install */
export function ensureFfmpeg(log: (line: string) => void = console.log): string {
  const found = find();
  if (found !== undefined) return found;
  installWithApt(["ffmpeg"], log);
  const installed = find();
  if (installed === undefined) throw new Error("The tests of conversion need ffmpeg and ffprobe. Install them.");
  return installed;
}

function find(): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin"];
  return folders.find((folder) => ["ffmpeg", "ffprobe"].every((name) => existsSync(join(folder, name))));
}
