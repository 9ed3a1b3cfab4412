/** Rows of tracks: KITTI tracking, and the masks of MOTS. Frames are numbers, and pictures have no names. */
import type { LeftOut, TranslatedObject, TranslatedPicture } from "./translation.ts";

/** The last frame accepted in a row, so that a broken one does not create millions of pictures. */
const lastFrame = 1_000_000;

interface FrameRow {
  readonly frame: number;
  readonly object: TranslatedObject;
}

/** Every frame is a picture, even without rows, so that its number is its position. */
function picturesOf(rows: readonly FrameRow[]): readonly TranslatedPicture[] {
  const byFrame = Map.groupBy(rows, ({ frame }) => frame);
  const count = rows.reduce((most, { frame }) => Math.max(most, frame + 1), 0);
  return Array.from({ length: count }, (_, frame) => ({
    fileName: "",
    objects: (byFrame.get(frame) ?? []).map(({ object }) => object),
  }));
}

function cellsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return lines.filter((line) => line !== "").map((line) => line.split(/\s+/));
}

const isFrame = (frame: number): boolean => Number.isInteger(frame) && frame >= 0 && frame <= lastFrame;

/** `frame track type truncated occluded alpha left top right bottom`, then the box in space and possibly a score. */
export function translateKittiTracking(text: unknown, leftOut: LeftOut): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const scorePlace = 17;
  const rows = cellsOf(text).flatMap((cells): readonly FrameRow[] => {
    const [frame = NaN, track = NaN] = cells.slice(0, 2).map(Number);
    const [truncated = NaN, occluded = NaN, , left = NaN, top = NaN, right = NaN, bottom = NaN] = cells
      .slice(3, 10)
      .map(Number);
    const type = cells[2] ?? "";
    const box = [left, top, right - left, bottom - top] as const;
    if (!isFrame(frame) || !box.every(Number.isFinite)) return leftOut.add("row without a frame and a box") ?? [];
    // Regions that have not been annotated.
    if (type === "DontCare") return leftOut.add("region of the type DontCare") ?? [];
    const score = Number(cells[scorePlace] ?? NaN);
    return [
      {
        frame,
        object: {
          ...{ type, box, track: track >= 0 ? track : undefined, score: score >= 0 && score <= 1 ? score : undefined },
          attributes: {
            ...(truncated >= 0 && { truncated }),
            ...(occluded >= 0 && { occluded }),
          },
        },
      },
    ];
  });
  return picturesOf(rows);
}

const motsTypes: Readonly<Record<string, string>> = { "1": "car", "2": "pedestrian" };

/** `frame object class height width mask`. The object's number begins with its class. */
export function translateMots(text: unknown, leftOut: LeftOut): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const rows = cellsOf(text).flatMap(([frameText, id, type = "", height, width, counts]): readonly FrameRow[] => {
    const [frame = NaN, track = NaN, tall = NaN, wide = NaN] = [frameText, id, height, width].map(Number);
    if (!isFrame(frame) || !(tall > 0) || !(wide > 0) || counts === undefined) {
      return leftOut.add("row without a frame and a mask") ?? [];
    }
    if (type === "10") return leftOut.add("region that is to be ignored") ?? [];
    const segmentation = { counts, size: [tall, wide] };
    return [{ frame, object: { type: motsTypes[type] ?? type, track, segmentation } }];
  });
  return picturesOf(rows);
}
