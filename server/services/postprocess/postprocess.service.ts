/**
 * What happens after an upload (api-v1 16.1): configuration files are applied, media are looked at, annotation files are
 * imported. Everything is done when the call returns; what is wrong is said in warnings or in an error, by file and line.
 */
import { type AnnotationFormat, CoreError, type Problem } from "#core";
import { formatTable } from "#core/formats/format-table";
import type { TypeHierarchy } from "#core/formats/type-hierarchy";
import { behindLastFrame } from "#core/queries/doubts";

import { AccessLevel } from "../../base/access-level.ts";
import { RequestError, ValidationError } from "../../base/errors.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { isDataFileName } from "../../domain/file-kinds.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireUser, type Actor } from "../access/actor.ts";
import type { AnnotationFileService, ImportedFile } from "../annotations/annotation-file.service.ts";
import type { AnnotationService, SaveResult, Staged } from "../annotations/annotation.service.ts";
import type { AnnotationWork } from "../annotations/annotation-work/annotation-work.ts";
import { findCameraParent, shareWithParent } from "../datasets/camera-parent.ts";
import { changeFolderMeta } from "../tree/dataset-folder.ts";
import type { FileService } from "../tree/file.service.ts";
import type { FolderService, FolderView } from "../tree/folder.service.ts";
import type { ItemService } from "../tree/item.service.ts";
import type { Joining } from "../jobs/kinds/join-cameras.ts";
import type { MediaCheckService } from "./media-check.service.ts";
import { findArchive, whyArchiveStays } from "./archive-file.ts";
import {
  type AnnotationDataFile,
  type ConfigurationDataFile,
  type DataFile,
  hierarchyText,
  readDataFile,
  UnusableFile,
} from "./data-files.ts";
import { mergeImportedMeta, type MergedMeta } from "../datasets/imported-meta.ts";
import { putAwayItem } from "../datasets/put-away.ts";
import { addToHierarchy } from "../datasets/type-hierarchy.ts";

export interface PostprocessOptions {
  /** Only import annotation files; leave the media alone. */
  skipJobs: boolean;
  /** Add to the set instead of replacing its content. */
  additive: boolean;
  /** With `additive`: put before every type. */
  typePrefix: string;
  /** Empty: the default set. */
  setName: string;
}

export interface PostprocessResult {
  folder: FolderView;
  warnings: string[];
  /** Jobs that the call started; they may be done already. */
  jobIds: string[];
  hierarchyWrite: { action: "none" } | { action: "set"; hierarchy: TypeHierarchy } | { action: "delete" };
}

export interface ArchiveLimits {
  /** Bytes that an archive may claim to have when it is unpacked. */
  readonly maxArchiveBytes: number;
}

type HierarchyWrite = PostprocessResult["hierarchyWrite"];

interface PostprocessServices {
  access: AccessService;
  annotations: AnnotationService;
  annotationFiles: AnnotationFileService;
  files: FileService;
  folders: FolderService;
  items: ItemService;
  mediaCheck: MediaCheckService;
  work: AnnotationWork;
}

/** Others who save in a set all the time cannot keep a file from being added to it. */
const mostAttempts = 20;

/** Problems of one file that are reported one by one. */
const maxWarnings = 50;

export class PostprocessService {
  readonly #ports: Ports;
  readonly #services: PostprocessServices;
  readonly #maxArchiveBytes: number;

