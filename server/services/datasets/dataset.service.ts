/** Datasets: folders with media and annotations. Listing and reading them, their configuration, and clones. */
import { diveConfigurationText } from "#core/formats/dive-config/dive-configuration";
import { parseTypeHierarchy, type TypeHierarchy } from "#core/formats/dive-config/type-hierarchy";
import { finishedKey } from "#schemas/unfinished-upload";
import type { MediaEntry } from "#schemas/media-ledger";
import { slugify } from "#schemas/slug";
import { AccessLevel } from "../../base/access-level.ts";
import { defined } from "../../base/defined.ts";
import { AccessError, RequestError, ValidationError } from "../../base/errors.ts";
import {
  applyChanges,
  parseAttributeChanges,
  parseConfigurationPatch,
  parseTrackFilterChanges,
} from "../../domain/dataset-configuration.ts";
import { awaitsAnnotationsKey, type CameraSet, datasetOf } from "../../domain/dataset.ts";
import { withMediaEntries } from "../../domain/media-ledger.ts";
import { refusalWithoutAlignment } from "../../domain/multicam.ts";
import { mediaUrl } from "../../domain/media-urls.ts";
import { pythonDateText } from "../../domain/python-text.ts";
import type { CheckResult } from "../../domain/body-check.ts";
import type { FolderSort } from "../../ports/folder.repository.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord, Meta, Page, Paged, Sort, UserRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { recordEvent } from "../access/record-event.ts";
import { requireUser, viewerOf, type Actor } from "../access/actor.ts";
import { findCalibration } from "./attachments.ts";
import { copyComments } from "../tree/copy-comments.ts";
import type { CopyService } from "../tree/copy.service.ts";
import { findCameraParent } from "./camera-parent.ts";
import { camerasOf, changeFolderMeta, requireDataset } from "../tree/dataset-folder.ts";
import { transactionIn } from "../tree/scopes.ts";
import type { FolderService, FolderView } from "../tree/folder.service.ts";
import type { MediaService } from "../media/media.service.ts";
import { deleteMetaKeys } from "../tree/metadata.ts";
import { mayPublishClone, requireShownMedia } from "../tree/shown-media.ts";
import { findStoredItem, requireCameraFolder } from "../tree/stored-ids.ts";
import { requireStoredRevision } from "../annotations/stored-revision.ts";

export const auxiliaryFolderName = "auxiliary";

/** The cameras of a dataset that the caller may read. */
interface RigCameras {
  readonly set: CameraSet;
  readonly folders: ReadonlyMap<string, { readonly folder: FolderRecord; readonly type: string }>;
}

/** The clone to be made. */
interface ClonePlace {
  readonly parentId: string;
  readonly name: string;
  readonly revision: number | undefined;
  /** Metadata of its own, stored with it. */
  readonly marks?: Meta;
}

