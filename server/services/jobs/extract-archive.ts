/**
 * Unpacks an uploaded archive and imports what is in it (api-v1 21.7): datasets as they were exported, or media with their
 * annotation files. Nothing but names of the archive is believed before it was looked at, and files become files of the
 * dataset in one transaction: beginning again finds either nothing or everything.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { DomainError } from "../../base/errors.ts";
import { isObjectId } from "../../base/object-id.ts";
import { type ArchivedFile, openArchive } from "../../base/zip-archive.ts";
import { findPlaces, type FoundPlace, refusalOfArchive } from "../../domain/archive-plan.ts";
import { type ArchivedRig, parseArchivedRig } from "../../domain/archived-rig.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { kindOfFile, mediaTypeOfFile } from "../../domain/file-kinds.ts";
import { validateFiles } from "../../domain/validate-files.ts";
import type { BlobRef } from "../../ports/blob-store.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord, Meta } from "../../ports/records.ts";
import type { AccessService } from "../access.service.ts";
import type { Actor } from "../actor.ts";
import type { AttachmentService } from "../attachment.service.ts";
import type { DatasetService } from "../dataset.service.ts";
import { placeFile } from "../file-placement.ts";
import type { FolderService } from "../folder.service.ts";
import { deleteMetaKeys } from "../metadata.ts";
import type { MultiCamService } from "../multicam.service.ts";
import type { PostprocessService } from "../postprocess.service.ts";
import { requireKept, storeStream } from "../stored-content.ts";
import { JobError, type WorkerRun, type WorkerTask } from "./worker.ts";

export interface ExtractArchiveTask {
  readonly folderId: string;
  readonly itemId: string;
}

export interface ExtractLimits {
  readonly maxArchiveBytes: number;
  readonly maxUploadBytes: number;
}

interface ExtractServices {
  access: AccessService;
  attachments: AttachmentService;
  datasets: DatasetService;
  folders: FolderService;
  multiCams: MultiCamService;
  postprocess: PostprocessService;
}

/** A place of the archive, and what becomes of its files. */
interface Import {
  readonly place: FoundPlace<ArchivedFile>;
  /** Of its folder, when it gets one of its own. */
  readonly name: string;
  readonly meta: Meta;
  /** By the name that the item gets. */
  readonly files: ReadonlyMap<string, ArchivedFile>;
  /** The original of a converted video: it is put there when the other one has been looked at. */
  readonly sourceVideo: readonly [name: string, file: ArchivedFile] | undefined;
  /** Values of frames. */
  readonly attachment: readonly [name: string, file: ArchivedFile] | undefined;
  /** Of a dataset with several cameras: they are the imports behind it. */
  readonly rig?: ArchivedRig;
  /** Of a camera: the dataset that it belongs to. */
  readonly parent?: Import;
}

const mostEntries = 500_000;
/** Of a configuration file, which is read as a whole. */
const mostConfigurationBytes = 64 * 1024 * 1024;
const sourceFolder = "source";
/** In the metadata of an archive: the folders that its imports have become, in their order. */
const unpackedKey = "unpackedInto";

