/**
 * Decides which parts of an uploaded archive become which dataset (api-v1 21.7). Nothing is stored here. An incomplete
 * export of ours is refused; in other archives, what has no place in a dataset is reported.
 */
import { type MediaEntry, mediaLedgerOf } from "#schemas/media-ledger";
import { mediaProblemsOf } from "#schemas/media-problems";

import { RequestError } from "../../../../base/errors.ts";
import { type ArchivedFile, openArchive } from "../../../../base/zip-archive.ts";
import { type AnnotationFiles, layoutOf, type MediaSet } from "../../../../domain/archive-layout.ts";
import { findPlaces, type FoundPlace, nestedArchives, refusalOfArchive } from "../../../../domain/archive-plan.ts";
import { type ArchivedRig, parseArchivedRig } from "../../../../domain/archived-rig.ts";
import { datasetOf } from "../../../../domain/dataset.ts";
import { kindOfFile } from "../../../../domain/file-kinds.ts";
import { validateFiles } from "../../../../domain/validate-files.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { FileRecord, FolderRecord, Meta } from "../../../../ports/records.ts";
import { hasBytes, readContent, withStoredFiles } from "../../../content/open-content.ts";
import { JobError } from "../../worker.ts";

/** The datasets that an archive becomes. */
export interface ArchivePlan {
  readonly imports: readonly ArchiveImport[];
  /** Files that may contain annotations for some of them. */
  readonly annotations: readonly PlannedAnnotations[];
  /** Omissions and guesses. */
  readonly entries: readonly MediaEntry[];
  /** Why nothing can be made of it: it has no media. */
  readonly refusal: string;
}

export interface PlannedAnnotations {
  readonly path: string;
  readonly areLabels: boolean;
  readonly files: readonly ArchivedFile[];
  /** The imports they belong to by name or place, best first. */
  readonly about: readonly { readonly of: ArchiveImport; readonly score: number }[];
}

/** A place in the archive, and what becomes of its files. */
export interface ArchiveImport {
  /** For an export: its folder in the archive. */
  readonly place: { readonly folder: string };
  /** Name of its folder, if it gets its own. */
  readonly name: string;
  readonly meta: Meta;
  /** By the name of the item to create. */
  readonly files: ReadonlyMap<string, ArchivedFile>;
  /** The original of a converted video, added after the media check of the other one. */
  readonly sourceVideo: readonly [name: string, file: ArchivedFile] | undefined;
  /** Per-frame metadata. */
  readonly attachment: readonly [name: string, file: ArchivedFile] | undefined;
  /** For a dataset with several cameras: their imports follow it. */
  readonly rig?: ArchivedRig;
  /** For a camera: the dataset it belongs to. */
  readonly parent?: ArchiveImport;
}

const notUnpacked = ({ name }: FileRecord, why: string): JobError =>
  new JobError(
    why === nestedArchives
      ? `${name} was not unpacked. ${why}: unpack it, and upload the archives in it.`
      : `${name} was not unpacked. ${why} Create the archive again, and upload it.`,
  );

const maxEntries = 500_000;
/** Limit for a configuration file, which is read as a whole: anything larger contains annotations. */
const maxConfigurationMiB = 64;

/** @throws JobError that explains why nothing is unpacked */
export async function planArchive(
  ports: Ports,
  folder: FolderRecord,
  itemId: string,
  maxArchiveBytes: number,
): Promise<ArchivePlan> {
  const { database } = ports;
  const item = await database.items.find(itemId);
  const [file] = item === undefined ? [] : await database.files.listInItems([itemId]);
  if (!hasBytes(file)) throw new JobError("The archive has been deleted.");
  const read = (start: number, end: number) => readContent(ports, file, { start, end });
  const { files, guessedEncoding } = await withStoredFiles(ports, [file], () =>
    openArchive(file.size, read, maxEntries),
  ).catch((error: unknown) => {
    throw error instanceof RequestError ? notUnpacked(file, error.message) : error;
  });
  const refusal = refusalOfArchive(files, file.size, maxArchiveBytes);
  if (refusal !== undefined) throw notUnpacked(file, refusal);
  const { places, others } = findPlaces(files);
  const imports: ArchiveImport[] = [];
  const rest = [...others];
  for (const place of places) {
    const name = place.folder.slice(place.folder.lastIndexOf("/") + 1) || folder.name;
    if (place.kind === "multicam") imports.push(...(await rigImports(name, place)));
    else if (await isExport(name, place)) imports.push(await datasetImport(name, place));
    else rest.push(...place.files.values());
  }
  const { sets, annotations, entries } = layoutOf(rest, folder.name);
  const media = new Map(sets.map((set) => [set, mediaImport(set, folder)]));
  imports.push(...media.values());
  refuseEmpty(folder.name, imports);
  const guess: readonly MediaEntry[] =
    guessedEncoding === undefined
      ? []
      : [
          {
            what: "guessed",
            where: item?.name ?? "",
            why: `does not say how its names are encoded: they were read as ${guessedEncoding}, which fits best.`,
            next: "If they are wrong, pack the files again with names in UTF-8.",
          },
        ];
  return {
    imports,
    annotations: plannedAnnotations(annotations, media),
    entries: [...guess, ...entries],
    refusal: `Could not Validate media Files\n${folder.name}: ${validateFiles(rest.map(({ path }) => path)).message}`,
  };
}