export class DatasetService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #folders: FolderService;
  readonly #media: MediaService;
  readonly #copies: CopyService;

  constructor(
    ports: Ports,
    services: { access: AccessService; copies: CopyService; folders: FolderService; media: MediaService },
  ) {
    this.#copies = services.copies;
    this.#ports = ports;
    this.#access = services.access;
    this.#folders = services.folders;
    this.#media = services.media;
  }

  /**
   * Every dataset the caller can read. `published` and `shared` narrow the list, both together mean either.
   * `sameMediaAs` keeps that dataset and the ones that show the same media because one was cloned from the other.
   */
  async list(
    actor: Actor,
    query: { published: boolean; shared: boolean; sameMediaAs?: string | undefined } & Page,
    sort: Sort<FolderSort>,
  ): Promise<Paged<FolderView & { ownerLogin: string }>> {
    const user = requireUser(actor);
    const { published, shared, sameMediaAs, ...page } = query;
    const shown = sameMediaAs === undefined ? undefined : (await this.#access.requireFolder(actor, sameMediaAs)).record;
    const narrowed = {
      ...(published ? { published } : {}),
      ...(shared ? { sharedWith: user.id } : {}),
      ...(shown && { showingMediaOf: shown.foreignMediaId ?? shown.id }),
    };
    const folders = await this.#ports.database.folders.list(
      { ...page, ...narrowed, datasetsOnly: true },
      sort,
      viewerOf(actor),
    );
    const views = await this.#access.withLevels(actor, "folder", folders.rows);
    return { total: folders.total, rows: await this.#folders.withOwners(views) };
  }

  /** The dataset as api/v1 sends it: fixed facts and the configuration fields that are set. */
  async describe(actor: Actor, id: string): Promise<Record<string, unknown>> {
    const { record } = await this.#access.requireFolder(actor, id);
    const facts = describeDataset(record);
    const cameras = camerasOf(requireDataset(record));
    return cameras === undefined ? facts : { ...facts, multiCamMedia: await this.#describeCameras(actor, cameras) };
  }

  async #describeCameras(actor: Actor, set: CameraSet): Promise<Record<string, unknown>> {
    const cameras: Record<string, unknown> = {};
    for (const [name, { type }] of Object.entries(set.cameras)) {
      const record = await requireCameraFolder(this.#access, actor, set, name);
      const { images, video } = await this.#media.itemsOf(actor, record);
      const url = (item: ItemRecord): string => mediaUrl(record.id, item.id);
      cameras[name] = {
        type,
        imageData: images.map((item) => ({ id: item.id, url: url(item), filename: item.name })),
        videoUrl: video === undefined ? "" : url(video),
      };
    }
    return { defaultDisplay: set.defaultDisplay, cameraOrder: set.order, cameras };
  }

  async configuration(actor: Actor, id: string): Promise<{ name: string; text: string }> {
    const { record } = await this.#access.requireFolder(actor, id);
    const { name, configuration, typeHierarchy: own } = requireDataset(record);
    // A camera uses the hierarchy of the dataset it belongs to.
    const camera = await findCameraParent(this.#ports.database, record);
    const typeHierarchy = camera?.dataset.typeHierarchy ?? own;
    if (typeHierarchy !== undefined) {
      const hierarchy = parseTypeHierarchy(typeHierarchy);
      if (!hierarchy.ok) {
        throw new ValidationError(
          `Type hierarchy is invalid: ${hierarchy.reason}. No configuration file was exported.`,
        );
      }
    }
    const fields = typeHierarchy === undefined ? configuration : { ...configuration, typeHierarchy };
    return { name: slugify(`${name}.config.json`), text: diveConfigurationText(fields) };
  }

  /** @returns all metadata of the folder */
  async update(actor: Actor, id: string, body: unknown): Promise<Meta> {
    await this.#requireWritable(actor, id);
    const patch = accepted(parseConfigurationPatch(body));
    const hierarchy = readHierarchyPatch(body);
    const changed = await changeFolderMeta(this.#ports, this.#access, actor, id, async (meta, record, tx) => {
      if (patch.remove.includes("timeAlignment")) await this.#requireMatchingCameras(tx, actor, record);
      const next = new Map(Object.entries({ ...meta, ...patch.set }));
      for (const field of patch.remove) next.delete(field);
      const camera = hierarchy === undefined ? undefined : await findCameraParent(tx, record);
      if (camera !== undefined) {
        await this.#setParentHierarchy(tx, actor, camera.parent, hierarchy);
        next.delete("typeHierarchy");
      } else if (hierarchy === "remove") next.delete("typeHierarchy");
      else if (hierarchy !== undefined) next.set("typeHierarchy", hierarchy);
      return Object.fromEntries(next);
    });
    return changed.record.meta;
  }

  /** Cameras whose frame numbers do not match must keep their time alignment. */
  async #requireMatchingCameras(tx: Repositories, actor: Actor, folder: FolderRecord): Promise<void> {
    const set = camerasOf(datasetOf(folder));
    if (set === undefined) return;
    const rates: (number | undefined)[] = [];
    for (const name of set.order)
      rates.push(datasetOf(await requireCameraFolder(this.#access, actor, set, name, tx)).fps);
    const refusal = refusalWithoutAlignment(rates);
    if (refusal !== undefined) throw new RequestError(refusal);
  }

  /** A camera has no hierarchy of its own. */
  async #setParentHierarchy(
    tx: Repositories,
    actor: Actor,
    parent: FolderRecord,
    hierarchy: TypeHierarchy | "remove" | undefined,
  ): Promise<void> {
    const [view] = await this.#access.withLevels(actor, "folder", [parent], tx);
    if ((view?.level ?? AccessLevel.none) < AccessLevel.write) {
      throw new AccessError("Write access to the multicamera parent is required to change its type hierarchy.");
    }
    const rest = deleteMetaKeys(parent.meta, ["typeHierarchy"]);
    const meta = hierarchy === "remove" || hierarchy === undefined ? rest : { ...rest, typeHierarchy: hierarchy };
    await tx.folders.update(parent.id, { meta, updatedMs: this.#ports.clock.nowMs() });
  }

  async updateAttributes(actor: Actor, id: string, body: unknown): Promise<{ upserted: number; deleted: number }> {
    await this.#requireWritable(actor, id);
    const changes = accepted(parseAttributeChanges(body));
    await changeFolderMeta(this.#ports, this.#access, actor, id, (meta, folder) => ({
      ...meta,
      attributes: applyChanges(datasetOf(folder).attributes, (attribute) => attribute.key, changes),
    }));
    return { upserted: changes.upsert.length, deleted: changes.delete.length };
  }

  async updateTrackFilters(actor: Actor, id: string, body: unknown): Promise<void> {
    await this.#requireWritable(actor, id);
    const changes = accepted(parseTrackFilterChanges(body));
    await changeFolderMeta(this.#ports, this.#access, actor, id, (meta, folder) => ({
      ...meta,
      attributeTrackFilters: applyChanges(datasetOf(folder).attributeTrackFilters, (one) => one.name, changes),
    }));
  }

  /** Creates a dataset that shows the same media and starts with a copy of the default set's annotations. */
  async clone(actor: Actor, given: ClonePlace & { sourceId: string }): Promise<FolderView> {
    const user = requireUser(actor);
    return await transactionIn(
      this.#ports.database,
      async (db) => [...(await db.folders.listSubtreeIds(given.sourceId)), given.parentId],
      async (tx) => {
        const source = (await this.#access.requireFolder(actor, given.sourceId, AccessLevel.read, tx)).record;
        const set = camerasOf(requireDataset(source));
        const cameras = set && (await this.#readCameras(tx, actor, set));
        await this.#access.requireFolder(actor, given.parentId, AccessLevel.write, tx);
        if (given.name.trim() === "") throw new ValidationError("Must supply non-empty name for clone", "name");
        if (given.revision !== undefined) {
          const annotated =
            cameras === undefined ? [source] : [...cameras.folders.values()].map(({ folder }) => folder);
          const heads = await Promise.all(annotated.map(({ id }) => tx.annotations.head(id)));
          requireStoredRevision(given.revision, heads, "revision");
        }
        const clone = await this.#cloneOne(tx, actor, user, source, given);
        if (cameras === undefined) return clone;
        const meta = await this.#cloneCameras(tx, actor, user, {
          source,
          clone: clone.record,
          cameras,
          revision: given.revision,
        });
        await tx.folders.update(clone.record.id, { meta });
        return { ...clone, record: { ...clone.record, meta } };
      },
    );
  }

  /** The cameras of a clone are clones in its folder; calibrations are copied. */
  async #cloneCameras(
    tx: Repositories,
    actor: Actor,
    user: UserRecord,
    given: { source: FolderRecord; clone: FolderRecord; cameras: RigCameras; revision: number | undefined },
  ): Promise<Meta> {
    const { source, clone, revision } = given;
    const { set, folders } = given.cameras;
    const cameras: Record<string, { folderId: string; type: string }> = {};
    for (const [name, { folder, type }] of folders) {
      const place = { parentId: clone.id, name: folder.name, revision };
      const { record } = await this.#cloneOne(tx, actor, user, folder, place);
      cameras[name] = { folderId: record.id, type };
    }
    const copied = new Map<string, string>();
    // The same file may be both, and is then there already.
    const attached = await findStoredItem(tx, source, datasetOf(source).frameMetadata?.item);
    const attachedCopy = await findStoredItem(tx, clone, datasetOf(clone).frameMetadata?.item);
    if (attached !== undefined && attachedCopy !== undefined) copied.set(attached.id, attachedCopy.id);
    const copyOf = async (item: ItemRecord | undefined): Promise<string | undefined> => {
      if (item === undefined) return undefined;
      const id = copied.get(item.id) ?? (await this.#copies.attachment(tx, user, item, clone)).id;
      copied.set(item.id, id);
      return id;
    };
    const calibration = await findCalibration(tx, source, set.calibration);
    const calibrationItemId = await copyOf(calibration?.item);
    const jsonCalibrationItemId = await copyOf(calibration?.json);
    return {
      ...clone.meta,
      multiCam: { ...set.document, cameras, ...defined({ calibrationItemId, jsonCalibrationItemId }) },
    };
  }

  async #readCameras(tx: Repositories, actor: Actor, set: CameraSet): Promise<RigCameras> {
    const folders = new Map<string, { folder: FolderRecord; type: string }>();
    for (const [name, { type }] of Object.entries(set.cameras)) {
      folders.set(name, { folder: await requireCameraFolder(this.#access, actor, set, name, tx), type });
    }
    return { set, folders };
  }

  async #cloneOne(
    tx: Repositories,
    actor: Actor,
    user: UserRecord,
    source: FolderRecord,
    given: ClonePlace,
  ): Promise<FolderView> {
    const { root } = await requireShownMedia(this.#access, actor, source, tx);
    const isPublishable = await mayPublishClone(this.#access, actor, { foreignMediaId: root.id }, tx);
    const head = given.revision ?? (await tx.annotations.head(source.id));
    const meta = withMediaEntries(
      deleteMetaKeys(source.meta, [awaitsAnnotationsKey, finishedKey]),
      notCloned(source.name, await tx.annotations.listSets(source.id), head),
    );
    const { record, level } = await this.#folders.createWithin(tx, actor, {
      parentType: "folder",
      parentId: given.parentId,
      name: given.name,
      description: `Clone of ${source.name}.`,
      meta: { confidenceFilters: { default: 0.1 }, ...meta, ...given.marks, published: false },
      ...(isPublishable ? {} : { public: false }),
    });
    await tx.clones.insert({ datasetId: record.id, sourceId: source.id, cutMs: null });
    await recordEvent(tx, this.#ports, {
      event: "dataset.created",
      folder: record,
      user,
      data: { type: datasetOf(record).type, cloneOf: source.id },
    });
    if (root.id === source.id) await tx.clones.pinFolder(record.id, root.id);
    else await tx.clones.insertPins(record.id, await tx.clones.listPins(source.id));
    await this.#folders.createWithin(tx, actor, {
      parentType: "folder",
      parentId: record.id,
      name: auxiliaryFolderName,
    });
    const changes = { foreignMediaId: root.id, meta: record.meta };
    const attached = await findStoredItem(tx, source, datasetOf(source).frameMetadata?.item);
    if (attached !== undefined) {
      // Copied, because readers of the clone may have no access to the source folder.
      const { id } = await this.#copies.attachment(tx, user, attached, record);
      changes.meta = { ...record.meta, metadataFileItemId: id };
    }
    await tx.folders.update(record.id, changes);
    await copyComments(tx, this.#ports, source.id, record.id);
    const from = { datasetId: source.id, setName: "", revision: head };
    const additions = await tx.annotations.copy(from, { datasetId: record.id, setName: "" });
    if (additions > 0) {
      await tx.annotations.insertRevision({
        datasetId: record.id,
        setName: "",
        revision: 1,
        authorId: user.id,
        authorName: user.login,
        description: "initialize clone",
        additions,
        deletions: 0,
        createdMs: this.#ports.clock.nowMs(),
        saveId: null,
      });
    }
    return { record: { ...record, ...changes }, level };
  }

  /** Check rights first: a caller who may not change a dataset must not learn why a request is invalid. */
  async #requireWritable(actor: Actor, id: string): Promise<FolderRecord> {
    return (await this.#access.requireFolder(actor, id, AccessLevel.write)).record;
  }
}

