/**
 * `wakeline convert`: converts annotation files to another format, without a server, using the same core as the
 * browser.
 */

import { basename } from "node:path";
import { Command, Option } from "commander";
import type { ColumnMapping } from "#core/formats/recognize/column-mapping";
import { videoNamesOf, videoOption } from "../base/annotations/video-option.ts";
import { columnsOption, columnsOrFrom } from "../base/annotations/columns-option.ts";
import type { DatasetFacts, WriteOptions } from "#core/formats/exchange/dataset-file";
import { parseLabelList } from "#core/formats/text/label-list";
import type { AnnotationFormat, ImageSize } from "#core/types";
import { extensionOf, formatNames, targetNames } from "../base/annotations/annotation-formats.ts";
import type { TargetFormat } from "../base/annotations/annotation-formats.ts";
import type { Draft } from "../base/files/draft.ts";
import { CliError, ExitCode, usageError } from "../base/process/errors.ts";
import { exportedTimeOf, exportedTimeOption } from "../base/annotations/exported-time.ts";
import { fileLabel, readDecompressed, standardStream, writeOutput } from "../base/files/files.ts";
import { readImageList } from "../base/annotations/image-names.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { positiveCount, collect, collectThreshold, imageSize, rate } from "../base/terminal/option-values.ts";
import { byteText, counted, note, writeJson } from "../base/terminal/output.ts";
import { createProgress } from "../base/terminal/progress.ts";
import type { Converted, ConvertJob } from "../offline/convert-file.ts";
import { Drafts } from "../offline/drafts.ts";
import { findInputs } from "../offline/inputs.ts";
import type { Inputs } from "../offline/inputs.ts";
import { FindingsPrinter, printLosses } from "../offline/ledger.ts";
import { runTasks } from "../offline/run-tasks.ts";
import { planTargets } from "../offline/targets.ts";
import { io } from "../base/terminal/io.ts";

interface Options {
  readonly to: TargetFormat;
  readonly output: string;
  readonly from?: AnnotationFormat;
  readonly columns?: ColumnMapping;
  readonly fps?: number;
  readonly media?: string;
  readonly images?: string;
  readonly imageSize?: ImageSize;
  readonly labels?: string;
  readonly video?: string;
  readonly pixelOrigin?: "0" | "1";
  readonly motForm?: NonNullable<WriteOptions["motForm"]>;
  readonly dialect: NonNullable<WriteOptions["dialect"]>;
  readonly style: NonNullable<WriteOptions["style"]>;
  readonly threshold?: Readonly<Record<string, number>>;
  readonly type?: readonly string[];
  readonly exportedTime?: string;
  readonly strict?: true;
  readonly jobs?: number;
  readonly ledger?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Converts annotation files. An input is a file, a folder (everything in it), a quoted glob (`'runs/**/*.csv'`) or `-`, " +
      "standard input. One file goes to a file or `-`, standard output; several go to a folder, under their names. What is " +
      "wrong with the inputs goes to stderr with its line, and so does what the target format cannot hold. Broken rows are " +
      "left out, and the exit code is 1.",
  )
  .argument("<in...>", "files, folders, globs, or `-`")
  .addOption(new Option("--to <format>", "target format").choices(targetNames).makeOptionMandatory())
  .requiredOption("-o, --output <out>", "file to write, folder for several, or `-`; an input is never replaced")
  .addOption(new Option("--from <format>", "format of the inputs, instead of detecting it").choices(formatNames))
  .addOption(columnsOption())
  .addOption(videoOption("the one named as the output"))
  .option("--fps <rate>", "annotation frame rate, pictures per second", rate)
  .option(
    "--media <what>",
    "what the annotations belong to: video, image-sequence or large-image, which decides the second cell of CSV rows; or " +
      "the folder of their pictures, whose names and sizes are read",
  )
  .option("--images <list>", "pictures in frame order: a folder, or a text file with one name a line")
  .addOption(
    new Option("--dialect <name>", "CSV as api/v1 exports it (dive), or with LF and shortest numbers (plain)")
      .choices(["dive", "plain"])
      .default("dive"),
  )
  .addOption(
    new Option("--style <name>", "JSON as api/v1 exports it (python), or without spaces (compact)")
      .choices(["python", "compact"])
      .default("python"),
  )
  .option("--image-size <WxH>", "picture size; YOLO coordinates are fractions of it", imageSize)
  .option(
    "--labels <file>",
    "names of the classes of MOT and YOLO files, one a line (default: those of the MOT Challenge; all types)",
  )
  .addOption(
    new Option("--mot-form <form>", "MOT rows with ids and classes (gt.txt), or with neither (det.txt)").choices([
      "ground-truth",
      "detections",
    ]),
  )
  .addOption(
    new Option("--pixel-origin <number>", "coordinate of the first pixel in MOT files (default: 1)").choices([
      "0",
      "1",
    ]),
  )
  .option("--threshold <[type=]confidence>", "leave out detections below this confidence; repeatable", collectThreshold)
  .option("--type <name>", "keep only this type; repeatable", collect)
  .addOption(exportedTimeOption())
  .option("--strict", "write nothing if an input has problems or data would be lost")
  .option("--jobs <count>", "files to convert at a time (default: one a core)", positiveCount)
  .option("--ledger <file>", "write the report as JSON into this file")
  .option("--json", "print the report as JSON")
  .action(convert);

