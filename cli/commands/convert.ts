/** `wakeline convert`: one annotation format into another, without a server. The same core as in the browser does it. */

import { Command, InvalidArgumentError, Option } from "commander";
import { writeDatasetFile } from "#core/formats/dataset-file";
import type { DatasetFacts } from "#core/formats/dataset-file";
import type { AnnotationFormat, ExportFilter, Loss, ViameCsvOptions, WriteReport } from "#core/types";
import { annotationFormats } from "../base/annotation-formats.ts";
import { holdsNothing, readAnnotations } from "../base/annotations.ts";
import type { AnnotationFile } from "../base/annotations.ts";
import { CliError, ExitCode, usageError } from "../base/errors.ts";
import { fileLabel, readInput, standardStream, writeOutput } from "../base/files.ts";
import { formatFinding } from "../base/findings.ts";
import { readImageNames } from "../base/image-names.ts";
import { byteText, counted, note, writeJson } from "../base/output.ts";
import { formatTable } from "../base/table.ts";

type LoadedFile = NonNullable<AnnotationFile["loaded"]>;
type MediaType = ViameCsvOptions["mediaType"];

interface Options {
  readonly to: AnnotationFormat;
  readonly output: string;
  readonly from?: AnnotationFormat;
  readonly fps?: number;
  readonly media?: MediaType;
  readonly images?: string;
  readonly dialect: "dive" | "plain";
  readonly style: "python" | "compact";
  readonly threshold?: Readonly<Record<string, number>>;
  readonly type?: readonly string[];
  readonly exportedTime?: string;
  readonly strict?: true;
  readonly json?: true;
}

/** More than these are counted only; `validate` lists them all. */
const shownFindings = 50;

