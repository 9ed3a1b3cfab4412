/**
 * YouTube-BoundingBoxes: `video, milliseconds, class, name, object, present or absent, xmin, xmax, ymin, ymax`, without a
 * header. Positions are fractions of the picture.
 */
import { chooseVideo, videoProblems } from "../pictures/choose-video.ts";
import { readTable } from "../text/table-text.ts";
import { PixelBoxes } from "./pixel-boxes.ts";
import { TrackNumbers } from "./plain-shapes.ts";
import type { Known, SkipCounter, TranslatedPicture } from "./translation.ts";
import { frameAtSeconds, type FrameRow, isFrame, picturesOfFrames } from "./video-frames.ts";

export function translateYouTubeBb(
  text: unknown,
  leftOut: SkipCounter,
  { fps, sizesOf, videoNames, askedVideo }: Known,
): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const { rows } = readTable(text);
  const video = chooseVideo(
    rows.map(({ texts: [name = ""] }) => name),
    videoNames,
  );
  const others = new Set<string>();
  const [size] = sizesOf([""]);
  const boxes = new PixelBoxes(leftOut);
  const tracks = new TrackNumbers();
  const found = rows.flatMap(({ cells, texts: [own = ""] }): readonly FrameRow[] => {
    const [, time = "", number = "", type = "", object = "", presence, ...sides] = cells;
    const [x1 = NaN, x2 = NaN, y1 = NaN, y2 = NaN] = sides.map(Number);
    if (own !== video?.name) {
      others.add(own);
      return leftOut.add("row about another video") ?? [];
    }
    if (presence === "absent") return leftOut.add("row of an object that is absent") ?? [];
    const frame = frameAtSeconds(Number(time) / 1000, fps, "2");
    if (!isFrame(frame) || ![x1, x2, y1, y2].every(Number.isFinite)) return leftOut.add("row without a box") ?? [];
    const box = boxes.inPixels([x1, y1, x2 - x1, y2 - y1], size);
    return box === undefined ? [] : [{ frame, object: { type, track: tracks.of(`${number} ${object}`), box } }];
  });
  if (video !== undefined) leftOut.problems.push(...videoProblems(video, others, askedVideo));
  return boxes.requireSizes(picturesOfFrames(found), "YouTube-BoundingBoxes");
}
