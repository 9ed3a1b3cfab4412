/** `wakeline export`: the annotations of a dataset as a file. */

import { access } from "node:fs/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import type { AnnotationFormat, Statistics } from "#core/types";
import { ApiError } from "#schemas/client";
import { connect } from "../base/connection.ts";
import type { Connection } from "../base/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../base/dataset-reference.ts";
import { CliError, ExitCode, usageError } from "../base/errors.ts";
import { ExportedContent } from "../base/exported-content.ts";
import { exportedTimeOf, exportedTimeOption } from "../base/exported-time.ts";
import { standardStream, writeOutput } from "../base/files.ts";
import { interrupted } from "../base/interrupt.ts";
import { byteText, countsText, note, warn, writeJson } from "../base/output.ts";
import { serverOption } from "../base/server-option.ts";
import type { ServerOption } from "../base/server-option.ts";

/** What servers export, and what api/v1 calls it; `convert` makes the others of these. */
const wireFormats = {
  "viame-csv": "viame_csv",
  "dive-json": "dive_json",
  kwcoco: "coco_json",
} as const satisfies Partial<Record<AnnotationFormat, string>>;

interface Options extends ServerOption {
  readonly format: keyof typeof wireFormats;
  readonly output?: string;
  readonly revision?: number;
  readonly excludeBelowThreshold?: true;
  readonly type?: readonly string[];
  readonly exportedTime?: string;
  readonly json?: true;
}

export default new Command()
  .description("Exports the annotations of a dataset. Without -o the file gets the name that the server gives it.")
  .argument("<dataset>", referenceHelp)
  .addOption(
    new Option("--format <format>", "format of the file; `convert` makes others of it")
      .choices(Object.keys(wireFormats))
      .default("viame-csv"),
  )
  .option("-o, --output <out>", "file to write; `-` is standard output")
  .option("--revision <number>", "the state after this save (default: the latest)", revision)
  .option("--exclude-below-threshold", "leave out what is less sure than the thresholds of the dataset")
  .option("--type <name>", "only this type; repeatable", (name: string, earlier: readonly string[] = []) => [
    ...earlier,
    name,
  ])
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
  const response = await fetchExport(connection, id, options);
  const path =
    options.output ??
    (await freeName(fileName(response) ?? `${id}.${options.format === "viame-csv" ? "csv" : "json"}`));
  const content = new ExportedContent(response, options.format, connection.url);
  const bytes = await writeOutput(path, checked(content, options.type));
  const revision = Number(response.headers.get("Wakeline-Revision") ?? Number.NaN);
  const { statistics } = content;
  if (options.json === true) {
    const { trackCount, detectionCount, groupCount } = statistics ?? {};
    await writeJson({
      id,
      file: path,
      format: options.format,
      bytes,
      ...(Number.isNaN(revision) ? {} : { revision }),
      ...(statistics === undefined ? {} : { trackCount, detectionCount, groupCount }),
    });
  } else if (path !== standardStream) {
    const of = Number.isNaN(revision) ? "" : `revision ${revision}, `;
    const counts = statistics === undefined ? "" : `${countsText(statistics)}, `;
    note(`Wrote ${path}: ${of}${counts}${byteText(bytes)}.`);
  }
}

async function fetchExport({ client }: Connection, id: string, options: Options): Promise<Response> {
  try {
    return await client.fetch(
      "annotation.export",
      {
        folderId: id,
        format: wireFormats[options.format],
        revisionId: options.revision,
        excludeBelowThreshold: options.excludeBelowThreshold,
        typeFilter: options.type === undefined ? undefined : [...options.type],
        ...exportedTimeOf(options),
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

/** A name that the server chose must not replace a file that happens to be called so. */
async function freeName(name: string): Promise<string> {
  const exists = await access(name).then(
    () => true,
    () => false,
  );
  if (exists) throw usageError(`${name} exists already: name the file with -o to replace it.`);
  return name;
}

/** The last part of the file name in `Content-Disposition`: never a path. */
function fileName(response: Response): string | undefined {
  const [, quoted, bare] =
    /filename=(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
  const name = (quoted?.replaceAll(/\\(.)/g, "$1") ?? bare)?.trim().split(/[/\\]/).at(-1);
  return name === undefined || /^\.*$/.test(name) ? undefined : name;
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
