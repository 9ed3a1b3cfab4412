/**
 * How far soft edits correct a track that drifts smoothly off its object: 300 keyframes that start on the object,
 * corrected exactly at the end of each third with a reach of a third. Run as a script, it prints the table for
 * docs/accuracy.md.
 */
import { pathToFileURL } from "node:url";
import type { FrameNumber, TrackId } from "#core/types";
import type { BoxBounds } from "../../web/base/shape.ts";
import { setShape } from "../../web/editor/edits/shape-edits.ts";
import { overlap } from "../../web/editor/edits/assist/best-keyframe.ts";
import { seededRandom } from "../support/random.ts";
import { TestEditor } from "./test-editor.ts";

const frames = 300;
const corrections = 3;

export interface SoftAccuracy {
  /** Mean overlap with ground truth. */
  readonly before: number;
  readonly after: number;
  /** With the same corrections, each affecting only its frame. */
  readonly alone: number;
}

/** @param waves maximum number of waves of the drift over the whole track */
export async function softAccuracy(seed: number, waves: number): Promise<SoftAccuracy> {
  const { truth, drifted } = makeDrift(seed, waves);
  const run = async (reach: number): Promise<readonly [before: number, after: number]> => {
    const t = await TestEditor.create({ frameCount: frames });
    let id: TrackId | undefined;
    t.workspace.transact({ kind: "track", change: "add" }, 0 as FrameNumber, (tx) => {
      id = tx.tracks.add({ type: "fish", frame: 0 as FrameNumber, bounds: drifted[0]! });
      for (const [frame, bounds] of drifted.entries()) tx.detections.setBounds(id, frame as FrameNumber, bounds);
    });
    const mean = (): number =>
      truth.reduce((sum, box, frame) => sum + overlap(box, t.boundsOf(id!, frame)!), 0) / frames;
    const before = mean();
    t.editor.softEditFrames.value = reach;
    for (let n = 0; n < corrections; n++) {
      const frame = Math.min(frames - 1, ((n + 1) * frames) / corrections);
      t.seek(frame);
      setShape(t.editor, id!, { kind: "rectangle", bounds: truth[frame]! });
    }
    const after = mean();
    t.editor.dispose();
    return [before, after];
  };
  const [before, after] = await run(frames / corrections);
  const [, alone] = await run(0);
  return { before, after, alone };
}

/** A box that wanders and changes its size, and one that has drifted off it: slow waves of center and size. */
function makeDrift(
  seed: number,
  waves: number,
): { readonly truth: readonly BoxBounds[]; readonly drifted: readonly BoxBounds[] } {
  const random = seededRandom(seed);
  /** A sum of two waves of different length, at most this many over the whole track; about -1..1. */
  const wave = (max: number): ((frame: number) => number) => {
    const parts = [0.7, 0.3].map((height) => ({
      height,
      turns: max * (0.5 + random() / 2),
      begin: random() * 2 * Math.PI,
    }));
    return (frame) =>
      parts.reduce(
        (sum, { height, turns, begin }) => sum + height * Math.sin(begin + (2 * Math.PI * turns * frame) / frames),
        0,
      );
  };
  const [x, y, size] = [wave(2), wave(2), wave(2)];
  const [offX, offY, offSize] = [wave(waves), wave(waves), wave(waves)].map(
    (off) => (frame: number) => off(frame) - off(0),
  );
  const boxAt = (frame: number, drift: number): BoxBounds => {
    const wide = 80 + 20 * size(frame) + drift * 10 * offSize!(frame);
    const middle = [320 + 150 * x(frame) + drift * 24 * offX!(frame), 240 + 90 * y(frame) + drift * 14 * offY!(frame)];
    return [middle[0]! - wide / 2, middle[1]! - wide * 0.3, middle[0]! + wide / 2, middle[1]! + wide * 0.3];
  };
  const all = (drift: number): readonly BoxBounds[] =>
    Array.from({ length: frames }, (_, frame) => boxAt(frame, drift));
  return { truth: all(0), drifted: all(1) };
}

async function print(count: number): Promise<void> {
  const lines = [
    "| waves of the drift | seeds | as tracked | three edits of one frame | three soft edits | worst track |",
    "| --- | --- | --- | --- | --- | --- |",
  ];
  for (const waves of [0.5, 1, 1.5]) {
    const measured = await Promise.all(Array.from({ length: count }, (_, n) => softAccuracy(n + 1, waves)));
    const mean = (of: keyof SoftAccuracy): string =>
      (measured.reduce((sum, each) => sum + each[of], 0) / count).toFixed(2);
    const worst = Math.min(...measured.map(({ after }) => after)).toFixed(2);
    lines.push(
      `| up to ${waves} | 1 to ${count} | ${mean("before")} | ${mean("alone")} | ${mean("after")} | ${worst} |`,
    );
  }
  console.log(lines.join("\n"));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await print(Number(process.argv[2] ?? 20));
