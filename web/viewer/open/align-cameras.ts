/** Computes the alignment that a dataset asks for, from its cameras' pictures. */

import { alignByFrame, alignByTime, type AlignedPictures, type Alignment } from "../../media/alignment.ts";
import { captureSeconds } from "../../media/capture-time.ts";
import type { FrameSource } from "../../media/frame-source.ts";
import type { TimeAlignment } from "#schemas";
import type { DatasetInfo } from "../../session/dataset/dataset.ts";

export function alignCameras(
  { cameras, timeAlignment }: Pick<DatasetInfo, "cameras" | "timeAlignment">,
  sources: readonly FrameSource[],
): Alignment {
  if (timeAlignment === undefined) return alignByFrame(sources as readonly FrameSource[] as [FrameSource]);
  const timed = sources.map((source) => picturesOf(source, timeAlignment.mode));
  // Clocks with different origins cannot be mixed: if one camera has no times, all fall back to frame numbers.
  const hasAll = timed.every((each) => each !== undefined);
  if (!hasAll) console.warn("Not all names of images have a capture time: frames are aligned by their numbers.");
  return alignByTime(
    cameras.map(({ name }, index) => {
      const source = sources[index] as FrameSource;
      const pictures = (hasAll ? timed[index] : undefined) ?? byNumber(source);
      const { offset = 0, drift = 0 } = timeAlignment.cameras[name] ?? {};
      return { pictures, clock: { offset, drift } };
    }),
  );
}

/** The picture times for a mode; `undefined` if these pictures have none of that kind. */
export function picturesOf(source: FrameSource, mode: TimeAlignment["mode"]): AlignedPictures | undefined {
  if (mode === "frame") return byNumber(source);
  return mode === "capture-time" ? byCapture(source) : source;
}

function byNumber({ frameCount, fps }: FrameSource): AlignedPictures {
  return { frameCount, fps, secondsAt: (frame) => frame / fps };
}

/** `undefined` unless every picture has a time in its name, in ascending order. */
function byCapture(source: FrameSource): AlignedPictures | undefined {
  const { frameCount, fps } = source;
  const times: number[] = [];
  for (let frame = 0; frame < frameCount; frame += 1) {
    const seconds = captureSeconds(source.fileNameAt(frame) ?? "");
    if (seconds === undefined || seconds < (times.at(-1) ?? -Infinity)) return undefined;
    times.push(seconds);
  }
  return { frameCount, fps, secondsAt: (frame) => times[frame] ?? 0 };
}
