/** Which datasets an upload makes from its paths. The server classifies the names; nothing is sent yet. */

import { readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { ImageSize } from "#core/types";
import type { ApiClient } from "#schemas/client";
import { mediaKindOf, mixedIn } from "#schemas/media-files";
import { fileError, usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";
import { planAnnotations } from "../annotations/sent-annotations.ts";
import { pathFromBytes, systemPath } from "../files/system-path.ts";
import type { SkippedFile, PlannedDataset, PlannedFile } from "./planned-dataset.ts";
import { gatherPerPicture, isSideName, stemKey } from "./upload-per-picture.ts";

export interface Batch {
  /** Its name in messages. */
  readonly label: string;
  /** The name for a dataset of images. */
  readonly folder: string;
  readonly files: readonly PlannedFile[];
  /** Contents of the folder that cannot be part of a dataset. */
  readonly leftOut: readonly SkippedFile[];
  /** Why it cannot be uploaded at all. */
  readonly failure?: Error;
}

/** Files that a message names. */
const maxNamed = 5;

interface PlanOptions {
  readonly name?: string | undefined;
  readonly annotations?: string | undefined;
  /** Size of the pictures, for annotations in fractions of them. */
  readonly imageSize?: ImageSize | undefined;
  /** For tables that say times. */
  readonly fps?: number | undefined;
  /** Findings are not printed. */
  readonly isQuiet?: boolean;
}

interface PlannedVideos {
  readonly name: string | undefined;
  readonly videos: readonly PlannedFile[];
  /** Annotations, configuration and metadata next to the videos. */
  readonly side: readonly PlannedFile[];
  readonly annotations: readonly PlannedFile[];
  readonly leftOut: readonly SkippedFile[];
}

/** A batch of images is one dataset; each video is one. */
export async function planBatch(
  client: ApiClient,
  batch: Batch,
  { name, annotations, imageSize, fps, isQuiet = false }: PlanOptions,
): Promise<PlannedDataset[]> {
  if (batch.failure !== undefined) throw batch.failure;
  const [archive] = batch.files;
  if (archive !== undefined && isArchive(archive)) {
    if (annotations !== undefined) throw usageError(`--annotations is for media: ${batch.label} brings its own.`);
    return [planArchive(archive, name, batch.leftOut)];
  }
  // The named annotation file may be next to the media: it is sent as it was read, and only once.
  const others = batch.files.filter(({ path }) => annotations === undefined || !isSamePath(path, annotations));
  const paired = annotations === undefined ? pairByStem(others) : undefined;
  if (paired !== undefined && name === undefined) return await planPairs(client, batch, paired, { imageSize, isQuiet });
  const areNamed = annotations !== undefined;
  const { kept, leftOut: perPicture, made } = await gatherPerPicture(others, { areNamed, imageSize, isQuiet });
  const names = kept.map((file) => file.name);
  const known = { imageSize, fps, isQuiet };
  const extra = annotations === undefined ? [] : [await planAnnotations(annotations, names, known)];
  const files: PlannedFile[] = [...kept, ...extra, ...(made === undefined ? [] : [made])];
  const byName = new Map(files.map((file) => [file.name, file]));
  if (byName.size < files.length)
    throw usageError(`two files in this upload have the same name: ${duplicateName(files)}.`);
  const sorted = await classifyFiles(client, batch, files);
  const pick = (names: readonly string[]): PlannedFile[] => names.flatMap((each) => byName.get(each) ?? []);
  const { roles, type } = sorted;
  const { whole: media, empty } = await withoutEmpty(pick(roles.media), type);
  const side = pick([...roles.annotations, ...roles.datasetConfig, ...roles.frameMetadata]);
  const leftOut: SkippedFile[] = [
    ...batch.leftOut,
    ...perPicture,
    ...empty.map(({ path }) => ({ file: path, reason: "it is empty (0 bytes)" })),
    ...pick(roles.ignored).map((file) => ({ file: file.path, reason: sorted.reasons[file.name] ?? "not used" })),
  ];
  const named = new Set([...media, ...empty, ...side, ...pick(roles.ignored)]);
  for (const file of files) if (!named.has(file)) leftOut.push({ file: file.path, reason: "not used" });
  if (type !== "video") {
    const dataset = { name: name ?? basename(batch.folder).toWellFormed(), type, files: [...media, ...side] };
    return [{ ...dataset, annotations: pick(roles.annotations), leftOut }];
  }
  return planVideos({ name, videos: media, side, annotations: pick(roles.annotations), leftOut });
}

function planArchive(archive: PlannedFile, name: string | undefined, leftOut: readonly SkippedFile[]): PlannedDataset {
  const ownName = basename(archive.name, extname(archive.name));
  return { name: name ?? ownName, type: "zip", files: [archive], annotations: [], leftOut };
}

/** The role of each file, as the server sees it. Throws a usage error for files that are not one dataset. */
async function classifyFiles(client: ApiClient, { label, leftOut }: Batch, files: readonly PlannedFile[]) {
  const body = files.map((file) => file.name);
  const classified = await client.call("dataset.validateFiles", { body }, { signal: interrupted });
  const { ok, type, roles, message, reasons } = classified;
  if (!ok || type === "" || type === "multi") {
    const more = roles.media.length === 0 ? belowText(leftOut) : mixtureText(roles.media);
    throw usageError(`${label}: ${message.replace(/\.$/, "")}.${more}`);
  }
  return { type, roles, reasons };
}

/** Side files belong to a single video; next to several, they are left out. */
function planVideos({ name, videos, side, annotations, leftOut }: PlannedVideos): PlannedDataset[] {
  const isOnly = videos.length === 1;
  if (name !== undefined && !isOnly)
    throw usageError(`--name is for one dataset, but this upload makes ${videos.length}.`);
  const reason = `it does not say to which of the ${videos.length} videos it belongs; upload that video with --annotations`;
  const unassigned = isOnly ? [] : side.map(({ path }) => ({ file: path, reason }));
  return videos.map((video, index) => ({
    name: name ?? basename(video.name, extname(video.name)),
    type: "video",
    files: isOnly ? [video, ...side] : [video],
    annotations: isOnly ? annotations : [],
    // Reported once.
    leftOut: index === 0 ? [...leftOut, ...unassigned] : [],
  }));
}

/** Which files are of another kind than most: media of several kinds are refused. */
function mixtureText(media: readonly string[]): string {
  const mixed = mixedIn(media);
  if (mixed.length === 0) return "";
  const more = mixed.length > maxNamed ? ` and ${mixed.length - maxNamed} more` : "";
  return ` Upload these by themselves: ${mixed.slice(0, maxNamed).join(", ")}${more}.`;
}

/** Empty pictures do not prevent the others from being sent. */
async function withoutEmpty(
  media: readonly PlannedFile[],
  type: string,
): Promise<{ readonly whole: readonly PlannedFile[]; readonly empty: readonly PlannedFile[] }> {
  if (type === "video") return { whole: media, empty: [] };
  const empty = new Set<PlannedFile>();
  for (const file of media) {
    const facts = await stat(systemPath(file.path)).catch(() => undefined);
    if (facts?.isFile() === true && facts.size === 0) empty.add(file);
  }
  // If nothing remains, the upload is refused, with the name of the file.
  if (empty.size === media.length) return { whole: media, empty: [] };
  return { whole: media.filter((file) => !empty.has(file)), empty: [...empty] };
}

interface Paired {
  readonly groups: readonly (readonly PlannedFile[])[];
  readonly leftOut: readonly SkippedFile[];
}

/**
 * Several videos, or videos among pictures: files that belong to one of them have its name. `undefined`: nothing to
 * pair.
 */
function pairByStem(files: readonly PlannedFile[]): Paired | undefined {
  const videos = files.filter(({ name }) => mediaKindOf(name) === "video");
  const sides = files.filter(({ name }) => isSideName(name));
  if (videos.length < 2 || sides.length === 0) return undefined;
  const leftOut: SkippedFile[] = [];
  const used = new Set<PlannedFile>(videos);
  const groups = videos.map((video) => {
    const own = sides.filter(({ name }) => stemKey(name) === stemKey(video.name));
    for (const side of own) used.add(side);
    const isShared = videos.filter(({ name }) => stemKey(name) === stemKey(video.name)).length > 1;
    if (own.length <= 1 && !isShared) return [video, ...own];
    const several = isShared ? "several videos have its name" : `${video.name} has several such files`;
    for (const { path } of own) {
      const reason = `${several}; upload that video with --annotations`;
      if (!leftOut.some(({ file }) => file === path)) leftOut.push({ file: path, reason });
    }
    return [video];
  });
  const rest = files.filter((file) => !used.has(file));
  if (rest.some(({ name }) => mediaKindOf(name) !== undefined)) return undefined;
  for (const { name, path } of rest) {
    const reason = isSideName(name) ? "no video has its name; upload that video with --annotations" : "not used";
    leftOut.push({ file: path, reason });
  }
  return { groups, leftOut };
}

/** Pairs each video with the files that have its name. */
async function planPairs(
  client: ApiClient,
  batch: Batch,
  { groups, leftOut }: Paired,
  options: Pick<PlanOptions, "imageSize" | "isQuiet">,
): Promise<PlannedDataset[]> {
  const planned: PlannedDataset[] = [];
  for (const files of groups) {
    const isFirst = planned.length === 0;
    // Named once.
    const own: Batch = { ...batch, files, leftOut: isFirst ? [...batch.leftOut, ...leftOut] : [] };
    planned.push(...(await planBatch(client, own, options)));
  }
  return planned;
}

/** A video named alone includes the annotations with its name in its folder. */
async function withNeighbors(files: readonly PlannedFile[]): Promise<Pick<Batch, "files" | "leftOut">> {
  const neighbors: PlannedFile[] = [];
  const leftOut: SkippedFile[] = [];
  for (const file of files) {
    if (mediaKindOf(file.name) !== "video") continue;
    const entries = await readdir(systemPath(dirname(file.path)), { encoding: "buffer" }).catch(() => []);
    const own: PlannedFile[] = [];
    for (const entry of entries) {
      const other = fileAt(join(dirname(file.path), pathFromBytes(entry)));
      const isAbout = isSideName(other.name) && stemKey(other.name) === stemKey(file.name);
      if (isAbout && !files.some(({ path }) => isSamePath(path, other.path))) own.push(other);
    }
    const reason = `${file.name} has several such files; name one with --annotations`;
    if (own.length > 1) leftOut.push(...own.map(({ path }) => ({ file: path, reason })));
    else neighbors.push(...own);
  }
  return { files: [...files, ...neighbors], leftOut };
}

/** Every folder is a batch, and so is every archive, and the files named individually. */
export async function readBatches(
  paths: readonly string[],
  { name, annotations }: PlanOptions,
): Promise<readonly Batch[]> {
  const batches: Batch[] = [];
  const loose: PlannedFile[] = [];
  for (const path of paths) {
    try {
      if ((await stat(systemPath(path))).isDirectory()) batches.push(await readFolder(path));
      else if (isArchive(fileAt(path))) {
        batches.push({ label: path, folder: dirname(resolve(path)), files: [fileAt(path)], leftOut: [] });
      } else loose.push(fileAt(path));
    } catch (error) {
      batches.push({ label: path, folder: path, files: [], leftOut: [], failure: fileError("read", path, error) });
    }
  }
  const [first] = loose;
  if (first !== undefined) {
    const taken = annotations === undefined ? await withNeighbors(loose) : { files: loose, leftOut: [] };
    batches.unshift({ label: listText(loose), folder: dirname(resolve(first.path)), ...taken });
  }
  if (batches.length > 1 && annotations !== undefined)
    throw usageError("--annotations belongs to one dataset: upload the others separately.");
  if (batches.length > 1 && name !== undefined)
    throw usageError(`--name is for one dataset, but this upload makes ${batches.length}.`);
  return batches;
}

async function readFolder(path: string): Promise<Batch> {
  const entries = await readdir(systemPath(path), { withFileTypes: true, encoding: "buffer" });
  const files: PlannedFile[] = [];
  const leftOut: SkippedFile[] = [];
  for (const entry of entries) {
    const file = fileAt(join(path, pathFromBytes(entry.name)));
    const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await isDirectory(file.path)));
    if (isFolder) leftOut.push({ file: file.path, reason: isFolderText });
    else if (file.name.startsWith(".")) leftOut.push({ file: file.path, reason: "its name begins with a dot" });
    else files.push(file);
  }
  if (files.length === 0) throw usageError(`${path} has no files.${belowText(leftOut)}`);
  return { label: path, folder: resolve(path), files, leftOut };
}

