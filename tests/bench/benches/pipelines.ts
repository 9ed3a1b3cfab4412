/** Accuracy and speed of the built-in pipelines, on clips with known ground truth. */
import { writeFileSync } from "node:fs";

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

/** The same pictures, from memory, with one thread each. */
const speed: Bench = {
  name: "pipelines, speed",
  async run(context) {
    const openCv = findOpenCv();
    if (openCv === undefined) context.missing.add("OpenCV is not here (apt install python3-opencv).");
    const { rgb, first } = await wanderingPixels(150, 1);
    const path = context.file("wandering.rgb", () => rgb);
    writeFileSync(path, rgb);
    const { x1, y1, x2, y2 } = first;
    const box = [x1, y1, x2 - x1, y2 - y1].map(String);
    const rows: Row[] = [];
    for (const { what, name, peer, args } of [
      { what: "follow", name: "tracker_visual, one box", peer: "OpenCV: KCF", args: box },
      { what: "motion", name: "detector_motion", peer: "OpenCV: MOG2, morphology, blobs", args: [] },
    ] as const) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < 5; round++) {
        ours.push(await timeOf(what, rgb, first));
        if (openCv !== undefined) theirs.push(openCv([what, path, String(clipWidth), String(clipHeight), ...args]).ms);
      }
      const value = 150_000 / Math.min(...ours);
      const ratio = Math.min(...theirs) / Math.min(...ours);
      rows.push({ name: `pipelines, ${name}`, value, unit: "frames/s", ...(openCv !== undefined && { peer, ratio }) });
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
