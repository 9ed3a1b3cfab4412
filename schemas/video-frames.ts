/** How many frames the video of a dataset has, according to the dataset. */
import type { Dataset } from "./wire.ts";

/** How many of its pictures are frames of the dataset, and how many it has; `undefined` if unknown. */
export function picturesShown(
  meta: Pick<Dataset, "type" | "fps" | "ffprobe_info" | "originalFps">,
): { readonly shown: number; readonly all: number } | undefined {
  const { originalFps = 0 } = meta;
  const all = videoFrameCount({ ...meta, fps: originalFps });
  const frames = videoFrameCount(meta);
  return all === undefined || frames === undefined ? undefined : { shown: Math.min(all, frames), all };
}

/** At the dataset's frame rate; `undefined` for other media, and when the length is unknown. */
export function videoFrameCount({
  type,
  fps,
  ffprobe_info: facts,
}: Pick<Dataset, "type" | "fps" | "ffprobe_info">): number | undefined {
  if (type !== "video" || !(fps > 0)) return undefined;
  // A text, as printed by ffprobe.
  const seconds = Number(facts?.["duration"] ?? Number.NaN);
  return seconds > 0 ? Math.ceil(seconds * fps - 1e-6) : undefined;
}
