/** `wakeline release create`: records the content of media and annotations, so that copies can be compared with it. */
import { stat } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { Command } from "commander";

import type { ReleasedAnnotations, ReleasedMedia, ReleaseManifest } from "#schemas";
import { ExitCode, fileError, systemErrorCode, usageError } from "../../base/process/errors.ts";
import { standardStream, writeOutput } from "../../base/files/files.ts";
import { io } from "../../base/terminal/io.ts";
import { byteText, counted, note, warn, writeJson } from "../../base/terminal/output.ts";
import { systemPath } from "../../base/files/system-path.ts";
import { readDocuments } from "../../offline/read-document.ts";
import { refuseInputs } from "../../offline/targets.ts";
import { describeAnnotations } from "../../release/annotations-entry.ts";
import { isMediaPath } from "../../release/is-media.ts";
import { manifestText } from "../../release/manifest.ts";
import { hashFile, readMedia } from "../../release/media-entry.ts";

interface Options {
  readonly output: string;
  readonly name?: string;
  readonly json?: true;
}

/** Entries from elsewhere than files, and the options that name them. */
export interface OtherEntries {
  addOptions(command: Command): Command;
  entries(options: object): AsyncIterable<OtherEntry>;
}

export type OtherEntry =
  | { readonly media: ReleasedMedia; readonly problems: readonly string[] }
  | { readonly annotations: ReleasedAnnotations };

/** @param other absent: files are all there is */
export function createCommand(other?: OtherEntries): Command {
  const command = new Command().description(description);
  const about = "videos, folders of pictures, and files of annotations";
  return (other === undefined ? command : other.addOptions(command))
    .argument(other === undefined ? "<files...>" : "[files...]", about)
    .option("-o, --output <file>", "manifest to write; `-` is standard output", "release.json")
    .option("--name <text>", "name of the release")
    .option("--json", "print what was written as one JSON document")
    .action((files: readonly string[], options: Options) => create(files, options, other));
}

const description =
  "Writes a manifest of videos, folders of pictures and files of annotations: hashes of each picture, of each column of the " +
  "annotations and of each track, the types and attributes used, and what could not be read. `release verify` " +
  "compares a copy with it. Media need ffmpeg.";

export default createCommand();

async function create(files: readonly string[], options: Options, other?: OtherEntries): Promise<void> {
  if (options.output === standardStream && options.json === true)
    throw usageError("--json and `-o -` both want standard output: name a file with -o.");
  await refuseInputs(files, [options.output]);
  const folder = options.output === standardStream ? "." : dirname(options.output);
  const [media, annotations]: [ReleasedMedia[], ReleasedAnnotations[]] = [[], []];
  let isWhole = true;
  for (const file of files) {
    const path = relative(resolve(folder), resolve(file)).split(sep).join("/");
    if (await isMediaPath(file)) {
      const { entry, problems } = await readMedia(file);
      for (const problem of problems) warn(`${file}: ${problem}`);
      isWhole &&= problems.length === 0;
      media.push({ path, ...entry });
      note(`${file}: ${counted(entry.content.length, "frame")}.`);
    } else {
      await requireFile(file, other !== undefined);
      const [document] = await readDocuments([file], {});
      const entry = describeAnnotations(document!.core, document!.report, await hashFile(file));
      isWhole &&= entry.ledger.skipped === 0;
      annotations.push({ path, ...entry });
      note(`${file}: ${counted(entry.counts.tracks, "track")}, ${counted(entry.counts.detections, "detection")}.`);
    }
  }
  for await (const entry of other?.entries(options) ?? []) {
    if ("media" in entry) {
      for (const problem of entry.problems) warn(`${entry.media.path}: ${problem}`);
      isWhole &&= entry.problems.length === 0;
      media.push(entry.media);
      note(`${entry.media.path}: ${counted(entry.media.content.length, "frame")}.`);
    } else {
      const { path, counts } = entry.annotations;
      annotations.push(entry.annotations);
      note(`${path}: ${counted(counts.tracks, "track")}, ${counted(counts.detections, "detection")}.`);
    }
  }
  const paths = [...media, ...annotations].map(({ path }) => path);
  const twice = paths.find((path, at) => paths.indexOf(path) !== at);
  if (twice !== undefined)
    throw usageError(`${twice} is in the release twice: name it once, or of two datasets of one name rename one.`);
  if (media.length + annotations.length === 0) throw usageError("Name files, or datasets with --dataset.");
  const named = options.name === undefined ? {} : { name: options.name };
  const manifest: ReleaseManifest = { version: 1, ...named, created: createdTime(), media, annotations };
  const bytes = await writeOutput(options.output, new TextEncoder().encode(manifestText(manifest)));
  if (options.json === true) {
    const frames = media.map(({ path, content }) => ({ path, frames: content.length }));
    await writeJson({
      output: options.output,
      bytes,
      ok: isWhole,
      media: frames,
      annotations: annotations.map(summary),
    });
  } else if (options.output !== standardStream) note(`Wrote ${options.output}: ${byteText(bytes)}.`);
  io().exitCode = isWhole ? ExitCode.ok : ExitCode.findings;
}

const summary = ({ path, format, counts, ledger }: ReleasedAnnotations): object => ({ path, format, counts, ledger });

/** @param takesDatasets the command has --dataset */
async function requireFile(path: string, takesDatasets: boolean): Promise<void> {
  const facts = await stat(systemPath(path)).catch((error: unknown) => {
    if (takesDatasets && systemErrorCode(error) === "ENOENT" && /^\/(user|collection)\//.test(path))
      throw usageError(`cannot read ${path}: there is no such file. Name a dataset of a server with --dataset.`, error);
    throw fileError("read", path, error);
  });
  if (facts.isDirectory())
    throw usageError(`${path} is a folder without pictures: name its videos and files of annotations one by one.`);
}

/** SOURCE_DATE_EPOCH (reproducible-builds.org), otherwise now. */
function createdTime(): string {
  const epoch = io().env["SOURCE_DATE_EPOCH"] ?? "";
  if (epoch !== "" && !/^\d{1,11}$/.test(epoch))
    throw usageError(`the variable SOURCE_DATE_EPOCH is "${epoch}": it must be whole seconds since 1970.`);
  return (epoch === "" ? new Date() : new Date(Number(epoch) * 1000)).toISOString();
}
