/** Files read in separate processes: cold times and peak memory. */
import { statSync } from "node:fs";
import type { Bench } from "../context.ts";
import { readInFreshProcess, type FreshReader, type FreshRun } from "../fresh-process.ts";
import { median } from "../measure.ts";
import { openDuckDb } from "../peers/duckdb.ts";
import type { Row } from "../row.ts";

const roundCount = 5;
/** Memory is judged on files of about 100 MB; on small ones, Node itself would dominate. */
const large = 1_100_000;

const cold: Bench = {
  name: "cold process, VIAME CSV",
  run: async (context) => {
    const file = context.file("plain.csv", () => context.csv("plain"));
    const hasDuckDb = (await openDuckDb()) !== undefined;
    const readers = hasDuckDb ? (["csv", "duckdb"] as const) : (["csv"] as const);
    const runs = rounds(() => readers.map((reader) => readInFreshProcess(reader, file)));
    const value = medianOf(runs, 0, "ms");
    const row = { name: cold.name, value, unit: "ms" };
    const ratio = medianOf(runs, 1, "ms") / value;
    return [
      hasDuckDb ? { ...row, peer: "DuckDB, one thread", ratio, goal: { of: "ratio", min: 3 } } : row,
      { name: "the same with the start of Node", value: medianOf(runs, 0, "processMs"), unit: "ms" },
    ];
  },
};

const coldJson: Bench = {
  name: "cold process, DIVE JSON",
  run: async (context) => {
    const file = context.file("plain.json", () => context.json("plain"));
    const runs = rounds(() => [readInFreshProcess("json", file), readInFreshProcess("v8-json", file)]);
    const value = medianOf(runs, 0, "ms");
    const ratio = medianOf(runs, 1, "ms") / value;
    return [
      { name: coldJson.name, value, unit: "ms", peer: "JSON.parse + columns", ratio, goal: { of: "ratio", min: 6 } },
    ];
  },
};

const memory: Bench = {
  name: "peak memory",
  run: async (context) => {
    const size = Math.max(large, context.size);
    const csv = context.file("large.csv", () => context.csv("plain", size));
    const json = context.file("large.json", () => context.json("plain", size));
    // The children do not need the inputs of this process, and memory may be scarce.
    context.forget();
    const ours = readInFreshProcess("json", json).peakBytes;
    const v8 = readInFreshProcess("v8-json", json).peakBytes;
    return [
      against("csv", csv, readInFreshProcess("csv", csv).peakBytes, 2.5),
      against("json", json, ours),
      {
        name: "peak memory, DIVE JSON",
        value: ours / 1e6,
        unit: "MB",
        peer: "JSON.parse + columns",
        ratio: ours / v8,
        goal: { of: "ratio", max: 1 / 3 },
      },
    ];
  },
};

function against(reader: FreshReader, file: string, peakBytes: number, max?: number): Row {
  const size = statSync(file).size;
  const name = `peak memory / file, ${reader === "csv" ? "VIAME CSV" : "DIVE JSON"} of ${Math.round(size / 1e6)} MB`;
  return { name, value: peakBytes / size, unit: "x", ...(max !== undefined && { goal: { of: "value", max } }) };
}

function rounds(run: () => FreshRun[]): FreshRun[][] {
  return Array.from({ length: roundCount }, run);
}

function medianOf(runs: readonly FreshRun[][], contestant: number, what: keyof FreshRun): number {
  return median(runs.map((round) => round[contestant]?.[what] ?? NaN));
}

export const freshBenches: readonly Bench[] = [cold, coldJson, memory];
