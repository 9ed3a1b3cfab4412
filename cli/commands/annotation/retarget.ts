/** `wakeline annotation retarget`: annotations of a video for another copy of it. */
import { resolve } from "node:path";

import { Command, Option } from "commander";

import { annotationFormats, writeAnnotationPieces } from "#core/formats/annotation-formats";
import { isAnnotationFormat } from "#core/formats/format-table";
import type { AnnotationFormat } from "#core/types";
import { formatNames } from "../../base/annotations/annotation-formats.ts";
import { openCore } from "../../base/annotations/core.ts";
import { CliError, ExitCode, usageError } from "../../base/process/errors.ts";
import { exportedTimeOf, exportedTimeOption } from "../../base/annotations/exported-time.ts";
import { standardStream, writeOutput } from "../../base/files/files.ts";
import { io } from "../../base/terminal/io.ts";
import { byteText, counted, note, warn, writeJson } from "../../base/terminal/output.ts";
import { isPictureFolder } from "../../media/fingerprint.ts";
import { printLosses } from "../../offline/ledger.ts";
import { readDocuments, type Document } from "../../offline/read-document.ts";
import { refuseInputs } from "../../offline/targets.ts";
import { WrittenContent } from "../../offline/written-content.ts";
import { intervalOf } from "../../retarget/counterparts.ts";
import { findCopy } from "../../retarget/find-copy.ts";
import { moveAnnotations, type MovedAnnotations, type Target } from "../../retarget/move-annotations.ts";
import { pictureMap } from "../../retarget/picture-map.ts";
import { describeRetarget, type RetargetReport } from "../../retarget/report.ts";
import { maxPictures, readSmallPictures, type SmallPictures } from "../../retarget/small-pictures.ts";

interface Options {
  readonly annotations: string;
  readonly output: string;
  readonly to?: AnnotationFormat;
  readonly from?: AnnotationFormat;
  readonly report?: string;
  readonly exportedTime?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Moves annotations of the video OLD to NEW, another copy of it: cut, joined, at another rate, cropped, scaled or encoded " +
      "again. Finds which frame is which and which part of the picture is shown by looking at the pictures. A frame that is not " +
      "certain is refused and gets no annotations; frames and annotations without a counterpart are listed, and make the exit " +
      "code 1. Needs ffmpeg.",
  )
  .argument("<old>", "video that the annotations are of; each of its pictures is a frame")
  .argument("<new>", "another copy of it")
  .requiredOption("-a, --annotations <file>", "annotations of the old video, or `-`")
  .requiredOption("-o, --output <out>", "file to write, or `-`; an input is never replaced")
  .addOption(
    new Option("--to <format>", "format of the result (default: that of the annotations)").choices(formatNames),
  )
  .addOption(new Option("--from <format>", "format of the file, instead of detecting it").choices(formatNames))
  .option("--report <file>", "write as JSON which frame is which, with the residual of each")
  .addOption(exportedTimeOption())
  .option("--json", "print the report as JSON")
  .action(retarget);

async function retarget(oldPath: string, newPath: string, options: Options): Promise<void> {
  const { annotations, output } = options;
  if (output === standardStream && options.json === true)
    throw usageError("--json and `-o -` both want standard output: name a file with -o.");
  const inputs = [oldPath, newPath, annotations];
  await refuseInputs(inputs, [output]);
  if (options.report !== undefined) {
    await refuseInputs(inputs, [options.report], "--report");
    if (options.report !== standardStream && resolve(options.report) === resolve(output))
      throw usageError(`-o and --report both name ${output}: give the report another name.`);
  }
  for (const path of [oldPath, newPath])
    if (await isPictureFolder(path)) throw usageError(`${path} is a folder: name a video.`);
  const [document] = await readDocuments([annotations], { from: options.from });
  const old = await readPictures(oldPath);
  const fresh = await readPictures(newPath, maxPictures - old.count);
  const copy = findCopy(old, fresh);
  if (copy === undefined)
    throw new CliError(
      ExitCode.findings,
      `nothing was written: no part of ${oldPath} was found in ${newPath} for certain.`,
    );
  const map = pictureMap(copy.place, old, fresh);
  const { width, height, seconds } = fresh;
  const fps = Math.round(1000 / intervalOf(seconds)) / 1000;
  const target: Target = { old: copy.old, map, width, height, seconds, fps };
  const moved = moveAnnotations(document!.core, target);
  const written = await write(moved, document!, target, options);
  const report = describeRetarget({ oldPath, newPath, old, fresh, found: copy, map, moved, written });
  if (options.report !== undefined)
    await writeOutput(options.report, new TextEncoder().encode(`${JSON.stringify(report)}\n`));
  if (options.json === true) await writeJson(report);
  else printReport(report);
  io().exitCode = report.ok && document!.report.skippedCount === 0 ? ExitCode.ok : ExitCode.findings;
}

