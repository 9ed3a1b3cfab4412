/** Accuracy and speed of the built-in pipelines, on clips with known ground truth. */
import { writeFileSync } from "node:fs";

import type { Bounds } from "#vision/bounds";
import { averagePrecision } from "#vision/learning/precision";
import { clipHeight, clipWidth, makeClip } from "../../pipelines/clips.ts";
import { kinds, learnFrom, movingOn, scoredOn, setOf } from "../../pipelines/measure-learning.ts";
import {
  framesAfterLoss,
  hotaOfMotion,
  idf1OfLinking,
  median,
  overlapsOfVisual,
  timeOf,
  timeOfCuts,
  timeOfFlow,
  wanderingPixels,
} from "../../pipelines/measure.ts";
import { shoal } from "../../pipelines/scenes.ts";
import type { Bench } from "../context.ts";
import { findOpenCv } from "../peers/opencv.ts";
import type { Row } from "../row.ts";

const seeds = [1, 2, 3, 4, 5];
/** Clips on which boxes are tracked. */
const followedSeeds = Array.from({ length: 20 }, (_, n) => n + 1);
const lostSeeds = Array.from({ length: 60 }, (_, n) => n + 1);

/** Pictures from which the object is cut out. */
const cutPictures = 10;
const size = [String(clipWidth), String(clipHeight)];

interface Contestant {
  readonly name: string;
  readonly peer: string;
  /** Ratio to reach. */
  readonly min: number;
  readonly frames: number;
  /** Milliseconds. */
  readonly ours: () => Promise<number>;
  readonly args: readonly string[];
}

const openCvBox = ({ x1, y1, x2, y2 }: Bounds): string[] => [x1, y1, x2 - x1, y2 - y1].map(String);

const quality: Bench = {
  name: "pipelines, quality",
  async run() {
    const rows: Row[] = [];
    const hotas = [];
    for (const seed of seeds) hotas.push(await hotaOfMotion(100, seed));
    rows.push({
      name: "pipelines, HOTA of tracker_motion",
      value: median(hotas),
      unit: "",
      goal: { of: "value", min: 0.7 },
    });
    const linked = seeds.map(idf1OfLinking);
    const ours = median(linked.map((one) => one.ours));
    const peer = "greedy by overlap";
    const ratio = ours / median(linked.map((one) => one.greedy));
    rows.push({
      name: "pipelines, IDF1 of linking",
      value: ours,
      unit: "",
      peer,
      ratio,
      goal: { of: "ratio", min: 1 },
    });
    const overlaps = [];
    for (const seed of followedSeeds) overlaps.push(median(await overlapsOfVisual(150, seed)));
    rows.push({
      name: "pipelines, IoU of tracker_visual: median of the worst clip",
      value: Math.min(...overlaps),
      unit: "",
    });
    rows.push({
      name: "pipelines, IoU of tracker_visual",
      value: median(overlaps),
      unit: "",
      goal: { of: "value", min: 0.8 },
    });
    const late = [];
    for (const seed of lostSeeds) late.push(await framesAfterLoss(60, seed));
    // Tracks lost before the object disappeared do not count either.
    const inTime = late.filter((frames) => Math.abs(frames) <= 10).length / late.length;
    rows.push({
      name: "pipelines, lost within 10 frames",
      value: inTime,
      unit: "",
      goal: { of: "value", min: 0.95 },
    });
    return rows;
  },
};

/** The same pictures, from memory, with one thread each, in processor time. */
const speed: Bench = {
  name: "pipelines, speed",
  async run(context) {
    const openCv = findOpenCv();
    if (openCv === undefined) context.missing.add("OpenCV is not here (apt install python3-opencv).");
    const { rgb, first } = await wanderingPixels(150, 1);
    const path = context.file("wandering.rgb", () => rgb);
    writeFileSync(path, rgb);
    const box = openCvBox(first);
    // The object stays in this box for as long as it is cut out.
    const around = { x1: first.x1 - 8, y1: first.y1 - 8, x2: first.x2 + 8, y2: first.y2 + 8 };
    const few = rgb.subarray(0, cutPictures * clipWidth * clipHeight * 3);
    const fewPath = context.file("wandering-start.rgb", () => few);
    writeFileSync(fewPath, few);
    const contestants: readonly Contestant[] = [
      {
        name: "tracker_visual, one box",
        peer: "OpenCV: KCF",
        min: 1,
        frames: 150,
        ours: () => timeOf("follow", rgb, first),
        args: ["follow", path, ...size, ...box],
      },
      {
        name: "detector_motion",
        peer: "OpenCV: MOG2, morphology, blobs",
        min: 0.7,
        frames: 150,
        ours: () => timeOf("motion", rgb, first),
        args: ["motion", path, ...size],
      },
      {
        name: "optical flow of 300 points, and back",
        peer: "OpenCV: pyramidal Lucas-Kanade",
        min: 0.7,
        frames: 150,
        ours: () => timeOfFlow(rgb),
        args: ["flow", path, ...size],
      },
      {
        name: "cutting out of a box",
        peer: "OpenCV: GrabCut",
        min: 0.7,
        frames: cutPictures,
        ours: () => timeOfCuts(few, around),
        args: ["cut", fewPath, ...size, ...openCvBox(around)],
      },
    ];
    const rows: Row[] = [];
    for (const { name, peer, min, frames, ours, args } of contestants) {
      const [own, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < 5; round++) {
        own.push(await ours());
        if (openCv !== undefined) theirs.push(openCv(args).ms);
      }
      const value = (1000 * frames) / Math.min(...own);
      const ratio = Math.min(...theirs) / Math.min(...own);
      const against = { peer, ratio, goal: { of: "ratio", min } } as const;
      rows.push({ name: `pipelines, ${name}`, value, unit: "frames/s", ...(openCv !== undefined && against) });
    }
    return rows;
  },
};

/** Trained on three clips, tested on a fourth. */
const training: Bench = {
  name: "pipelines, training",
  async run() {
    const sets = [1, 2, 3].map((seed) => setOf(makeClip(shoal(20, seed)), kinds, `clip ${seed}`));
    const startMs = performance.now();
    const { model } = await learnFrom(sets, { labels: "fish" });
    const seconds = (performance.now() - startMs) / 1000;
    const unseen = makeClip(shoal(20, 9));
    const found = await scoredOn(unseen, model, "fish");
    const ours = averagePrecision(found) ?? 0;
    const moving = averagePrecision(await movingOn(unseen, found)) ?? 0;
    return [
      { name: "pipelines, training on 60 pictures of 320 x 240", value: seconds, unit: "s" },
      {
        name: "pipelines, average precision on unseen pictures",
        value: ours,
        unit: "",
        peer: "detector_motion",
        ratio: ours / moving,
        goal: { of: "ratio", min: 1 },
      },
    ];
  },
};

export const pipelineBenches: readonly Bench[] = [quality, speed, training];
