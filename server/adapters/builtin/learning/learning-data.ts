/** Datasets from the point of view of a training: which of their frames, at which size, with which boxes. */
import type { Track } from "#schemas";

import { type PipelineMedia, PipelineError } from "../../../ports/pipeline-engine.ts";
import type { Bounds } from "#vision/bounds";
import { workingSize } from "#vision/pixels";
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

export async function readLearningData(
  sets: readonly LearningSet[],
  given: {
    readonly labelOf: LabelOf;
    readonly annotatedFramesOnly: boolean;
    /** The size used by the model to start from. */
    readonly longestSide: number | undefined;
    readonly progress: (done: number, total: number, message: string) => void;
    readonly log: (text: string) => void;
  },
): Promise<LearningData> {
  const { labelOf, log } = given;
  const boxed = sets.map((set) => ({ set, frames: boxesOf(set.annotations, labelOf) }));
  const counts = new Map<string, number>();
  for (const { frames } of boxed) {
    for (const { type } of [...frames.values()].flat()) {
      if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1);
    }
  }
  if (counts.size === 0) throw new PipelineError("No annotations to learn from.");
  const isKnown = (type: string): boolean => (counts.get(type) ?? 0) >= minObjects;
  const few = [...counts.keys()].filter((type) => !isKnown(type));
  if (few.length > 0) log(`Left out, since there are fewer than ${minObjects} boxes: ${few.join(", ")}`);
  if (few.length === counts.size) {
    throw new PipelineError(`There is no type with at least ${minObjects} boxes, so there is nothing to learn.`);
  }
  const sizes = await Promise.all(sets.map(fullSizeOf));
  const longestSide =
    given.longestSide ??
    chooseSide(
      boxed.flatMap(({ frames }, n) => {
        const longest = Math.max(sizes[n]?.width ?? 1, sizes[n]?.height ?? 1);
        return [...frames.values()].flat().map((box) => ({ size: sizeOf(box), longest }));
      }),
      longestSides,
    );
  const pictureBytes = Math.max(
    ...sizes.map(({ width, height }) => {
      const working = workingSize(width, height, longestSide);
      return working.width * working.height * 3;
    }),
  );
  const max = Math.max(minFrames, Math.floor(maxPictureBytes / pictureBytes));
  const chosen = chooseFrames(
    boxed.map(({ set, frames }) => ({ set, annotated: framesOf(frames, set) })),
    max,
    given,
  );
  const count = chosen.reduce((sum, { frames }) => sum + frames.size, 0);
  const data = { pictures: [] as LearningPicture[], heldOut: [] as LearningPicture[] };
  let read = 0;
  for (const [n, { set, frames }] of chosen.entries()) {
    await set.pictures(longestSide).read(
      ({ frame, width, height, rgb, scaleX, scaleY }) => {
        const boxes = (boxed[n]?.frames.get(frame) ?? []).map(({ type, ...bounds }): TypedBox => {
          const box = {
            x1: Math.max(0, bounds.x1 / scaleX),
            y1: Math.max(0, bounds.y1 / scaleY),
            x2: Math.min(width, bounds.x2 / scaleX),
            y2: Math.min(height, bounds.y2 / scaleY),
          };
          const isGood = box.x2 > box.x1 && box.y2 > box.y1 && sizeOf(box) >= minSizePx;
          return { ...box, type: type !== undefined && isGood && isKnown(type) ? type : undefined };
        });
        const picture = { picture: { width, height, rgb: rgb.slice() }, boxes };
        (frames.get(frame) === "held out" ? data.heldOut : data.pictures).push(picture);
        given.progress(++read, count, "Reading pictures");
      },
      (frame) => frames.has(frame),
    );
  }
  const boxCount = (type: string): number =>
    data.pictures.reduce((sum, { boxes }) => sum + boxes.filter((box) => box.type === type).length, 0);
  const types = [...counts.keys()].filter((type) => isKnown(type) && boxCount(type) > 0).sort();
  if (types.length === 0) {
    throw new PipelineError(`The objects are too small to be learned: under ${minSizePx} pixels at ${longestSide}.`);
  }
  const text = types.map((type) => `${type} (${boxCount(type)} boxes)`).join(", ");
  log(`Learning from ${data.pictures.length} pictures, ${data.heldOut.length} held out: ${text}`);
  return { ...data, types, longestSide };
}

/** The boxes of each frame, including those interpolated between keyframes. */
export function boxesOf({ tracks }: AnnotationDocument, labelOf: LabelOf): Map<number, TypedBox[]> {
  const frames = new Map<number, TypedBox[]>();
  for (const track of Object.values(tracks)) {
    const pair = bestPair(track);
    const type = pair && labelOf(pair[0]);
    for (const { frame, bounds } of everyBox(track)) {
      const boxes = frames.get(frame);
      if (boxes === undefined) frames.set(frame, [{ ...bounds, type }]);
      else boxes.push({ ...bounds, type });
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

async function fullSizeOf({ media, pictures }: LearningSet): Promise<{ width: number; height: number }> {
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

/** Frames with a box that is learned. */
const framesOf = (frames: ReadonlyMap<number, readonly TypedBox[]>, { media }: LearningSet): number[] => {
  const count = media.kind === "video" ? media.frameCount : media.files.length;
  return [...frames.keys()].filter((frame) => frame < count).sort((a, b) => a - b);
};

/**
 * Which frames are used for training, and which are held out: contiguous stretches, since adjacent frames look alike.
 */
function chooseFrames(
  sets: readonly { set: LearningSet; annotated: readonly number[] }[],
  max: number,
  { annotatedFramesOnly }: { annotatedFramesOnly: boolean },
): { set: LearningSet; frames: Map<number, "learn" | "held out"> }[] {
  const total = sets.reduce((sum, { annotated }) => sum + annotated.length, 0);
  const share = Math.min(1, (annotatedFramesOnly ? max : max * 0.75) / total);
  return sets.map(({ set, annotated }) => {
    const picked = spread(annotated, Math.max(1, Math.round(annotated.length * share)));
    const frames = new Map<number, "learn" | "held out">();
    for (const [n, frame] of picked.entries()) {
      const tenth = Math.floor((n * 10) / picked.length);
      const isHeldOut = picked.length >= minFrames && (tenth === 3 || tenth === 8);
      frames.set(frame, isHeldOut ? "held out" : "learn");
    }
    if (annotatedFramesOnly) return { set, frames };
    const { media } = set;
    const count = media.kind === "video" ? media.frameCount : media.files.length;
    const known = new Set(annotated);
    const empty = Array.from({ length: count }, (_, frame) => frame).filter((frame) => !known.has(frame));
    for (const frame of spread(empty, Math.ceil(picked.length / 3))) frames.set(frame, "learn");
    return { set, frames };
  });
}

/** Picks this many of them, evenly spaced. */
function spread(all: readonly number[], count: number): number[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, n) => all[Math.floor((n * all.length) / count)] as number);
}
