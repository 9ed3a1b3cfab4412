/** Runs built-in pipelines on synthetic clips and measures their accuracy: used by the test and by the bench. */
import type { Track } from "#schemas";

import { type Bounds, overlapOf } from "#vision/bounds";
import { OpticalFlow } from "#vision/motion/optical-flow";
import { cutOut } from "#vision/segment/cut-out";
import type { Detection } from "../../server/adapters/builtin/detection.ts";
import {
  type AnnotationDocument,
  type BuiltinPipeline,
  documentOf,
  Parameters,
  trackOf,
} from "../../server/adapters/builtin/pipelines/builtin-pipeline.ts";
import { detectorMotion } from "../../server/adapters/builtin/pipelines/detector-motion.ts";
import { trackerMotion } from "../../server/adapters/builtin/pipelines/tracker-motion.ts";
import { trackerVisual } from "../../server/adapters/builtin/pipelines/tracker-visual.ts";
import type { PictureReader } from "../../server/adapters/builtin/pictures/read-pictures.ts";
import { Tracker } from "../../server/adapters/builtin/tracking/tracker.ts";
import { type Clip, clipHeight, clipWidth, makeClip, randomNumbers } from "./clips.ts";
import { crossing, vanishing, wandering } from "./scenes.ts";
import { type FrameBox, greedyTracks, hota, idf1 } from "./scores.ts";

const noPictures: PictureReader = { frameCount: 0, read: async () => undefined };

/** With defaults for omitted parameters. */
export async function runBuiltin(
  pipeline: BuiltinPipeline,
  {
    annotations = documentOf([]),
    pictures = noPictures,
    set = {},
  }: {
    annotations?: AnnotationDocument;
    pictures?: PictureReader;
    set?: Readonly<Record<string, string | number | boolean>>;
  },
): Promise<AnnotationDocument & { logged: string[] }> {
  const defaults = Object.fromEntries(
    pipeline.description.parameters.map(({ key, default: value }) => [key, value ?? ""]),
  );
  const logged: string[] = [];
  const result = await pipeline.run({
    parameters: new Parameters({ ...defaults, ...set }),
    fps: 10,
    annotations,
    pictures: () => pictures,
    progress: () => undefined,
    log: (text) => void logged.push(text),
  });
  return { ...result, logged };
}

const asBounds = ([x1, y1, x2, y2]: readonly [number, number, number, number]): Bounds => ({ x1, y1, x2, y2 });

/** Every frame of a track, interpolated between keyframes as in the viewer. */
export function everyFrame({ features }: Track): FrameBox[] {
  return features.flatMap((feature, n) => {
    const next = features[n + 1];
    const last = next === undefined || feature.interpolate !== true ? feature.frame : next.frame - 1;
    return Array.from({ length: last - feature.frame + 1 }, (_, step): FrameBox => {
      const share = next === undefined ? 0 : step / (next.frame - feature.frame);
      const bounds = feature.bounds.map((side, at) => side + ((next?.bounds[at] ?? side) - side) * share);
      return { frame: feature.frame + step, bounds: asBounds(bounds as [number, number, number, number]) };
    });
  });
}

export async function hotaOfMotion(frames: number, seed = 1): Promise<number> {
  const { reader, truth } = makeClip(crossing(frames, seed));
  const { tracks } = await runBuiltin(trackerMotion, { pictures: reader });
  return hota(truth, Object.values(tracks).map(everyFrame));
}

/** IDF1 of our tracker and of a greedy one, on detections that are inaccurate, missing and spurious. */
export function idf1OfLinking(seed: number): { ours: number; greedy: number } {
  const random = randomNumbers(seed);
  const { truth } = makeClip({ ...crossing(120, seed) });
  const off = (): number => (random() + random() - 1) * 5;
  const frames = Array.from({ length: 120 }, (_, frame) => {
    const real = truth.flatMap((track) => track.filter((box) => box.frame === frame && random() > 0.15));
    const boxes: Detection[] = real.map(({ bounds: { x1, y1, x2, y2 } }) => ({
      x1: x1 + off(),
      y1: y1 + off(),
      x2: x2 + off(),
      y2: y2 + off(),
      score: 0.5 + 0.5 * random(),
    }));
    if (random() < 0.4) {
      const [x, y] = [random() * clipWidth, random() * clipHeight];
      boxes.push({ x1: x, y1: y, x2: x + 20, y2: y + 20, score: 0.3 + 0.4 * random() });
    }
    return { frame, boxes };
  });
  const tracker = new Tracker({ maxGap: 15, minDetections: 3, minOverlap: 0.1, beginScore: 0.3 });
  for (const { frame, boxes } of frames) tracker.add(frame, boxes);
  const ours = tracker.finish().map((boxes) => boxes.map(({ frame, of }) => ({ frame, bounds: of })));
  return { ours: idf1(truth, ours), greedy: idf1(truth, greedyTracks(frames)) };
}

