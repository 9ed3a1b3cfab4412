/**
 * Scoring results: files in the auxiliary folders of the computed datasets. Visible to anyone who may read all compared
 * datasets.
 */
import type { ScoringEntry, ScoringResult } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { AccessError, MissingError, RequestError } from "../../base/errors.ts";
import { isObjectId } from "../../base/object-id.ts";
import { readScoringRecord, scoringFilePrefix, type ScoringRecord } from "../../domain/scoring-record.ts";
import { storedTypeColors } from "../../domain/type-colors.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import { wholeList } from "../../ports/whole-list.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireUser, type Actor, viewerOf } from "../access/actor.ts";
import { removeItems } from "../tree/delete-trees.ts";
import type { FileService } from "../tree/file.service.ts";
import { findCameraParent } from "./camera-parent.ts";
import { auxiliaryFolderName } from "./dataset.service.ts";

interface Found {
  readonly dataset: FolderRecord;
  readonly item: ItemRecord;
  readonly record: ScoringRecord;
}

/** Maximum number of items examined for a list over all datasets. */
const maxScanned = 1000;
const maxBytes = 64 * 1024 * 1024;
const newestFirst = { by: "created", descending: true } as const;

export class ScoringResultService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #files: FileService;

  constructor(ports: Ports, services: { access: AccessService; files: FileService }) {
    this.#ports = ports;
    this.#access = services.access;
    this.#files = services.files;
  }

  /** Newest first; each once, although several datasets may have it. */
  async listAll(actor: Actor, limit: number): Promise<ScoringEntry[]> {
    requireUser(actor);
    const { items, folders } = this.#ports.database;
    const page = { prefix: scoringFilePrefix, limit: maxScanned, offset: 0 };
    const { rows } = await items.search(page, newestFirst, viewerOf(actor));
    const places = new Map(
      (await folders.findMany([...new Set(rows.map((row) => row.folderId))])).map((f) => [f.id, f]),
    );
    const readable = this.#readable(actor);
    const seen = new Set<string>();
    const entries: ScoringEntry[] = [];
    for (const item of rows) {
      if (entries.length >= limit) break;
      const place = places.get(item.folderId);
      const record = readScoringRecord(item.meta);
      if (place?.name !== auxiliaryFolderName || record === undefined || seen.has(record.jobId)) continue;
      const dataset = await readable(place.parentId);
      if (dataset === undefined || !(await mayReadAll(readable, record))) continue;
      seen.add(record.jobId);
      entries.push(entryOf({ dataset, item, record }));
    }
    return entries;
  }

  /** Newest first. */
  async list(actor: Actor, datasetId: string): Promise<ScoringEntry[]> {
    const { record: dataset } = await this.#access.requireFolder(actor, datasetId);
    const place = await findAuxiliary(this.#ports.database, dataset);
    if (place === undefined) return [];
    const { rows } = await this.#ports.database.items.listInFolder(place.id, wholeList, newestFirst);
    const readable = this.#readable(actor);
    const entries: ScoringEntry[] = [];
    for (const item of rows) {
      const record = readScoringRecord(item.meta);
      if (record !== undefined && (await mayReadAll(readable, record)))
        entries.push(entryOf({ dataset, item, record }));
    }
    return entries;
  }

  /** @throws MissingError, AccessError, RequestError */
  async get(actor: Actor, datasetId: string, resultId: string): Promise<ScoringResult> {
    const result = await this.#require(actor, datasetId, resultId);
    const [file] = await this.#ports.database.files.listInItems([result.item.id]);
    if (file === undefined) throw new MissingError("item", resultId);
    const text = Buffer.from(await this.#files.readAll(file, maxBytes)).toString("utf8");
    const { numbers: _, ...entry } = entryOf(result);
    const colors = await this.#typeColorsOf(result.record);
    return { ...entry, scoring: readScoring(text, result.item.name), ...colors };
  }

  /** Allowed for anyone who may write the dataset, and for the person who requested the scoring. */
  async remove(actor: Actor, datasetId: string, resultId: string): Promise<void> {
    const user = requireUser(actor);
    await this.#access.requireFolder(actor, datasetId);
    await this.#ports.database.transaction({ dataset: datasetId }, async (tx) => {
      const { dataset, item } = await this.#require(actor, datasetId, resultId, tx);
      if (item.creatorId !== user.id) await this.#access.requireFolder(actor, dataset.id, AccessLevel.write, tx);
      await removeItems(tx, [item.id]);
      await tx.folders.addSize(item.folderId, -item.size);
    });
  }

  async #typeColorsOf(record: ScoringRecord): Promise<Pick<ScoringResult, "typeColors">> {
    const db = this.#ports.database;
    const typeColors: Record<string, Readonly<Record<string, string>>> = {};
    for (const dataset of await db.folders.findMany([...datasetsOf(record)])) {
      // A camera is shown in the colors of the dataset that combines it with the others.
      const colors = storedTypeColors((await findCameraParent(db, dataset))?.parent ?? dataset);
      if (Object.keys(colors).length > 0) typeColors[dataset.id] = colors;
    }
    return Object.keys(typeColors).length === 0 ? {} : { typeColors };
  }

  async #require(
    actor: Actor,
    datasetId: string,
    resultId: string,
    db: Repositories = this.#ports.database,
  ): Promise<Found> {
    const { record: dataset } = await this.#access.requireFolder(actor, datasetId, AccessLevel.read, db);
    const place = await findAuxiliary(db, dataset);
    const item = isObjectId(resultId) ? await db.items.find(resultId.toLowerCase()) : undefined;
    const record = item && readScoringRecord(item.meta);
    if (item === undefined || record === undefined || item.folderId !== place?.id) {
      throw new RequestError("There is no such scoring result: it may have been deleted.", 404);
    }
    for (const id of datasetsOf(record)) await this.#access.requireFolder(actor, id, AccessLevel.read, db);
    return { dataset, item, record };
  }

  /** Folders that the caller may read; each is checked once. */
  #readable(actor: Actor): (id: string) => Promise<FolderRecord | undefined> {
    const known = new Map<string, Promise<FolderRecord | undefined>>();
    const look = async (id: string): Promise<FolderRecord | undefined> => {
      try {
        return (await this.#access.requireFolder(actor, id)).record;
      } catch (error) {
        if (error instanceof AccessError || error instanceof MissingError || error instanceof RequestError) return;
        throw error;
      }
    };
    return async (id) => {
      const folder = known.get(id) ?? look(id);
      known.set(id, folder);
      return await folder;
    };
  }
}

export async function findAuxiliary(db: Repositories, dataset: FolderRecord): Promise<FolderRecord | undefined> {
  return await db.folders.findByName({ type: "folder", id: dataset.id }, auxiliaryFolderName);
}

const datasetsOf = ({ pairs }: ScoringRecord): Set<string> =>
  new Set(pairs.flatMap(({ computed, truth }) => [computed.datasetId, truth.datasetId]));

async function mayReadAll(
  readable: (id: string) => Promise<FolderRecord | undefined>,
  record: ScoringRecord,
): Promise<boolean> {
  for (const id of datasetsOf(record)) if ((await readable(id)) === undefined) return false;
  return true;
}

const entryOf = ({ dataset, item, record }: Found): ScoringEntry => ({
  _id: item.id,
  datasetId: dataset.id,
  datasetName: dataset.name,
  ...record,
});

/** @throws RequestError if the file was edited by hand */
function readScoring(text: string, name: string): ScoringResult["scoring"] {
  try {
    const { scoring } = JSON.parse(text) as { scoring?: ScoringResult["scoring"] };
    if (scoring?.summary !== undefined && Array.isArray(scoring.classes)) return scoring;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new RequestError(`The file ${name} is no longer a valid scoring result: delete it and score again.`);
}
