/** Datasets as zip archives: media, configuration and annotations in the layout that can be imported again. */
import { pythonJsonText } from "#core/formats/text/python-text";
import { mediaLedgerOf } from "#schemas/media-ledger";
import { mediaProblemsOf } from "#schemas/media-problems";
import { slugify } from "#schemas/slug";

import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { entryNamePart } from "../../../core-wasm/zip/safe-names.ts";
import type { ZipEntry } from "../../../core-wasm/zip/write.ts";
import { type CameraSet, datasetOf } from "../../domain/dataset.ts";
import { kindOfFile } from "../../domain/file-kinds.ts";
import { mediaUrl } from "../../domain/media-urls.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import type { AnnotationFileService, ExportedFile, ExportRequest } from "../annotations/annotation-file.service.ts";
import type { Archive } from "../tree/archive.service.ts";
import { findCalibration } from "./attachments.ts";
import { hasBytes, readContent } from "../content/open-content.ts";
import { camerasOf, requireDataset } from "../tree/dataset-folder.ts";
import type { DatasetService } from "./dataset.service.ts";
import type { MediaService } from "../media/media.service.ts";
import { deleteMetaKeys } from "../tree/metadata.ts";
import { FreeNames } from "../tree/names.ts";
import { findStoredItem, requireCameraFolder } from "../tree/stored-ids.ts";

export interface DatasetExport {
  ids: readonly string[];
  includeMedia: boolean;
  includeDetections: boolean;
  excludeBelowThreshold: boolean;
  types: readonly string[] | undefined;
}

export type AnnotationExport = { readonly archive: Archive } | { readonly file: ExportedFile };

/** Datasets of one archive. */
const maxDatasets = 1000;