async function convert(args: readonly string[], options: Options): Promise<void> {
  if (options.output === standardStream && options.json === true)
    throw usageError("--json and `-o -` both want standard output: name a file with -o.");
  const inputs = await findInputs(args, options.output);
  const targets = await planTargets(inputs, options.output, extensionOf(options.to));
  const drafts = new Drafts();
  try {
    const results = await convertAll(inputs, targets, options, drafts);
    const isRefused = options.strict === true && results.some(hasProblemsOrLosses);
    const isPiped = options.output === standardStream;
    const report = describe(results, targets, options, isRefused);
    if (options.ledger !== undefined) {
      await writeOutput(options.ledger, new TextEncoder().encode(`${JSON.stringify(report, undefined, 2)}\n`));
    }
    if (options.json === true) await writeJson(report);
    else summarize(results, targets, options, isPiped, isRefused);
    if (!report.ok) io().exitCode = ExitCode.findings;
    failIfNothingWritten(results, inputs, isRefused);
  } finally {
    await drafts.discard();
  }
}

async function convertAll(
  inputs: Inputs,
  targets: readonly string[],
  options: Options,
  drafts: Drafts,
): Promise<Converted[]> {
  const { files, findings, isSingle } = inputs;
  const sameForAll = await readOptions(options);
  const outputs = new Map<string, Draft>();
  const jobs: ConvertJob[] = [];
  for (const [index, { path, isFound }] of files.entries()) {
    const target = targets[index] ?? "";
    const draft =
      target === standardStream ? undefined : await drafts.open(target, !isSingle || target !== options.output);
    if (draft !== undefined) outputs.set(path, draft);
    const video = videoNamesOf(options.video, ...(target === standardStream ? [] : [basename(target)]));
    jobs.push({
      path,
      isFound,
      ...(draft !== undefined && { output: draft }),
      ...sameForAll,
      read: { ...sameForAll.read, ...video },
    });
  }
  const printer = options.json === true ? undefined : new FindingsPrinter();
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const progress = createProgress({ unit: files.length === 1 ? "bytes" : "steps" });
  const unusable = findings.map((finding): Converted => ({ path: finding.file, findings: [finding], findingCount: 1 }));
  for (const result of unusable) printer?.print(result);
  const results = await runTasks("convert", jobs, {
    jobs: options.jobs,
    totalBytes,
    onBytes: (done) => {
      if (files.length === 1) progress.update(files[0]?.path ?? "", done, totalBytes);
    },
    onResult: async (result, index) => {
      const draft = outputs.get(result.path);
      if (result.written !== undefined && draft !== undefined && options.strict !== true) await drafts.publish(draft);
      progress.clear();
      printer?.print(result);
      if (result.skipped !== undefined) note(`Skipped ${result.path}: ${result.skipped}`);
      if (files.length > 1) progress.update(result.path, index + 1, files.length);
    },
  });
  progress.clear();
  printer?.end();
  interrupted.throwIfAborted();
  if (options.strict === true && ![...unusable, ...results].some(hasProblemsOrLosses)) {
    for (const { path, written } of results) {
      const draft = outputs.get(path);
      if (written !== undefined && draft !== undefined) await drafts.publish(draft);
    }
  }
  return [...unusable, ...results];
}

const mediaTypes: readonly string[] = ["video", "image-sequence", "large-image"] satisfies DatasetFacts["type"][];

function isMediaType(text: string | undefined): text is DatasetFacts["type"] {
  return text !== undefined && mediaTypes.includes(text);
}

/** The options that apply to every file. */
async function readOptions(options: Options): Promise<Omit<ConvertJob, "path" | "isFound" | "output">> {
  const { to, columns, fps, imageSize, threshold, type, dialect, style, motForm } = options;
  const isFolder = options.media !== undefined && !isMediaType(options.media);
  if (isFolder && options.images !== undefined) throw usageError("--media and --images both name pictures: give one.");
  const list = isFolder ? options.media : options.images;
  const { imageSizes, ...names } = list === undefined ? {} : await readImageList(list);
  const pictures = { ...names, ...(imageSize === undefined && imageSizes !== undefined && { imageSizes }) };
  const classes = {
    ...(options.labels !== undefined && { labels: parseLabelList(await readDecompressed(options.labels)) }),
    ...(options.pixelOrigin !== undefined && {
      pixelOrigin: options.pixelOrigin === "0" ? (0 as const) : (1 as const),
    }),
  };
  const filter = {
    ...(threshold !== undefined && { thresholds: threshold }),
    ...(type !== undefined && { types: type }),
  };
  if (options.from !== undefined && columns !== undefined) throw usageError(columnsOrFrom);
  return {
    to,
    from: columns === undefined ? options.from : "table",
    columns,
    media: isMediaType(options.media) ? options.media : isFolder ? "image-sequence" : undefined,
    fps,
    isStrict: options.strict,
    imageSize,
    read: {
      ...classes,
      ...pictures,
      ...(fps !== undefined && { fps }),
      ...(imageSize !== undefined && { imageSize }),
    },
    write: {
      ...classes,
      filter,
      dialect,
      style,
      ...exportedTimeOf(options),
      ...(motForm !== undefined && { motForm }),
    },
  };
}

