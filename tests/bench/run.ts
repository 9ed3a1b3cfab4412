/**
 * `npm run bench [-- --json] [-- --size N]`: how fast the core is, as ratios to peers measured in the same run. A ratio
 * above 1 means that the core is faster. Goals are those that the design asks for; a row without a goal is for
 * information. Missed goals do not fail the run, since a busy machine can miss them too.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { createCore, type FrameNumber } from "#core";
import { makeTracks, toCsv, toJson, type BenchTrack } from "./generate.ts";
import { measure, type Contestants } from "./measure.ts";
import {
  parseJson,
  queryFrame,
  readCsvWithPapaParse,
  readJsonIntoColumns,
  writeCsv,
  writeJson,
} from "./peers/javascript.ts";
import { loadSpike } from "./peers/spike.ts";

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly peer: string;
  /** Peer's time / core's time. */
  readonly ratio: number | undefined;
  readonly goal: number | undefined;
  readonly ok: boolean | undefined;
}

const { values: options } = parseArgs({
  options: { json: { type: "boolean", default: false }, size: { type: "string", default: "200000" } },
});
const size = Number(options.size);
const ROUNDS = 7;
const QUERIES = 200;

const core = await createCore();
const spike = await loadSpike();
const rows: Row[] = [];

const plain = makeTracks(size);
const rich = makeTracks(size / 4, { rich: true });

/** Measures the core beside its peers; `goals` are least ratios by peer. */
function compare(
  name: string,
  run: () => unknown,
  peers: Contestants,
  goals: Readonly<Record<string, number>>,
  { unit, amount, rounds = ROUNDS }: { readonly unit: string; readonly amount: number; readonly rounds?: number },
): void {
  const times = measure({ core: run, ...peers }, rounds);
  const ours = times.get("core") ?? NaN;
  const value = unit === "MB/s" ? amount / 1e3 / ours : (ours * 1e3) / amount;
  for (const [peer, time] of times) {
    if (peer === "core") continue;
    const ratio = time / ours;
    const goal = goals[peer];
    add({ name, value, unit, peer, ratio, goal, ok: goal === undefined ? undefined : ratio >= goal });
  }
}

function add(row: Row): void {
  rows.push(row);
  if (options.json) console.log(JSON.stringify(row));
}

function compareReading(): void {
  const csv = toCsv(plain);
  const byFrame = toCsv(plain, "frame");
  const richCsv = toCsv(rich);
  const megabytes = (bytes: Uint8Array): { unit: string; amount: number } => ({ unit: "MB/s", amount: bytes.length });
  compare(
    "read VIAME CSV",
    () => core.readViameCsv(csv),
    { prototype: spike && (() => spike.readCsv(csv, false)), "counting newlines": spike?.countNewlines(csv) },
    { prototype: 0.78, "counting newlines": 0.08 },
    megabytes(csv),
  );
  compare(
    "read VIAME CSV",
    () => core.readViameCsv(csv),
    { PapaParse: () => readCsvWithPapaParse(csv) },
    { PapaParse: 10 },
    { ...megabytes(csv), rounds: 3 },
  );
  compare(
    "read VIAME CSV, rows by frame",
    () => core.readViameCsv(byFrame),
    { prototype: spike && (() => spike.readCsv(byFrame, false)) },
    { prototype: 0.76 },
    megabytes(byFrame),
  );
  compare(
    "read VIAME CSV with attributes and polygons",
    () => core.readViameCsv(richCsv),
    { "prototype (keeps texts)": spike && (() => spike.readCsv(richCsv, true)) },
    {},
    megabytes(richCsv),
  );
  for (const [name, tracks, goal] of [
    ["read DIVE JSON", plain, 5],
    ["read DIVE JSON with attributes and polygons", rich, 8],
  ] as const) {
    const json = toJson(tracks);
    compare(
      name,
      () => core.readDiveJson(json),
      { "JSON.parse + columns": () => readJsonIntoColumns(json) },
      { "JSON.parse + columns": goal },
      { ...megabytes(json), rounds: 5 },
    );
    compare(
      name,
      () => core.readDiveJson(json),
      { "prototype (unchecked)": spike && (() => spike.readJson(json)) },
      {},
      megabytes(json),
    );
  }
}

