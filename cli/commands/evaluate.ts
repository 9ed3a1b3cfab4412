/** `wakeline evaluate`: how well annotations agree with the truth, and whether that is sufficient. */

import { Command, InvalidArgumentError, Option } from "commander";
import { averagePrecision } from "#core/metrics/average-precision";
import { measureClear } from "#core/metrics/clear";
import { objectBoxes } from "#core/metrics/counted";
import { confuseTypes, measureDetections } from "#core/metrics/detection";
import type { Confusion } from "#core/metrics/detection";
import { compareFrames, onlySameTypes } from "#core/metrics/frames";
import { measureHota } from "#core/metrics/hota";
import { measureIdentity } from "#core/metrics/identity";
import type { AnnotationFormat, TrackBoxes } from "#core/types";
import { formatNames } from "../base/annotations/annotation-formats.ts";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { fileLabel } from "../base/files/files.ts";
import { readImageNames } from "../base/annotations/image-names.ts";
import { io } from "../base/terminal/io.ts";
import { note, writeJson, writeResult } from "../base/terminal/output.ts";
import { formatTable } from "../base/terminal/table.ts";
import { readDocuments } from "../offline/read-document.ts";

interface Options {
  readonly from?: AnnotationFormat;
  readonly images?: string;
  readonly iou: number;
  readonly anyType?: true;
  readonly byType?: true;
  readonly minHota?: number;
  readonly minMota?: number;
  readonly minIdf1?: number;
  readonly minF1?: number;
  readonly minMap?: number;
  readonly json?: true;
}

interface Measures {
  readonly hota: number;
  readonly detA: number;
  readonly assA: number;
  readonly mota: number;
  readonly idf1: number;
  readonly switches: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Absent when the truth has no box. */
  readonly map?: number;
  readonly map50?: number;
  readonly truthBoxes: number;
  readonly foundBoxes: number;
}

export default new Command()
  .description(
    "Compares what a tracker, a detector or a person has found with the truth: HOTA, MOTA, IDF1, mAP, precision, recall and " +
      "which types are taken for which, as the viewer's Compare panel does. The two files may have different formats. With " +
      "--min-hota and similar options, the exit code is 1 when a measure is lower.",
  )
  .argument("<truth>", "file of the truth, or `-`")
  .argument("<found>", "file to evaluate, or `-`")
  .addOption(new Option("--from <format>", "format of the files, instead of detecting it").choices(formatNames))
  .option("--images <list>", "pictures in frame order, for CSV: a folder, or a text file with one name a line")
  .option("--iou <share>", "overlap from which boxes match, for precision, recall, F1 and types", share, 0.5)
  .option("--any-type", "boxes of different types match, too")
  .option("--by-type", "show the measures of each type, and which types are taken for which")
  .option("--min-hota <value>", "fail when HOTA is lower", limit)
  .option("--min-mota <value>", "fail when MOTA is lower", limit)
  .option("--min-idf1 <value>", "fail when IDF1 is lower", limit)
  .option("--min-f1 <value>", "fail when F1 is lower", limit)
  .option("--min-map <value>", "fail when mAP is lower", limit)
  .option("--json", "print one JSON document")
  .action(evaluate);

async function evaluate(truthPath: string, foundPath: string, options: Options): Promise<void> {
  const imageNames = options.images === undefined ? undefined : await readImageNames(options.images);
  const [inTruth, inFound] = await readDocuments([truthPath, foundPath], { from: options.from, imageNames });
  const [truth, found] = [objectBoxes(inTruth!.core), objectBoxes(inFound!.core)];
  const all = measure(truth, found, options);
  const types = [...new Set([...truth, ...found].map(({ type }) => type))].toSorted();
  const byType =
    options.byType === true ? types.map((type) => ({ type, ...measureType(type, truth, found, options) })) : [];
  const confusion = confuseTypes(compareFrames(truth, found), options.iou);
  const missed = missedTargets(all, options);
  if (options.json === true) {
    const sides = { truth: fileLabel(truthPath), found: fileLabel(foundPath) };
    const details = options.byType === true ? { types: byType, confusion } : {};
    await writeJson({ ok: missed.length === 0, ...sides, iou: options.iou, ...all, ...details });
  } else {
    await writeResult(
      tableOf(options.byType === true ? [{ type: "all", ...all }, ...byType] : [{ type: "all", ...all }]),
    );
    if (options.byType === true) noteConfusion(confusion);
  }
  const skipped = inTruth!.report.skippedCount + inFound!.report.skippedCount;
  if (skipped > 0) io().exitCode = ExitCode.findings;
  if (missed.length > 0) throw new CliError(ExitCode.findings, `${missed.join("; ")}.`);
}

