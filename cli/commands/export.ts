/** `wakeline export`: exports the annotations of a dataset as a file. */

import { access, stat } from "node:fs/promises";
import { join, parse } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { formatTable, hasRelativePositions } from "#core/formats/format-table";
import type { AnnotationFormat, ImageSize, Statistics } from "#core/types";
import { ApiError } from "#schemas/client";
import { slugify } from "#schemas/slug";
import type { Dataset } from "#schemas/wire";
import { formatNames } from "../base/annotations/annotation-formats.ts";
import { connect } from "../base/connection/connection.ts";
import type { Connection } from "../base/connection/connection.ts";
import { datasetFactsOf, readPictures } from "../base/site/dataset-media.ts";
import { addDatasetChoice, chooseDatasets, type ChoiceOptions } from "../base/site/dataset-choice.ts";
import { resolveReference, serverOfReference } from "../base/site/dataset-reference.ts";
import { CliError, ExitCode, fileError, usageError } from "../base/process/errors.ts";
import { ExportedContent } from "../base/annotations/exported-content.ts";
import type { Rewriting } from "../base/annotations/exported-content.ts";
import { exportedTimeOf, exportedTimeOption } from "../base/annotations/exported-time.ts";
import { standardStream, writeOutput } from "../base/files/files.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { makeFolder } from "../base/files/make-folder.ts";
import { imageSize } from "../base/terminal/option-values.ts";
import { byteText, countsText, note, warn, writeJsonLine } from "../base/terminal/output.ts";
import { serverOption } from "../base/connection/server-option.ts";
import type { ServerOption } from "../base/connection/server-option.ts";
import { systemPath } from "../base/files/system-path.ts";
import { forEach } from "../base/process/worst-exit-code.ts";
import { printLosses } from "../offline/ledger.ts";

/** The formats in which servers export a dataset of several cameras. */
const cameraFormats: Partial<Record<AnnotationFormat, "viame_csv" | "dive_json" | "coco_json">> = {
  "viame-csv": "viame_csv",
  "dive-json": "dive_json",
  kwcoco: "coco_json",
};

interface Options extends ServerOption, ChoiceOptions {
  readonly overwrite?: true;
  readonly format: AnnotationFormat;
  readonly output?: string;
  readonly revision?: number;
  readonly excludeBelowThreshold?: true;
  readonly type?: readonly string[];
  readonly imageSize?: ImageSize;
  readonly exportedTime?: string;
  readonly json?: true;
}

export default addDatasetChoice(
  new Command().description(
    "Exports the annotations of datasets, a file for each. What the format cannot hold goes to stderr. Without -o a file " +
      "gets the name of its dataset.",
  ),
)
  .addOption(
    new Option("--format <format>", "format of the file")
      .choices(formatNames)
      .default("viame-csv" satisfies AnnotationFormat),
  )
  .option("-o, --output <out>", "file to write, or folder for several; `-` is standard output")
  .option("--overwrite", "replace files of several datasets that are there already")
  .option("--revision <number>", "the state after this save (default: the latest)", revision)
  .option("--exclude-below-threshold", "leave out what is less sure than the thresholds of the dataset")
  .option("--type <name>", "only this type; repeatable", (name: string, earlier: readonly string[] = []) => [
    ...earlier,
    name,
  ])
  .option("--image-size <WxH>", "picture size; YOLO coordinates are fractions of it (default: the video's)", imageSize)
  .addOption(exportedTimeOption())
  .addOption(serverOption())
  .option("--json", "print the result as JSON, one line for each dataset")
  .action(exportAnnotations);

