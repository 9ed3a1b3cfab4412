/** The media of a dataset: which items are its pictures, in which order, and their bytes. */
import { compareNaturalKeys, naturalKey } from "#schemas";

import { AccessLevel } from "../base/access-level.ts";
import { RequestError } from "../base/errors.ts";
import { isObjectId } from "../base/object-id.ts";
import { mapInTurns, sortInTurns } from "../base/turns.ts";
import { kindOfFile, isWebSafeImageName } from "../domain/file-kinds.ts";
import { isTruthyMeta } from "../domain/meta.ts";
import type { Repositories } from "../ports/database.ts";
import type { Ports } from "../ports/index.ts";
import type { FileRecord, FolderRecord, ItemRecord } from "../ports/records.ts";
import type { AccessService } from "./access.service.ts";
import type { Actor } from "./actor.ts";
import { requireDataset } from "./dataset-folder.ts";

export interface DatasetMediaItems {
  type: unknown;
  /** Frame n is `images[n]`; empty for videos. */
  images: readonly ItemRecord[];
  /** What is played; absent until there is a video that browsers can play. */
  video: ItemRecord | undefined;
  /** The video as it was uploaded; the same item as `video` when it did not have to be converted. */
  sourceVideo: ItemRecord | undefined;
}

async function inNaturalOrder(items: readonly ItemRecord[]): Promise<ItemRecord[]> {
  const keyed = await mapInTurns(items, (item) => ({ item, key: naturalKey(item.name) }));
  return (await sortInTurns(keyed, (a, b) => compareNaturalKeys(a.key, b.key))).map(({ item }) => item);
}

/** Codecs that browsers play. */
const playableCodecs: ReadonlySet<unknown> = new Set(["h264", "vp8", "vp9", "av1"]);

export function isPlayableCodec(codec: unknown): boolean {
  return playableCodecs.has(codec);
}

export class MediaService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  async list(actor: Actor, datasetId: string): Promise<{ dataset: FolderRecord; media: DatasetMediaItems }> {
    const dataset = requireDataset((await this.#access.requireFolder(actor, datasetId)).record);
    return { dataset, media: await this.itemsOf(dataset) };
  }

  /** The file of one media item. Reading the dataset is enough, also when it is a clone of a private one. */
  async file(actor: Actor, datasetId: string, itemId: string): Promise<FileRecord> {
    const { record } = await this.#access.requireFolder(actor, datasetId, AccessLevel.read);
    const root = await this.rootOf(record);
    const { items, files } = this.#ports.database;
    const item = isObjectId(itemId) ? await items.find(itemId.toLowerCase()) : undefined;
    if (item === undefined || item.folderId !== root.id) throw new RequestError("Media is not found", 404);
    const [file, ...others] = await files.listInItems([item.id]);
    if (file === undefined || others.length > 0) throw new RequestError("Expected one file", 400);
    return file;
  }

  /** The media of a folder that the caller has been allowed to read. */
  async itemsOf(folder: FolderRecord, db: Repositories = this.#ports.database): Promise<DatasetMediaItems> {
    const root = await this.rootOf(folder, db);
    const type = folder.meta["type"];
    const everything = { limit: 0, offset: 0 };
    const { rows } = await db.items.listInFolder(root.id, everything, { by: "name", descending: false });
    const isPicture =
      type === "image-sequence"
        ? (item: ItemRecord) => isWebSafeImageName(item.name)
        : (item: ItemRecord) => ["image", "large-image"].includes(kindOfFile(item.name));
    const images =
      type === "image-sequence" || type === "large-image" ? await inNaturalOrder(rows.filter(isPicture)) : [];
    const video = rows.find(({ meta }) => isPlayableCodec(meta["codec"]) && !isTruthyMeta(meta["source_video"]));
    const source = rows.find(({ meta }) => isTruthyMeta(meta["source_video"]));
    // Conversion puts the mark on the original, whose frames are not at the times of the converted ones.
    const isAligned = ![source, video].some((item) => isTruthyMeta(item?.meta["VideoMisaligned"]));
    return { type, images, video, sourceVideo: video && (isAligned ? (source ?? video) : video) };
  }

  /** The folder that holds the media: the dataset itself, or what it was cloned from in the end. */
  async rootOf(folder: FolderRecord, db: Repositories = this.#ports.database): Promise<FolderRecord> {
    let root = folder;
    const seen = new Set([folder.id]);
    while (root.foreignMediaId !== null) {
      const next = await db.folders.find(root.foreignMediaId);
      if (next === undefined || seen.has(next.id)) {
        throw new RequestError(
          `Referenced media source missing. Folder Id ${root.foreignMediaId} was not found. This may be a cloned dataset where the source was deleted.`,
          404,
        );
      }
      seen.add(next.id);
      root = next;
    }
    return root;
  }

  /** Names of the pictures in frame order, for formats that name them; empty for videos. */
  async imageNamesOf(folder: FolderRecord): Promise<string[]> {
    return (await this.itemsOf(folder)).images.map((item) => item.name);
  }
}