export function extractArchive(ports: Ports, services: ExtractServices, limits: ExtractLimits): WorkerTask {
  return async (run) => {
    const { job, actor, log, progress, succeed } = run;
    const { folderId, itemId } = job.kwargs["task"] as ExtractArchiveTask;
    const { record: folder } = await services.access.requireFolder(actor, folderId, AccessLevel.write);
    const imports = await planned(ports, folder, itemId, limits);
    const fileCount = imports.reduce((sum, { files }) => sum + files.size, 0);
    const targets = await unpack(ports, services, run, folder, itemId, imports, limits, (done) =>
      progress(done, fileCount, "Unpacking"),
    );
    progress(fileCount, fileCount, "Importing");
    const failures: string[] = [];
    for (const [index, one] of imports.entries()) {
      const target = targets[index];
      if (target === undefined) continue;
      try {
        if (one.rig !== undefined) continue;
        const options = { skipJobs: false, additive: false, typePrefix: "", setName: "" };
        const { warnings } = await services.postprocess.run(actor, target, options);
        for (const warning of warnings) await log(`${one.name}: ${warning}`);
        await addBesides(ports, services, run, target, one, limits);
      } catch (error) {
        // One of them must not keep the others from being imported.
        if (!(error instanceof DomainError)) throw error;
        failures.push(`${one.name}: ${error.message}`);
      }
    }
    for (const [index, one] of imports.entries()) {
      const target = targets[index];
      if (target === undefined || one.rig === undefined || failures.length > 0) continue;
      await joinCameras(ports, services, run, target, one, one.rig);
      await addBesides(ports, services, run, target, one, limits);
    }
    if (failures.length > 0) throw new JobError(failures.join("\n"));
    await succeed(async () => undefined);
  };
}

/** @throws JobError that says why nothing is unpacked */
async function planned(
  { blobs, database }: Ports,
  folder: FolderRecord,
  itemId: string,
  { maxArchiveBytes }: ExtractLimits,
): Promise<Import[]> {
  const item = await database.items.find(itemId);
  const [file] = item === undefined ? [] : await database.files.listInItems([itemId]);
  if (file?.blobHash == null) throw new JobError("The archive has been deleted.");
  const hash = file.blobHash;
  const { files } = await openArchive(
    file.size,
    (start, end) => blobs.read(hash, { start, end }) as AsyncIterable<Uint8Array>,
    mostEntries,
  );
  const refusal = refusalOfArchive(files, file.size, maxArchiveBytes);
  if (refusal !== undefined) throw new JobError(refusal);
  const places = findPlaces(files);
  if (places.length === 0) throw new JobError("There are no files in the archive.");
  const imports: Import[] = [];
  for (const place of places) {
    const name = place.folder.slice(place.folder.lastIndexOf("/") + 1) || folder.name;
    if (place.kind === "multicam") imports.push(...(await rigImports(name, place)));
    else imports.push(place.kind === "dataset" ? await datasetImport(name, place) : mediaImport(name, place, folder));
  }
  return imports;
}

/** Media as people have them. */
function mediaImport(name: string, place: FoundPlace<ArchivedFile>, folder: FolderRecord): Import {
  const { ok, message, type } = validateFiles([...place.files.keys()]);
  if (!ok) throw new JobError(`Could not Validate media Files\n${name}: ${message}`);
  const wanted = [...place.files].filter(([file]) => kindOfFile(file) !== "other");
  const { fps = -1 } = datasetOf(folder);
  // Images have no rate of their own.
  const rate = fps === -1 && type !== "video" ? 1 : fps;
  return {
    place,
    name,
    meta: { type, fps: rate },
    files: new Map(wanted),
    sourceVideo: undefined,
    attachment: undefined,
  };
}

