/**
 * Ground truth of LaSOT, GOT-10k, OTB and VOT: one object, which has a box or four corners on each frame, a line a frame.
 * Where it is absent, numbers are missing or zero.
 */
import type { SkipCounter, TranslatedObject, TranslatedPicture } from "./translation.ts";
import { type FrameRow, picturesOfFrames } from "./video-frames.ts";

export function translateOneObject(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const lines = text.replace(/\s+$/, "").split(/\r\n|\r|\n/);
  return picturesOfFrames(
    lines.flatMap((line, frame): readonly FrameRow[] => {
      const place = placeOf(
        line
          .trim()
          .split(/\s*[,;]\s*|\s+/)
          .map(Number),
      );
      return place === undefined
        ? (leftOut.add("line without a box, on which the object may be absent") ?? [])
        : [{ frame, object: { type: "", track: 0, ...place } }];
    }),
  );
}

/** Left, top, width, height, whose pixels count from 1; or the corners in order. */
function placeOf(numbers: readonly number[]): Pick<TranslatedObject, "box" | "segmentation"> | undefined {
  if (!numbers.every(Number.isFinite) || numbers.every((one) => one === 0)) return undefined;
  const [left = 0, top = 0, width = 0, height = 0] = numbers;
  if (numbers.length === 4 && width > 0 && height > 0) return { box: [left - 1, top - 1, width, height] };
  return numbers.length >= 6 && numbers.length % 2 === 0 ? { segmentation: [numbers] } : undefined;
}
