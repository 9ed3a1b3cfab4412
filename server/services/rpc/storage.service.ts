/**
 * Where files are stored (api-v1 5): the site's own storage, set in the server's configuration, and media sources
 * registered by administrators, which are read in place.
 */
import { isAbsolute, relative, sep } from "node:path";

import { bytesAt } from "#schemas/source-location";

import { AccessLevel } from "../../base/access-level.ts";
import { RequestError, ValidationError } from "../../base/errors.ts";
import { isMediaKey } from "../../base/media-key.ts";
import { counted } from "../../base/counted.ts";
import { defined } from "../../base/defined.ts";
import { requireObjectId } from "../../base/object-id.ts";
import { type DirectFailure, directFailureOf, directFailuresKey } from "../../domain/direct-failures.ts";
import { type GivenPlace, placeAfter } from "../../domain/source-reading.ts";
import { storageId } from "../../domain/storage-id.ts";
import { outstandingStatuses } from "../../domain/job-status.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { MediaSourceRecord } from "../../ports/media-source.repository.ts";
import type { FileRecord, JobRecord, Page, Paged } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireSiteAdmin, type Actor } from "../access/actor.ts";
import type { JobService, JobView } from "../jobs/job.service.ts";
import { checkMedia } from "../jobs/kinds/check-media.ts";
import { importMedia, type ImportMediaTask } from "../jobs/kinds/import-media.ts";
import type { JobRegistry } from "../jobs/registry.ts";
import type { ConfigurationService } from "../site/configuration.service.ts";
import { checkName } from "../tree/names.ts";

export interface Storage {
  readonly id: string;
  readonly name: string;
  readonly kind: "disk" | "s3";
  /** Uploads go there: all others are read only. */
  readonly isOwn: boolean;
  /** For media sources. */
  readonly location?: string;
  /** Bytes; `null`: unknown. */
  readonly free: number | null;
  readonly total: number | null;
  readonly hasFiles: boolean;
  readonly createdMs: number;
  /** Browsers should read from it themselves, and could not. */
  readonly directFailure?: DirectFailure;
}

interface ImportRequest {
  /** Path inside the source, or on the server; empty: everything. */
  readonly path: string;
  readonly destinationId: string;
  /** Only report the files that would be created, added, changed and missing. */
  readonly dryRun: boolean;
}

interface StorageDeps {
  access: AccessService;
  configuration: ConfigurationService;
  jobs: JobService;
}

const defaultStorageIsFixed =
  "Files are kept in one place, which the settings WAKELINE_DATA and BLOB_URL name when the server starts. Change those instead.";

export class StorageService {
  readonly #ports: Ports;
  readonly #services: StorageDeps;
  readonly #registry: JobRegistry;

  constructor(ports: Ports, services: StorageDeps, registry: JobRegistry) {
    this.#ports = ports;
    this.#services = services;
    this.#registry = registry;
  }

