/** `wakeline import`: annotations of a file into a dataset. */

import { basename } from "node:path";
import { Command } from "commander";
import { behindLastFrame } from "#core/queries/doubts";
import { uploadFile } from "#schemas/upload";
import type { Dataset } from "#schemas/wire";
import { checkAnnotations, newWarnings } from "../base/annotation-check.ts";
import { connect, viewerUrl } from "../base/connection.ts";
import type { Connection } from "../base/connection.ts";
import { referenceHelp, resolveReference, serverOfReference } from "../base/dataset-reference.ts";
import { CliError, ExitCode, usageError } from "../base/errors.ts";
import { formatFinding } from "../base/findings.ts";
import { interrupted } from "../base/interrupt.ts";
import { counted, countsText, note, warn, writeJson } from "../base/output.ts";
import { postprocess } from "../base/postprocess.ts";
import { serverOption } from "../base/server-option.ts";
import type { ServerOption } from "../base/server-option.ts";
import { io } from "../base/io.ts";

interface Options extends ServerOption {
  readonly set?: string;
  readonly additive?: true;
  readonly strict?: true;
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
  .option("--strict", "send nothing when a row is broken, or reaches beyond the last frame of the media")
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
  const dataset = await client.call("dataset.get", { id }, { signal: interrupted });
  const imageNames = await imageNamesOf(connection, dataset);
  // As the server reads it: names of pictures go before the numbers of frames.
  const file = await checkAnnotations(path, isQuiet, dataset.type === "image-sequence" ? imageNames : undefined);
  // In the words of the server, which says it again.
  const beyond = behindLastFrame(file.statistics?.frames?.last, imageNames?.length ?? videoFrameCount(dataset));
  const found = [...file.findings, ...beyond.map((problem) => ({ file: path, ...problem }))];
  const [far] = beyond;
  if (far !== undefined && options.strict === true)
    throw new CliError(ExitCode.findings, `${path} was not sent: ${far.message}`);
  if (file.skippedCount > 0 && options.strict === true)
    throw new CliError(
      ExitCode.findings,
      `${path} was not sent: ${counted(file.skippedCount, "row or track is", "rows or tracks are")} broken.`,
    );
  const before = await latestRevision(connection, id, options.set);
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
  const after = await latestRevision(connection, id, options.set);
  const revision = after > before ? after : undefined;
  const { statistics } = file;
  if (file.skippedCount > 0 || far !== undefined) io().exitCode = ExitCode.findings;
  if (isQuiet) {
    const findings = found.map(({ file: _file, ...problem }) => problem);
    const { trackCount, detectionCount, groupCount } = statistics ?? {};
    return writeJson({
      id,
      name: dataset.name,
      url,
      ...(revision !== undefined && { revision }),
      ...(statistics !== undefined && { trackCount, detectionCount, groupCount }),
      warnings,
      skippedCount: file.skippedCount,
      findings,
    });
  }
  for (const finding of found.slice(file.findings.length)) note(formatFinding(io().err, finding));
  for (const warning of newWarnings(warnings, [{ findings: found }])) warn(warning);
  const as = revision === undefined ? "" : ` as revision ${revision}`;
  const counts = statistics === undefined ? "" : ` (${countsText(statistics)})`;
  note(`Imported ${path}${counts} into ${dataset.name}${as}: ${url}`);
}

/** Of the annotation set; 0 is the empty beginning. */
async function latestRevision({ client }: Connection, folderId: string, set = ""): Promise<number> {
  const newest = { folderId, set, limit: 1, sort: "revision", sortdir: -1 } as const;
  const [latest] = await client.call("annotation.revisions", newest, { signal: interrupted });
  return latest?.revision ?? 0;
}

async function imageNamesOf({ client }: Connection, { id, type }: Dataset): Promise<string[] | undefined> {
  if (type !== "image-sequence" && type !== "large-image") return undefined;
  const { imageData } = await client.call("dataset.media", { id }, { signal: interrupted });
  return imageData.length === 0 ? undefined : imageData.map(({ filename }) => filename);
}

function videoFrameCount({ type, fps, ffprobe_info: facts }: Dataset): number | undefined {
  if (type !== "video" || !(fps > 0)) return undefined;
  // As text, as ffprobe prints it.
  const seconds = Number(facts?.["duration"] ?? Number.NaN);
  return seconds > 0 ? Math.ceil(seconds * fps - 1e-6) : undefined;
}
