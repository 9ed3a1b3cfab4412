/** `wakeline export`: the annotations of a dataset as a file. */

import { access } from "node:fs/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import { formatTable } from "#core/formats/format-table";
import type { AnnotationFormat, ImageSize, Statistics } from "#core/types";
import { ApiError } from "#schemas/client";
import { slugify } from "#schemas/slug";
import type { Dataset } from "#schemas/wire";
import { formatNames } from "../base/annotation-formats.ts";
import { connect } from "../base/connection.ts";
import type { Connection } from "../base/connection.ts";
import { datasetFactsOf, readPictures } from "../base/dataset-media.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../base/dataset-reference.ts";
import { CliError, ExitCode, usageError } from "../base/errors.ts";
import { ExportedContent } from "../base/exported-content.ts";
import type { Rewriting } from "../base/exported-content.ts";
import { exportedTimeOf, exportedTimeOption } from "../base/exported-time.ts";
import { standardStream, writeOutput } from "../base/files.ts";
import { interrupted } from "../base/interrupt.ts";
import { imageSize } from "../base/option-values.ts";
import { byteText, countsText, note, warn, writeJson } from "../base/output.ts";
import { serverOption } from "../base/server-option.ts";
import type { ServerOption } from "../base/server-option.ts";
import { printLosses } from "../offline/ledger.ts";

/** What servers write of a dataset of several cameras. */
const cameraFormats: Partial<Record<AnnotationFormat, "viame_csv" | "dive_json" | "coco_json">> = {
  "viame-csv": "viame_csv",
  "dive-json": "dive_json",
  kwcoco: "coco_json",
};

interface Options extends ServerOption {
  readonly format: AnnotationFormat;
  readonly output?: string;
  readonly revision?: number;
  readonly excludeBelowThreshold?: true;
  readonly type?: readonly string[];
  readonly imageSize?: ImageSize;
  readonly exportedTime?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Exports the annotations of a dataset. What the format cannot hold goes to stderr. Without -o the file gets the name of " +
      "the dataset.",
  )
  .argument("<dataset>", referenceHelp)
  .addOption(
    new Option("--format <format>", "format of the file")
      .choices(formatNames)
      .default("viame-csv" satisfies AnnotationFormat),
  )
  .option("-o, --output <out>", "file to write; `-` is standard output")
  .option("--revision <number>", "the state after this save (default: the latest)", revision)
  .option("--exclude-below-threshold", "leave out what is less sure than the thresholds of the dataset")
  .option("--type <name>", "only this type; repeatable", (name: string, earlier: readonly string[] = []) => [
    ...earlier,
    name,
  ])
  .option(
    "--image-size <WxH>",
    "size of the pictures, whose parts the numbers of YOLO are (default: the video's)",
    imageSize,
  )
  .addOption(exportedTimeOption())
  .addOption(serverOption())
  .option("--json", "print the result as JSON")
  .action(exportAnnotations);

async function exportAnnotations(reference: string, options: Options): Promise<void> {
  if (options.output === standardStream && options.json === true) {
    throw usageError("--json and `-o -` both want standard output: name a file with -o.");
  }
  const connection = await connect(options.server ?? serverOfReference(reference));
  const id = await resolveReference(connection, reference);
  const dataset = await connection.client.call("dataset.get", { id }, { signal: interrupted });
  const rewriting = await planRewriting(connection, dataset, options);
  const response = await fetchExport(connection, dataset, options);
  const path = options.output ?? (await freeName(fileName(dataset, options)));
  const content = new ExportedContent(response, connection.url, rewriting);
  const bytes = await writeOutput(path, checked(content, options.type));
  const revision = Number(response.headers.get("Wakeline-Revision") ?? Number.NaN);
  const { statistics, losses } = content;
  if (options.json === true) {
    const { trackCount, detectionCount, groupCount } = statistics ?? {};
    await writeJson({
      id,
      file: path,
      format: options.format,
      bytes,
      ...(Number.isNaN(revision) ? {} : { revision }),
      ...(statistics === undefined ? {} : { trackCount, detectionCount, groupCount }),
      losses,
    });
    return;
  }
  printLosses([{ path, losses }], options.format);
  if (path !== standardStream) {
    const of = Number.isNaN(revision) ? "" : `revision ${revision}, `;
    const counts = statistics === undefined ? "" : `${countsText(statistics)}, `;
    note(`Wrote ${path}: ${of}${counts}${byteText(bytes)}.`);
  }
}

/** `undefined`: it is as the server sends it. */
async function planRewriting(
  connection: Connection,
  dataset: Dataset,
  options: Options,
): Promise<Rewriting | undefined> {
  const { format, revision } = options;
  if (dataset.type === "multi") {
    if (cameraFormats[format] !== undefined) return undefined;
    const known = Object.keys(cameraFormats).join(", ");
    throw usageError(`${dataset.name} has several cameras, whose formats are ${known}: export each camera by itself.`);
  }
  if (format === "dive-json") return undefined;
  const pictures = await readPictures(connection, dataset);
  const size = options.imageSize ?? pictures.imageSize;
  if (format.startsWith("yolo") && size === undefined && pictures.imageSizes === undefined)
    throw usageError(
      "YOLO has positions as parts of the picture, and the size of the pictures is not known: name it with --image-size.",
    );
  const { imageSizes, ...others } = pictures;
  const measured = options.imageSize === undefined && imageSizes !== undefined ? { imageSizes } : {};
  const facts = datasetFactsOf(dataset, { ...others, ...measured, imageSize: size });
  return { format, facts, options: { revision, ...exportedTimeOf(options) } };
}

async function fetchExport({ client }: Connection, { id, type }: Dataset, options: Options): Promise<Response> {
  try {
    return await client.fetch(
      "annotation.export",
      {
        folderId: id,
        format: (type === "multi" ? cameraFormats[options.format] : undefined) ?? "dive_json",
        revisionId: options.revision,
        excludeBelowThreshold: options.excludeBelowThreshold,
        typeFilter: options.type === undefined ? undefined : [...options.type],
        ...(type === "multi" && exportedTimeOf(options)),
      },
      { signal: interrupted },
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.reply?.field !== "revisionId") throw error;
    throw usageError(`--revision: ${error.message}`, error);
  }
}

/** Ends with an error, and so without a file, when nothing is of the types that were asked for. */
async function* checked(content: ExportedContent, types: readonly string[] | undefined): AsyncGenerator<Uint8Array> {
  yield* content;
  if (content.statistics !== undefined) checkTypes(types, content.statistics);
}

/** A default name must not replace a file that happens to have it. */
async function freeName(name: string): Promise<string> {
  const exists = await access(name).then(
    () => true,
    () => false,
  );
  if (exists) throw usageError(`${name} exists already: name the file with -o to replace it.`);
  return name;
}

/** As the viewer names its downloads; several cameras come as an archive. */
function fileName({ name, type }: Dataset, { format }: Options): string {
  return slugify(`${name}${type === "multi" ? ".zip" : formatTable[format].downloadEnding}`);
}

/** A misspelt type leaves out everything, and nothing else would say so. */
function checkTypes(asked: readonly string[] | undefined, { types }: Statistics): void {
  const missing = asked?.filter((type) => !types.some((each) => each.type === type)) ?? [];
  if (missing.length === 0) return;
  const names = missing.map((type) => `"${type}"`).join(", ");
  if (missing.length === asked?.length)
    throw new CliError(ExitCode.findings, `nothing was written: no track has the type ${names}.`);
  warn(`no track has the type ${names}.`);
}

function revision(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("A revision is a whole number; 0 is the empty beginning.");
  return Number(text);
}