  /** The site's own storage first. */
  async list(actor: Actor): Promise<Storage[]> {
    requireSiteAdmin(actor);
    const all = [await this.#own()];
    for (const record of await this.#ports.database.mediaSources.list()) all.push(await this.#viewOf(record));
    return all;
  }

  async get(actor: Actor, id: string): Promise<Storage> {
    requireSiteAdmin(actor);
    return requireObjectId(id) === storageId ? await this.#own() : await this.#viewOf(await this.#require(id));
  }

  /** Sorted by age. */
  async files(actor: Actor, id: string, query: Page & { descending: boolean }): Promise<Paged<FileRecord>> {
    requireSiteAdmin(actor);
    const { files } = this.#ports.database;
    if (requireObjectId(id) === storageId) return await files.listStored(query);
    const source = await this.#require(id);
    return { total: await files.countFromSource(source.id), rows: await files.listFromSource(source.id, query) };
  }

  /** Registers a media source. @param location an absolute path, or `s3://bucket/prefix` */
  async register(actor: Actor, given: { name: string; location: string }): Promise<Storage> {
    requireSiteAdmin(actor);
    if (given.location === "")
      throw new ValidationError(`Enter the folder of the new media source. ${defaultStorageIsFixed}`, "root");
    const name = checkName(given.name, "Folder");
    await this.#ports.mediaSources.open(given.location);
    const { clock, database, ids } = this.#ports;
    const record = { id: ids.next(), name, location: given.location, createdMs: clock.nowMs() };
    await database.transaction("site", async (tx) => {
      await requireFreeName(tx, name);
      await tx.mediaSources.insert(record);
    });
    return await this.#viewOf(record);
  }

  /**
   * Renames a media source, or changes where its files are and how they are read. Files with the same keys and content
   * are shown as before; all others count as changed or gone.
   * @returns with the job that compares the files with the datasets, if a worker can run it
   */
  async change(
    actor: Actor,
    id: string,
    given: GivenPlace & { name: string; forUploads: boolean },
  ): Promise<{ storage: Storage; check?: JobView }> {
    requireSiteAdmin(actor);
    if (requireObjectId(id) === storageId) throw new RequestError(defaultStorageIsFixed);
    if (given.forUploads) throw new RequestError("Uploads cannot be stored in a media source: it is read only.");
    const before = await this.#require(id);
    const name = given.name === "" ? before.name : checkName(given.name, "Folder");
    const location = await this.#openPlace(before, given);
    await this.#ports.database.transaction("site", async (tx) => {
      const now = await tx.mediaSources.find(before.id);
      if (now?.name !== before.name || now.location !== before.location) {
        throw new RequestError(
          `${before.name} was changed or removed at the same time: look at it, and try again.`,
          409,
        );
      }
      await requireFreeName(tx, name, before.id);
      if (location !== before.location) await refuseDuringImport(tx, before);
      await tx.mediaSources.update(before.id, { name, location });
    });
    const storage = await this.#viewOf(await this.#require(id));
    const isElsewhere = bytesAt(location) !== bytesAt(before.location);
    if (!isElsewhere || !storage.hasFiles || !(await this.#canCheck(actor))) return { storage };
    return { storage, check: await this.check(actor, id) };
  }

  async #canCheck(actor: Actor): Promise<boolean> {
    const { jobsDisabled } = await this.#services.configuration.describe(actor);
    return !jobsDisabled && (await this.#registry.canRun(checkMedia, actor.user));
  }

  /** @returns the location that a media source would have @throws RequestError if it cannot be read */
  async #openPlace(before: MediaSourceRecord, given: GivenPlace): Promise<string> {
    const after = placeAfter(before.location, given);
    if (after === before.location && given.signs !== true) return after;
    const source = await this.#ports.mediaSources.open(after);
    if (given.signs === true && source.sign === undefined) {
      throw new ValidationError(
        "Browsers may not read this place themselves: add direct=true to its address in WAKELINE_MEDIA_ROOTS where the server runs, and start it again.",
        "sign",
      );
    }
    return after;
  }

  async remove(actor: Actor, id: string): Promise<void> {
    requireSiteAdmin(actor);
    if (requireObjectId(id) === storageId) throw new RequestError(defaultStorageIsFixed);
    const record = await this.#require(id);
    await this.#ports.database.transaction("site", async (tx) => {
      const count = await tx.files.countFromSource(record.id);
      if (count > 0) {
        throw new RequestError(
          `${record.name} has ${counted(count, "file")} in datasets. Delete those datasets first.`,
        );
      }
      await refuseDuringImport(tx, record);
      await tx.mediaSources.remove(record.id);
    });
  }

  async import(actor: Actor, id: string, given: ImportRequest): Promise<JobView> {
    requireSiteAdmin(actor);
    if (requireObjectId(id) === storageId) {
      throw new RequestError(
        "This is where uploads are stored: there is nothing to import. Register a folder or bucket as a media source, or upload files, for example with `wakeline upload`.",
      );
    }
    const record = await this.#require(id);
    const folder = folderIn(record, given.path);
    const { destinationId, dryRun } = given;
    return await this.startImport(actor, { sourceId: record.id, folder, destinationId, ...(dryRun && { dryRun }) });
  }

  async startImport(actor: Actor, task: ImportMediaTask): Promise<JobView> {
    requireSiteAdmin(actor);
    const { access, configuration, jobs } = this.#services;
    const source = await this.#require(task.sourceId);
    const { record: destination } = await access.requireFolder(actor, task.destinationId, AccessLevel.write);
    await configuration.refuseWhileDisabled();
    await this.#registry.requireRunnable(importMedia, actor.user);
    await this.#ports.mediaSources.open(source.location);
    const subject = { folder: destination.name, item: `${source.name}${task.folder === "" ? "" : `/${task.folder}`}` };
    const { dryRun } = task;
    const place = { assetstoreId: source.id, destinationId: destination.id, importPath: task.folder };
    const params = { ...place, ...(dryRun === true && { dryRun }) };
    const onlyIf = async (tx: Repositories): Promise<void> => await refuseOverlap(tx, params);
    const { record } = await this.#registry.start(importMedia, actor, task, { subject, params, onlyIf });
    return await jobs.get(actor, record.id, AccessLevel.read);
  }

  /**
   * Compares a media source with the datasets that were made of it.
   * @param at compare with this place instead, and note nothing on the datasets: a dry run of `change`
   */
  async check(actor: Actor, id: string, at: GivenPlace = { location: "" }): Promise<JobView> {
    requireSiteAdmin(actor);
    if (requireObjectId(id) === storageId) {
      throw new RequestError("This is where uploads are stored: `wakeline admin doctor` checks it.");
    }
    const { configuration, jobs } = this.#services;
    const source = await this.#require(id);
    await configuration.refuseWhileDisabled();
    await this.#registry.requireRunnable(checkMedia, actor.user);
    const { credentials, signs } = at;
    const isDry = at.location !== "" || credentials !== undefined || signs !== undefined;
    const location = await this.#openPlace(source, at);
    await this.#ports.mediaSources.open(location);
    const trial = isDry ? { dryRun: true, location } : {};
    const task = { sourceId: source.id, ...trial };
    const params = { assetstoreId: source.id, ...trial };
    const given = { subject: { item: source.name }, params };
    const { record } = await this.#registry.start(checkMedia, actor, task, given);
    return await jobs.get(actor, record.id, AccessLevel.read);
  }

  async #require(id: string): Promise<MediaSourceRecord> {
    const record = await this.#ports.database.mediaSources.find(requireObjectId(id));
    if (record === undefined) throw new RequestError(`Invalid assetstore id (${id}).`);
    return record;
  }

  async #own(): Promise<Storage> {
    const { blobs, database } = this.#ports;
    const { free, total } = await blobs.capacity();
    const [first] = await database.users.list({ limit: 1, offset: 0 }, { by: "created", descending: false });
    return {
      id: storageId,
      name: blobs.isShared ? "S3" : "Disk",
      kind: blobs.isShared ? "s3" : "disk",
      isOwn: true,
      free: free ?? null,
      total: total ?? null,
      hasFiles: await database.blobs.hasAny(),
      createdMs: first?.createdMs ?? 0,
      ...(await this.#directFailure(storageId)),
    };
  }

  async #directFailure(id: string): Promise<Pick<Storage, "directFailure">> {
    const { clock, database } = this.#ports;
    return defined({
      directFailure: directFailureOf(await database.settings.get(directFailuresKey), id, clock.nowMs()),
    });
  }

  async #viewOf({ id, name, location, createdMs }: MediaSourceRecord): Promise<Storage> {
    const hasFiles = (await this.#ports.database.files.countFromSource(id)) > 0;
    const kind = location.startsWith("s3://") ? "s3" : "disk";
    const facts = { id, name, kind, location, hasFiles, createdMs } as const;
    return { ...facts, isOwn: false, free: null, total: null, ...(await this.#directFailure(id)) };
  }
}

/** It would store files of one place as those of another, or of none. */
async function refuseDuringImport(tx: Repositories, { id, name }: MediaSourceRecord): Promise<void> {
  const other = (await importsUnderWay(tx)).find(({ params }) => params?.["assetstoreId"] === id);
  if (other === undefined) return;
  throw new RequestError(
    `"${other.title}" is under way and reads ${name}: wait until it has ended, or cancel it.`,
    409,
  );
}

async function importsUnderWay(tx: Repositories): Promise<JobRecord[]> {
  const query = { statuses: outstandingStatuses, limit: 0, offset: 0 } as const;
  const jobs = await tx.jobs.list(query, { by: "created", descending: false }, { userId: null, seesAll: true });
  return jobs.filter(({ kwargs, params }) => kwargs["kind"] === importMedia.kind && params?.["dryRun"] !== true);
}

/**
 * Two imports of the same files at the same time do not see each other's datasets, so each would make a dataset of
 * them. An equal import is joined instead of refused.
 */
async function refuseOverlap(tx: Repositories, given: Readonly<Record<string, unknown>>): Promise<void> {
  if (given["dryRun"] === true) return;
  const path = String(given["importPath"]);
  const other = (await importsUnderWay(tx)).find(({ params }) => {
    if (params === null) return false;
    if (params["assetstoreId"] !== given["assetstoreId"] || params["destinationId"] !== given["destinationId"])
      return false;
    const theirs = String(params["importPath"]);
    return theirs.startsWith(path) || path.startsWith(theirs);
  });
  if (other === undefined) return;
  throw new RequestError(`"${other.title}" is under way and is about the same files: wait until it has ended.`, 409);
}

async function requireFreeName({ mediaSources }: Repositories, name: string, ownId?: string): Promise<void> {
  if ((await mediaSources.list()).some((one) => one.name === name && one.id !== ownId)) {
    throw new ValidationError(`There is already a media source called ${name}.`, "name");
  }
}

/** Clients of the original server send a path on the server. @returns ends with `/`, or is empty */
function folderIn({ location, name }: MediaSourceRecord, path: string): string {
  const isOnServer = isAbsolute(path) && isAbsolute(location) && path !== "/";
  const below = (isOnServer ? relative(location, path).split(sep).join("/") : path).replaceAll(/^\/+|\/+$/g, "");
  if (below === "") return "";
  if (!isMediaKey(below)) throw new ValidationError(`${path.slice(0, 300)} is not a folder of ${name}.`, "importPath");
  return `${below}/`;
}