function compareWriting(): void {
  const flat = plain.map((track) => ({
    ...track,
    features: track.features.map((feature) => ({ ...feature, interpolate: false as never })),
  }));
  const source = toJson(flat);
  const document = parseJson(source);
  core.readDiveJson(source);
  spike?.readJson(source);
  const json = core.writeDiveJson({ style: "compact" }).bytes;
  const csvOptions = { mediaType: "large-image", dialect: "plain" } as const;
  const csv = core.writeViameCsv(csvOptions).bytes;
  compare(
    "write DIVE JSON",
    () => core.writeDiveJson({ style: "compact" }),
    { "JSON.stringify": () => writeJson(document), prototype: spike && (() => spike.write("json")) },
    { "JSON.stringify": 6 },
    { unit: "MB/s", amount: json.length, rounds: 5 },
  );
  compare(
    "write DIVE JSON as Python does",
    () => core.writeDiveJson({ style: "python" }),
    { "JSON.stringify": () => writeJson(document) },
    {},
    { unit: "MB/s", amount: core.writeDiveJson().bytes.length, rounds: 5 },
  );
  spike?.readCsv(toCsv(flat), false);
  compare(
    "write VIAME CSV",
    () => core.writeViameCsv(csvOptions),
    { JavaScript: () => writeCsv(document), prototype: spike && (() => spike.write("csv")) },
    { JavaScript: 8 },
    { unit: "MB/s", amount: csv.length, rounds: 5 },
  );
}

/** One frame of tracks that are all visible. */
function compareQueries(): void {
  for (const [visible, goal] of [
    [100, 0.58],
    [1000, 0.67],
    [10_000, 0.73],
  ] as const) {
    const tracks: BenchTrack[] = makeTracks(visible * 50, { frames: 492 });
    const json = toJson(tracks);
    core.readDiveJson(json);
    spike?.readJson(json);
    const document = Object.values(parseJson(json).tracks);
    const queries = Math.max(5, Math.round((QUERIES * 100) / visible));
    const each = (query: (frame: number) => unknown) => () => {
      for (let i = 0; i < queries; i++) query(100 + ((i * 37) % 300));
    };
    const prototype = spike?.prepareQueries();
    compare(
      `frame query, ${visible} visible`,
      each((frame) => core.frameQuery(frame as FrameNumber)),
      {
        prototype: prototype && each(prototype),
        "JavaScript objects": each((frame) => queryFrame(document, frame)),
      },
      { prototype: goal, "JavaScript objects": 5 },
      { unit: "us", amount: queries },
    );
  }
}

function measureAlone(): void {
  core.readDiveJson(toJson(plain));
  let threshold = 0;
  const filter = measure(
    { core: () => core.setFilter({ thresholds: { default: (threshold = 0.9 - threshold) } }) },
    15,
  );
  const alone = { peer: "-", ratio: undefined, goal: undefined, ok: undefined };
  add({ name: `filter of ${core.trackCount} tracks`, value: (filter.get("core") ?? NaN) * 1e3, unit: "us", ...alone });
  const wasm = readFileSync(new URL("../../core-wasm/build/core.wasm", import.meta.url));
  const kilobytes = gzipSync(wasm, { level: 9 }).length / 1000;
  add({
    name: "core.wasm, gzip",
    value: kilobytes,
    unit: "KB",
    peer: "at most",
    ratio: undefined,
    goal: 48,
    ok: kilobytes <= 48,
  });
}

function printTable(): void {
  const cells = rows.map(({ name, value, unit, peer, ratio, goal, ok }) => [
    name,
    `${value >= 100 ? value.toFixed(0) : value.toPrecision(3)} ${unit}`,
    peer,
    ratio === undefined ? "" : `${ratio.toFixed(2)}x`,
    goal === undefined ? "" : String(goal),
    ok === undefined ? "" : ok ? "ok" : "MISSED",
  ]);
  const header = ["what", "core", "peer", "ratio", "goal", ""];
  const widths = header.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of [header, ...cells]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
  if (spike === undefined)
    console.log("\nThe prototype of the core is not here; rows that compare with it are left out.");
}

compareReading();
compareWriting();
compareQueries();
measureAlone();
if (!options.json) printTable();
