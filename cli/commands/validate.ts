/** `wakeline validate`: says what is wrong with annotation files, and where. */

import { Command, Option } from "commander";
import type { AnnotationFormat } from "#core/types";
import { annotationFormats } from "../base/annotation-formats.ts";
import { readAnnotations } from "../base/annotations.ts";
import type { AnnotationFile } from "../base/annotations.ts";
import { ExitCode } from "../base/errors.ts";
import { fileLabel, readInput } from "../base/files.ts";
import { readSideFile } from "../base/configuration-file.ts";
import { formatFinding, formatGithubAnnotation } from "../base/findings.ts";
import { counted, note, writeJson, writeResult } from "../base/output.ts";

interface Options {
  readonly from?: AnnotationFormat;
  readonly format: "text" | "github";
  readonly json?: true;
}

type CheckedFile = Omit<AnnotationFile, "format"> & {
  readonly format: AnnotationFormat | "dataset-configuration";
};

export default new Command()
  .description(
    "Checks VIAME CSV, DIVE JSON and dataset configurations. Every finding is one line, `file:line:column: severity: message [code]`; " +
      "the exit code is 1 when there is any. `-` reads standard input.",
  )
  .argument("<file...>", "files to check")
  .addOption(new Option("--from <format>", "what the files are, instead of looking inside").choices(annotationFormats))
  .addOption(
    new Option("--format <style>", "how findings are written; github: workflow annotations")
      .choices(["text", "github"])
      .default("text"),
  )
  .option("--json", "print one JSON document")
  .action(validate);

async function validate(paths: readonly string[], options: Options): Promise<void> {
  const checked: { readonly path: string; readonly file: CheckedFile }[] = [];
  for (const path of paths) {
    const file = await check(path, options.from);
    checked.push({ path, file });
    if (options.json !== true) await printFindings(file, options.format);
  }
  const findingCount = checked.reduce((sum, { file }) => sum + file.findingCount, 0);
  if (options.json === true) {
    await writeJson({ ok: findingCount === 0, findingCount, files: checked.map(describe) });
  } else {
    note(`${counted(paths.length, "file")}, ${findingCount === 0 ? "no findings" : counted(findingCount, "finding")}.`);
  }
  process.exitCode = findingCount === 0 ? ExitCode.ok : ExitCode.findings;
}

/** A configuration is no annotation file, but lies beside them and is checked as what it is. */
async function check(path: string, format: AnnotationFormat | undefined): Promise<CheckedFile> {
  const bytes = await readInput(path);
  const file = await readAnnotations(path, bytes, format);
  if (format !== undefined || file.findings[0]?.code !== "json-no-tracks") return file;
  const sideFile = readSideFile(fileLabel(path), bytes);
  if (sideFile.kind !== "dataset-configuration") return file;
  return { format: sideFile.kind, findings: sideFile.findings, findingCount: sideFile.findings.length };
}

async function printFindings(file: CheckedFile, style: Options["format"]): Promise<void> {
  const lines = file.findings.map((finding) =>
    style === "github" ? formatGithubAnnotation(finding) : formatFinding(process.stdout, finding),
  );
  await writeResult(lines.map((line) => `${line}\n`).join(""));
  const unlisted = file.findingCount - file.findings.length;
  if (unlisted > 0) note(`${file.findings[0]?.file}: ${counted(unlisted, "more finding")}.`);
}

function describe({ path, file }: { readonly path: string; readonly file: CheckedFile }): object {
  const { report } = file.loaded ?? {};
  return {
    file: fileLabel(path),
    format: file.format,
    readable: report !== undefined || file.format === "dataset-configuration",
    trackCount: report?.trackCount ?? 0,
    detectionCount: report?.detectionCount ?? 0,
    groupCount: report?.groupCount ?? 0,
    skippedCount: report?.skippedCount ?? 0,
    findingCount: file.findingCount,
    findings: file.findings.map(({ file: _file, ...problem }) => problem),
  };
}
