/** `wakeline validate`: reports problems in annotation files, with their places. */

import { basename, join, relative, resolve } from "node:path";
import { Command, Option } from "commander";
import type { AnnotationFormat } from "#core/types";
import type { ColumnMapping } from "#core/formats/recognize/column-mapping";
import { isContested, type Candidate } from "#core/formats/recognize/recognized";
import { formatNames } from "../base/annotations/annotation-formats.ts";
import { columnsOption, columnsOrFrom } from "../base/annotations/columns-option.ts";
import { videoNamesOf, videoOption } from "../base/annotations/video-option.ts";
import { CliError, ExitCode, usageError } from "../base/process/errors.ts";
import { fileLabel, standardStream } from "../base/files/files.ts";
import { formatFinding, formatGithubAnnotation } from "../base/annotations/findings.ts";
import { readImageList } from "../base/annotations/image-names.ts";
import { positiveCount, rate } from "../base/terminal/option-values.ts";
import { counted, note, writeJson, writeResult } from "../base/terminal/output.ts";
import { createProgress } from "../base/terminal/progress.ts";
import { readVersion } from "../base/process/version.ts";
import { type Baseline, newBaseline, readBaseline } from "../offline/baseline.ts";
import type { CheckJob } from "../offline/check-file.ts";
import { type Checked, isJudged } from "../offline/checked.ts";
import { findInputs, type InputFile, type Inputs } from "../offline/inputs.ts";
import { projectFileName, readProjectFile, type ProjectFile } from "../offline/project-file.ts";
import { reportStyles, writeReport } from "../offline/reports.ts";
import type { Reported, ReportStyle } from "../offline/reports.ts";
import { createRules, type Rules } from "../offline/rules.ts";
import { runTasks } from "../offline/run-tasks.ts";
import { io } from "../base/terminal/io.ts";
import type { Fixed, Fixer, FixOptions } from "./validate-fix.ts";

interface Options extends FixOptions {
  readonly from?: AnnotationFormat;
  readonly columns?: ColumnMapping;
  readonly fps?: number;
  readonly video?: string;
  readonly format: "text" | "github" | "json" | ReportStyle;
  readonly strict?: true;
  readonly all?: true;
  readonly media?: string;
  readonly types?: readonly string[];
  readonly select?: readonly string[];
  readonly ignore?: readonly string[];
  readonly errorOn?: readonly string[];
  /** `false`: ignore any project file. */
  readonly config?: string | false;
  readonly baseline?: string;
  readonly writeBaseline?: true;
  readonly jobs?: number;
  readonly json?: true;
}

/** Findings in a file as it is now, and the fixes made in it. */
type Result = Checked & Pick<Fixed, "changes">;

const names = (text: string): readonly string[] => text.split(",").map((name) => name.trim());

export default new Command()
  .description(
    "Checks annotation files of every format and configurations of datasets. An input is a file, a folder (everything in " +
      "it), a quoted glob (`'runs/**/*.csv'`) or `-`, standard input. Every finding is one line, " +
      "`file:line:column: severity: message [code]`; the exit code is 1 when one is an error.",
  )
  .argument("[in...]", "files, folders, globs, or `-`; without any, those that the project's configuration names")
  .addOption(new Option("--from <format>", "format of the files, instead of detecting it").choices(formatNames))
  .addOption(columnsOption())
  .addOption(videoOption("the first"))
  .option("--fps <rate>", "pictures per second, for tables that say times instead of frames", rate)
  .addOption(
    new Option("--format <style>", "how findings are written: a line each, or a document of the CI system")
      .choices(["text", "github", "json", ...reportStyles])
      .default("text"),
  )
  .option("--strict", "let warnings make the exit code 1 as well")
  .option(
    "--all",
    "also report patterns that are often intentional: gaps, jumps, single-frame tracks, overlapping boxes",
  )
  .option("--types <names>", "allowed types, separated by commas; others are reported", names)
  .option("--select <codes>", "report only these, separated by commas; `csv-*` means all that begin so", names)
  .option("--ignore <codes>", "do not report these", names)
  .option("--error-on <codes>", "report these as errors", names)
  .option("--config <file>", "rules of the project (default: `wakeline.config.json` here or in a folder above)")
  .option("--no-config", "pass over the project's configuration")
  .option("--baseline <file>", "do not report the findings that this file knows")
  .option("--write-baseline", "with --baseline: record the current findings there and exit with 0")
  .option(
    "--media <list>",
    "the pictures, a folder or a text file with one name a line: report unlisted pictures and missing frames; with a " +
      "folder, also boxes outside the picture and wrong sizes",
  )
  .option("--fix", "fix problems that have only one possible solution, and print each change as a diff")
  .option("--dry-run", "with --fix: print the diff only")
  .option("--jobs <count>", "files to check at a time (default: one a core)", positiveCount)
  .option("--json", "print one JSON document, as --format json does")
  .action(validate);

