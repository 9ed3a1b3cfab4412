/**
 * Runs after an upload (api-v1 16.1): applies configuration files, inspects media, imports annotation files. Everything
 * is done when the call returns; problems are reported in warnings or in an error, by file and line.
 */
import { pastLastFrameProblems } from "#core/queries/issues";
import type { MediaEntry } from "#schemas/media-ledger";

import { AccessLevel } from "../../base/access-level.ts";
import { RequestError, ValidationError } from "../../base/errors.ts";
import { leftOut } from "../../domain/archive-layout.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { isDataFileName, isFrameMetadataOf, kindOfFile } from "../../domain/file-kinds.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import { withMediaEntries } from "../../domain/media-ledger.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import { wholeList } from "../../ports/whole-list.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import type { AnnotationFileService, ImportedFile } from "../annotations/annotation-file.service.ts";
import type { StagedRevisions } from "../annotations/staged-revisions.ts";
import type { AnnotationWork } from "../annotations/annotation-work/annotation-work.ts";
import { findCameraParent, shareWithParent } from "../datasets/camera-parent.ts";
import { changeFolderMeta } from "../tree/dataset-folder.ts";
import type { FileService } from "../tree/file.service.ts";
import type { FolderService, FolderView } from "../tree/folder.service.ts";
import type { ItemService } from "../tree/item.service.ts";
import type { Joining } from "../jobs/kinds/join-cameras.ts";
import type { MediaCheckService } from "./media-check.service.ts";
import { findArchive, archiveBlockReason } from "./archive-file.ts";
import { applyConfigurations, type HierarchyWrite, RefusedConfiguration } from "./apply-configurations.ts";
import { type AnnotationDataFile, type ConfigurationDataFile, type DataFile, readDataFile } from "./data-files.ts";
import { entriesOfProblems, warningsOf } from "../datasets/import-entries.ts";
import { archiveSourceItem } from "../datasets/archive-source.ts";
import { betweenSaves, OtherSave } from "../annotations/between-saves.ts";
import { isWaiting, storeImported } from "../datasets/store-imported.ts";
import { faultText, isFileError, requireReadable } from "../datasets/unusable-file.ts";
import type { PostprocessOptions } from "./postprocess-options.ts";
import { resumeConversions } from "./resume-conversions.ts";
import { markReported, unreadEntries, unreadItems } from "./unread-files.ts";

export interface PostprocessResult {
  folder: FolderView;
  warnings: string[];
  /** Files left out, changed, joined or replaced; the warnings cover those that need attention. */
  entries: readonly MediaEntry[];
  /** Jobs that the call started; they may have finished already. */
  jobIds: string[];
  hierarchyWrite: HierarchyWrite;
}

export interface ArchiveLimits {
  /** Maximum unpacked size that an archive may declare, in bytes. */
  readonly maxArchiveBytes: number;
}

type Imported = Pick<PostprocessResult, "warnings" | "entries" | "hierarchyWrite">;
/** Records the problem of a file, or throws the error for the caller. */
type OnUnusable = (item: ItemRecord, error: unknown) => Promise<void>;

interface PostprocessDeps {
  access: AccessService;
  stagedRevisions: StagedRevisions;
  annotationFiles: AnnotationFileService;
  files: FileService;
  folders: FolderService;
  items: ItemService;
  mediaCheck: MediaCheckService;
  work: AnnotationWork;
}

export class PostprocessService {
  readonly #ports: Ports;
  readonly #services: PostprocessDeps;
  readonly #maxArchiveBytes: number;

  constructor(ports: Ports, services: PostprocessDeps, { maxArchiveBytes }: ArchiveLimits) {
    this.#ports = ports;
    this.#services = services;
    this.#maxArchiveBytes = maxArchiveBytes;
  }

  get #storing(): PostprocessDeps & { readonly ports: Ports } {
    return { ...this.#services, ports: this.#ports };
  }

