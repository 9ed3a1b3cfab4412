/** Datasets from the point of view of a training: which of their frames, at which size, with which boxes. */
import type { Track } from "#schemas";

import { type PipelineMedia, PipelineError } from "../../../ports/pipeline-engine.ts";
import type { Bounds } from "#vision/bounds";
import { workingSize } from "#vision/pixels";
import type { Picture } from "../pictures/picture.ts";
import type { PictureReader } from "../pictures/read-pictures.ts";
import { type AnnotationDocument } from "../pipelines/builtin-pipeline.ts";
import { bestPair } from "../pipelines/documents.ts";
import { chooseSide, type LearningPicture, minSizePx, sizeOf } from "#vision/learning/examples";
import type { LabelOf } from "./labels.ts";

export interface LearningSet {
  readonly name: string;
  readonly media: PipelineMedia;
  readonly annotations: AnnotationDocument;
  pictures(longestSide: number): PictureReader;
}

type TypedBox = Bounds & { readonly type: string | undefined };

/** Memory limit of all pictures together. */
const maxPictureBytes = 256 * 1024 * 1024;
/**
 * Candidates for the size at which pictures are processed: the first at which no more than a quarter of the objects is
 * too small.
 */
const longestSides = [640, 960, 1280] as const;
/** Types with fewer objects are not learned. */
export const minObjects = 5;
/** With fewer annotated frames, none is held out for testing. */
const minFrames = 10;

export interface LearningData {
  readonly pictures: LearningPicture[];
  readonly heldOut: LearningPicture[];
  readonly types: string[];
  readonly longestSide: number;
}

interface LearningOptions {
  readonly labelOf: LabelOf;
  readonly annotatedFramesOnly: boolean;
  /** The size used by the model to start from. */
  readonly longestSide: number | undefined;
  readonly progress: (done: number, total: number, message: string) => void;
  readonly log: (text: string) => void;
}

/** A dataset with its boxes by frame. */
interface BoxedSet {
  readonly set: LearningSet;
  readonly boxes: ReadonlyMap<number, readonly TypedBox[]>;
}

export async function readLearningData(sets: readonly LearningSet[], options: LearningOptions): Promise<LearningData> {
  const boxed = sets.map((set): BoxedSet => ({ set, boxes: boxesOf(set.annotations, options.labelOf) }));
  const known = typesToLearn(boxed, options.log);
  const sizes = await Promise.all(sets.map(fullSizeOf));
  const longestSide = options.longestSide ?? sideFor(boxed, sizes);
  const chosen = chooseFrames(boxed, maxFramesAt(longestSide, sizes), options);
  const count = chosen.reduce((sum, { frames }) => sum + frames.size, 0);
  const data = { pictures: [] as LearningPicture[], heldOut: [] as LearningPicture[] };
  let read = 0;
  for (const { set, boxes, frames } of chosen) {
    await set.pictures(longestSide).read(
      (picture) => {
        const { frame } = picture;
        const target = frames.get(frame) === "held out" ? data.heldOut : data.pictures;
        target.push(examplesOn(picture, boxes.get(frame) ?? [], known));
        options.progress(++read, count, "Reading pictures");
      },
      (frame) => frames.has(frame),
    );
  }
  const learned = data.pictures.flatMap(({ boxes }) => boxes.flatMap(({ type }) => type ?? []));
  const boxCounts = Map.groupBy(learned, (type) => type);
  const types = [...boxCounts.keys()].sort();
  if (types.length === 0) {
    throw new PipelineError(`The objects are too small to be learned: under ${minSizePx} pixels at ${longestSide}.`);
  }
  const text = types.map((type) => `${type} (${boxCounts.get(type)?.length} boxes)`).join(", ");
  options.log(`Learning from ${data.pictures.length} pictures, ${data.heldOut.length} held out: ${text}`);
  return { ...data, types, longestSide };
}

/** Types with enough boxes. */
function typesToLearn(boxed: readonly BoxedSet[], log: (text: string) => void): ReadonlySet<string> {
  const types = boxed.flatMap(({ boxes }) =>
    [...boxes.values()].flatMap((list) => list.flatMap(({ type }) => type ?? [])),
  );
  const byType = Map.groupBy(types, (type) => type);
  if (byType.size === 0) throw new PipelineError("No annotations to learn from.");
  const few = [...byType].flatMap(([type, all]) => (all.length < minObjects ? [type] : []));
  if (few.length > 0) log(`Left out, since there are fewer than ${minObjects} boxes: ${few.join(", ")}`);
  if (few.length === byType.size) {
    throw new PipelineError(`There is no type with at least ${minObjects} boxes, so there is nothing to learn.`);
  }
  return new Set([...byType.keys()].filter((type) => !few.includes(type)));
}

function sideFor(boxed: readonly BoxedSet[], sizes: readonly PictureSize[]): number {
  const objects = boxed.flatMap(({ boxes }, n) => {
    const longest = Math.max(sizes[n]?.width ?? 1, sizes[n]?.height ?? 1);
    return [...boxes.values()].flat().map((box) => ({ size: sizeOf(box), longest }));
  });
  return chooseSide(objects, longestSides);
}

