/**
 * How close the merged annotations of several people are to the truth, compared with the best of these people alone.
 * Run as a script, it prints the table for docs/accuracy.md.
 */
import { pathToFileURL } from "node:url";
import { mergeSides } from "../../core-wasm/host/consensus/consensus.ts";
import type { ConsensusTrack } from "../../core-wasm/host/consensus/consensus-side.ts";
import { compareFrames } from "../../core-wasm/host/metrics/frames.ts";
import { measureHota } from "../../core-wasm/host/metrics/hota.ts";
import type { TrackBoxes } from "../../core-wasm/host/types.ts";
import { annotatedWorld, caresOf } from "../support/annotators.ts";

export interface Compared {
  readonly merged: number;
  /** Scores of each person alone. */
  readonly alone: readonly number[];
}

const notMerged = { shapes: 0, notes: 0, frameLabels: 0, groups: 0 };
export const sideOf = (tracks: readonly ConsensusTrack[]) => ({ tracks, notMerged });

export function compareWithTruth(seed: number, cares: readonly number[]): Compared {
  const { truth, people } = annotatedWorld(seed, { cares });
  const hota = (tracks: readonly TrackBoxes[]): number => measureHota(compareFrames(truth, tracks)).hota;
  return { merged: hota(mergeSides(people.map(sideOf)).tracks), alone: people.map(hota) };
}

export const isAsGood = ({ merged, alone }: Compared): boolean => merged >= Math.max(...alone);

function print(seeds: number): void {
  const mean = (values: readonly number[]): string =>
    (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
  const rows: readonly (readonly [what: string, cares: (seed: number) => readonly number[]])[] = [
    ["two", (seed) => caresOf(seed, 2)],
    ["three", (seed) => caresOf(seed, 3)],
    ["four", (seed) => caresOf(seed, 4)],
    ["five", (seed) => caresOf(seed, 5)],
    ["three, one of them three times as careless", (seed) => [...caresOf(seed, 2), 3]],
    ["five, one of them three times as careless", (seed) => [...caresOf(seed, 4), 3]],
  ];
  for (const [what, cares] of rows) {
    const all = Array.from({ length: seeds }, (_, seed) => compareWithTruth(seed + 1, cares(seed + 1)));
    const good = all.filter(isAsGood).length;
    const best = mean(all.map(({ alone }) => Math.max(...alone)));
    const every = mean(all.flatMap(({ alone }) => alone));
    const worst = Math.min(...all.map(({ merged, alone }) => merged - Math.max(...alone)));
    process.stdout.write(
      `| ${what} | 1 to ${seeds} | ${every} | ${best} | ${mean(all.map(({ merged }) => merged))} | ${((100 * good) / seeds).toFixed(1)} % | ${worst.toFixed(3)} |\n`,
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) print(Number(process.argv[2] ?? 200));