/** Whether anything was wrong, or anything was lost. */
function hasProblemsOrLosses({ findingCount, written }: Converted): boolean {
  return findingCount > 0 || (written?.losses.length ?? 0) > 0;
}

/** Whether it could not be converted, or only in part. */
function isIncomplete({ written, skipped }: Converted): boolean {
  return skipped === undefined && (written === undefined || written.skippedCount > 0);
}

function describe(results: readonly Converted[], targets: readonly string[], { to }: Options, isRefused: boolean) {
  const offset = results.length - targets.length;
  return {
    ok: !isRefused && !results.some(isIncomplete) && results.some(({ written }) => written !== undefined),
    files: results.map(({ path, kind, skipped, written, findings, findingCount }, index) => ({
      input: { file: fileLabel(path), ...(kind !== undefined && { format: kind }) },
      ...(skipped !== undefined && { skipped }),
      ...(written !== undefined &&
        !isRefused && { output: { file: targets[index - offset], format: to, bytes: written.bytes } }),
      trackCount: written?.trackCount ?? 0,
      detectionCount: written?.detectionCount ?? 0,
      groupCount: written?.groupCount ?? 0,
      skippedCount: written?.skippedCount ?? 0,
      findingCount,
      findings,
      losses: written?.losses ?? [],
    })),
  };
}

function summarize(
  results: readonly Converted[],
  targets: readonly string[],
  options: Options,
  isPiped: boolean,
  isRefused: boolean,
): void {
  const { to, output } = options;
  printLosses(
    results.map(({ path, written }) => ({ path, losses: written?.losses ?? [] })),
    to,
  );
  const done = results.flatMap(({ written }) => (written === undefined ? [] : [written]));
  if (!isRefused && !isPiped && done.length > 0) {
    const sum = (count: (entry: (typeof done)[number]) => number): number =>
      done.reduce((total, entry) => total + count(entry), 0);
    const tracks =
      to === "dive-config"
        ? ""
        : `${counted(
            sum(({ trackCount }) => trackCount),
            "track",
          )}, `;
    const facts = tracks + byteText(sum(({ bytes }) => bytes));
    if (results.length === 1) note(`Wrote ${targets[0]}: ${facts}.`);
    else note(`Wrote ${counted(done.length, "file")} into ${output}: ${facts}.`);
  }
  noteFilter(done, options);
  const skipped = done.reduce((total, { skippedCount }) => total + skippedCount, 0);
  if (skipped > 0 && !isRefused)
    note(`Left out ${to === "dive-config" ? counted(skipped, "broken field") : brokenText(skipped)}.`);
}

/** A misspelt type leaves out everything, which nothing else would report. */
function noteFilter(done: readonly NonNullable<Converted["written"]>[], { to, type, threshold }: Options): void {
  const filters = [...(type === undefined ? [] : ["--type"]), ...(threshold === undefined ? [] : ["--threshold"])];
  if (filters.length === 0 || to === "dive-config") return;
  const read = done.reduce((sum, { readTrackCount }) => sum + readTrackCount, 0);
  const written = done.reduce((sum, { trackCount }) => sum + trackCount, 0);
  if (written < read)
    note(`${filters.join(" and ")} left out ${(read - written).toLocaleString("en-US")} of ${counted(read, "track")}.`);
}

function brokenText(count: number): string {
  return counted(count, "broken row or track", "broken rows or tracks");
}

/** A command that wrote nothing, or not everything, reports it last. */
function failIfNothingWritten(results: readonly Converted[], { isSingle }: Inputs, isRefused: boolean): void {
  if (isRefused) {
    throw new CliError(ExitCode.findings, "nothing was written: --strict allows neither findings nor losses.");
  }
  const missing = results.filter(({ written, skipped }) => written === undefined && skipped === undefined);
  const [first] = missing;
  if (isSingle && first !== undefined && missing.length === 1) {
    // These findings are the reason by themselves.
    const isExplained = first.findings.some(({ code }) => code === "image-size-unknown" || code === "file-unreadable");
    const reason = isExplained ? "" : ": there is no annotation in it that can be read";
    throw new CliError(ExitCode.findings, `${fileLabel(first.path)} was not converted, nothing was written${reason}.`);
  }
  if (!results.some(({ written }) => written !== undefined)) {
    throw new CliError(ExitCode.findings, "nothing was written: there are no annotations in these inputs.");
  }
  if (missing.length > 0) {
    throw new CliError(
      ExitCode.findings,
      `${missing.length} of ${counted(results.length, "input")} could not be converted.`,
    );
  }
}
