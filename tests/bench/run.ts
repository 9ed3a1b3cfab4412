/**
 * `npm run bench`: how fast the core is, compared with peers measured in the same run. A ratio above 1 means that the
 * core is faster. Missed goals are counted, and do not fail the run, since a busy machine can miss them too.
 *
 * `-- NAME` or `-- --only NAME` runs the measurements whose name contains the text (several are possible), `--list`
 * lists them, `--size N` uses that many detections (goals are judged at a million only), `--json` prints one JSON
 * object per row, `--write` updates docs/benchmarks.md.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createCore } from "#core";
import { cameraBenches } from "./benches/cameras.ts";
import { editBenches } from "./benches/edits.ts";
import { filterBenches } from "./benches/filters.ts";
import { folderBenches } from "./benches/folders.ts";
import { freshBenches } from "./benches/fresh.ts";
import { growthBenches } from "./benches/growth.ts";
import { largeImageBenches } from "./benches/large-images.ts";
import { machineBenches } from "./benches/machine.ts";
import { memoryBenches } from "./benches/memory.ts";
import { numberBenches } from "./benches/numbers.ts";
import { pipelineBenches } from "./benches/pipelines.ts";
import { queryBenches } from "./benches/queries.ts";
import { readingBenches } from "./benches/reading.ts";
import { scoringBenches } from "./benches/scoring.ts";
import { sizeBenches } from "./benches/size.ts";
import { serverBenches } from "./benches/server.ts";
import { timelineBenches } from "./benches/timelines.ts";
import { videoBenches } from "./benches/video.ts";
import { viewerBenches } from "./benches/viewer.ts";
import { writingBenches } from "./benches/writing.ts";
import { BenchContext } from "./context.ts";
import { loadSpike } from "./peers/spike.ts";
import { summary, terminalTable, writeReport } from "./report.ts";
import { isMet, type Row } from "./row.ts";

/** Number of detections at which goals are judged; smaller inputs are faster. */
const goalSize = 1_000_000;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    size: { type: "string", default: String(goalSize) },
    write: { type: "boolean", default: false },
  },
});

const all = [
  ...readingBenches,
  ...writingBenches,
  ...queryBenches,
  ...filterBenches,
  ...editBenches,
  ...numberBenches,
  ...freshBenches,
  ...growthBenches,
  ...scoringBenches,
  ...sizeBenches,
  ...serverBenches,
  ...folderBenches,
  ...machineBenches,
  ...pipelineBenches,
  ...largeImageBenches,
  ...memoryBenches,
  ...viewerBenches,
  ...timelineBenches,
  ...videoBenches,
  ...cameraBenches,
];
const wanted = [...options.only, ...positionals];
const isAsked = (name: string): boolean =>
  wanted.length === 0 || wanted.some((text) => name.toLowerCase().includes(text.toLowerCase()));
const asked = all.filter(({ name }) => isAsked(name));
if (options.list || asked.length === 0) {
  console.log(all.map(({ name }) => name).join("\n"));
  process.exit(options.list ? 0 : 2);
}

const context = new BenchContext(await createCore(), await loadSpike(), Number(options.size));
if (context.spike === undefined) context.missing.add("The prototype of the core is not here.");
const rows: Row[] = [];
try {
  for (const bench of asked) {
    if (process.stderr.isTTY) process.stderr.write(`${bench.name} ...\n`);
    for (const measured of await bench.run(context)) {
      const { goal, ...plain } = measured;
      const row: Row = goal !== undefined && context.size === goalSize ? { ...plain, goal } : plain;
      rows.push(row);
      if (options.json) console.log(JSON.stringify({ ...row, ok: isMet(row) }));
    }
  }
} finally {
  await context.close();
}
if (context.size !== goalSize) context.missing.add(`the goals, which are for ${goalSize} detections.`);
const notes = [...context.missing].map((reason) => `Left out: ${reason}`);
if (!options.json) console.log([terminalTable(rows), "", summary(rows), ...notes].join("\n"));
if (options.write) {
  if (asked.length < all.length || context.size !== goalSize) {
    throw new Error("--write is for a whole run, without --only and --size.");
  }
  writeReport(fileURLToPath(new URL("../../docs/benchmarks.md", import.meta.url)), rows, context.size, notes);
}