  constructor(ports: Ports, services: PostprocessServices, { maxArchiveBytes }: ArchiveLimits) {
    this.#ports = ports;
    this.#services = services;
    this.#maxArchiveBytes = maxArchiveBytes;
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
    const warnings: string[] = [];
    const items = await this.#itemsOf(folder);
    const archive = options.skipJobs ? undefined : findArchive(items);
    if (archive !== undefined) {
      const reason = await whyArchiveStays(this.#services, actor, archive, this.#maxArchiveBytes);
      const jobIds: string[] = [];
      if (reason === undefined) {
        jobIds.push(await mediaCheck.startArchive(actor, folder, archive));
        const waits = `${archive.name} waits to be unpacked: that takes a worker, and none is connected now.`;
        if (!(await mediaCheck.canUnpack(actor))) warnings.push(waits);
      } else warnings.push(`${archive.name} was stored, but not unpacked: ${reason}`);
      const done =
        reason === undefined ? await access.requireFolder(actor, folder.id) : await this.#finish(actor, folder.id);
      return { folder: done, warnings, jobIds, hierarchyWrite: { action: "none" } };
    }

    const dataFiles: DataFile[] = [];
    for (const item of items.filter((one) => isDataFileName(one.name) && !itemFactsOf(one).isProcessed)) {
      try {
        dataFiles.push(await readDataFile(this.#services, actor, item));
      } catch (error) {
        throw await this.#reject(actor, item, error);
      }
    }
    const configurations = dataFiles.filter((file) => file.kind === "configuration");
    const configured = await this.#applyConfigurations(actor, folder, configurations, options.additive);
    const jobIds: string[] = [];
    if (!options.skipJobs && folder.foreignMediaId === null) {
      const checked = await mediaCheck.run(actor, folder.id, after);
      warnings.push(...checked.warnings);
      jobIds.push(...checked.jobIds);
    }
    for (const { item } of configurations) await this.#putAway(actor, folder, item);
    const imported = await this.#importAll(actor, folder, dataFiles, options);
    warnings.push(...imported.warnings);
    if (dataFiles.length > 0) warnings.push(...(await this.#shareWithCameras(actor, folder)));
    const hierarchyWrite = imported.hierarchyWrite.action === "none" ? configured : imported.hierarchyWrite;
    return { folder: await this.#finish(actor, folder.id), warnings, jobIds, hierarchyWrite };
  }

  /** Annotations that are no file of the folder become those of its default set. @throws RequestError saying why not */
  async importBytes(
    actor: Actor,
    folderId: string,
    { name, format, bytes }: { name: string; format: AnnotationFormat; bytes: Uint8Array },
  ): Promise<{ warnings: string[]; trackCount: number }> {
    const { access, annotationFiles } = this.#services;
    const { record } = await access.requireFolder(actor, folderId, AccessLevel.write);
    const options = { skipJobs: true, additive: false, typePrefix: "", setName: "" };
    try {
      const imported = await annotationFiles.read({ actor, folder: record }, "", { format, bytes }, options);
      requireSomething(imported);
      const merged = await this.#storeImported(actor, record, { name, format }, imported, options);
      const { problems, problemCount, trackCount } = imported.report;
      const told = describeProblems(name, problems, problemCount);
      return { warnings: typeof merged === "string" ? told : [...told, ...merged.warnings], trackCount };
    } catch (error) {
      if (error instanceof UnusableFile) throw new RequestError(error.message);
      if (error instanceof CoreError)
        throw new RequestError(error.problem ? describeProblem(error.problem) : error.message);
      throw error;
    }
  }

  async #shareWithCameras(actor: Actor, folder: FolderRecord): Promise<string[]> {
    const found = await findCameraParent(this.#ports.database, folder);
    if (found === undefined) return [];
    const [view] = await this.#services.access.withLevels(actor, "folder", [found.parent]);
    return (view?.level ?? AccessLevel.none) < AccessLevel.write ? [] : await shareWithParent(this.#ports, folder.id);
  }

  /** Oldest first. */
  async #itemsOf(folder: FolderRecord): Promise<ItemRecord[]> {
    const everything = { limit: 0, offset: 0 };
    const { rows } = await this.#ports.database.items.listInFolder(folder.id, everything, {
      by: "created",
      descending: false,
    });
    return rows;
  }

  async #applyConfigurations(
    actor: Actor,
    folder: FolderRecord,
    configurations: readonly ConfigurationDataFile[],
    additive: boolean,
  ): Promise<HierarchyWrite> {
    let write: HierarchyWrite = { action: "none" };
    let refused: ItemRecord | undefined;
    const change = changeFolderMeta(this.#ports, this.#services.access, actor, folder.id, async (old, record, tx) => {
      const next = new Map<string, unknown>(Object.entries({ confidenceFilters: { default: 0.1 }, ...old }));
      let { datasetInfo, typeHierarchy } = datasetOf(record);
      // What is added to a camera is added to the hierarchy of all cameras in the end.
      if (additive) typeHierarchy ??= (await findCameraParent(tx, record))?.dataset.typeHierarchy;
      for (const { item, fields, hierarchy } of configurations) {
        for (const [field, value] of Object.entries(fields)) next.set(field, value);
        if (fields.datasetInfo !== undefined) {
          datasetInfo = additive ? { ...datasetInfo, ...fields.datasetInfo } : fields.datasetInfo;
          next.set("datasetInfo", datasetInfo);
        }
        if (hierarchy === undefined) continue;
        const isEmpty = hierarchy === "delete" || Object.keys(hierarchy).length === 0;
        if (hierarchy === "delete" || (isEmpty && !additive)) {
          typeHierarchy = undefined;
          next.delete("typeHierarchy");
          write = { action: "delete" };
        } else if (!isEmpty) {
          const merged = addToHierarchy(additive ? typeHierarchy : undefined, hierarchy);
          if (!merged.ok) {
            refused = item;
            throw new ValidationError(hierarchyText(item, merged.reason));
          }
          typeHierarchy = merged.hierarchy;
          next.set("typeHierarchy", merged.hierarchy);
          write = { action: "set", hierarchy: merged.hierarchy };
        }
      }
      return Object.fromEntries(next);
    });
    await change.catch(async (error: unknown) => {
      throw refused === undefined ? error : await this.#reject(actor, refused, error);
    });
    return write;
  }

  async #importAll(
    actor: Actor,
    folder: FolderRecord,
    dataFiles: readonly DataFile[],
    options: PostprocessOptions,
  ): Promise<{ warnings: string[]; hierarchyWrite: HierarchyWrite }> {
    const warnings: string[] = [];
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
    for (const file of dataFiles) if (file.kind === "other") warnings.push(`${file.item.name}: ${file.message}`);
    for (const file of annotations) {
      if (otherCsvs.includes(file)) {
        await this.#putAway(actor, folder, file.item);
        continue;
      }
      const imported = await this.#importAnnotations(actor, folder, file, options);
      warnings.push(...imported.warnings);
      if (imported.hierarchyWrite.action !== "none") ({ hierarchyWrite } = imported);
    }
    return { warnings, hierarchyWrite };
  }

  /** The file becomes one revision of the set; moving it away and the revision happen together or not at all. */
  async #importAnnotations(
    actor: Actor,
    folder: FolderRecord,
    file: AnnotationDataFile,
    options: PostprocessOptions,
  ): Promise<{ warnings: string[]; hierarchyWrite: HierarchyWrite }> {
    const { item } = file;
    let imported: ImportedFile;
    let merged: MergedMeta | "done" | "stale";
    let attempts = 0;
    do {
      if (attempts++ === mostAttempts)
        throw new RequestError(`Others save in this set all the time. ${item.name} waits: ask again.`, 409);
      imported = await this.#readAnnotations(actor, folder, file, options);
      merged = await this.#storeImported(actor, folder, file, imported, options);
    } while (merged === "stale");
    const { report, frameCount } = imported;
    if (merged === "done") {
      return {
        warnings: [`${item.name} has been imported by another request meanwhile.`],
        hierarchyWrite: { action: "none" },
      };
    }
    const { hierarchy } = merged;
    return {
      warnings: [
        ...describeProblems(item.name, report.problems, report.problemCount),
        ...behindLastFrame(report.lastFrame, frameCount).map(({ message }) => `${item.name}: ${message}`),
        ...merged.warnings,
      ],
      hierarchyWrite: hierarchy === undefined ? { action: "none" } : { action: "set", hierarchy },
    };
  }

