/** `wakeline merge`: merges two changed versions of an annotation file. */

import { Command, Option } from "commander";
import { mergeAnnotations } from "#core/diff/merge";
import type { MergeResult, Side } from "#core/diff/merge";
import type { AnnotationFormat } from "#core/types";
import { formatNames } from "../base/annotations/annotation-formats.ts";
import { CliError, ExitCode, usageError } from "../base/process/errors.ts";
import { exportedTimeOf, exportedTimeOption } from "../base/annotations/exported-time.ts";
import { fileLabel, standardStream, writeOutput } from "../base/files/files.ts";
import { readImageNames } from "../base/annotations/image-names.ts";
import { positiveCount, rate } from "../base/terminal/option-values.ts";
import { byteText, counted, note, writeJson } from "../base/terminal/output.ts";
import { printConflicts } from "../offline/conflicts.ts";
import { printLosses } from "../offline/ledger.ts";
import { mergedContent } from "../offline/merged-content.ts";
import { readDocuments } from "../offline/read-document.ts";
import type { Document } from "../offline/read-document.ts";
import { planTargets } from "../offline/targets.ts";
import { io } from "../base/terminal/io.ts";

interface Options {
  readonly output: string;
  readonly to?: AnnotationFormat;
  readonly from?: AnnotationFormat;
  readonly fps?: number;
  readonly images?: string;
  readonly prefer?: Side;
  readonly limit: number;
  readonly exportedTime?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Merges A and B, two changed versions of BASE, by track, frame and field. What only one side changed is taken from it. " +
      "What both changed differently is a conflict: conflicts are listed, nothing is written and the exit code is 1, " +
      "unless --prefer says whose version to take. Tracks that both have drawn under one id are both kept; those of B get " +
      "new ids.",
  )
  .argument("<base>", "what both versions were made of")
  .argument("<a>", "one version")
  .argument("<b>", "the other")
  .requiredOption("-o, --output <out>", "file to write, or `-`; an input is never replaced")
  .addOption(new Option("--to <format>", "format of the result (default: that of BASE)").choices(formatNames))
  .addOption(new Option("--from <format>", "format of the files, instead of detecting it").choices(formatNames))
  .addOption(new Option("--prefer <side>", "which version to use where both changed").choices(["base", "a", "b"]))
  .option("--fps <rate>", "annotation frame rate, pictures per second", rate)
  .option("--images <list>", "pictures in frame order: a folder, or a text file with one name a line")
  .option("--limit <count>", "most conflicts to show", positiveCount, 200)
  .addOption(exportedTimeOption())
  .option("--json", "print the report as JSON")
  .action(merge);

async function merge(base: string, a: string, b: string, options: Options): Promise<void> {
  if (options.output === standardStream && options.json === true)
    throw usageError("--json and `-o -` both want standard output: name a file with -o.");
  const paths = [base, a, b];
  await refuseInputs(paths, options.output);
  const imageNames = options.images === undefined ? undefined : await readImageNames(options.images);
  const documents = await readDocuments(paths, { from: options.from, imageNames });
  const [inBase, inA, inB] = documents.map(({ core }) => core);
  const result = mergeAnnotations(inBase!, inA!, inB!, {
    listed: options.limit,
    ...(options.prefer !== undefined && { prefer: options.prefer }),
  });
  const isRefused = result.conflictCount > 0 && options.prefer === undefined;
  const written = isRefused ? undefined : await write(result, documents, options, imageNames);
  const skippedCount = documents.reduce((sum, { report }) => sum + report.skippedCount, 0);
  if (options.json === true) await writeJson(describe(result, written, isRefused || skippedCount > 0, options));
  else summarize(result, written, options);
  if (skippedCount > 0) {
    if (options.json !== true)
      note(`Left out ${counted(skippedCount, "broken row or track", "broken rows or tracks")}.`);
    io().exitCode = ExitCode.findings;
  }
  if (isRefused) {
    throw new CliError(
      ExitCode.findings,
      `nothing was written: ${counted(result.conflictCount, "conflict")}. --prefer a, b or base says whose version to take.`,
    );
  }
}

async function refuseInputs(paths: readonly string[], output: string): Promise<void> {
  const files = paths.map((path) => ({ path, name: path, bytes: 0, isFound: false }));
  for (const file of files) await planTargets({ files: [file], findings: [], isSingle: true }, output, "");
}

async function write(
  result: MergeResult,
  documents: readonly Document[],
  { output, ...options }: Options,
  imageNames: readonly string[] | undefined,
) {
  const { content, ...merged } = await mergedContent(result, documents, {
    to: options.to,
    fps: options.fps,
    imageNames,
    ...exportedTimeOf(options),
  });
  const bytes = await writeOutput(output, content);
  return { format: merged.format, bytes, ...content.report, losses: [...content.report.losses, ...merged.losses] };
}

type Written = Awaited<ReturnType<typeof write>>;

function describe(
  result: MergeResult,
  written: Written | undefined,
  isIncomplete: boolean,
  { output }: Options,
): object {
  const { conflicts, conflictCount, renumbered } = result;
  const ids = (map: ReadonlyMap<number, number>) => Object.fromEntries(map);
  return {
    ok: !isIncomplete,
    ...(written !== undefined && { output: { file: output, format: written.format, bytes: written.bytes } }),
    trackCount: written?.trackCount ?? 0,
    conflictCount,
    conflicts,
    renumbered: { tracks: ids(renumbered.tracks), groups: ids(renumbered.groups) },
    losses: written?.losses ?? [],
  };
}

function summarize(
  { conflicts, conflictCount, renumbered }: MergeResult,
  written: Written | undefined,
  options: Options,
) {
  printConflicts(conflicts, conflictCount);
  for (const [kind, ids] of [
    ["Track", renumbered.tracks],
    ["Group", renumbered.groups],
  ] as const) {
    for (const [old, id] of ids) note(`${kind} ${old} of B is ${id} in the result, since A has another of this id.`);
  }
  if (written === undefined) return;
  printLosses([{ path: options.output, losses: written.losses }], written.format);
  if (conflictCount > 0)
    note(`${counted(conflictCount, "conflict")}: took the version of ${sideText(options.prefer)}.`);
  if (options.output === standardStream) return;
  note(`Wrote ${fileLabel(options.output)}: ${counted(written.trackCount, "track")}, ${byteText(written.bytes)}.`);
}

function sideText(side: Side | undefined): string {
  return side === "base" ? "BASE" : (side ?? "a").toUpperCase();
}
