/** How many frames the video of a dataset has, as far as the dataset says. */
import type { Dataset } from "./wire.ts";

/** How many of its pictures the frames of a video show, and how many it has; `undefined` where that is not known. */
export function picturesShown(
  meta: Pick<Dataset, "type" | "fps" | "ffprobe_info" | "originalFps">,
): { readonly shown: number; readonly all: number } | undefined {
  const { originalFps = 0 } = meta;
  const all = videoFrameCount({ ...meta, fps: originalFps });
  const frames = videoFrameCount(meta);
  return all === undefined || frames === undefined ? undefined : { shown: Math.min(all, frames), all };
}

/** At the dataset's frame rate; `undefined` of what is no video, and where the length is not known. */
export function videoFrameCount({
  type,
  fps,
  ffprobe_info: facts,
}: Pick<Dataset, "type" | "fps" | "ffprobe_info">): number | undefined {
  if (type !== "video" || !(fps > 0)) return undefined;
  // As text, as ffprobe prints it.
  const seconds = Number(facts?.["duration"] ?? Number.NaN);
  return seconds > 0 ? Math.ceil(seconds * fps - 1e-6) : undefined;
}
