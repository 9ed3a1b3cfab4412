/**
 * Chips: pictures of a box and its surroundings, cut from the exact frame. For a video, the picture of that frame is
 * decoded; for a large image, its tiles are read. Each chip is made once per content, frame and box, and cached in
 * memory; so are the picture times of a few videos.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { RequestError } from "../../base/errors.ts";
import { makeWorkFolder } from "../../base/work-folder.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { isFullRate, type PictureTimes, pictureOfFrames } from "../../domain/frame-pictures.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import type { PicturePart } from "../../ports/image-decoder.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import { VideoConversionError } from "../../ports/video-converter.ts";
import { VideoProbeError } from "../../ports/video-probe.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { hasBytes, type OpenContent, openContent } from "../content/open-content.ts";
import { withVideoAround } from "../content/video-part.ts";
import { requireDataset } from "../tree/dataset-folder.ts";
import { PictureCache } from "./picture-cache.ts";
import type { MediaService } from "./media.service.ts";
import type { OpenPyramid, TileService } from "./tile.service.ts";

export interface Chip {
  /** Equal for the same content, frame and part. */
  readonly key: string;
  readonly isPublic: boolean;
  /** WebP. @throws RequestError 404 if the content cannot be shown */
  load(): Promise<Uint8Array>;
}

export interface ChipRequest {
  readonly frame: number;
  /** Corners of a box: x1, y1, x2, y2. */
  readonly box: readonly number[];
  /** Margin shown on each side, as a fraction of the box's width and height. */
  readonly context: number;
  /** Pixels along the longer side. */
  readonly side: number;
}

const maxBytes = 64 * 1024 * 1024;
const maxSide = 1024;
const maxContext = 4;
/** Videos whose times are cached: 8 bytes per picture. */
const maxTimes = 16;
/** Boxes are in pixels, and no picture is as large as this. */
const farthest = 1e7;

const none = (): RequestError => new RequestError("The box cannot be shown: there is no picture.", 404);

