/** `wakeline import`: annotations of a file into a dataset. */

import { basename } from "node:path";
import { Command } from "commander";
import { uploadFile } from "#schemas/upload";
import { checkAnnotations, newWarnings } from "../base/annotation-check.ts";
import { connect, viewerUrl } from "../base/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../base/dataset-reference.ts";
import { ExitCode, usageError } from "../base/errors.ts";
import { interrupted } from "../base/interrupt.ts";
import { note, warn, writeJson } from "../base/output.ts";
import { postprocess } from "../base/postprocess.ts";
import { serverOption } from "../base/server-option.ts";
import type { ServerOption } from "../base/server-option.ts";

interface Options extends ServerOption {
  readonly set?: string;
  readonly additive?: true;
  readonly prefix?: string;
  readonly json?: true;
}

export default new Command()
  .description(
    "Imports a VIAME CSV, a DIVE JSON or a dataset configuration. The annotations of the dataset are replaced, as a new " +
      "revision, unless --additive is given. The file is checked before it is sent.",
  )
  .argument("<dataset>", referenceHelp)
  .argument("<file>", "file to import")
  .option("--set <name>", "annotation set to import into (default: the default set)")
  .option("--additive", "keep the annotations there are; the new tracks get new ids")
  .option("--prefix <text>", "with --additive: every new type becomes `text_type`")
  .addOption(serverOption())
  .option("--json", "print the result as JSON")
  .action(importAnnotations);

async function importAnnotations(reference: string, path: string, options: Options): Promise<void> {
  if (options.prefix !== undefined && options.additive !== true)
    throw usageError("--prefix works only with --additive.");
  const isQuiet = options.json === true;
  const connection = await connect(options.server ?? serverOfReference(reference));
  const { client } = connection;
  const id = await resolveReference(connection, reference);
  const file = await checkAnnotations(path, isQuiet);
  const dataset = await client.call("dataset.get", { id }, { signal: interrupted });
  await uploadFile(
    client,
    { parentType: "folder", parentId: id, name: basename(path) },
    new Blob([file.bytes as Uint8Array<ArrayBuffer>]),
    { signal: interrupted },
  );
  const { warnings } = await postprocess(client, `${path} was not imported`, {
    id,
    skipJobs: true,
    additive: options.additive,
    additivePrepend: options.prefix,
    set: options.set,
  });
  const url = viewerUrl(connection, id);
  if (file.skippedCount > 0) process.exitCode = ExitCode.findings;
  if (isQuiet) {
    const findings = file.findings.map(({ file: _file, ...problem }) => problem);
    return writeJson({ id, name: dataset.name, url, warnings, skippedCount: file.skippedCount, findings });
  }
  for (const warning of newWarnings(warnings, [file])) warn(warning);
  note(`Imported ${path} into ${dataset.name}: ${url}`);
}
