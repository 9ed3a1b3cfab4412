/** `wakeline render`: annotations drawn into a video or pictures. */

import { realpath } from "node:fs/promises";
import { basename, join } from "node:path";

import { Command, Option } from "commander";
import type { AnnotationFormat } from "#core/types";
import type { DrawOptions } from "../../core-wasm/drawing/draw-frame.ts";
import { videoEndings, videoOptions } from "../../core-wasm/drawing/outputs.ts";
import type { RenderedView, RenderReport } from "../../core-wasm/drawing/render.ts";
import { renderNotes } from "../../core-wasm/drawing/render-notes.ts";
import type { RenderSource } from "../../core-wasm/drawing/sources.ts";
import { pictureFiles } from "../../core-wasm/drawing/targets.ts";
import { formatNames } from "../base/annotations/annotation-formats.ts";
import { readConfiguration } from "../base/annotations/configuration-file.ts";
import { formatFinding } from "../base/annotations/findings.ts";
import { readImageNames } from "../base/annotations/image-names.ts";
import { fileLabel, readDecompressed } from "../base/files/files.ts";
import { systemPath } from "../base/files/system-path.ts";
import { CliError, ExitCode, usageError } from "../base/process/errors.ts";
import { io } from "../base/terminal/io.ts";
import { collect, collectThreshold, frameRange, rate, wholeNumber } from "../base/terminal/option-values.ts";
import { counted, note, warn, writeJson } from "../base/terminal/output.ts";
import { printable } from "../base/terminal/terminal.ts";
import { isPictureFolder } from "../media/fingerprint.ts";
import { readDocuments } from "../offline/read-document.ts";
import { refuseInputs } from "../offline/targets.ts";
import { renderToFiles } from "../render/render.ts";

export interface RenderOptions {
  readonly annotations?: string;
  readonly output: string;
  readonly from?: AnnotationFormat;
  readonly config?: string;
  readonly fps?: number;
  readonly frames?: readonly [number, number];
  readonly types?: readonly string[];
  readonly threshold?: Readonly<Record<string, number>>;
  readonly labels: DrawOptions["labels"];
  readonly boxes: boolean;
  readonly sound: boolean;
  readonly tails?: number;
  readonly scale?: number;
  readonly json?: true;
}

/** The annotations of a camera, and the media that they are drawn into. */
export interface Rendered extends RenderedView {
  readonly thresholds: Readonly<Record<string, number>>;
}

const endings = `${videoEndings.slice(0, -1).join(", ")} and ${videoEndings.at(-1)}`;

/** The options that do not depend on where media and annotations are. */
export function addRenderOptions(command: Command): Command {
  return command
    .requiredOption("-o, --output <out>", `video to write (${endings}), or a folder for a PNG of each frame`)
    .option("--frames <first-last>", "only these frames, as in 100-250", frameRange)
    .option("--types <type>", "only this type; may be repeated", collect)
    .option(
      "--threshold <[type=]confidence>",
      "leave out detections below this confidence; repeatable",
      collectThreshold,
    )
    .addOption(
      new Option("--labels <what>", "label of a box: nothing, its type, or track and type")
        .choices(["none", "types", "ids"])
        .default("types"),
    )
    .option("--no-boxes", "draw no upright boxes, only shapes")
    .option("--tails <frames>", "draw the path of each track over this many frames", wholeNumber)
    .option("--no-sound", "leave out the sound of the video")
    .option("--scale <factor>", "size of lines and letters (default: by the width of the picture)", rate)
    .option("--json", "print what was drawn as JSON");
}

/** Media and annotations in files. */
export function addFileOptions(command: Command): Command {
  return command
    .description(
      "Draws annotations into a video or a folder of pictures: boxes, rotated boxes, polygons, lines, points and labels, in the " +
        "colors of the viewer. Frame n of the annotations is in picture n of the result, which keeps the sound. The media stay " +
        "as they are. Needs ffmpeg.",
    )
    .argument("[media]", "video, or folder of pictures")
    .option("-a, --annotations <file>", "annotations to draw, or `-`")
    .addOption(new Option("--from <format>", "format of the file, instead of detecting it").choices(formatNames))
    .option("--config <file>", "dataset configuration with the styles of types and the confidence filters")
    .option("--fps <rate>", "of annotations at a lower rate than the video; of the video to make of pictures", rate);
}

