/** `wakeline validate`: says what is wrong with annotation files, and where. */

import { Command, Option } from "commander";
import type { AnnotationFormat } from "#core/types";
import type { ColumnMapping } from "#core/formats/recognise/column-mapping";
import type { Candidate } from "#core/formats/recognise/recognise";
import { formatNames } from "../base/annotation-formats.ts";
import { columnsOption, columnsOrFrom } from "../base/columns-option.ts";
import { CliError, ExitCode, usageError } from "../base/errors.ts";
import { fileLabel } from "../base/files.ts";
import { formatFinding, formatGithubAnnotation } from "../base/findings.ts";
import { readImageList } from "../base/image-names.ts";
import { atLeastOne } from "../base/option-values.ts";
import { counted, note, writeJson, writeResult } from "../base/output.ts";
import { createProgress } from "../base/progress.ts";
import { readVersion } from "../base/version.ts";
import type { Checked } from "../offline/check-file.ts";
import { findInputs } from "../offline/inputs.ts";
import { reportStyles, writeReport } from "../offline/reports.ts";
import type { Reported, ReportStyle } from "../offline/reports.ts";
import { runTasks } from "../offline/run-tasks.ts";
import { io } from "../base/io.ts";

interface Options {
  readonly from?: AnnotationFormat;
  readonly columns?: ColumnMapping;
  readonly format: "text" | "github" | "json" | ReportStyle;
  readonly strict?: true;
  readonly all?: true;
  readonly media?: string;
  readonly types?: readonly string[];
  readonly jobs?: number;
  readonly json?: true;
}

export default new Command()
  .description(
    "Checks annotation files of every format and configurations of datasets. An input is a file, a folder (everything in " +
      "it), a quoted glob (`'runs/**/*.csv'`) or `-`, standard input. Every finding is one line, " +
      "`file:line:column: severity: message [code]`; the exit code is 1 when one is an error.",
  )
  .argument("<in...>", "files, folders, globs, or `-`")
  .addOption(new Option("--from <format>", "what the files are, instead of looking inside").choices(formatNames))
  .addOption(columnsOption())
  .addOption(
    new Option("--format <style>", "how findings are written: a line each, or a document of the CI system")
      .choices(["text", "github", "json", ...reportStyles])
      .default("text"),
  )
  .option("--strict", "let warnings make the exit code 1 as well")
  .option("--all", "also warn of what is often meant: gaps, jumps, tracks on one frame, boxes on each other")
  .option("--types <names>", "with --all: the types that there may be, separated by commas", (text) =>
    text.split(",").map((name) => name.trim()),
  )
  .option(
    "--media <list>",
    "the pictures, a folder or a text file with one name a line: what is on others, frames that are not there, and of a " +
      "folder boxes outside and other sizes, are findings",
  )
  .option("--jobs <count>", "files to check at a time (default: one a core)", atLeastOne)
  .option("--json", "print one JSON document, as --format json does")
  .action(validate);

