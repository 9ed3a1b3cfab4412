/** Rows of KITTI and VATIC, and the masks of MOTS. Frames of tracks are numbers, and their pictures have no names. */
import { readerProblem } from "../problems/reader-problems.ts";
import type { Known, SkipCounter, TranslatedObject, TranslatedPicture } from "./translation.ts";
import { type FrameRow, isFrame, picturesOfFrames } from "./video-frames.ts";

function cellsOf(text: string): readonly (readonly string[])[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return lines.filter((line) => line !== "").map((line) => line.split(/\s+/));
}

/** `frame track type truncated occluded alpha left top right bottom`, then the box in space and possibly a score. */
export function translateKittiTracking(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const rows = cellsOf(text).flatMap((cells): readonly FrameRow[] => {
    const [frame = NaN, track = NaN] = cells.slice(0, 2).map(Number);
    const object = isFrame(frame) ? kittiObject(cells.slice(2), leftOut) : leftOut.add(boxless);
    if (object === undefined) return [];
    return [{ frame, object: { ...object, track: track >= 0 ? track : undefined } }];
  });
  return picturesOfFrames(rows);
}

/** The same without frame and track, in a file called like its picture. */
export function translateKitti(
  text: unknown,
  leftOut: SkipCounter,
  { fileName }: Known,
): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const objects = cellsOf(text).flatMap((cells) => kittiObject(cells, leftOut) ?? []);
  return [{ fileName: fileName.replace(/\.txt$/i, ""), objects }];
}

const boxless = "row without a frame and a box";

function kittiObject([type = "", ...cells]: readonly string[], leftOut: SkipCounter): TranslatedObject | undefined {
  const scorePlace = 14;
  const [truncated = NaN, occluded = NaN, , left = NaN, top = NaN, right = NaN, bottom = NaN] = cells.map(Number);
  const box = [left, top, right - left, bottom - top] as const;
  if (!box.every(Number.isFinite)) return leftOut.add(boxless);
  // Regions that have not been annotated.
  if (type === "DontCare") return leftOut.add("region of the type DontCare");
  const score = Number(cells[scorePlace] ?? NaN);
  return {
    type,
    box,
    score: score >= 0 && score <= 1 ? score : undefined,
    attributes: {
      ...(truncated >= 0 && { truncated }),
      ...(occluded >= 0 && { occluded }),
    },
  };
}

/**
 * `track left top right bottom frame lost occluded generated "type"`, then attributes. Where an object is lost, it is
 * outside of the picture.
 */
export function translateVatic(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const rows = text.split(/\r\n|\r|\n/).flatMap((line): readonly FrameRow[] => {
    if (line.trim() === "") return [];
    const [numbers = "", ...quoted] = line.split('"');
    const [track = NaN, x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN, frame = NaN, lost, occluded, generated] = numbers
      .trim()
      .split(/\s+/)
      .map(Number);
    const box = [x1, y1, x2 - x1, y2 - y1] as const;
    if (!isFrame(frame) || !isFrame(track) || !box.every(Number.isFinite)) return leftOut.add(boxless) ?? [];
    if (lost === 1) return leftOut.add("row of an object that is outside of the picture") ?? [];
    const [type = "", ...named] = quoted.filter((_, at) => at % 2 === 0);
    const given = Object.fromEntries(named.filter((name) => name !== "").map((name) => [name, true]));
    const attributes = { occluded: occluded === 1, generated: generated === 1, ...given };
    return [{ frame, object: { type, track, box, attributes } }];
  });
  return picturesOfFrames(rows);
}

const motsTypes: Readonly<Record<string, string>> = { "1": "car", "2": "pedestrian" };

/**
 * `frame object class height width mask`. The object's number begins with its class. Frames count from 0, but from 1 in
 * the files of MOTS Challenge.
 */
export function translateMots(
  text: unknown,
  leftOut: SkipCounter,
  { fileName }: Known,
): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const first = /^(gt|MOTS\d.*)\.txt$/i.test(fileName) && !/^\s*0\s/m.test(text) ? 1 : 0;
  if (first === 1) leftOut.problems.push(readerProblem("translated-frames-from-one"));
  const rows = cellsOf(text).flatMap(([frameText, id, type = "", height, width, counts]): readonly FrameRow[] => {
    const [given = NaN, track = NaN, tall = NaN, wide = NaN] = [frameText, id, height, width].map(Number);
    const frame = given - first;
    if (!isFrame(frame) || !(tall > 0) || !(wide > 0) || counts === undefined) {
      return leftOut.add("row without a frame and a mask") ?? [];
    }
    if (type === "10") return leftOut.add("region that is to be ignored") ?? [];
    const segmentation = { counts, size: [tall, wide] };
    return [{ frame, object: { type: motsTypes[type] ?? type, track, segmentation } }];
  });
  return picturesOfFrames(rows);
}
