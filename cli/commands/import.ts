/** `wakeline import`: imports annotations from a file into a dataset. */

import { existsSync } from "node:fs";
import { basename } from "node:path";
import { Command, Option } from "commander";
import type { ColumnMapping } from "#core/formats/recognize/column-mapping";
import { parseLabelList } from "#core/formats/text/label-list";
import { rescaleFrames } from "#core/formats/rescale-frames";
import { configurationNameOf, isSentAsIs, jsonNameOf, lossesOfImport, sentFormOf } from "#core/formats/sent-form";
import { pastLastFrameProblems } from "#core/queries/issues";
import type { AnnotationFormat, ImageSize, Loss, Statistics } from "#core/types";
import { mediaEntryText, mediaLedgerOf } from "#schemas/media-ledger";
import { uploadFile } from "#schemas/upload";
import type { Dataset } from "#schemas/wire";
import { checkAnnotations, newWarnings } from "../base/annotations/annotation-check.ts";
import type { CheckedFile } from "../base/annotations/annotation-check.ts";
import { formatNames } from "../base/annotations/annotation-formats.ts";
import { videoNamesOf, videoOption } from "../base/annotations/video-option.ts";
import { columnsOption, columnsOrFrom } from "../base/annotations/columns-option.ts";
import { connect, viewerUrl } from "../base/connection/connection.ts";
import type { Connection } from "../base/connection/connection.ts";
import { readPictures } from "../base/site/dataset-media.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../base/site/dataset-reference.ts";
import { CliError, ExitCode, usageError } from "../base/process/errors.ts";
import { fileLabel, readDecompressed } from "../base/files/files.ts";
import { formatFinding } from "../base/annotations/findings.ts";
import type { Finding } from "../base/annotations/findings.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { imageSize, rate } from "../base/terminal/option-values.ts";
import { counted, countsText, note, warn, writeJson } from "../base/terminal/output.ts";
import { postprocess } from "../base/upload/postprocess.ts";
import { serverOption } from "../base/connection/server-option.ts";
import type { ServerOption } from "../base/connection/server-option.ts";
import { io } from "../base/terminal/io.ts";
import { printLosses } from "../offline/ledger.ts";