/** Media may be in the folders below, which are not looked into. */
function belowText(leftOut: readonly SkippedFile[]): string {
  const folders = leftOut.filter(({ reason }) => reason === isFolderText).map(({ file }) => basename(file));
  if (folders.length === 0) return "";
  const shown = folders.slice(0, 3).join(", ");
  return (
    ` There are folders in it (${shown}${folders.length > 3 ? ", ..." : ""}): with --recursive each one with media ` +
    "becomes a dataset, and in a zip of all, annotations in other folders come along."
  );
}

const isFolderText = "it is a folder, name it to upload it";
const isArchive = ({ name }: PlannedFile): boolean => /\.zip$/i.test(name);

/** The server's names are text: bytes that are not have replacement characters there. */
function fileAt(path: string): PlannedFile {
  return { name: basename(path).toWellFormed(), path };
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(systemPath(path)).catch(() => undefined))?.isDirectory() === true;
}

function listText(files: readonly PlannedFile[]): string {
  const names = files.slice(0, 3).map(({ name }) => name);
  return `${names.join(", ")}${files.length > names.length ? ", ..." : ""}`;
}

function isSamePath(a: string, b: string): boolean {
  return resolve(a) === resolve(b);
}

function duplicateName(files: readonly PlannedFile[]): string | undefined {
  return files.find((file, index) => files.findIndex((other) => other.name === file.name) < index)?.name;
}