  async #readAnnotations(
    actor: Actor,
    folder: FolderRecord,
    { item, format, bytes }: AnnotationDataFile,
    { additive, typePrefix, setName }: PostprocessOptions,
  ): Promise<ImportedFile> {
    try {
      // Reading takes the bytes over, and what is added to a set may have to be read again.
      const file = { format, bytes: additive ? bytes.slice() : bytes };
      const place = { actor, folder };
      const imported = await this.#services.annotationFiles.read(place, setName, file, { additive, typePrefix });
      requireSomething(imported);
      return imported;
    } catch (error) {
      throw await this.#reject(actor, item, error);
    }
  }

  /**
   * `done`: another request stored the same at the same time. `stale`: the set has been saved since it was read, so the
   * content that the file was added to is out of date.
   */
  async #storeImported(
    actor: Actor,
    folder: FolderRecord,
    {
      item,
      name = item?.name ?? "",
      format,
    }: Pick<AnnotationDataFile, "format"> & { item?: ItemRecord; name?: string },
    imported: ImportedFile,
    { additive, setName }: PostprocessOptions,
  ): Promise<MergedMeta | "done" | "stale"> {
    const { access, annotations } = this.#services;
    const user = requireUser(actor);
    const scope = { datasetId: folder.id, setName };
    const description = `Import ${formatTable[format].logName} from ${name}`;
    const done: SaveResult[] = [];
    const store = async (tx: Repositories, staged: Staged): Promise<MergedMeta | "done" | "stale"> => {
      const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
      if (item !== undefined && !(await isWaiting(tx, item))) return "done";
      if (additive && (await tx.annotations.head(folder.id, setName)) !== imported.basis) return "stale";
      done.push(await annotations.replaceAll(tx, user, staged, description));
      const changes = mergeImportedMeta(record, imported, additive);
      await tx.folders.update(folder.id, { meta: changes.meta, updatedMs: this.#ports.clock.nowMs() });
      if (item !== undefined) await putAwayItem(tx, this.#services.folders, actor, record, item);
      return changes;
    };
    const outcome = await annotations.withStaged(scope, imported.records, (staged) =>
      this.#ports.database.transaction({ dataset: folder.id }, (tx) => store(tx, staged)),
    );
    for (const saved of done) await annotations.tellSaved(user, scope, saved, description);
    return outcome;
  }

  /** Sidecars stay where they are; a single one is attached to the dataset. */
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

  async #putAway(actor: Actor, folder: FolderRecord, item: ItemRecord): Promise<void> {
    await this.#ports.database.transaction({ dataset: folder.id }, async (tx) => {
      const { record } = await this.#services.access.requireFolder(actor, folder.id, AccessLevel.write, tx);
      if (await isWaiting(tx, item)) await putAwayItem(tx, this.#services.folders, actor, record, item);
    });
  }

  /** Deletes a file that cannot be imported, and words why. */
  async #reject(actor: Actor, item: ItemRecord, error: unknown): Promise<unknown> {
    const isFault = error instanceof UnusableFile || error instanceof CoreError || error instanceof ValidationError;
    // The server's own failures must not cost a user a file.
    if (!isFault) return error;
    await this.#services.items.remove(actor, item.id);
    if (error instanceof ValidationError) return error;
    const detail = error instanceof CoreError && error.problem ? describeProblem(error.problem) : error.message;
    const hint = /\.csv$/i.test(item.name)
      ? ' If this file is frame metadata rather than annotations, upload it in the "Metadata File (Optional)" field on the upload page, or rename it to frame-metadata.csv and re-upload.'
      : "";
    return new RequestError(`Failed to import ${item.name}: ${detail}${hint}`);
  }

  async #finish(actor: Actor, folderId: string): Promise<FolderView> {
    return await changeFolderMeta(this.#ports, this.#services.access, actor, folderId, (meta, folder) => {
      const { type, fps } = datasetOf(folder);
      const isPictures = type === "image-sequence" || type === "large-image";
      return isPictures && fps === -1 ? { ...meta, fps: 1 } : meta;
    });
  }
}

