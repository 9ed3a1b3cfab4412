/** Videos of other tools: rows and keyframes at frames or seconds of one, whose pictures have no names. */
import { frameAt } from "../text/times.ts";
import { chooseVideo, videoProblems } from "../pictures/choose-video.ts";
import { readerRefusal } from "../problems/reader-problems.ts";
import { CoreError } from "../../types.ts";
import type { Known, SkipCounter, TranslatedObject, TranslatedPicture } from "./translation.ts";

/** The last frame accepted, so that a broken row does not create millions of pictures. */
const lastFrame = 1_000_000;

export interface FrameRow {
  readonly frame: number;
  readonly object: TranslatedObject;
}

export const isFrame = (frame: number): boolean => Number.isInteger(frame) && frame >= 0 && frame <= lastFrame;

/** Every frame is a picture, even without rows, so that its number is its position. */
export function picturesOfFrames(rows: readonly FrameRow[]): readonly TranslatedPicture[] {
  const byFrame = Map.groupBy(rows, ({ frame }) => frame);
  const count = rows.reduce((max, { frame }) => Math.max(max, frame + 1), 0);
  return Array.from({ length: count }, (_, frame) => ({
    fileName: "",
    objects: (byFrame.get(frame) ?? []).map(({ object }) => object),
  }));
}

/**
 * The pictures of one video, since a dataset has one, with a warning that names the others. A frame that occurs twice, as
 * rounded seconds do, is one.
 */
export function framesOfOneVideo(
  pictures: readonly TranslatedPicture[],
  leftOut: SkipCounter,
  { videoNames = [], askedVideo }: Partial<Pick<Known, "videoNames" | "askedVideo">>,
): readonly TranslatedPicture[] {
  const videos = pictures.flatMap(({ video, objects }) => (video === undefined ? [] : [{ video, objects }]));
  const used = videos.filter(({ objects }) => objects.length > 0);
  const chosen = chooseVideo(
    [...used, ...videos].map(({ video }) => video),
    videoNames,
  );
  const own = chosen === undefined ? pictures : pictures.filter(({ video }) => video === chosen.name);
  // The video itself may be among them, without objects.
  const others = pictures.filter(({ video, objects }) => chosen && video !== chosen.name && objects.length > 0);
  for (const _ of others) leftOut.add("picture that is not of the video");
  const named = others.map(({ video, fileName }) => video ?? fileName);
  if (chosen !== undefined) leftOut.problems.push(...videoProblems(chosen, named, askedVideo));
  if (!own.every(({ fileName, frame }) => fileName === "" && frame !== undefined)) return own;
  return [...Map.groupBy(own, ({ frame }) => frame).values()].map((same) => ({
    ...same[0]!,
    objects: same.flatMap(({ objects }) => objects),
  }));
}

/** The frame shown at a time. @throws CoreError if the frame rate is not known */
export function frameAtSeconds(seconds: number, fps: number | undefined, column: string): number {
  if (fps === undefined || fps <= 0) throw readerRefusal("table-rate-unknown", [column]);
  return frameAt(seconds, fps);
}

/** A short file can name keyframes so far apart that the rows between them fill the memory. */
const maxRowsBetween = 1_000_000;

/** The shapes on the frames between keyframes, as the tools that made them show them. For one file. */
export class ShapesBetween {
  #count = 0;

  /**
   * In equal steps, or as the last keyframe has them; so, too, if the next one has another kind or number of points.
   * @throws CoreError if those of the file are too many
   */
  addTo(rows: readonly FrameRow[], areHeld = false): readonly FrameRow[] {
    return rows.flatMap((row, at) => {
      const next = rows[at + 1];
      const [from, to] = [row.object, next?.object];
      if (next === undefined || to === undefined) return [row];
      const steps = Math.max(1, next.frame - row.frame);
      this.#use(steps - 1);
      const between = Array.from({ length: steps - 1 }, (_, step): FrameRow => {
        const object = areHeld ? from : objectBetween(from, to, (step + 1) / steps);
        return { frame: row.frame + step + 1, object };
      });
      return [row, ...between];
    });
  }

  #use(rows: number): void {
    this.#count += rows;
    if (this.#count <= maxRowsBetween) return;
    throw new CoreError(
      "too-many-rows",
      `The keyframes of this file are so far apart that there would be more than ${maxRowsBetween} boxes between them. Divide the file by tracks, and import the parts.`,
    );
  }
}

/** @param part of the way, from 0 to 1 */
function objectBetween(from: TranslatedObject, to: TranslatedObject, part: number): TranslatedObject {
  const mix = (a: number, b: number): number => a + (b - a) * part;
  const [paths, others] = [from, to].map(({ segmentation }) => pathsOf(segmentation)) as [Paths, Paths];
  const areAlike =
    (from.box === undefined) === (to.box === undefined) &&
    paths !== null &&
    others !== null &&
    paths?.length === others?.length &&
    (paths ?? []).every((path, at) => path.length === others?.[at]?.length) &&
    from.points?.length === to.points?.length &&
    (from.points ?? []).every(({ name }, at) => name === to.points?.[at]?.name);
  if (!areAlike) return from;
  const [box, end] = [from.box, to.box];
  return {
    ...from,
    ...(box && end && { box: [0, 1, 2, 3].map((side) => mix(box[side]!, end[side]!)) as unknown as typeof box }),
    ...(paths && { segmentation: paths.map((path, at) => path.map((one, place) => mix(one, others![at]![place]!))) }),
    ...(from.points && {
      points: from.points.map(({ name, xy: [x, y] }, at) => {
        const [toX, toY] = to.points![at]!.xy;
        return { name, xy: [mix(x, toX), mix(y, toY)] as const };
      }),
    }),
  };
}

type Paths = readonly (readonly number[])[] | undefined | null;

/** Polygons as x, y, x, y…; `null`: a mask, or polygons with holes, which are held. */
function pathsOf(segmentation: TranslatedObject["segmentation"]): Paths {
  if (segmentation === undefined) return undefined;
  const isPaths = Array.isArray(segmentation) && (segmentation as readonly unknown[]).every(Array.isArray);
  return isPaths ? (segmentation as readonly (readonly number[])[]) : null;
}
