/**
 * The small picture of a dataset: its first image, the first picture of its video, or its large image as a whole; of
 * several cameras, that of the camera that is shown first. It is made once per content and kept in memory, at most a
 * few kilobytes each; so is the fact that there is none. Every user who may see the media of the dataset may see it.
 */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import { RequestError } from "../../base/errors.ts";
import { makeWorkFolder } from "../../base/work-folder.ts";
import { datasetOf } from "../../domain/dataset.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { hasBytes, type OpenContent, openContent } from "../content/open-content.ts";
import { camerasOf, requireDataset } from "../tree/dataset-folder.ts";
import { KeptPictures } from "./kept-pictures.ts";
import type { MediaService } from "./media.service.ts";
import { requireCameraFolder } from "../tree/stored-ids.ts";
import type { TileService } from "./tile.service.ts";

export interface Thumbnail {
  /** Of the content that it shows: the same content has the same. */
  readonly hash: string;
  readonly mimeType: string;
  /** It is public. */
  readonly isPublic: boolean;
  /** @throws RequestError 404 where the content cannot be shown */
  load(): Promise<Uint8Array>;
}

/** Pixels along the longer side. */
const side = 160;
/** Of all that are kept. */
const mostBytes = 32 * 1024 * 1024;
/** Of a video that has to be fetched first: most have all that the first picture needs at their beginning. */
const mostFetched = 32 * 1024 * 1024;

const none = (): RequestError => new RequestError("The dataset has no picture that can be shown.", 404);

export class ThumbnailService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #media: MediaService;
  readonly #tiles: TileService;
  readonly #kept = new KeptPictures(mostBytes, none);

  constructor(ports: Ports, services: { access: AccessService; media: MediaService; tiles: TileService }) {
    this.#ports = ports;
    this.#access = services.access;
    this.#media = services.media;
    this.#tiles = services.tiles;
  }

  /** @throws RequestError 404 when the dataset has no pictures */
  async find(actor: Actor, datasetId: string): Promise<Thumbnail> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    const cameras = camerasOf(requireDataset(record));
    if (cameras === undefined) return await this.#ofFolder(actor, record);
    const { defaultDisplay, order } = cameras;
    const camera = order.includes(defaultDisplay) ? defaultDisplay : (order[0] ?? "");
    return await this.#ofFolder(actor, await requireCameraFolder(this.#access, actor, cameras, camera));
  }

  async #ofFolder(actor: Actor, folder: FolderRecord): Promise<Thumbnail> {
    const item = await this.#media.firstItemOf(actor, folder);
    if (item === undefined) throw none();
    const { type } = datasetOf(folder);
    const source = await this.#media.sourceOf(actor, folder);
    const [file] = await source.filesOf([item]);
    const { isPublic } = source;
    if (type === "large-image") return await this.#ofTiles(item, isPublic);
    if (!hasBytes(file)) throw none();
    const content = await openContent(this.#ports, file);
    const { key: hash } = content;
    const make = type === "video" ? () => this.#ofVideo(content) : () => this.#ofImage(content);
    return { hash, isPublic, mimeType: "image/webp", load: () => this.#kept.load(hash, make) };
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

  async #ofVideo({ size, isLocal, read, withLocalFile }: OpenContent): Promise<Uint8Array> {
    const { imageDecoder, videoConverter } = this.#ports;
    if (videoConverter === undefined) throw none();
    const temporary = await makeWorkFolder("thumbnail");
    try {
      const target = join(temporary, "first.png");
      const write = (source: string) => videoConverter.writePicture({ source, target, side });
      if (!isLocal && size > mostFetched) {
        const start = join(temporary, "start");
        await pipeline(read({ start: 0, end: mostFetched }), createWriteStream(start));
        await write(start);
      } else await withLocalFile(write);
      return await imageDecoder.thumbnail(target, side);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }
}