export class DatasetArchiveService {
  readonly #ports: Ports;
  readonly #services: {
    access: AccessService;
    annotationFiles: AnnotationFileService;
    datasets: DatasetService;
    media: MediaService;
  };

  constructor(
    ports: Ports,
    services: {
      access: AccessService;
      annotationFiles: AnnotationFileService;
      datasets: DatasetService;
      media: MediaService;
    },
  ) {
    this.#ports = ports;
    this.#services = services;
  }

  /**
   * Rights and datasets are checked before the first byte; later failures are listed in `failed_datasets.txt`. `signal`
   * stops the work.
   */
  async export(actor: Actor, request: DatasetExport, signal?: AbortSignal): Promise<Archive> {
    if (request.ids.length === 0) throw new RequestError("Parameter folderIds must name at least one dataset.");
    if (request.ids.length > maxDatasets) {
      throw new RequestError(`At most ${maxDatasets} datasets can be exported at once, not ${request.ids.length}.`);
    }
    const folders: FolderRecord[] = [];
    for (const id of new Set(request.ids)) {
      signal?.throwIfAborted();
      const { record } = await this.#services.access.requireFolder(actor, id, AccessLevel.read);
      const cameras = await this.#cameraFolders(actor, camerasOf(requireDataset(record)));
      // A missing right must be an error response, not a note in an archive.
      for (const folder of [record, ...cameras.values()]) await this.#services.media.sourceOf(actor, folder);
      folders.push(record);
    }
    const [only] = folders;
    const name = folders.length === 1 && only !== undefined ? slugify(only.name) : "batch_export";
    return { name, entries: this.#entries(actor, folders, request, signal) };
  }

  async *#entries(
    actor: Actor,
    folders: readonly FolderRecord[],
    request: DatasetExport,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ZipEntry> {
    const failures: string[] = [];
    const names = new FreeNames();
    for (const folder of folders) {
      const path = names.take(entryNamePart(folder.name));
      try {
        yield* this.#datasetEntries(actor, folder, path, request, signal);
      } catch (error) {
        // Not the dataset's fault, and the reader is gone.
        signal?.throwIfAborted();
        failures.push(
          `Dataset: ${folder.name} was not exported. ${error instanceof Error ? error.message : ""}`.trim(),
        );
      }
    }
    if (failures.length > 0) yield this.#textEntry("failed_datasets.txt", `${failures.join("\n")}\n`);
  }

  async *#datasetEntries(
    actor: Actor,
    folder: FolderRecord,
    path: string,
    request: DatasetExport,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ZipEntry> {
    signal?.throwIfAborted();
    const { datasets, media } = this.#services;
    const { excludeBelowThreshold, types } = request;
    const exported = { revision: undefined, exportedTime: undefined, excludeBelowThreshold, types };
    const files = await media.itemsOf(actor, folder);
    const listed = (item: ItemRecord): Record<string, string> => ({
      id: item.id,
      url: mediaUrl(folder.id, item.id),
      filename: item.name,
    });
    const dataset = datasetOf(folder);
    const cameras = camerasOf(dataset);
    if (cameras !== undefined) yield this.#textEntry(`${path}/multiCam.json`, pythonJsonText(cameras.document));
    const {
      metadataFileItemId: _id,
      metadataFileOriginalName: _name,
      typeHierarchy,
      ...facts
    } = await datasets.describe(actor, folder.id);
    const [mediaLedger, mediaProblems] = [mediaLedgerOf(folder.meta), mediaProblemsOf(folder.meta)];
    const configuration = {
      ...facts,
      // A gray picture in place of a broken one must not become a picture like any other.
      ...(mediaLedger.length > 0 && { mediaLedger }),
      ...(mediaProblems.length > 0 && { mediaProblems }),
      // For cameras, it belongs to the dataset above them.
      ...(dataset.typeHierarchy === undefined ? {} : { typeHierarchy }),
      imageData: files.images.map(listed),
      ...(files.video === undefined ? {} : { video: listed(files.video) }),
      ...(files.sourceVideo === undefined ? {} : { sourceVideo: listed(files.sourceVideo) }),
    };
    yield this.#textEntry(`${path}/config.json`, pythonJsonText(configuration));
    const json = { ...exported, format: "dive_json" } as const;
    yield* this.#annotationEntry(actor, folder, `${path}/annotations.dive.json`, json, signal);
    if (request.includeMedia) yield* this.#mediaEntries(actor, folder, path);
    if (request.includeDetections) {
      const csv = { ...exported, format: "viame_csv" } as const;
      yield* this.#annotationEntry(actor, folder, `${path}/annotations.viame.csv`, csv, signal);
    }
    if (request.includeMedia) yield* this.#attachmentEntries(folder, path);
    if (cameras === undefined) return;
    for (const name of cameras.order) {
      const camera = await requireCameraFolder(this.#services.access, actor, cameras, name);
      const meta = deleteMetaKeys(camera.meta, ["typeHierarchy"]);
      yield* this.#datasetEntries(actor, { ...camera, meta }, `${path}/${entryNamePart(name)}`, request, signal);
    }
  }

  /** The annotations of a dataset: a file, or for several cameras an archive with a file per camera. */
  async exportOf(actor: Actor, id: string, request: ExportRequest, signal?: AbortSignal): Promise<AnnotationExport> {
    const { record } = await this.#services.access.requireFolder(actor, id);
    if (datasetOf(record).type === "multi")
      return { archive: await this.#cameraArchive(actor, record, request, signal) };
    const { annotationFiles } = this.#services;
    await annotationFiles.checkRequest([record], request);
    return { file: await annotationFiles.export(actor, record.id, request, signal) };
  }

  async #cameraArchive(
    actor: Actor,
    record: FolderRecord,
    request: ExportRequest,
    signal: AbortSignal | undefined,
  ): Promise<Archive> {
    const { multiCam } = requireDataset(record);
    if (multiCam === undefined) throw new RequestError(`The dataset ${record.name} has no cameras.`);
    // Before the first byte: a missing right must be an error response, not a broken stream.
    const folders = await this.#cameraFolders(actor, multiCam);
    await this.#services.annotationFiles.checkRequest([...folders.values()], request);
    return {
      name: slugify(record.name),
      entries: this.#cameraEntries(actor, record, multiCam, folders, request, signal),
    };
  }

  async *#cameraEntries(
    actor: Actor,
    folder: FolderRecord,
    cameras: CameraSet,
    folders: ReadonlyMap<string, FolderRecord>,
    request: ExportRequest,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ZipEntry> {
    const path = entryNamePart(folder.name);
    yield this.#textEntry(`${path}/multiCam.json`, pythonJsonText(cameras.document));
    for (const [name, camera] of folders) {
      const fileNames = {
        viame_csv: "annotations.viame.csv",
        dive_json: "annotations.dive.json",
        coco_json: `${entryNamePart(camera.name)}.coco.json`,
      };
      const entry = `${path}/${entryNamePart(name)}/${fileNames[request.format]}`;
      yield* this.#annotationEntry(actor, camera, entry, request, signal);
    }
  }

  /** In camera order. @throws MissingError, AccessError */
  async #cameraFolders(actor: Actor, cameras: CameraSet | undefined): Promise<Map<string, FolderRecord>> {
    const folders = new Map<string, FolderRecord>();
    if (cameras === undefined) return folders;
    for (const name of cameras.order) {
      folders.set(name, await requireCameraFolder(this.#services.access, actor, cameras, name));
    }
    return folders;
  }

  /** Per-frame metadata and calibrations, which are stored in the dataset's own folder. */
  async *#attachmentEntries(folder: FolderRecord, path: string): AsyncGenerator<ZipEntry> {
    const { database } = this.#ports;
    const { frameMetadata, multiCam } = datasetOf(folder);
    const attached = new Map<string, { item: ItemRecord; name: string }>();
    const values = await findStoredItem(database, folder, frameMetadata?.item);
    if (values !== undefined && frameMetadata !== undefined) {
      attached.set(values.id, { item: values, name: `metadata/${entryNamePart(frameMetadata.name)}` });
    }
    const calibration = multiCam && (await findCalibration(database, folder, multiCam.calibration));
    for (const item of [calibration?.item, calibration?.json]) {
      if (item !== undefined) attached.set(item.id, { item, name: entryNamePart(item.name) });
    }
    for (const { item, name } of attached.values()) {
      const [file] = await database.files.listInItems([item.id]);
      if (!hasBytes(file)) continue;
      yield {
        name: `${path}/${name}`,
        modifiedMs: item.createdMs,
        open: () => readContent(this.#ports, file),
      };
    }
  }

  /** One entry; its source is closed even if the entry is never opened. */
  async *#annotationEntry(
    actor: Actor,
    folder: FolderRecord,
    name: string,
    request: ExportRequest,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ZipEntry> {
    const { pieces, close } = await this.#services.annotationFiles.export(actor, folder.id, request, signal);
    try {
      yield { name, modifiedMs: this.#ports.clock.nowMs(), open: () => pieces };
    } finally {
      await close();
    }
  }

  async *#mediaEntries(actor: Actor, folder: FolderRecord, path: string): AsyncGenerator<ZipEntry> {
    const source = await this.#services.media.sourceOf(actor, folder);
    const kinds = datasetOf(folder).type === "video" ? ["video"] : ["image", "large-image"];
    const wanted = (await source.list()).filter((item) => kinds.includes(kindOfFile(item.name)));
    const filesOf = Map.groupBy(await source.filesOf(wanted), (file) => file.itemId);
    for (const item of wanted) {
      const file = filesOf.get(item.id)?.[0];
      if (!hasBytes(file)) continue;
      yield {
        name: `${path}/${entryNamePart(item.name)}`,
        modifiedMs: item.createdMs,
        open: () => readContent(this.#ports, file),
      };
    }
  }

  #textEntry(name: string, text: string): ZipEntry {
    return this.#bytesEntry(name, Buffer.from(text));
  }

  #bytesEntry(name: string, bytes: Uint8Array): ZipEntry {
    return { name, modifiedMs: this.#ports.clock.nowMs(), open: () => once(bytes) };
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