export function plannedAnnotations(
  annotations: readonly AnnotationFiles<ArchivedFile>[],
  imports: ReadonlyMap<MediaSet<ArchivedFile>, ArchiveImport>,
): PlannedAnnotations[] {
  return annotations.map(({ path, areLabels, files, sets }) => ({
    path,
    areLabels,
    files,
    about: sets.flatMap(({ set, score }) => {
      const of = imports.get(set);
      return of === undefined ? [] : [{ of, score }];
    }),
  }));
}

/** Storing many thousands of empty pictures takes minutes, and none of them could be shown. */
function refuseEmpty(name: string, imports: readonly ArchiveImport[]): void {
  const media = imports
    .flatMap(({ files }) => [...files])
    .filter(([file]) => ["image", "large-image", "video"].includes(kindOfFile(file)));
  if (media.length === 0 || media.some(([, { size }]) => size > 0)) return;
  throw new JobError(
    `${name}: all ${media.length} pictures and videos in the archive are empty. Nothing was unpacked.`,
  );
}

/** Media in any layout. @param folder that receives them */
export function mediaImport(
  { folder: path, name, type, files }: MediaSet<ArchivedFile>,
  folder: FolderRecord,
): ArchiveImport {
  const { fps = -1 } = datasetOf(folder);
  // Images have no rate of their own.
  const rate = fps === -1 && type !== "video" ? 1 : fps;
  return {
    place: { folder: path },
    name,
    files,
    sourceVideo: undefined,
    attachment: undefined,
    meta: { type, fps: rate },
  };
}

/** Other programs also use this file name: only our files name the type of the dataset. */
async function isExport(name: string, { files }: FoundPlace<ArchivedFile>): Promise<boolean> {
  const configuration = await readConfiguration(name, files.get(configurationName(files)));
  return configuration["type"] !== undefined;
}

function configurationName(files: ReadonlyMap<string, ArchivedFile>): string {
  const top = [...files.keys()].filter((path) => !path.includes("/"));
  return (
    top.find((one) => one === "config.json") ??
    top.find((one) => one === "meta.json") ??
    top.find((one) => /(meta|config)\.json$/.test(one)) ??
    ""
  );
}

/** A dataset with several cameras, followed by the dataset of each. */
async function rigImports(name: string, place: FoundPlace<ArchivedFile>): Promise<ArchiveImport[]> {
  const { files } = place;
  const multiCam = await readConfiguration(name, files.get("multiCam.json"));
  const rig = parseArchivedRig(
    multiCam,
    await readConfiguration(name, files.get("config.json") ?? files.get("meta.json")),
  );
  if (typeof rig === "string") throw new JobError(`${name}: ${rig}`);
  const calibration = rig.calibration === undefined ? undefined : files.get(rig.calibration);
  const attached = [...files].filter(([path]) => /^metadata\/[^/]+$/.test(path));
  const [attachment] = attached.map(([path, file]) => [path.slice("metadata/".length), file] as const);
  const parent: ArchiveImport = {
    place,
    name,
    meta: {},
    sourceVideo: undefined,
    attachment,
    rig,
    files: new Map(rig.calibration === undefined || calibration === undefined ? [] : [[rig.calibration, calibration]]),
  };
  const cameras: ArchiveImport[] = [];
  for (const camera of rig.cameras) {
    const inside = [...files].filter(([path]) => path.startsWith(`${camera}/`));
    const own = new Map(inside.map(([path, file]) => [path.slice(camera.length + 1), file]));
    if (own.size === 0) throw new JobError(`${name}: the archive lacks the camera ${camera.slice(0, 200)}.`);
    cameras.push({
      ...(await datasetImport(camera, { kind: "dataset", folder: `${place.folder}/${camera}`, files: own })),
      parent,
    });
  }
  return [parent, ...cameras];
}