async function exportAnnotations(given: readonly string[], options: Options): Promise<void> {
  if (options.output === standardStream && options.json === true) {
    throw usageError("--json and `-o -` both want standard output: name a file with -o.");
  }
  const connectTo = (reference: string) => connect(options.server ?? serverOfReference(reference));
  const references = await chooseDatasets(() => connectTo(options.in ?? ""), given, options);
  const [only, ...others] = references;
  const folder = await outputFolder(options, others.length > 0);
  if (only !== undefined && folder === undefined) {
    return await exportOne(
      await connectTo(only),
      only,
      options,
      async (name) => options.output ?? (await freeName(name)),
    );
  }
  const taken = new Set<string>();
  await forEach(references, { as: "dataset", json: options.json }, async (reference) => {
    await exportOne(await connectTo(reference), reference, options, (name, id) =>
      placeFor(join(folder ?? "", name), id, taken, options),
    );
  });
}

/** The folder for several files; `undefined`: one file, as named. */
async function outputFolder({ output }: Options, areSeveral: boolean): Promise<string | undefined> {
  if (output === undefined) return areSeveral ? "." : undefined;
  const isFolder = /[/\\]$/.test(output) || (await isFolderThere(output));
  if (!isFolder && areSeveral) {
    throw usageError(`-o ${output}: several datasets need a folder; end its name with a slash to have it made.`);
  }
  if (!isFolder) return undefined;
  await makeFolder(output).catch((error: unknown) => {
    throw fileError("write", output, error);
  });
  return output;
}

const isFolderThere = (path: string): Promise<boolean> =>
  stat(systemPath(path)).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** If two datasets have the same name, the later one has its id in the file name. */
async function placeFor(path: string, id: string, taken: Set<string>, { overwrite }: Options): Promise<string> {
  const { dir, name, ext } = parse(path);
  const place = taken.has(path.toLowerCase()) ? join(dir, `${name}_${id}${ext}`) : path;
  taken.add(place.toLowerCase());
  if (overwrite !== true) await requireFree(place, "--overwrite replaces it");
  return place;
}

async function exportOne(
  connection: Connection,
  reference: string,
  options: Options,
  placeOf: (name: string, id: string) => Promise<string>,
): Promise<void> {
  const id = await resolveReference(connection, reference);
  const dataset = await connection.client.call("dataset.get", { id }, { signal: interrupted });
  const rewriting = await planRewriting(connection, dataset, options);
  const response = await fetchExport(connection, dataset, options);
  const path = await placeOf(fileName(dataset, options), id);
  const content = new ExportedContent(response, connection.url, rewriting);
  const bytes = await writeOutput(path, checked(content, options.type));
  const revision = Number(response.headers.get("Wakeline-Revision") ?? Number.NaN);
  const { statistics, losses } = content;
  if (options.json === true) {
    const { trackCount, detectionCount, groupCount } = statistics ?? {};
    await writeJsonLine({
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

/** `undefined`: it is kept as the server sends it. */
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
  if (hasRelativePositions(format) && size === undefined && pictures.imageSizes === undefined)
    throw usageError(
      `${formatTable[format].title} stores positions as fractions of the picture, whose size is unknown: pass it with --image-size.`,
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

/** Throws, so that no file is written, when nothing has the requested types. */
async function* checked(content: ExportedContent, types: readonly string[] | undefined): AsyncGenerator<Uint8Array> {
  yield* content;
  if (content.statistics !== undefined) checkTypes(types, content.statistics);
}

/** A default name must not replace an existing file. */
async function freeName(name: string): Promise<string> {
  await requireFree(name, "name the file with -o to replace it");
  return name;
}

async function requireFree(path: string, next: string): Promise<void> {
  const exists = await access(systemPath(path)).then(
    () => true,
    () => false,
  );
  if (exists) throw usageError(`${path} exists already: ${next}.`);
}

/** The same name as the viewer's downloads; several cameras are an archive. */
function fileName({ name, type }: Dataset, { format }: Options): string {
  return slugify(`${name}${type === "multi" ? ".zip" : formatTable[format].downloadEnding}`);
}

/** A misspelt type leaves out everything, which nothing else would report. */
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
