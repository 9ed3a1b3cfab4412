/** `wakeline stats`: statistics of annotation files. */

import { Command, Option } from "commander";
import type { AnnotationFormat, Distribution, Statistics } from "#core/types";
import { formatNames } from "../base/annotations/annotation-formats.ts";
import { ExitCode, usageError } from "../base/process/errors.ts";
import { fileLabel } from "../base/files/files.ts";
import { positiveCount } from "../base/terminal/option-values.ts";
import { counted, note, writeJson, writeResult } from "../base/terminal/output.ts";
import { createProgress } from "../base/terminal/progress.ts";
import { formatTable } from "../base/terminal/table.ts";
import type { Column, Row } from "../base/terminal/table.ts";
import { isTerminal } from "../base/terminal/terminal.ts";
import { type ComparedNumber, type ComparedStatistics, compareStatistics } from "../offline/compare-statistics.ts";
import type { Counted } from "../offline/count-file.ts";
import { findInputs } from "../offline/inputs.ts";
import { FindingsPrinter } from "../offline/ledger.ts";
import { readDocuments } from "../offline/read-document.ts";
import { runTasks } from "../offline/run-tasks.ts";
import { io } from "../base/terminal/io.ts";

interface Options {
  readonly from?: AnnotationFormat;
  readonly jobs?: number;
  readonly compare?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Counts tracks, detections, types and attributes. One file is reported in full, several (files, folders, quoted globs) in " +
      "a line each, with all types together. In a pipe, the first field of a line says what it counts. With --compare, each " +
      "number of both files and what the other one has more; `diff` and `evaluate` compare the annotations themselves.",
  )
  .argument("<in...>", "files, folders, globs, or `-`")
  .addOption(new Option("--from <format>", "format of the files, instead of detecting it").choices(formatNames))
  .option("--jobs <count>", "files to count at a time (default: one a core)", positiveCount)
  .option("--compare <other>", "compare the one file with this one, or with `-`")
  .option("--json", "print one JSON document, with everything for each file")
  .action(stats);

async function stats(args: readonly string[], options: Options): Promise<void> {
  if (options.compare !== undefined) return await compare(args, options.compare, options);
  const { files, findings, isSingle } = await findInputs(args);
  const unusable = findings.map((finding): Counted => ({ path: finding.file, findings: [finding], findingCount: 1 }));
  const printer = options.json === true ? undefined : new FindingsPrinter();
  for (const result of unusable) printer?.print(result);
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const progress = createProgress({ unit: files.length === 1 ? "bytes" : "steps" });
  const results = await runTasks(
    "count",
    files.map(({ path, isFound }) => ({ path, isFound, from: options.from })),
    {
      jobs: options.jobs,
      totalBytes,
      onBytes: (done) => {
        if (files.length === 1) progress.update(files[0]?.path ?? "", done, totalBytes);
      },
      onResult: (result, index) => {
        progress.clear();
        printer?.print(result);
        if (result.skipped !== undefined && printer !== undefined) note(`Skipped ${result.path}: ${result.skipped}`);
        if (files.length > 1) progress.update(result.path, index + 1, files.length);
      },
    },
  );
  progress.clear();
  printer?.end();
  const all = [...unusable, ...results];
  const isComplete = all.every(isWhole);
  if (options.json === true) await writeJson({ ok: isComplete, files: all.map(describe) });
  else if (isSingle) for (const { statistics } of results) await printOne(statistics);
  else await printMany(results);
  io().exitCode = isComplete ? ExitCode.ok : ExitCode.findings;
}

function isWhole({ statistics, skipped, skippedCount }: Counted): boolean {
  return skipped !== undefined || (statistics !== undefined && skippedCount === 0);
}

function describe({ path, kind, ...rest }: Counted): object {
  return { file: fileLabel(path), ...(kind !== undefined && { format: kind }), ...rest };
}

// -------------------------------------------------------------------------------------------------------- comparison

async function compare(args: readonly string[], other: string, { from, jobs, json }: Options): Promise<void> {
  const [path] = args;
  if (path === undefined || args.length > 1)
    throw usageError("--compare is for one file: name the other one after it.");
  if (jobs !== undefined) throw usageError("--compare reads two files, one after the other: leave out --jobs.");
  const documents = await readDocuments([path, other], { from });
  const [a, b] = documents;
  if (a === undefined || b === undefined) return;
  const ok = documents.every(({ report }) => report.skippedCount === 0);
  const compared = compareStatistics(a.core.statistics(), b.core.statistics());
  if (json === true) await writeJson({ ok, a: fileLabel(path), b: fileLabel(other), ...compared });
  else await printComparison(compared);
  io().exitCode = ok ? ExitCode.ok : ExitCode.findings;
}