function maxFramesAt(longestSide: number, sizes: readonly PictureSize[]): number {
  const working = sizes.map(({ width, height }) => workingSize(width, height, longestSide));
  const pictureBytes = Math.max(...working.map(({ width, height }) => width * height * 3));
  return Math.max(minFrames, Math.floor(maxPictureBytes / pictureBytes));
}

/** The boxes of a frame in the pixels of its picture; those too small to be learned have no type. */
function examplesOn(
  { width, height, rgb, scaleX, scaleY }: Picture,
  boxes: readonly TypedBox[],
  known: ReadonlySet<string>,
): LearningPicture {
  const scaled = boxes.map(({ type, ...bounds }): TypedBox => {
    const box = {
      x1: Math.max(0, bounds.x1 / scaleX),
      y1: Math.max(0, bounds.y1 / scaleY),
      x2: Math.min(width, bounds.x2 / scaleX),
      y2: Math.min(height, bounds.y2 / scaleY),
    };
    const isGood = box.x2 > box.x1 && box.y2 > box.y1 && sizeOf(box) >= minSizePx;
    return { ...box, type: type !== undefined && isGood && known.has(type) ? type : undefined };
  });
  return { picture: { width, height, rgb: rgb.slice() }, boxes: scaled };
}

/** The boxes of each frame, including those interpolated between keyframes. */
function boxesOf({ tracks }: AnnotationDocument, labelOf: LabelOf): Map<number, TypedBox[]> {
  const frames = new Map<number, TypedBox[]>();
  for (const track of Object.values(tracks)) {
    const pair = bestPair(track);
    const type = pair && labelOf(pair[0]);
    for (const { frame, bounds } of everyBox(track)) {
      const boxes = frames.get(frame) ?? [];
      boxes.push({ ...bounds, type });
      frames.set(frame, boxes);
    }
  }
  return frames;
}

function* everyBox({ features }: Track): Generator<{ frame: number; bounds: Bounds }> {
  for (const [n, feature] of features.entries()) {
    const next = features[n + 1];
    const isContinued = feature.interpolate === true && next !== undefined;
    const last = isContinued ? next.frame - 1 : feature.frame;
    for (let frame = feature.frame; frame <= last; frame++) {
      const share = isContinued ? (frame - feature.frame) / (next.frame - feature.frame) : 0;
      const side = (at: 0 | 1 | 2 | 3): number =>
        feature.bounds[at] + (isContinued ? (next.bounds[at] - feature.bounds[at]) * share : 0);
      yield { frame, bounds: { x1: side(0), y1: side(1), x2: side(2), y2: side(3) } };
    }
  }
}

type PictureSize = Pick<Picture, "width" | "height">;

async function fullSizeOf({ media, pictures }: LearningSet): Promise<PictureSize> {
  if (media.kind === "video") return media;
  let size = { width: 1, height: 1 };
  await pictures(longestSides[0]).read(
    ({ width, height, scaleX, scaleY }) => {
      size = { width: width * scaleX, height: height * scaleY };
    },
    (frame) => frame === 0,
  );
  return size;
}

const frameCountOf = ({ media }: LearningSet): number =>
  media.kind === "video" ? media.frameCount : media.files.length;

/**
 * Which frames are used for training, and which are held out: contiguous stretches, since adjacent frames look alike.
 */
function chooseFrames(
  boxed: readonly BoxedSet[],
  max: number,
  { annotatedFramesOnly }: Pick<LearningOptions, "annotatedFramesOnly">,
): (BoxedSet & { readonly frames: ReadonlyMap<number, "learn" | "held out"> })[] {
  const annotatedOf = ({ set, boxes }: BoxedSet): number[] =>
    [...boxes.keys()].filter((frame) => frame < frameCountOf(set)).sort((a, b) => a - b);
  const total = boxed.reduce((sum, each) => sum + annotatedOf(each).length, 0);
  const share = Math.min(1, (annotatedFramesOnly ? max : max * 0.75) / total);
  return boxed.map((each) => {
    const annotated = annotatedOf(each);
    const picked = spread(annotated, Math.max(1, Math.round(annotated.length * share)));
    const frames = new Map<number, "learn" | "held out">();
    for (const [n, frame] of picked.entries()) {
      const tenth = Math.floor((n * 10) / picked.length);
      const isHeldOut = picked.length >= minFrames && (tenth === 3 || tenth === 8);
      frames.set(frame, isHeldOut ? "held out" : "learn");
    }
    if (annotatedFramesOnly) return { ...each, frames };
    const known = new Set(annotated);
    const empty = Array.from({ length: frameCountOf(each.set) }, (_, frame) => frame).filter(
      (frame) => !known.has(frame),
    );
    for (const frame of spread(empty, Math.ceil(picked.length / 3))) frames.set(frame, "learn");
    return { ...each, frames };
  });
}

/** Picks this many of them, evenly spaced. */
function spread(all: readonly number[], count: number): number[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, n) => all[Math.floor((n * all.length) / count)] as number);
}
