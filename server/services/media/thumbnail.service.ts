/**
 * The thumbnail of a dataset: its first image, the first picture of its video, or its whole large image; for several
 * cameras, that of the camera shown first. It is made once per content and cached in memory, at most a few kilobytes
 * each; so is the fact that there is none. Every user who may see the media of the dataset may see it.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { RequestError } from "../../base/errors.ts";
import { makeWorkFolder } from "../../base/work-folder.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { hasBytes, type OpenContent, openContent } from "../content/open-content.ts";
import { withVideoAround } from "../content/video-part.ts";
import { camerasOf, requireDataset } from "../tree/dataset-folder.ts";
import { PictureCache } from "./picture-cache.ts";
import type { MediaService } from "./media.service.ts";
import { requireCameraFolder } from "../tree/stored-ids.ts";
import type { TileService } from "./tile.service.ts";

export interface Thumbnail {
  /** Hash of the content it shows. */
  readonly hash: string;
  readonly mimeType: string;
  /** Whether anyone may see it. */
  readonly isPublic: boolean;
  /** @throws RequestError 404 if the content cannot be shown */
  load(): Promise<Uint8Array>;
}

/** Thumbnails per dataset, evenly spread from its beginning. */
const partCount = 5;
/** Pixels along the longer side. */
const side = 160;
/** Total of all cached thumbnails. */
const maxBytes = 32 * 1024 * 1024;

const none = (): RequestError => new RequestError("The dataset has no picture that can be shown.", 404);

export class ThumbnailService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #media: MediaService;
  readonly #tiles: TileService;
  readonly #kept = new PictureCache(maxBytes, none);

  constructor(ports: Ports, services: { access: AccessService; media: MediaService; tiles: TileService }) {
    this.#ports = ports;
    this.#access = services.access;
    this.#media = services.media;
    this.#tiles = services.tiles;
  }

  /**
   * @param part 0 to 4: the first picture, or the one at one to four fifths of the dataset
   * @throws RequestError 404 if the dataset has no pictures, or no such part
   */
  async find(actor: Actor, datasetId: string, part = 0): Promise<Thumbnail> {
    if (part < 0 || part >= partCount) throw new RequestError(`A dataset has the parts 0 to ${partCount - 1}.`);
    const { record } = await this.#access.requireFolder(actor, datasetId);
    const cameras = camerasOf(requireDataset(record));
    if (cameras === undefined) return await this.#ofFolder(actor, record, part);
    const { defaultDisplay, order } = cameras;
    const camera = order.includes(defaultDisplay) ? defaultDisplay : (order[0] ?? "");
    return await this.#ofFolder(actor, await requireCameraFolder(this.#access, actor, cameras, camera), part);
  }

  async #ofFolder(actor: Actor, folder: FolderRecord, part: number): Promise<Thumbnail> {
    const item = await this.#itemAt(actor, folder, part);
    if (item === undefined) throw none();
    const { type } = datasetOf(folder);
    const { frameCount = 0, originalFps = 0 } = itemFactsOf(item);
    const isVideo = type === "video";
    if (isVideo && part > 0 && (frameCount < partCount || originalFps <= 0)) throw none();
    const afterSeconds = isVideo && part > 0 ? (part * frameCount) / (partCount * originalFps) : undefined;
    const source = await this.#media.sourceOf(actor, folder);
    const [file] = await source.filesOf([item]);
    const { isPublic } = source;
    if (type === "large-image") return await this.#ofTiles(item, isPublic);
    if (!hasBytes(file)) throw none();
    const content = await openContent(this.#ports, file);
    const hash = afterSeconds === undefined ? content.key : `${content.key}-${part}`;
    const make = isVideo ? () => this.#ofVideo(content, afterSeconds) : () => this.#ofImage(content);
    return { hash, isPublic, mimeType: "image/webp", load: () => this.#kept.load(hash, make) };
  }

  /** `undefined`: none. */
  async #itemAt(actor: Actor, folder: FolderRecord, part: number): Promise<ItemRecord | undefined> {
    const { type } = datasetOf(folder);
    if (part === 0 || type === "video") return await this.#media.firstItemOf(actor, folder);
    const items =
      type === "image-sequence"
        ? (await this.#media.framesOf(actor, folder)).map(({ item }) => item)
        : (await this.#media.itemsOf(actor, folder)).images;
    const at = Math.floor((part * items.length) / partCount);
    // With few pictures, some parts are the same.
    return at === Math.floor(((part - 1) * items.length) / partCount) ? undefined : items[at];
  }

  async #ofTiles(item: ItemRecord, isPublic: boolean): Promise<Thumbnail> {
    const open = await this.#tiles.openItem(item, isPublic);
    if (open === undefined) throw none();
    const { facts, hash } = open;
    const whole = { left: 0, top: 0, right: facts.sizeX, bottom: facts.sizeY };
    const make = () => this.#tiles.part(open, whole, { width: side, height: side }, { encoding: "JPEG", style: {} });
    return { hash, isPublic, mimeType: "image/jpeg", load: () => this.#kept.load(hash, make) };
  }

  #ofImage({ withLocalFile }: OpenContent): Promise<Uint8Array> {
    const { imageDecoder } = this.#ports;
    return withLocalFile((path) => imageDecoder.thumbnail(path, side));
  }

  async #ofVideo(content: OpenContent, afterSeconds: number | undefined): Promise<Uint8Array> {
    const { imageDecoder, videoConverter } = this.#ports;
    if (videoConverter === undefined) throw none();
    const temporary = await makeWorkFolder("thumbnail");
    try {
      const target = join(temporary, "first.png");
      await withVideoAround(this.#ports, content, afterSeconds, (source) =>
        videoConverter.writePicture({ source, target, side, ...(afterSeconds !== undefined && { afterSeconds }) }),
      );
      return await imageDecoder.thumbnail(target, side);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }
}
