/** `wakeline export`: the annotations of a dataset as a file. */

import { access } from "node:fs/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import type { AnnotationFormat } from "#core/types";
import { connect } from "../base/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../base/dataset-reference.ts";
import { CliError, ExitCode, usageError } from "../base/errors.ts";
import { standardStream, writeOutput } from "../base/files.ts";
import { interrupted } from "../base/interrupt.ts";
import { byteText, note, writeJson } from "../base/output.ts";
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
  .addOption(serverOption())
  .option("--json", "print the result as JSON")
  .action(exportAnnotations);

async function exportAnnotations(reference: string, options: Options): Promise<void> {
  if (options.output === standardStream && options.json === true) {
    throw usageError("--json and `-o -` both want standard output: name a file with -o.");
  }
  const connection = await connect(options.server ?? serverOfReference(reference));
  const id = await resolveReference(connection, reference);
  const response = await connection.client.fetch(
    "annotation.export",
    {
      folderId: id,
      format: wireFormats[options.format],
      revisionId: options.revision,
      excludeBelowThreshold: options.excludeBelowThreshold,
      typeFilter: options.type === undefined ? undefined : [...options.type],
    },
    { signal: interrupted },
  );
  const path =
    options.output ??
    (await freeName(fileName(response) ?? `${id}.${options.format === "viame-csv" ? "csv" : "json"}`));
  const bytes = await writeOutput(path, bodyOf(response, connection.url));
  if (options.json === true) await writeJson({ id, file: path, format: options.format, bytes });
  else if (path !== standardStream) note(`Wrote ${path}: ${byteText(bytes)}.`);
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

async function* bodyOf(response: Response, url: string): AsyncIterable<Uint8Array> {
  try {
    yield* response.body ?? [];
  } catch (error) {
    if (interrupted.aborted) throw interrupted.reason;
    throw new CliError(ExitCode.server, `${url} broke off in the middle of the file: nothing was written, try again.`, {
      cause: error,
    });
  }
}

function revision(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("A revision is a whole number; 0 is the empty beginning.");
  return Number(text);
}