/** A dataset with several cameras: it, and behind it the dataset of each. */
async function rigImports(name: string, place: FoundPlace<ArchivedFile>): Promise<Import[]> {
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
  const parent: Import = {
    ...{ place, name, meta: {}, sourceVideo: undefined, attachment, rig },
    files: new Map(rig.calibration === undefined || calibration === undefined ? [] : [[rig.calibration, calibration]]),
  };
  const cameras: Import[] = [];
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

/** A dataset as it was exported. */
async function datasetImport(name: string, place: FoundPlace<ArchivedFile>): Promise<Import> {
  const { files } = place;
  const top = [...files.keys()].filter((path) => !path.includes("/"));
  const path =
    top.find((one) => one === "config.json") ??
    top.find((one) => one === "meta.json") ??
    top.find((one) => /(meta|config)\.json$/.test(one)) ??
    "";
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
  let sourceVideo: Import["sourceVideo"];
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
  // Both hold the annotations, and CSV less of them.
  const json = top.find((one) => kindOfFile(one) === "json");
  const annotations = json ?? top.find((one) => ["csv", "yaml"].includes(kindOfFile(one)));
  const annotationFile = annotations === undefined ? undefined : files.get(annotations);
  if (annotations !== undefined && annotationFile !== undefined) chosen.set(annotations, annotationFile);
  const attached = [...files].filter(([one]) => /^metadata\/[^/]+$/.test(one));
  const [attachment] =
    attached.length === 1 ? attached.map(([one, file]) => [one.slice("metadata/".length), file] as const) : [];
  const meta = { type, fps: typeof fps === "number" && Number.isFinite(fps) ? fps : -1 };
  return { place, name, meta, files: chosen, sourceVideo, attachment };
}

async function readConfiguration(name: string, file: ArchivedFile | undefined): Promise<Record<string, unknown>> {
  if (file === undefined || file.size > mostConfigurationBytes) {
    throw new JobError(`${name}: its configuration has more than ${mostConfigurationBytes} bytes.`);
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

/** A plain name: what lies in folders is no picture of the dataset. */
function nameIn(value: unknown): string | undefined {
  const filename = recordOf(value)?.["filename"];
  return typeof filename === "string" && !filename.includes("/") ? filename : undefined;
}

/** The cameras lie in the folder, by their names. */
async function joinCameras(
  { database }: Ports,
  { datasets, multiCams }: ExtractServices,
  { actor }: WorkerRun,
  target: string,
  { files }: Import,
  rig: ArchivedRig,
): Promise<void> {
  const folder = await database.folders.find(target);
  if (folder === undefined) return;
  if (datasetOf(folder).multiCam !== undefined) return void (await datasets.update(actor, target, rig.configuration));
  const cameras: Record<string, { folderId: string; type: unknown }> = {};
  for (const name of rig.cameras) {
    const camera = await database.folders.findByName({ type: "folder", id: target }, name);
    cameras[name] = { folderId: camera?.id ?? "", type: camera === undefined ? "" : datasetOf(camera).type };
  }
  const [calibration] = files.keys();
  const item = calibration === undefined ? undefined : await database.items.findByName(target, calibration);
  const calibrated = item === undefined ? {} : { calibrationFileId: item.id };
  await multiCams.create(actor, target, { ...rig.request, name: folder.name, cameras, ...calibrated });
  await datasets.update(actor, target, rig.configuration);
}

/** @returns the folders of the imports, in their order */
async function unpack(
  ports: Ports,
  { access, folders }: ExtractServices,
  { actor, signal, store }: WorkerRun,
  folder: FolderRecord,
  itemId: string,
  imports: readonly Import[],
  { maxUploadBytes }: ExtractLimits,
  onProgress: (done: number) => void,
): Promise<(string | undefined)[]> {
  const isInPlace = imports.filter(({ parent }) => parent === undefined).length === 1;
  const archive = await ports.database.items.find(itemId);
  if (archive?.folderId !== folder.id) return await unpackedBefore(ports, access, actor, archive, imports);
  const contents = new Map<ArchivedFile, BlobRef>();
  for (const { files } of imports) {
    for (const file of files.values()) {
      signal.throwIfAborted();
      contents.set(file, await storeStream(ports, file.read(), Math.min(maxUploadBytes, file.size)));
      onProgress(contents.size);
    }
  }
  const targets: string[] = [];
  await store(async (tx) => {
    const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
    for (const one of imports) {
      const above = one.parent && (await tx.folders.find(targets[imports.indexOf(one.parent)] ?? ""));
      const isHere = isInPlace && above === undefined;
      const target = isHere ? record.id : await newFolder(tx, folders, actor, above ?? record, one);
      if (isHere) {
        const kept = one.rig === undefined ? record.meta : deleteMetaKeys(record.meta, ["type", "fps", "annotate"]);
        await tx.folders.update(record.id, { meta: { ...kept, ...one.meta } });
      }
      for (const [name, file] of one.files) {
        const ref = contents.get(file);
        if (ref === undefined) continue;
        await requireKept(tx, ref);
        const place = { parentType: "folder", parentId: target, name, mimeType: mediaTypeOfFile(name) } as const;
        await placeFile(ports, tx, { ...place, userId: actor.user?.id ?? null }, ref);
      }
      targets.push(target);
    }
    if (!isInPlace) {
      // What lies in it are the datasets.
      await tx.folders.update(record.id, { meta: deleteMetaKeys(record.meta, ["type", "fps", "annotate"]) });
    }
    const place = { parentType: "folder", parentId: record.id, name: sourceFolder, reuseExisting: true } as const;
    const { record: source } = await folders.createWithin(tx, actor, place);
    await tx.folders.addSize(record.id, -archive.size);
    await tx.folders.addSize(source.id, archive.size);
    const meta = { ...archive.meta, processed: true, [unpackedKey]: targets };
    await tx.items.update(archive.id, { folderId: source.id, meta });
  });
  return targets;
}

async function newFolder(
  tx: Repositories,
  folders: FolderService,
  actor: Actor,
  parent: FolderRecord,
  { name, meta }: Import,
): Promise<string> {
  let free = name;
  const isTaken = async (): Promise<boolean> =>
    (await tx.folders.findByName({ type: "folder", id: parent.id }, free)) !== undefined;
  for (let n = 1; await isTaken(); n++) free = `${name} (${n})`;
  return (await folders.createWithin(tx, actor, { parentType: "folder", parentId: parent.id, name: free, meta })).record
    .id;
}

/**
 * A worker before this one has ended between unpacking and importing, or what was imported failed and somebody asks again.
 * @returns the folders of the imports, in their order; `undefined`: somebody has deleted it since
 */
async function unpackedBefore(
  { database }: Ports,
  access: AccessService,
  actor: Actor,
  archive: ItemRecord | undefined,
  imports: readonly Import[],
): Promise<(string | undefined)[]> {
  const ids = archive?.meta[unpackedKey];
  if (
    !Array.isArray(ids) ||
    ids.length !== imports.length ||
    !ids.every((id) => typeof id === "string" && isObjectId(id))
  ) {
    throw new JobError("The archive has been moved.");
  }
  const targets: (string | undefined)[] = [];
  for (const id of ids) {
    // Whoever may change the archive could have named any folder.
    const isThere = (await database.folders.find(id)) !== undefined;
    targets.push(isThere ? (await access.requireFolder(actor, id, AccessLevel.write)).record.id : undefined);
  }
  return targets;
}

/** What must not be looked at with the media: the original of a converted video, and values of frames. */
async function addBesides(
  ports: Ports,
  { attachments }: ExtractServices,
  { actor, store }: WorkerRun,
  target: string,
  { sourceVideo, attachment }: Import,
  { maxUploadBytes }: ExtractLimits,
): Promise<void> {
  const { database } = ports;
  const add = async ([name, file]: readonly [string, ArchivedFile], meta: Meta): Promise<string> => {
    const before = await database.items.findByName(target, name);
    if (before !== undefined) return before.id;
    const ref = await storeStream(ports, file.read(), Math.min(maxUploadBytes, file.size));
    let id = "";
    await store(async (tx) => {
      await requireKept(tx, ref);
      const place = { parentType: "folder", parentId: target, name, mimeType: mediaTypeOfFile(name) } as const;
      const { item } = await placeFile(ports, tx, { ...place, userId: actor.user?.id ?? null }, ref);
      await tx.items.update(item.id, { meta });
      ({ id } = item);
    });
    return id;
  };
  if (sourceVideo !== undefined) await add(sourceVideo, { source_video: true });
  if (attachment === undefined) return;
  // A worker may have ended between adding and attaching: then it must not be taken for a file of annotations.
  const attached = await add(attachment, { frameMetadata: "true", processed: true });
  const folder = await database.folders.find(target);
  if (folder !== undefined && datasetOf(folder).frameMetadata === undefined) {
    await attachments.attachMetadata(actor, target, attached);
  }
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
