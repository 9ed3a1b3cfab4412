/** Rows of VisDrone and UAVDT, whose classes are numbers with fixed names. */
import type { Known, SkipCounter, TranslatedObject, TranslatedPicture } from "./translation.ts";
import { type FrameRow, isFrame, picturesOfFrames } from "./video-frames.ts";

const visDroneTypes = [
  "ignored regions",
  "pedestrian",
  "people",
  "bicycle",
  "car",
  "van",
  "truck",
  "tricycle",
  "awning-tricycle",
  "bus",
  "motor",
  "others",
];

/** `left,top,width,height,score,class,truncation,occlusion`, in a file called like its picture. */
export function translateVisDrone(
  text: unknown,
  leftOut: SkipCounter,
  { fileName }: Known,
): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const rows = rowsOf(text);
  const isTruth = areFlags(rows);
  const objects = rows.flatMap((cells) => visDroneObject(cells, isTruth, leftOut) ?? []);
  return [{ fileName: fileName.replace(/\.txt$/i, ""), objects }];
}

/** The same after a frame, from 1, and a track. */
export function translateVisDroneVideo(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const rows = rowsOf(text);
  const isTruth = areFlags(rows.map((cells) => cells.slice(2)));
  const first = rows.some(([frame]) => frame === 0) ? 0 : 1;
  return picturesOfFrames(
    rows.flatMap(([frame = NaN, track = NaN, ...cells]): readonly FrameRow[] => {
      if (!isFrame(frame - first)) return leftOut.add(incomplete) ?? [];
      const object = visDroneObject(cells, isTruth, leftOut);
      const id = track >= 0 ? { track } : {};
      return object === undefined ? [] : [{ frame: frame - first, object: { ...object, ...id } }];
    }),
  );
}

/** `frame,track,left,top,width,height,out of view,occlusion,class`, frames from 1. */
export function translateUavdt(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const types = ["", "car", "truck", "bus"];
  return picturesOfFrames(
    rowsOf(text).flatMap(([frame = NaN, track = NaN, ...cells]): readonly FrameRow[] => {
      const [left = NaN, top = NaN, width = NaN, height = NaN, view = NaN, occlusion = NaN, type = NaN] = cells;
      const box = [left, top, width, height] as const;
      if (!isFrame(frame - 1) || ![...box, type].every(Number.isFinite)) return leftOut.add(incomplete) ?? [];
      const attributes = { out_of_view: view, occlusion };
      const id = track >= 0 ? { track } : {};
      return [{ frame: frame - 1, object: { type: types[type] ?? String(type), ...id, box, attributes } }];
    }),
  );
}

const incomplete = "row without a frame, a box or a category";

function visDroneObject(
  cells: readonly number[],
  isTruth: boolean,
  leftOut: SkipCounter,
): TranslatedObject | undefined {
  const [left = NaN, top = NaN, width = NaN, height = NaN, score = NaN, type = NaN, truncation, occlusion] = cells;
  const box = [left, top, width, height] as const;
  if (![...box, score, type].every(Number.isFinite)) return leftOut.add(incomplete);
  if (type === 0) return leftOut.add("ignored region");
  return {
    type: visDroneTypes[type] ?? String(type),
    box,
    ...(!isTruth && { score }),
    attributes: {
      ...(isTruth && score === 0 && { ignored: true }),
      ...(truncation !== undefined && truncation >= 0 && { truncation }),
      ...(occlusion !== undefined && occlusion >= 0 && { occlusion }),
    },
  };
}

/** Whether scores are those of the ground truth, which are flags: 0 for objects that do not count. */
const areFlags = (rows: readonly (readonly number[])[]): boolean =>
  rows.every(([, , , , score = NaN]) => [0, 1, NaN].includes(score));

/** Rows may end with a comma; empty cells are NaN. */
function rowsOf(text: string): readonly (readonly number[])[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .map((line) =>
      line
        .replace(/,$/, "")
        .split(/\s*,\s*|\s+/)
        .map((cell) => (cell === "" ? NaN : Number(cell))),
    );
}