interface Options extends ServerOption {
  readonly set?: string;
  readonly additive?: true;
  readonly strict?: true;
  readonly prefix?: string;
  readonly fps?: number;
  readonly imageSize?: ImageSize;
  readonly from?: AnnotationFormat;
  readonly columns?: ColumnMapping;
  readonly labels?: string;
  readonly video?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

export default new Command()
  .description(
    "Imports an annotation file of any format that `convert` reads, or a dataset configuration. The annotations of the " +
      "dataset are replaced, as a new revision, unless --additive is given. The file is read and checked here; what the " +
      "server does not read itself is sent as DIVE JSON.",
  )
  .argument("<dataset>", referenceHelp)
  .argument("<file>", "file to import")
  .option("-n, --dry-run", "show what would be imported, and send nothing")
  .option("--set <name>", "annotation set to import into (default: the default set)")
  .option("--additive", "keep existing annotations; the new tracks get new ids")
  .option("--strict", "send nothing when a row is broken, or reaches beyond the last frame of the media")
  .option("--prefix <text>", "with --additive: every new type becomes `text_type`")
  .option("--fps <rate>", "frame rate of the file: its frames are converted to the rate of the dataset", rate)
  .option("--image-size <WxH>", "picture size; YOLO coordinates are fractions of it", imageSize)
  .addOption(new Option("--from <format>", "format of the file, instead of detecting it").choices(formatNames))
  .addOption(columnsOption())
  .option("--labels <file>", "names of the classes of MOT and YOLO files, one a line")
  .addOption(videoOption("the one named as the dataset or its video"))
  .addOption(serverOption())
  .option("--json", "print the result as JSON")
  .action(importAnnotations);

/** Other tools name the file first. */
function refuseSwapped(reference: string, path: string): void {
  // An absolute path may be one of the server.
  if (reference.startsWith("/") || !existsSync(reference)) return;
  throw usageError(`${reference} is a file: the dataset comes first, as in \`wakeline import ${path} ${reference}\`.`);
}

async function importAnnotations(reference: string, path: string, options: Options): Promise<void> {
  if (options.prefix !== undefined && options.additive !== true)
    throw usageError("--prefix works only with --additive.");
  refuseSwapped(reference, path);
  const connection = await connect(options.server ?? serverOfReference(reference));
  const id = await resolveReference(connection, reference);
  const dataset = await connection.client.call("dataset.get", { id }, { signal: interrupted });
  const plan = await planImport(connection, dataset, path, options);
  const { sent, found, losses, isBeyond } = plan;
  const { skippedCount, statistics } = plan.file;
  if (options.json !== true) {
    for (const finding of found.slice(plan.file.findings.length)) note(formatFinding(io().err, finding));
    printLosses([{ path, losses }], "the server");
  }
  if (skippedCount > 0 || isBeyond) io().exitCode = ExitCode.findings;
  const { trackCount, detectionCount, groupCount } = statistics ?? {};
  const result = (imported: object, warnings: readonly string[]) => ({
    id,
    name: dataset.name,
    url: viewerUrl(connection, id),
    format: plan.file.kind,
    ...imported,
    ...(statistics !== undefined && { trackCount, detectionCount, groupCount }),
    warnings,
    skippedCount,
    findings: found.map(({ file: _file, ...problem }) => problem),
    losses,
  });
  if (options.dryRun === true) {
    const types = statistics?.types.map(({ type, trackCount: count }) => ({ type, trackCount: count })) ?? [];
    if (options.json === true) return await writeJson(result({ dryRun: true, types }, []));
    return printDryRun(path, plan.file, dataset, options);
  }
  const before = await latestRevision(connection, id, options.set);
  await uploadFile(
    connection.client,
    { parentType: "folder", parentId: id, name: sent.name },
    new Blob([sent.bytes as Uint8Array<ArrayBuffer>]),
    { signal: interrupted },
  );
  const { warnings, entries } = await postprocess(connection.client, `${path} was not imported`, {
    id,
    skipJobs: true,
    additive: options.additive,
    additivePrepend: options.prefix,
    set: options.set,
  });
  const after = await latestRevision(connection, id, options.set);
  const revision = after > before ? after : undefined;
  if (options.json === true) return await writeJson(result({ ...(revision !== undefined && { revision }) }, warnings));
  for (const warning of newWarnings(warnings, [{ findings: found }])) warn(warning);
  const as = revision === undefined ? "" : ` as revision ${revision}`;
  const counts = statistics === undefined ? "" : ` (${countsText(statistics)})`;
  note(`Imported ${path}${counts} into ${dataset.name}${as}: ${viewerUrl(connection, id)}`);
  const replaced = mediaLedgerOf({ mediaLedger: entries }).filter(({ what }) => what === "replaced");
  // It may have been sent in another form, under another name.
  for (const entry of replaced) note(mediaEntryText({ ...entry, where: path }));
}

interface ImportPlan {
  readonly file: CheckedFile;
  readonly sent: { readonly name: string; readonly bytes: Uint8Array };
  /** Findings in the file, then those that concern the file and the dataset together. */
  readonly found: readonly Finding[];
  readonly losses: readonly Loss[];
  /** Whether there are annotations after the last frame. */
  readonly isBeyond: boolean;
}

/** The body to send, and all findings about it. */
async function planImport(
  connection: Connection,
  dataset: Dataset,
  path: string,
  options: Options,
): Promise<ImportPlan> {
  const pictures = await readPictures(connection, dataset);
  const size = options.imageSize ?? pictures.imageSize;
  const named = await namedFormat(options);
  // Read as by the server: picture names take precedence over frame numbers.
  const checked = await checkAnnotations(path, options.json === true, {
    ...(pictures.imageNames.length > 0 && { imageNames: pictures.imageNames }),
    ...(size !== undefined && { imageSize: size }),
    fps: options.fps ?? dataset.fps,
    ...videoNamesOf(options.video, ...pictures.videoNames),
    isMeasured: options.imageSize === undefined && pictures.imageSize !== undefined,
    ...named,
    ...(options.imageSize === undefined && pictures.imageSizes !== undefined && { imageSizes: pictures.imageSizes }),
  });
  const { sent, losses, statistics } = planUpload(checked, basename(path), dataset, options);
  const file = statistics === undefined ? checked : { ...checked, statistics };
  // In the server's words, since the server repeats it.
  const beyond = pastLastFrameProblems(file.statistics?.frames?.last, pictures.frameCount);
  const [far] = beyond;
  if (options.strict === true && options.dryRun !== true) {
    if (far !== undefined) throw new CliError(ExitCode.findings, `${path} was not sent: ${far.message}`);
    if (file.skippedCount > 0)
      throw new CliError(ExitCode.findings, `${path} was not sent: ${brokenText(file.skippedCount)} broken.`);
  }
  const found = [...file.findings, ...beyond.map((problem) => ({ file: fileLabel(path), ...problem }))];
  return { file, sent, found, losses, isBeyond: far !== undefined };
}

interface SentFile extends Pick<ImportPlan, "sent" | "losses"> {
  /** Statistics of the content sent, if it differs from the file's. */
  readonly statistics?: Statistics;
}

/** The format and its options as given by the user. */
async function namedFormat({ from, columns, labels }: Options) {
  if (from !== undefined && columns !== undefined) throw usageError(columnsOrFrom);
  return {
    from,
    columns,
    ...(labels !== undefined && { labels: parseLabelList(await readDecompressed(labels)) }),
  };
}

function planUpload(
  { core, kind, bytes, isReworked }: CheckedFile,
  name: string,
  dataset: Dataset,
  { fps }: Options,
): SentFile {
  if (core === undefined || (fps === undefined && isSentAsIs(kind, name) && !isReworked)) {
    if (fps !== undefined) throw usageError("--fps is for annotations: a configuration has no frames.");
    if (core === undefined) return { sent: { name: configurationNameOf(name), bytes }, losses: [] };
    return { sent: { name, bytes }, losses: lossesOfImport(core) };
  }
  if (fps === undefined) {
    const { losses, ...sent } = sentFormOf(core, name);
    return { sent, losses };
  }
  if (dataset.type !== "video" || !(dataset.fps > 0))
    throw usageError(`--fps is for videos: the frames of ${dataset.name} are its pictures.`);
  const moved = rescaleFrames(core, dataset.fps / fps);
  core.reader.readDiveJson(moved);
  const sent = { name: jsonNameOf(name), bytes: moved };
  return { sent, losses: lossesOfImport(core), statistics: core.statistics() };
}

function printDryRun(
  path: string,
  { kind, statistics, skippedCount }: CheckedFile,
  dataset: Dataset,
  options: Options,
) {
  const set = options.set === undefined ? "" : `, set ${options.set}`;
  const target = `${dataset.name}${set}`;
  if (statistics === undefined) {
    note(`Dry run: ${path} is a configuration, which would change that of ${target}. Nothing was sent.`);
    return;
  }
  const types = statistics.types.map(({ type, trackCount }) => `${type} ${trackCount.toLocaleString("en-US")}`);
  const broken = skippedCount === 0 ? "" : ` ${brokenText(skippedCount)} broken and left out.`;
  const what = options.additive === true ? "would be added to" : "would replace the annotations of";
  note(`Dry run: ${path} (${kind}: ${countsText(statistics)}) ${what} ${target}. Nothing was sent.${broken}`);
  if (types.length > 0) note(`Types: ${types.slice(0, maxTypes).join(", ")}${types.length > maxTypes ? ", ..." : "."}`);
}

const maxTypes = 20;

function brokenText(count: number): string {
  return counted(count, "row or track is", "rows or tracks are");
}

/** The latest revision of the annotation set; 0 is the empty start. */
async function latestRevision({ client }: Connection, folderId: string, set = ""): Promise<number> {
  const newest = { folderId, set, limit: 1, sort: "revision", sortdir: -1 } as const;
  const [latest] = await client.call("annotation.revisions", newest, { signal: interrupted });
  return latest?.revision ?? 0;
}
