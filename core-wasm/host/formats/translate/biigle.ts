/** Video annotation reports of BIIGLE: one row per annotation and label, with shapes at seconds of the video. */
import { extentOf } from "../exchange/shapes.ts";
import { chooseVideo, videoProblems } from "../pictures/choose-video.ts";
import { readTable } from "../text/table-text.ts";
import {
  ellipse,
  type Known,
  type SkipCounter,
  numberedPoints,
  numbersOf,
  pairsOf,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";
import { ShapesBetween, type FrameRow, frameAtSeconds, isFrame, picturesOfFrames } from "./video-frames.ts";

const needed = ["label_name", "shape_name", "points", "frames"] as const;
const columns = ["video_filename", "video_annotation_id", "annotation_id", ...needed] as const;
type Column = (typeof columns)[number];
type Row = Readonly<Record<Column, string>>;

export function translateBiigleVideo(
  text: unknown,
  leftOut: SkipCounter,
  { fps, videoNames, askedVideo }: Known,
): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const [header, ...all] = readTable(text).rows;
  const places = columns.map((name) => [name, header?.cells.indexOf(name) ?? -1] as const);
  if (places.some(([name, at]) => at < 0 && (needed as readonly Column[]).includes(name))) return undefined;
  const rows = all.map(
    ({ texts: cells }) => Object.fromEntries(places.map(([name, at]) => [name, cells[at] ?? ""])) as Row,
  );
  const names = rows.map(({ video_filename: name }) => name);
  const video = chooseVideo(names, videoNames);
  if (video !== undefined) leftOut.problems.push(...videoProblems(video, names, askedVideo));
  const between = new ShapesBetween();
  const labeled = new Set<string>();
  const found = rows.flatMap((row, track): readonly FrameRow[] => {
    if (row.video_filename !== video?.name) return leftOut.add("annotation on another video") ?? [];
    // An annotation with several labels has a row for each.
    const annotation = row.video_annotation_id || row.annotation_id;
    if (annotation !== "" && labeled.has(annotation)) {
      return leftOut.add("further label of an annotation") ?? [];
    }
    labeled.add(annotation);
    return framesOf(row, track, fps, leftOut).flatMap((part) => between.addTo(part));
  });
  return picturesOfFrames(found);
}

/** The shapes, in parts between which the object is not seen. */
function framesOf(
  { label_name: type, shape_name: shape, points, frames }: Row,
  track: number,
  fps: number | undefined,
  leftOut: SkipCounter,
): readonly (readonly FrameRow[])[] {
  const [shapes, seconds] = [listIn(points), listIn(frames)];
  const rows = seconds.map((second, at): FrameRow | undefined => {
    // A gap in which the object is not seen.
    if (second === null) return undefined;
    const frame = frameAtSeconds(Number(second), fps, "frames");
    const place = placeOf(shape, numbersOf(shapes[at]) ?? []);
    if (place === undefined || !isFrame(frame)) return leftOut.add(`shape of the kind "${textOf(shape)}"`);
    return { frame, object: { type, track, ...place } };
  });
  const parts: FrameRow[][] = [[]];
  for (const row of rows) {
    if (row === undefined) parts.push([]);
    else parts.at(-1)?.push(row);
  }
  return parts;
}

function listIn(cell: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(cell);
    return Array.isArray(value) ? (value as readonly unknown[]) : [];
  } catch {
    return [];
  }
}

function placeOf(shape: string, numbers: readonly number[]): Partial<TranslatedObject> | undefined {
  const pairs = pairsOf(numbers.slice(0, numbers.length - (numbers.length % 2)));
  if (/^rectangle$/i.test(shape) && numbers.length === 8) {
    const [left, top, right, bottom] = extentOf(pairs);
    const isUpright = pairs.every(([x, y]) => (x === left || x === right) && (y === top || y === bottom));
    return isUpright ? { box: [left, top, right - left, bottom - top] } : { segmentation: [numbers] };
  }
  if (/^point$/i.test(shape) && numbers.length === 2) return numberedPoints(pairs);
  const [x = 0, y = 0, radius = 0] = numbers;
  if (/^circle$/i.test(shape) && radius > 0)
    return { box: [x - radius, y - radius, 2 * radius, 2 * radius], ...ellipse([x, y], [radius, radius]) };
  return /^polygon$/i.test(shape) && numbers.length >= 6 ? { segmentation: [numbers] } : undefined;
}