async function printComparison(compared: ComparedStatistics): Promise<void> {
  const numbers = ["A", "B", "change"].map((title): Column => ({ title, align: "right" }));
  const cells = ({ a, b, change }: ComparedNumber): Row => [rounded(a), rounded(b), signed(change)];
  await printTable(
    "count",
    [{ title: "count" }, ...numbers],
    [
      ["tracks", ...cells(compared.trackCount)],
      ["tracks on a single frame", ...cells(compared.singleFrameTrackCount)],
      ["detections", ...cells(compared.detectionCount)],
      ["keyframes", ...cells(compared.keyframeCount)],
      ["with geometry", ...cells(compared.geometryCount)],
      ["interpolated", ...cells(compared.interpolatedCount)],
      ["groups", ...cells(compared.groupCount)],
      ["frames", ...cells(compared.frameCount)],
      ["mean track length", ...cells(compared.meanTrackLength)],
      ["mean box area", ...cells(compared.meanBoxArea)],
    ],
  );
  const tracks = ["tracks A", "B", "change"].map((title): Column => ({ title, align: "right" }));
  const detections = ["detections A", "B", "change"].map((title): Column => ({ title, align: "right" }));
  await printTable(
    "type",
    [{ title: "type", flexible: true }, ...tracks, ...detections],
    compared.types.map((one) => [one.type, ...cells(one.trackCount), ...cells(one.detectionCount)]),
  );
  await printTable(
    "attribute",
    [{ title: "attribute", flexible: true }, { title: "of" }, ...numbers],
    compared.attributes.map(({ name, belongs, useCount }) => [name, belongs, ...cells(useCount)]),
  );
}

const signed = (value: number): string => (value > 0 ? `+${rounded(value)}` : rounded(value));

// --------------------------------------------------------------------------------------------------------- one file

async function printOne(statistics: Statistics | undefined): Promise<void> {
  if (statistics === undefined) return;
  const columns = [{ title: "count" }, { title: "", align: "right" }, { title: "of these", flexible: true }] as const;
  await printTable("count", columns, factsOf(statistics));
  await printTypes(statistics.types);
  const attributes = statistics.attributes.map(({ name, belongs, useCount, ...counts }) => [
    name,
    belongs,
    useCount,
    counts.numberCount,
    counts.booleanCount,
    counts.textCount,
  ]);
  const titles = ["uses", "numbers", "booleans", "texts"].map((title) => ({ title, align: "right" }) as const);
  await printTable("attribute", [{ title: "attribute", flexible: true }, { title: "of" }, ...titles], attributes);
}

function factsOf(statistics: Statistics): Row[] {
  const { frames, trackLengths, areas } = statistics;
  const keyframes = counted(statistics.keyframeCount, "keyframe");
  return [
    ["tracks", statistics.trackCount, `${statistics.singleFrameTrackCount} on a single frame`],
    ["detections", statistics.detectionCount, `${keyframes}, ${statistics.geometryCount} with geometry`],
    ["interpolated", statistics.interpolatedCount, ""],
    ["groups", statistics.groupCount, ""],
    ["frames", frames?.count ?? 0, frames === undefined ? "no detections" : `from ${frames.first} to ${frames.last}`],
    ...(frames === undefined
      ? []
      : [
          ["track length", rounded(trackLengths.mean), spread(trackLengths, "frames")],
          ["box area", rounded(areas.mean), spread(areas, "square pixels")],
        ]),
  ];
}

function spread({ min, median, max }: Distribution, unit: string): string {
  return `on average; ${rounded(min)} to ${rounded(max)} ${unit}, median ${rounded(median)}`;
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}

// ------------------------------------------------------------------------------------------------------ several files

async function printMany(results: readonly Counted[]): Promise<void> {
  const known = results.flatMap(({ path, kind, statistics }) =>
    statistics === undefined ? [] : [{ path, kind, statistics }],
  );
  const numbers = ["tracks", "detections", "interpolated", "groups", "frames"];
  const columns: Column[] = [
    { title: "file", flexible: true, cut: "start" },
    { title: "format" },
    ...numbers.map((title): Column => ({ title, align: "right" })),
  ];
  const countsOf = ({ trackCount, detectionCount, interpolatedCount, groupCount, frames }: Statistics): number[] => [
    trackCount,
    detectionCount,
    interpolatedCount,
    groupCount,
    frames?.count ?? 0,
  ];
  const rows = known.map(({ path, kind, statistics }): Row => [path, kind ?? "", ...countsOf(statistics)]);
  const totals = known
    .map(({ statistics }) => countsOf(statistics))
    .reduce(
      (sums, counts) => sums.map((sum, index) => sum + (counts[index] ?? 0)),
      numbers.map(() => 0),
    );
  await printTable("file", columns, rows);
  if (isTerminal(io().out)) note(`${counted(known.length, "file")}: ${totalText(totals)}.`);
  const types = new Map<string, { type: string; trackCount: number; detectionCount: number }>();
  for (const { type, trackCount, detectionCount } of known.flatMap(({ statistics }) => statistics.types)) {
    const sum = types.get(type) ?? { type, trackCount: 0, detectionCount: 0 };
    types.set(type, {
      type,
      trackCount: sum.trackCount + trackCount,
      detectionCount: sum.detectionCount + detectionCount,
    });
  }
  await printTypes([...types.values()].toSorted((a, b) => b.trackCount - a.trackCount));
}

function totalText([tracks = 0, detections = 0]: readonly number[]): string {
  return `${counted(tracks, "track")}, ${counted(detections, "detection")}`;
}

async function printTypes(types: Statistics["types"]): Promise<void> {
  const columns = [
    { title: "type", flexible: true },
    { title: "tracks", align: "right" },
    { title: "detections", align: "right" },
  ] as const;
  await printTable(
    "type",
    columns,
    types.map(({ type, trackCount, detectionCount }) => [type, trackCount, detectionCount]),
  );
}

/** In a pipe the first field names the table of the line; on a terminal an empty line separates tables. */
async function printTable(name: string, columns: readonly Column[], rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  if (isTerminal(io().out)) await writeResult(`${formatTable(io().out, columns, rows)}\n`);
  else {
    const named = rows.map((row): Row => [name, ...row]);
    await writeResult(formatTable(io().out, [{ title: "" }, ...columns], named));
  }
}