export default new Command()
  .description(
    "Converts an annotation file. `-` is standard input or output. What is wrong with the input goes to stderr with its " +
      "line, and so does what the target format cannot hold. Broken rows are left out and make the exit code 1.",
  )
  .argument("<in>", "file to convert")
  .addOption(new Option("--to <format>", "target format").choices(annotationFormats).makeOptionMandatory())
  .requiredOption("-o, --output <out>", "file to write")
  .addOption(new Option("--from <format>", "what the input is, instead of looking inside").choices(annotationFormats))
  .option("--fps <rate>", "annotation frame rate, pictures per second", rate)
  .addOption(
    new Option("--media <type>", "what the annotations belong to: decides the second cell of CSV rows").choices([
      "video",
      "image-sequence",
      "large-image",
    ] satisfies MediaType[]),
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
  .option("--threshold <[type=]confidence>", "leave out less sure types; repeatable", collectThreshold)
  .option("--type <name>", "keep only this type; repeatable", collect)
  .option("--exported-time <text>", "moment named in the CSV header, for reproducible files")
  .option("--strict", "write nothing when any row or track is broken")
  .option("--json", "print a report as JSON")
  .action(convert);

async function convert(path: string, options: Options): Promise<void> {
  const isPiped = options.output === standardStream;
  if (isPiped && options.json === true)
    throw usageError("--json and `-o -` both want standard output: name a file with -o.");
  const imageNames = options.images === undefined ? undefined : await readImageNames(options.images);
  const input = await readAnnotations(path, await readInput(path), options.from, {
    ...(options.strict === undefined ? {} : { strict: true }),
    ...(imageNames === undefined ? {} : { imageNames }),
  });
  if (options.json !== true) printFindings(input);
  if (input.loaded === undefined || holdsNothing(input)) {
    if (options.json === true) await writeJson({ ok: false, findings: input.findings });
    throw new CliError(
      ExitCode.findings,
      `${fileLabel(path)} was not converted, nothing was written: there is no annotation in it that can be read.`,
    );
  }
  const output = write(input.loaded, options, imageNames);
  await writeOutput(options.output, output.bytes);
  const { report } = input.loaded;
  if (options.json === true) {
    await writeJson({
      ok: report.skippedCount === 0,
      input: { file: fileLabel(path), format: input.format },
      output: { file: options.output, format: options.to, bytes: output.bytes.byteLength },
      trackCount: output.trackCount,
      detectionCount: report.detectionCount,
      groupCount: report.groupCount,
      skippedCount: report.skippedCount,
      findingCount: input.findingCount,
      findings: input.findings,
      losses: output.losses,
    });
  } else {
    printLosses(output.losses, options.to);
    if (!isPiped) {
      note(`Wrote ${options.output}: ${counted(output.trackCount, "track")}, ${byteText(output.bytes.byteLength)}.`);
    }
    if (report.skippedCount > 0)
      note(`Left out ${counted(report.skippedCount, "broken row or track", "broken rows or tracks")}.`);
  }
  if (report.skippedCount > 0) process.exitCode = ExitCode.findings;
}

function write({ core, report }: LoadedFile, options: Options, imageNames?: readonly string[]): WriteReport {
  const fps = options.fps ?? report.fps;
  const type = options.media ?? (imageNames === undefined && fps !== undefined ? "video" : "image-sequence");
  const { datasetInfo } = report;
  const { exportedTime } = options;
  const filter: ExportFilter = {
    ...(options.threshold !== undefined && { thresholds: options.threshold }),
    ...(options.type !== undefined && { types: options.type }),
  };
  if (options.to === "dive-json" && options.style === "compact") {
    return core.writeDiveJson({ style: "compact", ...(fps !== undefined && { fps }), filter });
  }
  if (options.to === "viame-csv" && options.dialect === "plain") {
    return core.writeViameCsv({
      dialect: "plain",
      mediaType: type,
      ...(fps !== undefined && { fps }),
      ...(imageNames !== undefined && { imageNames }),
      ...(datasetInfo !== undefined && { datasetInfo }),
      ...(exportedTime !== undefined && { exportedTime }),
      filter,
    });
  }
  const facts: DatasetFacts = { type, fps, imageNames: imageNames ?? [], datasetInfo };
  return writeDatasetFile(core, options.to, facts, { filter, ...(exportedTime !== undefined && { exportedTime }) });
}

function printFindings({ findings, findingCount }: AnnotationFile): void {
  for (const finding of findings.slice(0, shownFindings)) note(formatFinding(process.stderr, finding));
  const unlisted = findingCount - Math.min(findings.length, shownFindings);
  if (unlisted > 0) note(`${counted(unlisted, "more finding")}: \`wakeline validate\` lists them.`);
}

function printLosses(losses: readonly Loss[], format: AnnotationFormat): void {
  if (losses.length === 0) return;
  note(`What ${format} cannot hold was left out:`);
  const columns = [{ title: "what" }, { title: "times", align: "right" }, { title: "first", flexible: true }] as const;
  const rows = losses.map(({ kind, count, example }) => [kind, count, exampleText(example)]);
  process.stderr.write(formatTable(process.stderr, columns, rows, true));
}

function exampleText({ trackId, frame, text }: Loss["example"]): string {
  const place = [trackId === undefined ? "" : `track ${trackId}`, frame === undefined ? "" : `frame ${frame}`];
  return [place.filter((part) => part !== "").join(", "), text].filter((part) => part !== "").join(": ");
}

// ------------------------------------------------------------------------------------------------- option parsing

function rate(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text) || !(Number(text) > 0))
    throw new InvalidArgumentError("A frame rate is a number above 0.");
  return Number(text);
}

function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

function collectThreshold(
  text: string,
  earlier: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  const [, type = "default", number = ""] = /^(?:(.+)=)?([^=]+)$/.exec(text) ?? [];
  const confidence = Number(number);
  if (number.trim() === "" || !(confidence >= 0 && confidence <= 1)) {
    throw new InvalidArgumentError("A confidence is a number from 0 to 1, as in `0.5` or `fish=0.5`.");
  }
  return { ...earlier, [type]: confidence };
}