export default addRenderOptions(addFileOptions(new Command())).action(renderFiles);

export async function renderFiles(media: string | undefined, options: RenderOptions): Promise<void> {
  const { annotations, config, from, fps } = options;
  if (media === undefined || annotations === undefined)
    throw usageError("name the media, and their annotations with -a.");
  await refuseInputs([media, annotations], [options.output]);
  const isFolder = await isPictureFolder(media);
  const names = isFolder ? await readImageNames(media) : [];
  if (isFolder && names.length === 0) throw usageError(`${media} holds no pictures.`);
  if (isFolder) await refusePictures(media, names, options.output);
  const [document] = await readDocuments([annotations], { from, ...(isFolder && { imageNames: names }) });
  const source: RenderSource = isFolder
    ? { kind: "pictures", files: names.map((name) => ({ name, path: join(media, name) })), fps: fps ?? 1 }
    : { kind: "video", path: media, name: basename(media), fps };
  const { styles = {}, thresholds = {} } = config === undefined ? {} : await readStyles(config);
  await renderTo([{ source, core: document!.core, styles, thresholds }], options);
}

/** Follows links: neither the folder of the pictures nor one of them may be written to. */
async function refusePictures(media: string, names: readonly string[], output: string): Promise<void> {
  const realPath = (path: string) => realpath(systemPath(path), "buffer").catch(() => undefined);
  const [from, to] = [await realPath(media), await realPath(output)];
  if (from !== undefined && to !== undefined && from.equals(to))
    throw usageError(`-o ${output} is the folder of the pictures: name another folder.`);
  if (videoOptions(output) !== undefined) return;
  await refuseInputs(
    names.map((name) => join(media, name)),
    pictureFiles(names).map((name) => join(output, name)),
  );
}

async function readStyles(path: string): Promise<Pick<Rendered, "styles" | "thresholds">> {
  const { configuration, findings } = readConfiguration(fileLabel(path), await readDecompressed(path));
  for (const finding of findings) note(formatFinding(io().err, finding));
  if (configuration === undefined) throw new CliError(ExitCode.findings, `${path} is not a configuration.`);
  return { styles: configuration.customTypeStyling ?? {}, thresholds: configuration.confidenceFilters ?? {} };
}

/** Draws, and reports what it could draw. @param cameras several are shown next to each other */
export async function renderTo(cameras: readonly Rendered[], options: RenderOptions): Promise<void> {
  const { output, frames: [first, last] = [0, Infinity], types, labels, boxes, tails: tailFrames = 0, scale } = options;
  if (videoOptions(output) === undefined && /\.(avi|m4v|mpe?g|wmv|gif|ogv)$/i.test(output))
    throw usageError(`-o ${output}: videos are written as ${endings}.`);
  const known = new Set(cameras.flatMap(({ core }) => core.types()));
  for (const type of types ?? [])
    if (!known.has(type)) throw usageError(`nothing has the type "${type}"; there are ${[...known].join(", ")}.`);
  for (const { core, thresholds } of cameras)
    core.shown.apply({ thresholds: { ...thresholds, ...options.threshold }, ...(types !== undefined && { types }) });
  const drawn = { labels, boxes, tailFrames, scale };
  const pictureNames = namesOf(cameras);
  const job = { output, first, last, pictureNames, options: drawn, isSilent: !options.sound };
  const report = await renderToFiles({ views: cameras, ...job });
  io().exitCode = report.problems.length > 0 ? ExitCode.findings : ExitCode.ok;
  if (options.json === true) return await writeJson({ output, ...report });
  printReport(report, output);
}

/** Pictures of one camera keep their names. */
function namesOf(cameras: readonly Rendered[]): readonly string[] | undefined {
  const [only] = cameras;
  if (cameras.length > 1 || only?.source.kind !== "pictures") return undefined;
  return pictureFiles(only.source.files.map(({ name }) => name));
}

function printReport(report: RenderReport, output: string): void {
  const { frames, detections, problems } = report;
  for (const problem of problems) warn(problem);
  for (const text of renderNotes(report)) note(printable(text));
  note(printable(`Drew ${counted(detections, "detection")} into ${counted(frames, "frame")}. Wrote ${output}.`));
}