/** An exported dataset. */
async function datasetImport(name: string, place: FoundPlace<ArchivedFile>): Promise<ArchiveImport> {
  const { files } = place;
  const top = [...files.keys()].filter((path) => !path.includes("/"));
  const path = configurationName(files);
  const configuration = await readConfiguration(name, files.get(path));
  const { type, fps } = configuration;
  if (type !== "image-sequence" && type !== "video" && type !== "large-image") {
    throw new JobError(`${name}: Unsupported exported dataset type: ${String(type).slice(0, 100)}`);
  }
  const chosen = new Map<string, ArchivedFile>();
  const take = (file: string): void => {
    const found = files.get(file);
    if (found === undefined)
      throw new JobError(`${name}: the archive lacks ${file.slice(0, 200)}, which ${path} names.`);
    chosen.set(file, found);
  };
  let sourceVideo: ArchiveImport["sourceVideo"];
  if (type === "video") {
    const video = nameIn(configuration["video"]);
    if (video === undefined) throw new JobError(`${name}: ${path} names no video.`);
    take(video);
    const source = nameIn(configuration["sourceVideo"]);
    const original = source === undefined || source === video ? undefined : files.get(source);
    if (source !== undefined && original !== undefined) sourceVideo = [source, original];
  } else {
    const images: unknown = configuration["imageData"];
    for (const image of Array.isArray(images) ? (images as unknown[]) : []) take(nameIn(image) ?? "");
    if (chosen.size === 0) throw new JobError(`${name}: ${path} names no images.`);
  }
  const found = files.get(path);
  if (found !== undefined) chosen.set(path, found);
  // Both contain the annotations, but CSV loses some.
  const json = top.find((one) => kindOfFile(one) === "json");
  const annotations = json ?? top.find((one) => ["csv", "yaml"].includes(kindOfFile(one)));
  const annotationFile = annotations === undefined ? undefined : files.get(annotations);
  if (annotations !== undefined && annotationFile !== undefined) chosen.set(annotations, annotationFile);
  const attached = [...files].filter(([one]) => /^metadata\/[^/]+$/.test(one));
  const [attachment] =
    attached.length === 1 ? attached.map(([one, file]) => [one.slice("metadata/".length), file] as const) : [];
  const meta = {
    type,
    fps: typeof fps === "number" && Number.isFinite(fps) ? fps : -1,
    ...exportedFacts(configuration),
  };
  return { place, name, meta, files: chosen, sourceVideo, attachment };
}

/** Facts about the media in the exported dataset. */
function exportedFacts(configuration: Readonly<Record<string, unknown>>): Meta {
  const [mediaLedger, mediaProblems] = [mediaLedgerOf(configuration), mediaProblemsOf(configuration)];
  return {
    ...(mediaLedger.length > 0 && { mediaLedger }),
    ...(mediaProblems.length > 0 && { mediaProblems }),
  };
}

async function readConfiguration(name: string, file: ArchivedFile | undefined): Promise<Record<string, unknown>> {
  if (file === undefined || file.size > maxConfigurationMiB * 1024 * 1024) {
    throw new JobError(
      `${name}: its configuration is missing or has more than ${maxConfigurationMiB} MiB, which is a fixed limit. Remove everything that is not configuration.`,
    );
  }
  const parts: Uint8Array[] = [];
  for await (const part of file.read()) parts.push(part);
  try {
    const document = recordOf(JSON.parse(Buffer.concat(parts).toString("utf8")));
    if (document !== undefined) return document;
  } catch {
    // Said below.
  }
  throw new JobError(`${name}: ${file.path} is not a JSON object.`);
}

/** A plain name: a file in a folder is not a picture of the dataset. */
function nameIn(value: unknown): string | undefined {
  const filename = recordOf(value)?.["filename"];
  return typeof filename === "string" && !filename.includes("/") ? filename : undefined;
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