async function validate(args: readonly string[], options: Options): Promise<void> {
  if (options.from !== undefined && options.columns !== undefined) throw usageError(columnsOrFrom);
  requireFixable(args, options);
  const project = options.config === false ? undefined : await readProjectFile(options.config);
  if (project !== undefined) note(`Rules of ${project.path}.`);
  const baseline = await openBaseline(options, project);
  const results = await checkAll(args, options, { baseline, project });
  const findingCount = results.reduce((sum, result) => sum + result.findingCount, 0);
  // If nothing was checked, the result must not be a success.
  const isNothing = results.length > 0 && results.every(({ skipped }) => skipped !== undefined);
  const isStrict = options.strict ?? project?.validate.strict ?? false;
  const isOk = !isNothing && (isStrict ? findingCount === 0 : !results.some(hasErrors));
  const style = styleOf(options);
  if (style === "json") {
    const known = baseline === undefined ? {} : { knownCount: baseline.knownCount };
    await writeJson({ ok: isOk, findingCount, ...known, files: results.map(describe) });
  } else {
    if (!isText(style)) await writeResult(writeReport(style, reported(results), readVersion()));
    note(summaryOf(results, findingCount, isOk));
    if (isNothing)
      throw new CliError(ExitCode.findings, "nothing was checked: no file here holds annotations that can be read.");
  }
  if (baseline !== undefined) await (options.writeBaseline === true ? keep(baseline) : remark(baseline));
  const isAccepted = options.writeBaseline === true && results.every(isAcceptable);
  io().exitCode = !isNothing && (isOk || isAccepted) ? ExitCode.ok : ExitCode.findings;
}

const isText = (style: Options["format"]): style is "text" | "github" => style === "text" || style === "github";
const styleOf = ({ json, format }: Options): Options["format"] => (json === true ? "json" : format);

/** Findings about arguments that are not files come first. */
async function checkAll(
  args: readonly string[],
  options: Options,
  { baseline, project }: { readonly baseline: Baseline | undefined; readonly project: ProjectFile | undefined },
): Promise<readonly Result[]> {
  const rules = createRules(options, project);
  const fixer = await makeFixer(options, rules);
  const media = options.media === undefined ? undefined : await readImageList(options.media);
  const types = options.types ?? project?.validate.types;
  const { files, findings } = await findChecked(args, project, baseline?.path);
  const results = findings.map((finding): Result => ({ path: finding.file, findings: [finding], findingCount: 1 }));
  const known = (checked: Checked): Checked => (baseline === undefined ? checked : baseline.without(checked));
  const style = styleOf(options);
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const progress = createProgress({ unit: files.length === 1 ? "bytes" : "steps" });
  if (isText(style)) for (const result of results) await printFindings(result, style, false);
  const jobs = files.map(({ path, isFound }): CheckJob => ({
    path,
    isFound,
    from: options.columns === undefined ? options.from : ("table" as const),
    columns: options.columns,
    fps: options.fps,
    ...videoNamesOf(options.video),
    media,
    ...(rules.findsOptional && { issues: { all: true, ...(types && { types }) } }),
  }));
  await runTasks("check", jobs, {
    jobs: options.jobs,
    totalBytes,
    onBytes: (done) => {
      if (files.length === 1) progress.update(files[0]?.path ?? "", done, totalBytes);
    },
    onResult: async (found, index) => {
      progress.clear();
      const fixed = await fixOf(fixer, jobs[index], rules.apply(found));
      const result = { ...known(fixed.checked), ...(fixed.changes && { changes: fixed.changes }) };
      results.push(result);
      if (isText(style)) await printFindings(result, style, files.length === 1);
      if (isText(style) && result.skipped !== undefined) note(`Skipped ${result.path}: ${result.skipped}`);
      if (files.length > 1) progress.update(result.path, index + 1, files.length);
    },
  });
  progress.clear();
  return results;
}

/** @throws CliError for incompatible options */
function requireFixable(args: readonly string[], { fix, dryRun }: FixOptions): void {
  if (dryRun === true && fix !== true) throw usageError("--dry-run shows what --fix would change: name both.");
  if (fix === true && args.includes(standardStream)) throw usageError("--fix changes files, and `-` is none.");
}

/** Loaded on demand: it needs all formats. */
async function makeFixer(options: Options, { apply }: Rules): Promise<Fixer | undefined> {
  if (options.fix !== true) return undefined;
  const { Fixer: Made } = await import("./validate-fix.ts");
  return new Made(options, isText(styleOf(options)), apply);
}

async function fixOf(fixer: Fixer | undefined, job: CheckJob | undefined, checked: Checked): Promise<Fixed> {
  return fixer === undefined || job === undefined ? { checked } : await fixer.fix(job, checked);
}

/** The inputs of the command line, or otherwise those of the project, without the project's own files. */
async function findChecked(
  args: readonly string[],
  project: ProjectFile | undefined,
  baseline: string | undefined,
): Promise<Inputs> {
  const own = (project?.validate.files ?? []).map((name) => relative(process.cwd(), join(project?.folder ?? "", name)));
  const named = args.length > 0 ? args : own.map((name) => name || ".");
  if (named.length === 0) {
    throw usageError(`name the files to check, or list them in ${projectFileName} as "validate": {"files": [...]}.`);
  }
  const inputs = await findInputs(named);
  const isOwn = ({ path, isFound }: InputFile): boolean =>
    isFound && (basename(path) === projectFileName || (baseline !== undefined && resolve(path) === resolve(baseline)));
  return { ...inputs, files: inputs.files.filter((file) => !isOwn(file)) };
}