/** The clip of `overlapsOfVisual` as bytes, and the first box: for other trackers. */
export async function wanderingPixels(
  frames: number,
  seed: number,
): Promise<{ clip: Clip; rgb: Buffer; first: Bounds }> {
  const clip = makeClip(wandering(frames, seed));
  const pictures: Buffer[] = [];
  await clip.reader.read(({ rgb }) => void pictures.push(Buffer.from(rgb)));
  return { clip, rgb: Buffer.concat(pictures), first: (clip.truth[0]?.[0] as FrameBox).bounds };
}

/** Reads a clip that is drawn already. */
export function readerOf(rgb: Uint8Array): PictureReader {
  const bytes = clipWidth * clipHeight * 3;
  const frameCount = rgb.length / bytes;
  return {
    frameCount,
    async read(look, wanted = () => true) {
      for (let frame = 0; frame < frameCount; frame++) {
        if (!wanted(frame)) continue;
        const own = rgb.subarray(frame * bytes, (frame + 1) * bytes);
        await look({ frame, width: clipWidth, height: clipHeight, scaleX: 1, scaleY: 1, rgb: own });
      }
    },
  };
}

/** Milliseconds of processor time that our pipelines take for these pictures. */
export async function timeOf(what: "follow" | "motion", rgb: Uint8Array, first: Bounds): Promise<number> {
  const pictures = readerOf(rgb);
  const annotations = documentOf([trackOf(0, "fish", 1, [{ frame: 0, bounds: first }])]);
  return await processorMs(async () => {
    if (what === "follow") await runBuiltin(trackerVisual, { annotations, pictures });
    else await runBuiltin(detectorMotion, { pictures });
  });
}

/** The same for cutting the object out of a box on each picture. */
export async function timeOfCuts(rgb: Uint8Array, bounds: Bounds): Promise<number> {
  return await processorMs(async () => {
    await readerOf(rgb).read((picture) => void cutOut(picture, bounds));
  });
}

/** The same for 300 points of each picture, found on the next one and back. */
export async function timeOfFlow(rgb: Uint8Array): Promise<number> {
  const points = Array.from({ length: 300 }, (_, n) => ({ x: 15 + (n % 20) * 15, y: 15 + Math.floor(n / 20) * 15 }));
  const flow = new OpticalFlow(clipWidth, clipHeight, points.length);
  return await processorMs(async () => {
    await readerOf(rgb).read((picture) => {
      flow.see(picture);
      if (picture.frame > 0) flow.find(points);
    });
  });
}

/** Time of the processor in this process: unlike that of the clock, it hardly depends on what else runs. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1000;
}

async function followed(clip: Clip): Promise<Track> {
  const first = clip.truth[0]?.[0] as FrameBox;
  const annotations = documentOf([trackOf(0, "fish", 1, [first])]);
  const { tracks } = await runBuiltin(trackerVisual, { annotations, pictures: clip.reader });
  return tracks["0"] as Track;
}

/** Overlap with ground truth on each frame; 0 if the box was lost. */
export async function overlapsOfVisual(frames: number, seed: number): Promise<number[]> {
  const clip = makeClip(wandering(frames, seed));
  const boxes = new Map(everyFrame(await followed(clip)).map(({ frame, bounds }) => [frame, bounds]));
  return (clip.truth[0] ?? []).map(({ frame, bounds }) => {
    const found = boxes.get(frame);
    return found === undefined ? 0 : overlapOf(found, bounds);
  });
}

/** Number of frames that a box is tracked after the object is gone; below 0: it was lost before. */
export async function framesAfterLoss(frames: number, seed: number): Promise<number> {
  const clip = makeClip(vanishing(frames, seed, 0.6));
  const { end } = await followed(clip);
  return end - (clip.truth[0]?.at(-1)?.frame ?? 0);
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
