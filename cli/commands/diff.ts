/** `wakeline diff`: the differences between two annotation files. */

import { Command, Option } from "commander";
import { annotationChanges, diffAnnotations } from "#core/diff/diff";
import type { AnnotationDiff, Change, ChangeCounts } from "#core/diff/diff";
import type { AnnotationFormat } from "#core/types";
import { formatNames } from "../base/annotations/annotation-formats.ts";
import { ExitCode } from "../base/process/errors.ts";
import { fileLabel } from "../base/files/files.ts";
import { readImageNames } from "../base/annotations/image-names.ts";
import { positiveCount } from "../base/terminal/option-values.ts";
import { counted, note, writeJson, writeResult } from "../base/terminal/output.ts";
import { formatTable } from "../base/terminal/table.ts";
import { isTerminal, paint } from "../base/terminal/terminal.ts";
import { placeText, valueText } from "../offline/place-text.ts";
import { readDocuments } from "../offline/read-document.ts";
import { io } from "../base/terminal/io.ts";

interface Options {
  readonly from?: AnnotationFormat;
  readonly images?: string;
  readonly limit?: number;
  readonly summary?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Shows what turns A into B: tracks and groups that are new, gone or changed, by frame and field. The two may have " +
      "different formats. The exit code is 0 when they are the same and 1 when they differ.",
  )
  .argument("<a>", "file to compare, or `-`")
  .argument("<b>", "file to compare with, or `-`")
  .addOption(new Option("--from <format>", "format of the files, instead of detecting it").choices(formatNames))
  .option("--images <list>", "pictures in frame order, for CSV: a folder, or a text file with one name a line")
  .option(
    "--limit <count>",
    "maximum number of changes to show (default: 200 on a terminal and with --json, all in a pipe)",
    positiveCount,
  )
  .option("--summary", "show only how many changes there are")
  .option("--json", "print one JSON document")
  .action(diff);

const listed = 200;
/** Number of rows formatted at a time in a pipe. */
const rowsPerBatch = 1000;

async function diff(pathA: string, pathB: string, options: Options): Promise<void> {
  const imageNames = options.images === undefined ? undefined : await readImageNames(options.images);
  const [a, b] = await readDocuments([pathA, pathB], { from: options.from, imageNames });
  if (a === undefined || b === undefined) return;
  const limit = options.limit ?? (isTerminal(io().out) || options.json === true ? listed : undefined);
  const result = diffAnnotations(a.core, b.core, { listed: options.summary === true ? 0 : (limit ?? 0) });
  if (options.json === true) {
    await writeJson({ a: fileLabel(pathA), b: fileLabel(pathB), ...result });
  } else {
    if (options.summary !== true) {
      if (limit === undefined) await printAll(annotationChanges(a.core, b.core));
      else await printChanges(result.changes);
      if (limit !== undefined && result.changeCount > limit)
        note(`${counted(result.changeCount - limit, "more change")}: --limit shows more.`);
    }
    note(summaryText(result));
  }
  const isWhole = a.report.skippedCount + b.report.skippedCount === 0;
  io().exitCode = result.isEqual && isWhole ? ExitCode.ok : ExitCode.findings;
}

async function printAll(changes: Iterable<Change>): Promise<void> {
  let waiting: Change[] = [];
  for (const change of changes) {
    waiting.push(change);
    if (waiting.length < rowsPerBatch) continue;
    await printChanges(waiting);
    waiting = [];
  }
  await printChanges(waiting);
}

const colors = { added: "green", deleted: "red", changed: "yellow" } as const;

async function printChanges(changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const columns = [
    { title: "change" },
    { title: "where" },
    { title: "field", flexible: true },
    { title: "before", flexible: true },
    { title: "after", flexible: true },
  ] as const;
  const rows = changes.map((change) => [
    change.change,
    placeText(change),
    change.path ?? "",
    valueText(change.before),
    valueText(change.after),
  ]);
  const lines = formatTable(io().out, columns, rows).split("\n");
  const heading = isTerminal(io().out) ? 1 : 0;
  const painted = lines.map((line, index) => {
    const change = changes[index - heading]?.change;
    return change === undefined ? line : line.replace(change, (word) => paint(io().out, colors[change], word));
  });
  await writeResult(painted.join("\n"));
}

function summaryText({ isEqual, tracks, groups, detections, fields }: AnnotationDiff): string {
  if (isEqual) return "The annotations are the same.";
  const parts = [
    countsText("tracks", tracks),
    countsText("detections of changed tracks", detections),
    countsText("groups", groups),
    Object.entries(fields)
      .map(([field, count]) => `${field} ${count}`)
      .join(", "),
  ].filter((part) => part !== "");
  return `${parts.join("; ")}.`;
}

function countsText(what: string, { added, deleted, changed }: ChangeCounts): string {
  const parts = Object.entries({ added, deleted, changed }).filter(([, count]) => count > 0);
  return parts.length === 0 ? "" : `${what}: ${parts.map(([word, count]) => `${count} ${word}`).join(", ")}`;
}