function requireReady(folder: FolderRecord): void {
  const { given } = datasetOf(folder);
  if (!given.fps) throw new RequestError("fps missing from metadata");
  if (!given.type) throw new RequestError("type missing from metadata");
}

/** A file of which nothing could be read must not empty the set. */
function requireSomething({ report }: ImportedFile): void {
  if (report.trackCount > 0 || report.groupCount > 0 || report.problemCount === 0) return;
  const first = report.problems.find(({ severity }) => severity === "error") ?? report.problems[0];
  if (report.skippedCount === 0 && first?.severity !== "error") return;
  throw new UnusableFile(`Nothing in it could be read. ${first === undefined ? "" : describeProblem(first)}`.trim());
}

async function isWaiting(tx: Repositories, item: ItemRecord): Promise<boolean> {
  const current = await tx.items.find(item.id);
  return current?.folderId === item.folderId && !itemFactsOf(current).isProcessed;
}

function describeProblem({ message, line, column, pointer }: Problem): string {
  const place = [
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(column === undefined ? [] : [`column ${column}`]),
    ...(pointer === undefined || pointer === "" ? [] : [pointer]),
  ].join(", ");
  return place === "" ? message : `${place}: ${message}`;
}

/** Trackers give each detection a confidence of its own, so that clients would warn of nearly every file. */
const untold = "csv-confidence-overruled";

function describeProblems(name: string, all: readonly Problem[], allCount: number): string[] {
  const problems = all.filter(({ code }) => code !== untold);
  const count = allCount - (all.length - problems.length);
  const told = problems.slice(0, maxWarnings).map((problem) => `${name}, ${describeProblem(problem)}`);
  return count > told.length ? [...told, `${name}: ${count - told.length} more problems.`] : told;
}
