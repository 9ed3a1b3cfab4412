/** `wakeline datasets download`: media and annotations of datasets, as folders of files. */

import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import type { MediaFile } from "#schemas/wire";
import { connect, type Connection } from "../../base/connection/connection.ts";
import { addDatasetChoice, chooseDatasets, type ChoiceOptions } from "../../base/site/dataset-choice.ts";
import { resolveReference, serverOfReference } from "../../base/site/dataset-reference.ts";
import { mediaFetchOf } from "../../base/connection/direct-fetch.ts";
import { downloadTo, type Downloaded } from "../../base/connection/download.ts";
import { fileError, usageError } from "../../base/process/errors.ts";
import { interrupted } from "../../base/process/interrupt.ts";
import { makeFolder } from "../../base/files/make-folder.ts";
import { requireOneCamera } from "../../base/site/one-camera.ts";
import { byteText, counted, note, writeJsonLine, writeResult } from "../../base/terminal/output.ts";
import { createProgress } from "../../base/terminal/progress.ts";
import { serverOption, type ServerOption } from "../../base/connection/server-option.ts";
import { systemPath } from "../../base/files/system-path.ts";
import { forEach } from "../../base/process/worst-exit-code.ts";
import { nameFor } from "../../working-copy/file-names.ts";
import { addSet, openCopiesOf, setsOnServer } from "../../working-copy/open-copy.ts";
import { SetCopy } from "../../working-copy/set-copy.ts";

interface Options extends ServerOption, ChoiceOptions {
  readonly output: string;
  readonly annotations: boolean;
  readonly json?: true;
}

export default addDatasetChoice(
  new Command().description(
    "Downloads datasets, each into a folder of its name: the video or the pictures as they were uploaded, and the " +
      "annotations as a working copy (see `annotation pull`). Existing files are not downloaded again, an interrupted " +
      "download continues, and every file is compared with its hash on the server.",
  ),
)
  .option("-o, --output <folder>", "where the folders are made", ".")
  .option("--no-annotations", "media only")
  .addOption(serverOption())
  .option("--json", "print one line of JSON for each dataset")
  .action(download);

async function download(given: readonly string[], options: Options): Promise<void> {
  const connectTo = (reference: string) => connect(options.server ?? serverOfReference(reference));
  const references = await chooseDatasets(() => connectTo(options.in ?? ""), given, options);
  const taken = new Map<string, string>();
  await forEach(references, { as: "dataset", json: options.json }, async (reference) => {
    const connection = await connectTo(reference);
    const id = await resolveReference(connection, reference);
    const { name } = await requireOneCamera(connection, id, "download");
    const folder = join(options.output, folderName(name, id, taken));
    await makeFolder(folder).catch((error: unknown) => {
      throw fileError("write", folder, error);
    });
    const media = await loadMedia(connection, id, folder);
    const sets = options.annotations ? await pullSets(connection, id, folder, options) : 0;
    const { fileCount, bytes, there, verified } = media;
    if (options.json === true) {
      await writeJsonLine({ id, name, folder, files: fileCount, bytes, there, verified, sets });
      return;
    }
    await writeResult(`${folder}\n`);
    const had = there === 0 ? "" : `, ${there.toLocaleString("en-US")} of them there already`;
    const unverified = fileCount - verified;
    const checked = unverified === 0 ? "all as the server has them" : `${unverified} without a hash on the server`;
    note(`${name}: ${counted(fileCount, "file")}, ${byteText(bytes)}${had}; ${checked}.`);
  });
}

/** Two datasets of one name get two folders. */
function folderName(name: string, id: string, taken: Map<string, string>): string {
  const short = nameFor(name, id);
  const folder = taken.has(short) && taken.get(short) !== id ? `${short}_${id}` : short;
  taken.set(folder, id);
  return folder;
}

async function loadMedia(connection: Connection, id: string, folder: string) {
  const { video, sourceVideo, imageData, direct } = await connection.client.call(
    "dataset.media",
    { id },
    { signal: interrupted },
  );
  const one = sourceVideo ?? video;
  const files: readonly MediaFile[] = one === undefined ? imageData : [one];
  const names = new Set<string>();
  const fetchFile = mediaFetchOf(connection, direct);
  const progress = createProgress({ unit: files.length === 1 ? "bytes" : "steps" });
  const loaded: Downloaded[] = [];
  try {
    for (const [index, { id: mediaId, filename }] of files.entries()) {
      if (/[/\\]/.test(filename) || names.has(filename.toLowerCase()))
        throw usageError(`${filename} cannot be a file in ${folder}: its name has a folder, or another file has it.`);
      names.add(filename.toLowerCase());
      const address = connection.client.url("dataset.mediaBytes", { id, mediaId });
      const path = join(folder, filename);
      await requireDownloadFolder(path);
      loaded.push(
        await downloadTo({ url: connection.url, fetchFile }, address, path, (done, total) => {
          if (files.length === 1) progress.update(filename, done, total);
        }),
      );
      if (files.length > 1) progress.update(folder, index + 1, files.length);
    }
  } finally {
    progress.clear();
  }
  return {
    fileCount: loaded.length,
    bytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0),
    there: loaded.filter(({ bytes, resumedBytes }) => resumedBytes === bytes).length,
    verified: loaded.filter(({ isVerified }) => isVerified).length,
  };
}

/** A folder in the way is not a file that could be replaced. */
async function requireDownloadFolder(path: string): Promise<void> {
  const facts = await stat(systemPath(path)).catch(() => undefined);
  if (facts?.isDirectory() === true) throw usageError(`${path} is a folder, and a file of the dataset has this name.`);
}

/** Makes a working copy, or brings the one that is there up to date. @returns how many sets it has */
async function pullSets(connection: Connection, id: string, folder: string, { server }: Options): Promise<number> {
  const [copy] = await openCopiesOf(id, { copy: folder, server: server ?? connection.url });
  if (copy === undefined) return 0;
  for (const set of await setsOnServer(connection, id)) {
    const entry = copy.state.sets.find((one) => one.set === set) ?? (await addSet(copy, set));
    const outcome = await new SetCopy(copy, entry, { prefer: undefined, isDry: false, limit: 0 }).pull();
    if (!outcome.isRefused) continue;
    throw usageError(
      `${join(folder, entry.file)} and the server have ${counted(outcome.conflictCount, "conflict")}: \`wakeline annotation pull -C ${folder}\` lists them.`,
    );
  }
  return copy.state.sets.length;
}