async function readPictures(path: string, max = maxPictures): Promise<SmallPictures> {
  const pictures = await readSmallPictures(path, max);
  for (const problem of pictures.problems) warn(`${path}: ${problem}`);
  return pictures;
}

async function write(
  { document }: MovedAnnotations,
  { kind, report }: Document,
  { fps, width, height }: Target,
  options: Options,
): Promise<RetargetReport["output"]> {
  const core = await openCore();
  await annotationFormats["dive-json"].read(core, new TextEncoder().encode(JSON.stringify(document)), {});
  const format = options.to ?? (isAnnotationFormat(kind) ? kind : "dive-json");
  const facts = {
    ...({ type: "video", fps, imageNames: [], imageSize: { width, height } } as const),
    datasetInfo: report.datasetInfo,
    ...(report.typeHierarchy !== undefined && { typeHierarchy: report.typeHierarchy }),
  };
  const content = new WrittenContent(writeAnnotationPieces(core, format, facts, exportedTimeOf(options)));
  const bytes = await writeOutput(options.output, content);
  return { file: options.output, format, bytes, losses: content.report.losses };
}

function printReport({ output, place, frames, annotations, refused, missing }: RetargetReport): void {
  const { crop } = place;
  const part = place.isWhole ? "the whole picture" : `${crop.width} x ${crop.height} pixels at ${crop.x}, ${crop.y}`;
  note(
    `Found ${part} of the old video in ${frames.found.toLocaleString("en-US")} of ${counted(frames.count, "frame")}.`,
  );
  for (const { first, last, why } of refused) note(`${framesText("new", first, last)}: ${refusalTexts[why]}`);
  for (const { first, last } of missing) note(`${framesText("old", first, last)}: no counterpart in the new video.`);
  const { stored, moved, passedOver, outside, lost, lostTracks, lostGroups } = annotations;
  if (passedOver > 0)
    note(`${counted(passedOver, "detection")} on frames that the lower rate of the new video passes over.`);
  if (outside > 0) note(`${counted(outside, "detection")} outside of the new picture.`);
  for (const { track, frames: ranges } of lost.slice(0, maxListed))
    note(`track ${track}: no counterpart for ${ranges.map(([a, b]) => (a === b ? a : `${a} to ${b}`)).join(", ")}.`);
  if (lost.length > maxListed) note(`${counted(lost.length - maxListed, "more track")}: --report lists them.`);
  if (lostTracks.length > 0)
    note(`Nothing is left of ${counted(lostTracks.length, "track")}: ${lostTracks.join(", ")}.`);
  if (lostGroups.length > 0)
    note(`Nothing is left of ${counted(lostGroups.length, "group")}: ${lostGroups.join(", ")}.`);
  printLosses([{ path: output.file, losses: output.losses }], output.format);
  const all = `${moved.toLocaleString("en-US")} of ${counted(stored, "detection")} have a counterpart`;
  note(output.file === standardStream ? `${all}.` : `${all}. Wrote ${output.file}: ${byteText(output.bytes)}.`);
}

const maxListed = 20;

const refusalTexts: Readonly<Record<RetargetReport["refused"][number]["why"], string>> = {
  unlike: "refused, no old picture looks like it.",
  ambiguous: "refused, several old pictures could be it.",
  repeated: "refused, the old video shows the same more than once.",
};

const framesText = (which: string, first: number, last: number): string =>
  first === last ? `${which} frame ${first}` : `${which} frames ${first} to ${last}`;