async function openBaseline(options: Options, project: ProjectFile | undefined): Promise<Baseline | undefined> {
  const file = project?.validate.baseline;
  const path =
    options.baseline ?? (file === undefined ? undefined : relative(process.cwd(), join(project?.folder ?? "", file)));
  if (path !== undefined) return options.writeBaseline === true ? newBaseline(path) : await readBaseline(path);
  if (options.writeBaseline === true) throw usageError("--write-baseline needs --baseline FILE, which it writes.");
  return undefined;
}

async function keep(baseline: Baseline): Promise<void> {
  await baseline.write();
  note(`Wrote ${counted(baseline.knownCount, "finding")} to ${baseline.path}: they are not reported from now on.`);
}

function remark({ path, knownCount, solved }: Baseline): void {
  if (knownCount > 0) note(`${counted(knownCount, "finding")} not reported: ${path} knows them.`);
  if (solved.length > 0) {
    note(`Less is found than ${path} knows (${solved.join(", ")}): \`--write-baseline\` keeps it so.`);
  }
}

/** Files that could not be read cannot be added to the baseline. */
function isAcceptable(result: Checked): boolean {
  return isJudged(result) || result.skipped !== undefined;
}

function summaryOf(results: readonly Checked[], findingCount: number, isOk: boolean): string {
  const skipped = results.filter((result) => result.skipped !== undefined).length;
  const checked = counted(results.length - skipped, "file");
  const rest = skipped === 0 ? "" : ` ${counted(skipped, "file")} without annotations skipped.`;
  const findings = findingCount === 0 ? "no findings" : counted(findingCount, "finding");
  const isMild = isOk && findingCount > 0;
  return `${checked}, ${findings}${isMild ? ", none worse than a warning" : ""}.${rest}`;
}

/** Reports how many findings the document omits, since only the first ones of a file are listed. */
function reported(results: readonly Checked[]): readonly Reported[] {
  const checked = results.filter(({ skipped }) => skipped === undefined);
  for (const result of checked) noteUnlisted(result);
  return checked.map(({ path, findings }) => ({ path: fileLabel(path), findings }));
}

function noteUnlisted({ path, findings, findingCount }: Checked): void {
  const unlisted = findingCount - findings.length;
  if (unlisted > 0) note(`${fileLabel(path)}: ${counted(unlisted, "more finding")}.`);
}

/** Only the first of very many findings are listed, but skipped rows or tracks are counted to the end. */
function hasErrors({ findings, findingCount, counts }: Checked): boolean {
  if (findings.some(({ severity }) => severity === "error")) return true;
  return findingCount > findings.length && (counts?.skippedCount ?? 0) > 0;
}

async function printFindings(file: Checked, style: "text" | "github", isAlone: boolean): Promise<void> {
  const lines = file.findings.map((finding) =>
    style === "github" ? formatGithubAnnotation(finding) : formatFinding(io().out, finding),
  );
  for (const remark of [...(file.remarks ?? []), ...explainDetection(file, isAlone)]) note(remark);
  if (lines.length > 0) await writeResult(lines.map((line) => `${line}\n`).join(""));
  noteUnlisted(file);
}

/** The detected format of the file with its evidence, and the next best one. */
function explainDetection({ path, judgment }: Checked, isAlone: boolean): readonly string[] {
  if (judgment === undefined) return [];
  const { winner, runnerUp } = judgment;
  // For many files, only those where another format fits too.
  if (!isAlone && !isContested(judgment)) return [];
  const next = runnerUp === undefined ? "" : `; next best ${runnerUp.title}, ${percent(runnerUp)}: ${runnerUp.why}`;
  return [`${fileLabel(path)}: ${winner.title}, ${percent(winner)}: ${winner.why}${next}.`];
}

function percent({ fit }: Candidate): string {
  return `${Math.round(fit * 100)} %`;
}

function describe({ path, kind, judgment, skipped, counts, findings, findingCount, changes }: Result): object {
  return {
    file: fileLabel(path),
    ...(kind !== undefined && { format: kind }),
    // The spelling that scripts know.
    ...(judgment !== undefined && { judgement: judgment }),
    ...(skipped !== undefined && { skipped }),
    readable: counts !== undefined || (kind === "dive-config" && findingCount === 0),
    trackCount: counts?.trackCount ?? 0,
    detectionCount: counts?.detectionCount ?? 0,
    groupCount: counts?.groupCount ?? 0,
    skippedCount: counts?.skippedCount ?? 0,
    // The word that scripts know.
    ...(changes !== undefined && { mended: changes }),
    findingCount,
    findings: findings.map(({ file: _file, ...problem }) => problem),
  };
}
