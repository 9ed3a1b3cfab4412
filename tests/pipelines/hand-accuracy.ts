/** Writes the table of docs/accuracy.md about tracks made by holding the pointer on objects. Takes minutes. */
import { pathToFileURL } from "node:url";
import { type ClipOptions, randomNumbers } from "./clips.ts";
import { type HeldScores, holdOn } from "./measure-hand.ts";
import { crossing, darting, shoal, wandering } from "./scenes.ts";

const [frames, noisePx] = [150, 15];

interface Kind {
  readonly name: string;
  readonly scene: (frames: number, seed: number) => ClipOptions;
  readonly object: number;
}

export const kinds: readonly Kind[] = [
  { name: "wanders, grows and turns", scene: wandering, object: 0 },
  { name: "rests and darts", scene: darting, object: 0 },
  { name: "a small one, hidden by a pole for a while", scene: crossing, object: 0 },
  { name: "another small one, hidden as well", scene: crossing, object: 1 },
  { name: "one of a shoal", scene: shoal, object: 0 },
];

export async function heldOn({ scene, object }: Kind, seed: number): Promise<HeldScores & { readonly trueMs: number }> {
  const lagMs = 80 + 120 * randomNumbers(seed * 271 + 3)();
  return { ...(await holdOn(scene(frames, seed), { lagMs, noisePx, seed }, object)), trueMs: lagMs };
}

async function print(count: number): Promise<void> {
  const two = (value: number): string => value.toFixed(2);
  console.log("| clips | seeds | pointer alone | tracker alone | both | worst clip | lag off, ms |");
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  const all: (HeldScores & { readonly trueMs: number })[] = [];
  const row = (name: string, scores: typeof all): void => {
    const mean = (of: (each: (typeof all)[number]) => number) =>
      scores.reduce((sum, each) => sum + of(each), 0) / scores.length;
    const worst = Math.min(...scores.map(({ both }) => both));
    const off = Math.round(mean(({ lagMs, trueMs }) => Math.abs(lagMs - trueMs)));
    const [pointer, tracker, both] = [mean((s) => s.pointer), mean((s) => s.tracker), mean((s) => s.both)];
    console.log(
      `| ${name} | 1 to ${count} | ${two(pointer)} | ${two(tracker)} | ${two(both)} | ${two(worst)} | ${off} |`,
    );
  };
  for (const kind of kinds) {
    const scores = [];
    for (let seed = 1; seed <= count; seed++) scores.push(await heldOn(kind, seed));
    row(kind.name, scores);
    all.push(...scores);
  }
  row("all", all);
  console.log(`Share of the clip's time: ${two(Math.max(...all.map(({ load }) => load)))} at most`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await print(Number(process.argv[2] ?? 10));
