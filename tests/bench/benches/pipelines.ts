/** How good and how quick the built-in pipelines are, on clips whose truth is known. */
import type { Bench } from "../context.ts";
import type { Row } from "../row.ts";
import { framesAfterLoss, hotaOfMotion, idf1OfLinking, median, overlapsOfVisual } from "../../pipelines/measure.ts";

const seeds = [1, 2, 3, 4, 5];

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
      goal: { of: "value", least: 0.7 },
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
      goal: { of: "ratio", least: 1 },
    });
    const overlaps = [];
    for (const seed of seeds) overlaps.push(median(await overlapsOfVisual(150, seed)));
    rows.push({
      name: "pipelines, IoU of tracker_visual",
      value: median(overlaps),
      unit: "",
      goal: { of: "value", least: 0.8 },
    });
    const late = [];
    for (let seed = 1; seed <= 20; seed++) late.push(await framesAfterLoss(60, seed));
    const inTime = late.filter((frames) => frames <= 10).length / late.length;
    rows.push({
      name: "pipelines, lost within 10 frames",
      value: inTime,
      unit: "",
      goal: { of: "value", least: 0.95 },
    });
    return rows;
  },
};

export const pipelineBenches: readonly Bench[] = [quality];
