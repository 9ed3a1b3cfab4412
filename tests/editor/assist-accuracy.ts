/**
 * Writes the tables of docs/accuracy.md about assistants; takes minutes. Pass a number for this many clips of each
 * kind.
 */
import { pathToFileURL } from "node:url";
import type { ClipOptions } from "../pipelines/clips.ts";
import { carryOutline, keyframesNeeded, lookThrough } from "../pipelines/measure-assist.ts";
import { median } from "../pipelines/measure.ts";
import { darting, shoal, vanishing, wandering } from "../pipelines/scenes.ts";
import { overlap } from "../../web/editor/edits/assist/best-keyframe.ts";

const frames = 150;

export interface Keyframes {
  readonly even: number;
  readonly asked: number;
  /** Without the tracker's observations. */
  readonly blind: number;
}

/** Sums over clips: keyframes until the mean overlap with ground truth is 0.9. */
export async function keyframesOver(
  scene: (frames: number, seed: number) => ClipOptions,
  seeds: readonly number[],
): Promise<Keyframes> {
  const sums = { even: 0, asked: 0, blind: 0 };
  for (const seed of seeds) {
    const looked = await lookThrough(scene(frames, seed));
    const { even, asked } = keyframesNeeded(looked.truth, looked);
    const nothing = new Map();
    const blind = keyframesNeeded(looked.truth, { forwards: nothing, backwards: nothing }).asked;
    sums.even += even;
    sums.asked += asked;
    sums.blind += blind;
  }
  return sums;
}

/** Median over the clips of the median overlap of the tracked box, and the worst clip; a lost frame counts 0. */
export async function followedOver(scene: (frames: number, seed: number) => ClipOptions, seeds: readonly number[]) {
  const medians = [];
  for (const seed of seeds) {
    const { truth, forwards } = await lookThrough(scene(frames, seed));
    medians.push(median(truth.map((box, frame) => (forwards.has(frame) ? overlap(box, forwards.get(frame)!) : 0))));
  }
  return { median: median(medians), worst: Math.min(...medians) };
}

/** Medians over the clips of the median overlap of the outline, carried along and stretched with the box. */
export async function outlinesOver(scene: (frames: number, seed: number) => ClipOptions, seeds: readonly number[]) {
  const [carried, stretched]: [number[], number[]] = [[], []];
  for (const seed of seeds) {
    const overlaps = await carryOutline(scene(frames, seed));
    carried.push(median(overlaps.carried));
    stretched.push(median(overlaps.stretched));
  }
  return { carried: median(carried), worst: Math.min(...carried), stretched: median(stretched) };
}

/** The fraction of clips on which it stops within ten frames of the object's disappearance. */
export async function stopsInTime(seeds: readonly number[]): Promise<number> {
  let inTime = 0;
  for (const seed of seeds) {
    const gone = await lookThrough(vanishing(frames, seed, 0.6), frames);
    if (Math.abs(Math.max(...gone.forwards.keys()) - (gone.truth.length - 1)) <= 10) inTime++;
  }
  return inTime / seeds.length;
}

async function print(count: number): Promise<void> {
  const seeds = Array.from({ length: count }, (_, n) => n + 1);
  const lines = [
    "| clips | seeds | evenly spread | asked for | share | without pictures |",
    "| --- | --- | --- | --- | --- | --- |",
  ];
  for (const [name, scene] of [
    ["rests and darts", darting],
    ["wanders, grows and turns", wandering],
  ] as const) {
    const { even, asked, blind } = await keyframesOver(scene, seeds);
    const each = (sum: number): string => (sum / count).toFixed(1);
    lines.push(
      `| ${name} | 1 to ${count} | ${each(even)} | ${each(asked)} | ${Math.round((100 * asked) / even)} % | ${Math.round((100 * blind) / even)} % |`,
    );
  }
  lines.push("", "| clips | seeds | median IoU | worst clip |", "| --- | --- | --- | --- |");
  for (const [name, scene] of [
    ["rests and darts", darting],
    ["wanders, grows and turns", wandering],
  ] as const) {
    const { median: middle, worst } = await followedOver(scene, seeds);
    lines.push(`| ${name} | 1 to ${count} | ${middle.toFixed(2)} | ${worst.toFixed(2)} |`);
  }
  lines.push("", "| clips | seeds | carried along | worst clip | stretched |", "| --- | --- | --- | --- | --- |");
  for (const [name, scene] of [
    ["rests and darts", darting],
    ["wanders, grows and turns", wandering],
    ["swims among others", shoal],
  ] as const) {
    const { carried, worst, stretched } = await outlinesOver(scene, seeds);
    const shown = [carried, worst, stretched].map((value) => value.toFixed(2)).join(" | ");
    lines.push(`| ${name} | 1 to ${count} | ${shown} |`);
  }
  lines.push("", `Stops in time: ${Math.round(100 * (await stopsInTime(seeds)))} %`);
  console.log(lines.join("\n"));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await print(Number(process.argv[2] ?? 100));