export class ChipService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #media: MediaService;
  readonly #tiles: TileService;
  readonly #kept = new PictureCache(maxBytes, none);
  /** By content; least recently used first. */
  readonly #times = new Map<string, Promise<PictureTimes>>();

  constructor(ports: Ports, services: { access: AccessService; media: MediaService; tiles: TileService }) {
    this.#ports = ports;
    this.#access = services.access;
    this.#media = services.media;
    this.#tiles = services.tiles;
  }

  /** @throws RequestError 404 if the dataset has no such frame */
  async find(actor: Actor, datasetId: string, { frame, box, context, side }: ChipRequest): Promise<Chip> {
    const { record: folder } = await this.#access.requireFolder(actor, datasetId);
    requireDataset(folder);
    const part = partAround(box, context);
    if (!(side >= 16 && side <= maxSide)) throw new RequestError(`Parameter side must be from 16 to ${maxSide}.`);
    const { images, video } = await this.#media.itemsOf(actor, folder);
    const item = video ?? images[frame];
    if (item === undefined || !(frame >= 0)) throw none();
    const source = await this.#media.sourceOf(actor, folder);
    const { isPublic } = source;
    const keyed = (content: string, make: () => Promise<Uint8Array>): Chip => {
      const { left, top, width, height } = part;
      const key = `${content} ${video === undefined ? "" : `${frame} ${datasetOf(folder).fps ?? ""}`} ${left} ${top} ${width} ${height} ${side}`;
      return { key, isPublic, load: () => this.#kept.load(key, make) };
    };
    if (datasetOf(folder).type === "large-image") {
      const open = await this.#tiles.openItem(item, isPublic);
      if (open === undefined) throw none();
      return keyed(open.hash, () => this.#ofTiles(open, part, side));
    }
    const [file] = await source.filesOf([item]);
    if (!hasBytes(file)) throw none();
    const content = await openContent(this.#ports, file);
    if (video === undefined) {
      return keyed(content.key, () => content.withLocalFile((path) => this.#ports.imageDecoder.cut(path, part, side)));
    }
    return keyed(content.key, () => this.#ofVideo({ folder, item, content }, frame, part, side));
  }

  /** Cut from the coarsest level that has as many pixels as the chip. */
  async #ofTiles(open: OpenPyramid, part: PicturePart, side: number): Promise<Uint8Array> {
    const { left, top, width, height } = part;
    const within = { left, top, right: left + width, bottom: top + height };
    const scale = Math.min(1, side / width, side / height);
    const [clearLeft, clearTop] = [Math.max(0, left), Math.max(0, top)];
    const drawn = await this.#tiles.part(
      open,
      within,
      {
        width: Math.max(1, Math.round((Math.min(open.facts.sizeX, within.right) - clearLeft) * scale)),
        height: Math.max(1, Math.round((Math.min(open.facts.sizeY, within.bottom) - clearTop) * scale)),
      },
      { encoding: "PNG", style: {} },
    );
    const scaled = {
      left: Math.round((left - clearLeft) * scale),
      top: Math.round((top - clearTop) * scale),
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    };
    return await this.#ports.imageDecoder.cut(drawn, scaled, side);
  }

  async #ofVideo(
    { folder, item, content }: VideoFile,
    frame: number,
    part: PicturePart,
    side: number,
  ): Promise<Uint8Array> {
    const { imageDecoder, videoConverter } = this.#ports;
    if (videoConverter === undefined) throw none();
    const times = await this.#timesOf(content);
    const { fps } = datasetOf(folder);
    const { seconds, endSeconds } = times;
    const rate = itemFactsOf(item).originalFps ?? seconds.length / Math.max(endSeconds, 1e-3);
    const picture = isFullRate(fps, rate) || fps === undefined ? frame : pictureOfFrames(times, fps)[frame];
    const at = picture === undefined ? undefined : seconds[picture];
    if (picture === undefined || at === undefined) throw none();
    // Halfway from the previous picture: programs round times differently.
    const afterSeconds = picture === 0 ? undefined : ((seconds[picture - 1] ?? at) + at) / 2;
    const temporary = await makeWorkFolder("chip");
    try {
      const target = join(temporary, "frame.png");
      await withVideoAround(this.#ports, content, afterSeconds === undefined ? undefined : at, (source) =>
        videoConverter.writePicture({ source, target, ...(afterSeconds !== undefined && { afterSeconds }) }),
      );
      return await imageDecoder.cut(target, part, side);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }

  async #timesOf({ key, isLocal, size, read, withLocalFile }: OpenContent): Promise<PictureTimes> {
    const { videoProbe } = this.#ports;
    const probe = async (): Promise<PictureTimes> =>
      (isLocal
        ? await withLocalFile((path) => videoProbe.probeTimes(path))
        : await videoProbe.probeTimes({ size, read })
      ).times;
    const known = this.#times.get(key) ?? probe();
    this.#times.delete(key);
    this.#times.set(key, known);
    for (const oldest of this.#times.keys()) {
      if (this.#times.size <= maxTimes) break;
      this.#times.delete(oldest);
    }
    try {
      return await known;
    } catch (error) {
      this.#times.delete(key);
      if (error instanceof VideoProbeError) throw new VideoConversionError(error.message, { cause: error });
      throw error;
    }
  }
}

interface VideoFile {
  readonly folder: FolderRecord;
  readonly item: ItemRecord;
  readonly content: OpenContent;
}

/** In whole pixels, at least one. */
function partAround(box: readonly number[], context: number): PicturePart {
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = box;
  if (box.length !== 4 || ![x1, y1, x2, y2].every((edge) => Math.abs(edge) <= farthest)) {
    throw new RequestError("Parameter box must have four numbers: x1, y1, x2, y2.");
  }
  if (!(context >= 0 && context <= maxContext)) {
    throw new RequestError(`Parameter context must be from 0 to ${maxContext}.`);
  }
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
  const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
  const [across, down] = [(right - left) * context, (bottom - top) * context];
  const begin = { left: Math.floor(left - across), top: Math.floor(top - down) };
  return {
    ...begin,
    width: Math.max(1, Math.ceil(right + across) - begin.left),
    height: Math.max(1, Math.ceil(bottom + down) - begin.top),
  };
}