  /** @param after what follows the conversions that are started */
  async run(
    actor: Actor,
    folderId: string,
    options: PostprocessOptions,
    after: Joining = {},
  ): Promise<PostprocessResult> {
    const { access, mediaCheck } = this.#services;
    const folder = (await access.requireFolder(actor, folderId, AccessLevel.write)).record;
    requireReady(folder);
    const items = await this.#itemsOf(folder);
    const archive = options.skipJobs ? undefined : findArchive(items);
    if (archive !== undefined) return await this.#unpack(actor, folder, archive);
    const warnings: string[] = [];
    const notes: MediaEntry[] = [];
    // New media are kept, whatever the files next to them are.
    const onUnusable: OnUnusable = async (item, error) => {
      if (options.skipJobs || datasetOf(folder).isDataset) throw await this.#reject(actor, item, error);
      notes.push(await this.#archiveUnusable(actor, folder, item, error));
    };
    const unread = unreadItems(items, sidecarsOf(items));
    notes.push(...(await this.#unread(actor, folder, unread, options)));
    const dataFiles = await this.#readDataFiles(actor, items, onUnusable);
    const configurations = dataFiles.filter((file) => file.kind === "configuration");
    const configured = await this.#applyConfigurations(actor, folder, configurations, options.additive);
    const jobIds: string[] = [];
    if (!options.skipJobs && folder.foreignMediaId === null) {
      const checked = await mediaCheck.run(actor, folder.id, after);
      warnings.push(...checked.warnings);
      jobIds.push(...checked.jobIds);
    }
    for (const { item } of configurations) await this.#archiveSource(actor, folder, item);
    // The media have just been checked: the frame rate is known now.
    const { record: current } = await access.requireFolder(actor, folder.id, AccessLevel.write);
    const imported = await this.#importAll(actor, current, dataFiles, options, onUnusable);
    notes.push(...imported.notes);
    warnings.push(...warningsOf(notes), ...imported.warnings);
    if (dataFiles.length > 0) warnings.push(...(await this.#shareWithCameras(actor, folder)));
    const hierarchyWrite = imported.hierarchyWrite.action === "none" ? configured : imported.hierarchyWrite;
    const entries = [...notes, ...imported.entries];
    const finished = await this.#finish(actor, folder.id, notes);
    await markReported(this.#ports, folder, unread);
    return { folder: finished, warnings, entries, jobIds, hierarchyWrite };
  }

  /** For a folder whose files were restored, or that was restored or copied with its subfolders. */
  async resume(actor: Actor, folderId: string, { withSubfolders }: { withSubfolders: boolean }): Promise<void> {
    const options = { skipJobs: false, additive: false, typePrefix: "", setName: "" };
    const ids = withSubfolders ? await this.#ports.database.folders.listSubtreeIds(folderId) : [folderId];
    await resumeConversions(this.#ports, ids, (id) => this.run(actor, id, options));
  }

  /** Starts unpacking an uploaded archive; one that cannot be unpacked stays as it is. */
  async #unpack(actor: Actor, folder: FolderRecord, archive: ItemRecord): Promise<PostprocessResult> {
    const { access, mediaCheck } = this.#services;
    const nothing = { entries: [], hierarchyWrite: { action: "none" } } as const;
    const reason = await archiveBlockReason(this.#services, actor, archive, this.#maxArchiveBytes);
    if (reason !== undefined) {
      const warnings = [`${archive.name} was stored, but not unpacked: ${reason}`];
      return { ...nothing, folder: await this.#finish(actor, folder.id), warnings, jobIds: [] };
    }
    const jobIds = [await mediaCheck.startArchive(actor, folder, archive)];
    const waits = `${archive.name} will be unpacked when a worker connects: none is connected now.`;
    const warnings = (await mediaCheck.canUnpack(actor)) ? [] : [waits];
    return { ...nothing, folder: await access.requireFolder(actor, folder.id), warnings, jobIds };
  }

  async #readDataFiles(actor: Actor, items: readonly ItemRecord[], onUnusable: OnUnusable): Promise<DataFile[]> {
    const dataFiles: DataFile[] = [];
    const isSidecar = sidecarsOf(items);
    const isData = (item: ItemRecord): boolean => isDataFileName(item.name) || isSidecar(item);
    for (const item of items.filter((one) => isData(one) && !itemFactsOf(one).isProcessed)) {
      try {
        dataFiles.push(
          isSidecar(item) ? { kind: "frame-metadata", item } : await readDataFile(this.#services, actor, item),
        );
      } catch (error) {
        await onUnusable(item, error);
      }
    }
    return dataFiles;
  }

  /** Files that are neither shown nor read. */
  async #unread(
    actor: Actor,
    folder: FolderRecord,
    items: readonly ItemRecord[],
    { skipJobs }: PostprocessOptions,
  ): Promise<MediaEntry[]> {
    const isNew = !skipJobs && !datasetOf(folder).isDataset && folder.foreignMediaId === null;
    if (!isNew) return await unreadEntries(this.#services, actor, items);
    const names = items.map(({ name }) => name);
    return leftOut(names, "is neither shown nor imported; it stays in the folder.");
  }

  async #shareWithCameras(actor: Actor, folder: FolderRecord): Promise<string[]> {
    const rig = await findCameraParent(this.#ports.database, folder);
    if (rig === undefined) return [];
    const [view] = await this.#services.access.withLevels(actor, "folder", [rig.parent]);
    return (view?.level ?? AccessLevel.none) < AccessLevel.write ? [] : await shareWithParent(this.#ports, folder.id);
  }

  /** Oldest first. */
  async #itemsOf(folder: FolderRecord): Promise<ItemRecord[]> {
    const { rows } = await this.#ports.database.items.listInFolder(folder.id, wholeList, {
      by: "created",
      descending: false,
    });
    return rows;
  }

  async #applyConfigurations(
    actor: Actor,
    folder: FolderRecord,
    files: readonly ConfigurationDataFile[],
    additive: boolean,
  ): Promise<HierarchyWrite> {
    try {
      return await applyConfigurations(this.#storing, actor, folder, files, additive);
    } catch (error) {
      throw error instanceof RefusedConfiguration ? await this.#reject(actor, error.item, error.cause) : error;
    }
  }

  async #importAll(
    actor: Actor,
    folder: FolderRecord,
    dataFiles: readonly DataFile[],
    options: PostprocessOptions,
    onUnusable: OnUnusable,
  ): Promise<Imported & { notes: MediaEntry[] }> {
    const warnings: string[] = [];
    const entries: MediaEntry[] = [];
    const notes: MediaEntry[] = [];
    let hierarchyWrite: HierarchyWrite = { action: "none" };
    const annotations = dataFiles.filter((file) => file.kind === "annotations");
    const [firstCsv, ...otherCsvs] = annotations.filter(({ format }) => format === "viame-csv");
    if (firstCsv !== undefined && otherCsvs.length > 0) {
      const skipped = otherCsvs.map(({ item }) => item.name).join(", ");
      warnings.push(
        `Imported annotations from ${firstCsv.item.name} only; skipped ${skipped}. A dataset imports one annotation CSV at a time.`,
      );
    }
    const sidecars = dataFiles.filter(({ kind }) => kind === "frame-metadata").map(({ item }) => item);
    if (sidecars.length > 0) warnings.push(...(await this.#attachFrameMetadata(actor, folder, sidecars)));
    for (const file of dataFiles) {
      if (file.kind === "other") notes.push({ what: "left-out", where: file.item.name, why: file.message });
    }
    for (const file of annotations) {
      if (otherCsvs.includes(file)) {
        await this.#archiveSource(actor, folder, file.item);
        continue;
      }
      try {
        const imported = await this.#importAnnotations(actor, folder, file, options);
        warnings.push(...imported.warnings);
        entries.push(...imported.entries);
        if (imported.hierarchyWrite.action !== "none") ({ hierarchyWrite } = imported);
      } catch (error) {
        await onUnusable(file.item, error);
      }
    }
    return { warnings, entries, notes, hierarchyWrite };
  }

  /**
   * The file becomes one revision of the set; archiving the file and writing the revision happen together or not at
   * all.
   */
  async #importAnnotations(
    actor: Actor,
    folder: FolderRecord,
    file: AnnotationDataFile,
    options: PostprocessOptions,
  ): Promise<Imported> {
    const { format, item } = file;
    const { additive, setName } = options;
    const { name } = item;
    const attempt = async (): Promise<Imported> => {
      const imported = await this.#readAnnotations(actor, folder, file, options);
      const { problems, problemCount, lastFrame } = imported.report;
      const entries = entriesOfProblems(name, problems, problemCount);
      const how = additive ? "merged" : "in-place";
      const toStore = { name, format, imported, setName, how, entries, item } as const;
      const stored = await storeImported(this.#storing, actor, folder, toStore);
      if (stored === "done") {
        const why = `${name} was imported by another request in the meantime.`;
        return { warnings: [why], entries: [], hierarchyWrite: { action: "none" } };
      }
      const { hierarchy } = stored;
      const late = pastLastFrameProblems(lastFrame, imported.frameCount).map(({ message }) => `${name}: ${message}`);
      return {
        warnings: [...stored.warnings, ...late],
        entries: stored.entries,
        hierarchyWrite: hierarchy === undefined ? { action: "none" } : { action: "set", hierarchy },
      };
    };
    try {
      // A file read in place of the set was retried as often already, and its bytes are gone.
      return additive ? await betweenSaves(attempt) : await attempt();
    } catch (error) {
      if (!(error instanceof OtherSave)) throw error;
      throw new RequestError(`Other users keep saving to this set. ${name} was not imported: try again.`, 409);
    }
  }

  /** @throws UnusableFile, CoreError: problems of the file itself */
  async #readAnnotations(
    actor: Actor,
    folder: FolderRecord,
    { format, isTable = false, bytes, item }: AnnotationDataFile,
    { additive, typePrefix, setName }: PostprocessOptions,
  ): Promise<ImportedFile> {
    // Reading transfers the bytes, and an addition to a set may have to be read again.
    const file = { format, isTable, name: item.name, content: additive ? bytes.slice() : bytes };
    const imported = await this.#services.annotationFiles.read({ actor, folder }, setName, file, {
      additive,
      typePrefix,
    });
    requireReadable(imported);
    return imported;
  }

  /** Sidecars stay in place; a single one is attached to the dataset. */
  async #attachFrameMetadata(actor: Actor, folder: FolderRecord, sidecars: readonly ItemRecord[]): Promise<string[]> {
    for (const item of sidecars) {
      await this.#services.items.setMeta(actor, item.id, { processed: true, frameMetadata: "true" });
    }
    const names = sidecars.map(({ name }) => name);
    const [only] = sidecars;
    if (only === undefined || sidecars.length > 1) {
      return [
        `More than one metadata file was found in the dataset folder: ${names.join(", ")}. None was attached; keep one and re-import.`,
      ];
    }
    await changeFolderMeta(this.#ports, this.#services.access, actor, folder.id, (meta) => ({
      ...meta,
      metadataFileItemId: only.id,
      metadataFileOriginalName: only.name,
    }));
    return [`${only.name} was stored as frame metadata, not annotations; it stays in the dataset folder.`];
  }

  async #archiveSource(actor: Actor, folder: FolderRecord, item: ItemRecord): Promise<void> {
    await this.#ports.database.transaction({ dataset: folder.id }, async (tx) => {
      const { record } = await this.#services.access.requireFolder(actor, folder.id, AccessLevel.write, tx);
      if (await isWaiting(tx, item)) await archiveSourceItem(tx, this.#services.folders, actor, record, item);
    });
  }

  /** Archives a file that cannot be imported, and words why. @throws errors that are not the file's fault */
  async #archiveUnusable(actor: Actor, folder: FolderRecord, item: ItemRecord, error: unknown): Promise<MediaEntry> {
    if (!isFileError(error)) throw error;
    await this.#archiveSource(actor, folder, item);
    const why = `was not imported. ${faultText(error)}`;
    return { what: "left-out", where: item.name, why, next: "It is kept in the folder of files next to the media." };
  }

  /** Deletes a file that cannot be imported, and words why. */
  async #reject(actor: Actor, item: ItemRecord, error: unknown): Promise<unknown> {
    // Failures of the server must not cost a user a file.
    if (!isFileError(error)) return error;
    await this.#services.items.remove(actor, item.id);
    if (error instanceof ValidationError) return error;
    const hint = /\.csv$/i.test(item.name)
      ? ' If this file is frame metadata rather than annotations, upload it in the "Metadata File (Optional)" field on the upload page, or rename it to frame-metadata.csv and re-upload.'
      : "";
    return new RequestError(`Failed to import ${item.name}: ${faultText(error)}${hint}`);
  }

  async #finish(actor: Actor, folderId: string, notes: readonly MediaEntry[] = []): Promise<FolderView> {
    return await changeFolderMeta(this.#ports, this.#services.access, actor, folderId, (old, folder) => {
      const meta = withMediaEntries(old, notes);
      const { type, fps } = datasetOf(folder);
      const isPictures = type === "image-sequence" || type === "large-image";
      return isPictures && fps === -1 ? { ...meta, fps: 1 } : meta;
    });
  }
}

/** Whether an item describes the frames of a video next to it, by its name. */
function sidecarsOf(items: readonly ItemRecord[]): (item: ItemRecord) => boolean {
  const videos = items.filter(({ name }) => kindOfFile(name) === "video");
  return ({ name }) => videos.some((video) => isFrameMetadataOf(name, video.name));
}

function requireReady(folder: FolderRecord): void {
  const { given } = datasetOf(folder);
  if (!given.fps) throw new RequestError("fps missing from metadata");
  if (!given.type) throw new RequestError("type missing from metadata");
}
