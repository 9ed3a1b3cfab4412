/**
 * How well *Suggest* finds objects after 20 boxes on 5 frames: trained as in the viewer, tested on the other frames of
 * the same clip. Run as a script, it prints the table for docs/accuracy.md, with seconds.
 */
import { pathToFileURL } from "node:url";
import type { Bounds } from "#vision/bounds";
import type { LearningPicture } from "#vision/learning/examples";
import { findObjects } from "#vision/learning/find-objects";
import { learnFast } from "#vision/learning/learn-fast";
import { averagePrecision, judge } from "#vision/learning/precision";
import { minConfidence } from "../../web/assist/learner-model.ts";
import { type ClipOptions, clipHeight, clipWidth, makeClip, randomNumbers } from "./clips.ts";
import { crossing, shoal } from "./scenes.ts";

const frames = 60;
const taughtOn = [4, 17, 30, 43, 56];

/** Four similar objects in the dark, with noise. */
function night(count: number, seed: number): ClipOptions {
  const random = randomNumbers(seed * 77 + 5);
  return {
    frames: count,
    seed,
    noise: 14,
    light: (time) => 0.55 + 0.1 * Math.sin(time * 5),
    movers: Array.from({ length: 4 }, () => {
      const [x, y, phase, pace] = [60 + 200 * random(), 40 + 160 * random(), 6 * random(), 2 + 2 * random()];
      return {
        at: (time: number) => ({
          x: x + 40 * Math.sin(phase + pace * time),
          y: y + 30 * Math.cos(phase + pace * time),
          halfWidth: 18,
          halfHeight: 10,
          turn: 0.3 * Math.sin(pace * time),
        }),
        color: [190, 150, 110] as const,
      };
    }),
  };
}

/** Worlds with four objects each. */
export const worlds: Readonly<Record<string, (seed: number) => { options: ClipOptions; types: readonly string[] }>> = {
  "fish and weed": (seed) => {
    const options = shoal(frames, seed);
    return { options: { ...options, movers: options.movers.slice(0, 4) }, types: ["fish", "fish", "fish", "weed"] };
  },
  "four that cross, of four colors": (seed) => ({
    options: crossing(frames, seed),
    types: Array.from({ length: 4 }, () => "object"),
  }),
  "four alike in the dark": (seed) => ({
    options: night(frames, seed),
    types: Array.from({ length: 4 }, () => "animal"),
  }),
};

/** @param every one in this many frames is tested */
export async function suggestAccuracy(world: string, seed: number, every = 3) {
  const { options, types } = worlds[world]!(seed);
  const clip = makeClip(options);
  const isHeld = (frame: number): boolean => !taughtOn.includes(frame) && frame % every === 0;
  const pictures = { taught: [] as LearningPicture[], held: [] as LearningPicture[] };
  await clip.reader.read(
    ({ frame, rgb }) => {
      const boxes = clip.truth.flatMap((all, n) =>
        all.filter((box) => box.frame === frame).map(({ bounds }) => ({ ...bounds, type: types[n] })),
      );
      const picture = { width: clipWidth, height: clipHeight, rgb: rgb.slice() };
      pictures[isHeld(frame) ? "held" : "taught"].push({ picture, boxes });
    },
    (frame) => isHeld(frame) || taughtOn.includes(frame),
  );
  const { taught, held } = pictures;
  const began = performance.now();
  const model = learnFast({ pictures: taught, refused: [], longestSide: clipWidth });
  const seconds = (performance.now() - began) / 1000;
  const looking = performance.now();
  const found = held.map(({ picture }) => findObjects(picture, model, 0.05));
  const each = (performance.now() - looking) / held.length;
  const precisions = [...new Set(types)].map((type) => {
    const ofType = held.map(({ boxes }, n) => ({
      truth: boxes.filter((box) => box.type === type) as readonly Bounds[],
      found: found[n]!.filter((one) => one.type === type).map(({ confidence, ...box }) => ({
        ...box,
        score: confidence,
      })),
    }));
    return averagePrecision(ofType) ?? 0;
  });
  const precision = precisions.reduce((sum, one) => sum + one, 0) / precisions.length;
  // The suggestions, and which of them are right.
  const judged = judge(
    held.map(({ boxes }, n) => ({
      truth: boxes as readonly Bounds[],
      found: found[n]!.filter(({ confidence }) => confidence >= minConfidence).map((one) => ({ ...one, score: 1 })),
    })),
  );
  const right = judged.filter(({ isRight }) => isRight).length;
  const truths = held.reduce((sum, { boxes }) => sum + boxes.length, 0);
  return {
    right: right / Math.max(1, judged.length),
    recall: right / truths,
    precision,
    seconds,
    msAPicture: each,
    boxes: taught.reduce((sum, { boxes }) => sum + boxes.length, 0),
  };
}

async function print(count: number): Promise<void> {
  const lines = [
    "| world | seeds | boxes | AP50 | worst | right of those shown | shown of all | seconds to learn | ms a picture |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
  ];
  for (const world of Object.keys(worlds)) {
    const all: Awaited<ReturnType<typeof suggestAccuracy>>[] = [];
    for (let seed = 1; seed <= count; seed++) all.push(await suggestAccuracy(world, seed));
    const mean = (of: (one: (typeof all)[number]) => number): number =>
      all.reduce((sum, one) => sum + of(one), 0) / count;
    const worst = Math.min(...all.map(({ precision }) => precision));
    lines.push(
      `| ${world} | 1 to ${count} | ${mean(({ boxes }) => boxes).toFixed(0)} | ${mean(({ precision }) => precision).toFixed(2)} | ${worst.toFixed(2)} | ${Math.round(100 * mean(({ right }) => right))} % | ${Math.round(100 * mean(({ recall }) => recall))} % | ${mean(({ seconds }) => seconds).toFixed(1)} | ${Math.round(mean(({ msAPicture }) => msAPicture))} |`,
    );
  }
  console.log(lines.join("\n"));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await print(Number(process.argv[2] ?? 5));