function accepted<T>(result: CheckResult<T>): T {
  if (!result.ok) throw new ValidationError(result.message);
  return result.value;
}

/** `null` and `{}` remove the hierarchy. */
function readHierarchyPatch(body: unknown): TypeHierarchy | "remove" | undefined {
  const given = (body as { typeHierarchy?: unknown }).typeHierarchy;
  if (given === undefined) return undefined;
  if (given === null) return "remove";
  const result = parseTypeHierarchy(given);
  if (!result.ok) {
    throw new ValidationError(`Type hierarchy is invalid: ${result.reason}. No configuration was changed.`);
  }
  return Object.keys(result.hierarchy).length === 0 ? "remove" : result.hierarchy;
}

function describeDataset(folder: FolderRecord): Record<string, unknown> {
  const { id, name, configuration, mediaFacts, type, fps = -1, isDataset, attachment } = datasetOf(folder);
  return {
    ...configuration,
    ...mediaFacts,
    ...attachment,
    version: 1,
    id,
    name,
    type,
    createdAt: pythonDateText(new Date(folder.createdMs)),
    fps,
    annotate: isDataset,
    ...(folder.foreignMediaId === null ? {} : { foreign_media_id: folder.foreignMediaId }),
  };
}

/** Losses of a clone compared with its source. */
function notCloned(where: string, sets: readonly string[], revision: number): MediaEntry[] {
  const entries: MediaEntry[] = [];
  const named = sets.filter((set) => set !== "");
  if (named.length > 0) {
    const why = `has the annotation sets ${named.join(", ")}, which were not cloned.`;
    entries.push({ what: "left-out", where, why, next: "Open them in the original." });
  }
  if (revision > 1) {
    const why = `was cloned at revision ${revision}. Earlier revisions are in the history of the original.`;
    entries.push({ what: "joined", where, why });
  }
  return entries;
}