function measureType(
  type: string,
  truth: readonly TrackBoxes[],
  found: readonly TrackBoxes[],
  options: Options,
): Measures {
  const ofType = (tracks: readonly TrackBoxes[]): readonly TrackBoxes[] =>
    tracks.filter((track) => track.type === type);
  return measure(ofType(truth), ofType(found), options);
}

function measure(truth: readonly TrackBoxes[], found: readonly TrackBoxes[], { iou, anyType }: Options): Measures {
  const all = compareFrames(truth, found);
  const matched = anyType === true ? all : onlySameTypes(all);
  const [hota, clear, identity] = [measureHota(matched), measureClear(matched), measureIdentity(matched)];
  const { precision, recall, f1 } = measureDetections(matched, iou);
  const { mean, at50 } = averagePrecision(all);
  const boxes = (tracks: readonly TrackBoxes[]): number => tracks.reduce((sum, { frames }) => sum + frames.length, 0);
  return {
    hota: hota.hota,
    detA: hota.detection,
    assA: hota.association,
    mota: clear.mota,
    idf1: identity.idf1,
    switches: clear.switchCount,
    precision,
    recall,
    f1,
    ...(mean === undefined ? {} : { map: mean }),
    ...(at50 === undefined ? {} : { map50: at50 }),
    truthBoxes: boxes(truth),
    foundBoxes: boxes(found),
  };
}

function missedTargets(measures: Measures, options: Options): string[] {
  const wanted = [
    ["HOTA", measures.hota, options.minHota],
    ["MOTA", measures.mota, options.minMota],
    ["IDF1", measures.idf1, options.minIdf1],
    ["F1", measures.f1, options.minF1],
    ["mAP", measures.map ?? 0, options.minMap],
  ] as const;
  return wanted.flatMap(([name, value, min]) =>
    min === undefined || value >= min ? [] : [`${name} is ${value.toFixed(4)}, below ${min}`],
  );
}

function tableOf(rows: readonly ({ readonly type: string } & Measures)[]): string {
  const number = (value: number | undefined): string => (value === undefined ? "" : value.toFixed(4));
  const titles = [
    "HOTA",
    "DetA",
    "AssA",
    "MOTA",
    "IDF1",
    "switches",
    "precision",
    "recall",
    "F1",
    "mAP",
    "mAP50",
    "truth",
    "found",
  ];
  const columns = [{ title: "type", flexible: true }, ...titles.map((title) => ({ title, align: "right" as const }))];
  return formatTable(
    io().out,
    columns,
    rows.map((row) => [
      row.type,
      ...[row.hota, row.detA, row.assA, row.mota, row.idf1].map(number),
      row.switches,
      ...[row.precision, row.recall, row.f1, row.map, row.map50].map(number),
      row.truthBoxes,
      row.foundBoxes,
    ]),
  );
}

/** Which types are confused, the most frequent mistakes first. */
function noteConfusion({ types, counts }: Confusion): void {
  const name = (index: number): string => types[index] ?? "(none)";
  const mistakes = counts.flatMap((row, truth) =>
    row.flatMap((count, found) => (truth !== found && count > 0 ? [{ truth, found, count }] : [])),
  );
  if (mistakes.length === 0) return note("No box is of another type, missing or too many.");
  const rows = mistakes
    .toSorted((a, b) => b.count - a.count)
    .map(({ truth, found, count }) => [name(truth), name(found), count]);
  const columns = [{ title: "truth" }, { title: "found as" }, { title: "boxes", align: "right" as const }];
  io().err.write(formatTable(io().err, columns, rows, true));
}

function share(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number > 0 && number <= 1))
    throw new InvalidArgumentError("It is a number above 0, up to 1.");
  return number;
}

function limit(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number <= 1)) throw new InvalidArgumentError("It is a number up to 1, as in 0.6.");
  return number;
}