async function validate(args: readonly string[], options: Options): Promise<void> {
  if (options.types !== undefined && options.all !== true) throw usageError("--types works only with --all.");
  if (options.from !== undefined && options.columns !== undefined) throw usageError(columnsOrFrom);
  const media = options.media === undefined ? undefined : await readImageList(options.media);
  const { files, findings } = await findInputs(args);
  const unusable = findings.map((finding): Checked => ({ path: finding.file, findings: [finding], findingCount: 1 }));
  const style = options.json === true ? "json" : options.format;
  const isText = style === "text" || style === "github";
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const progress = createProgress({ unit: files.length === 1 ? "bytes" : "steps" });
  if (isText) for (const result of unusable) await printFindings(result, style, false);
  const results = await runTasks(
    "check",
    files.map(({ path, isFound }) => ({
      path,
      isFound,
      from: options.columns === undefined ? options.from : "table",
      columns: options.columns,
      media,
      ...(options.all === true && { doubts: { all: true, ...(options.types && { types: options.types }) } }),
    })),
    {
      jobs: options.jobs,
      totalBytes,
      onBytes: (done) => {
        if (files.length === 1) progress.update(files[0]?.path ?? "", done, totalBytes);
      },
      onResult: async (result, index) => {
        progress.clear();
        if (isText) await printFindings(result, style, files.length === 1);
        if (isText && result.skipped !== undefined) note(`Skipped ${result.path}: ${result.skipped}`);
        if (files.length > 1) progress.update(result.path, index + 1, files.length);
      },
    },
  );
  progress.clear();
  const all = [...unusable, ...results];
  const findingCount = all.reduce((sum, result) => sum + result.findingCount, 0);
  // Nothing was checked, so that nothing is right either.
  const isNothing = all.length > 0 && all.every(({ skipped }) => skipped !== undefined);
  const isOk = !isNothing && (options.strict === true ? findingCount === 0 : !all.some(hasErrors));
  if (style === "json") {
    await writeJson({ ok: isOk, findingCount, files: all.map(describe) });
  } else {
    if (!isText) await writeResult(writeReport(style, reported(all), readVersion()));
    const skipped = results.filter((result) => result.skipped !== undefined).length;
    const checked = counted(all.length - skipped, "file");
    const rest = skipped === 0 ? "" : ` ${counted(skipped, "file")} without annotations skipped.`;
    const found = findingCount === 0 ? "no findings" : counted(findingCount, "finding");
    const isMild = isOk && findingCount > 0;
    note(`${checked}, ${found}${isMild ? ", none worse than a warning" : ""}.${rest}`);
    if (isNothing)
      throw new CliError(ExitCode.findings, "nothing was checked: no file here holds annotations that can be read.");
  }
  io().exitCode = isOk ? ExitCode.ok : ExitCode.findings;
}

/** Says what the document leaves out, since only the first findings of a file are listed. */
function reported(results: readonly Checked[]): readonly Reported[] {
  const checked = results.filter(({ skipped }) => skipped === undefined);
  for (const result of checked) noteUnlisted(result);
  return checked.map(({ path, findings }) => ({ path: fileLabel(path), findings }));
}

function noteUnlisted({ path, findings, findingCount }: Checked): void {
  const unlisted = findingCount - findings.length;
  if (unlisted > 0) note(`${fileLabel(path)}: ${counted(unlisted, "more finding")}.`);
}

/** Of very many findings only the first are listed; what errors leave out is counted to the end. */
function hasErrors({ findings, counts }: Checked): boolean {
  return findings.some(({ severity }) => severity === "error") || (counts?.skippedCount ?? 0) > 0;
}

async function printFindings(file: Checked, style: "text" | "github", isAlone: boolean): Promise<void> {
  const lines = file.findings.map((finding) =>
    style === "github" ? formatGithubAnnotation(finding) : formatFinding(io().out, finding),
  );
  for (const remark of [...(file.remarks ?? []), ...weighed(file, isAlone)]) note(remark);
  if (lines.length > 0) await writeResult(lines.map((line) => `${line}\n`).join(""));
  noteUnlisted(file);
}

/** What the file was taken for and why, and what fits next best. */
function weighed({ path, judgement }: Checked, isAlone: boolean): readonly string[] {
  if (judgement === undefined) return [];
  const { winner, runnerUp } = judgement;
  // Of many files only those where something else fits, too.
  if (!isAlone && runnerUp === undefined) return [];
  const next = runnerUp === undefined ? "" : `; next best ${runnerUp.title}, ${percent(runnerUp)}: ${runnerUp.why}`;
  return [`${fileLabel(path)}: ${winner.title}, ${percent(winner)}: ${winner.why}${next}.`];
}

function percent({ fit }: Candidate): string {
  return `${Math.round(fit * 100)} %`;
}

function describe({ path, kind, judgement, skipped, counts, findings, findingCount }: Checked): object {
  return {
    file: fileLabel(path),
    ...(kind !== undefined && { format: kind }),
    ...(judgement !== undefined && { judgement }),
    ...(skipped !== undefined && { skipped }),
    readable: counts !== undefined || (kind === "dive-config" && findingCount === 0),
    trackCount: counts?.trackCount ?? 0,
    detectionCount: counts?.detectionCount ?? 0,
    groupCount: counts?.groupCount ?? 0,
    skippedCount: counts?.skippedCount ?? 0,
    findingCount,
    findings: findings.map(({ file: _file, ...problem }) => problem),
  };
}
