/** The media of a dataset: which items are its pictures, in which order, and their bytes. */
import type { ImageSize } from "#core";
import { compareNaturalKeys, type DatasetType, naturalKey } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { mapYielding, sortInTurns } from "../../base/turns.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { kindOfFile, isWebSafeImageName } from "../../domain/file-kinds.ts";
import { framesAtRate } from "../../domain/frame-rate.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import { isPlayableCodec } from "../../domain/playable-video.ts";
import type { Ports } from "../../ports/index.ts";
import type { FileRecord, FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { requireDataset } from "../tree/dataset-folder.ts";
import { type ShownMedia, requireShownMedia } from "../tree/shown-media.ts";
import { pictureSizes } from "./picture-sizes.ts";

const isPictureName = (name: string): boolean => ["image", "large-image"].includes(kindOfFile(name));

export interface DatasetMediaItems {
  type: DatasetType | undefined;
  /** Frame n is `images[n]`; empty for videos. */
  images: readonly ItemRecord[];
  /** The video to play; absent until there is one that browsers can play. */
  video: ItemRecord | undefined;
  /** The video as uploaded; the same item as `video` if it did not have to be converted. */
  sourceVideo: ItemRecord | undefined;
}

/** The uploaded name: conversion changes the name, which must not change the order. */
const sentName = (item: ItemRecord): string => itemFactsOf(item).originalName ?? item.name;

/** Sorts items into frame order. */
export async function inNaturalOrder(items: readonly ItemRecord[]): Promise<ItemRecord[]> {
  const keyed = await mapYielding(items, (item) => ({ item, key: naturalKey(sentName(item)) }));
  return (await sortInTurns(keyed, (a, b) => compareNaturalKeys(a.key, b.key))).map(({ item }) => item);
}

/** Milliseconds per request spent on measuring pictures. */
const measureMs = 10_000;

export class MediaService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  async list(actor: Actor, datasetId: string): Promise<{ dataset: FolderRecord; media: DatasetMediaItems }> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    requireDataset(record);
    return { dataset: record, media: await this.itemsOf(actor, record) };
  }

  /** The file of a media item. */
  async file(actor: Actor, datasetId: string, itemId: string): Promise<{ file: FileRecord; isPublic: boolean }> {
    const { record } = await this.#access.requireFolder(actor, datasetId, AccessLevel.read);
    const source = await this.sourceOf(actor, record);
    const item = await source.find(itemId);
    if (item === undefined) throw new RequestError("Media is not found", 404);
    const [file, ...others] = await source.filesOf([item]);
    if (file === undefined || others.length > 0) throw new RequestError("Expected one file", 400);
    return { file, isPublic: source.isPublic };
  }

  /** @param folder one the caller may read. @throws RequestError 404, AccessError */
  async sourceOf(actor: Actor, folder: FolderRecord): Promise<ShownMedia> {
    return await requireShownMedia(this.#access, actor, folder, this.#ports.database);
  }

  /** The media of a folder the caller may read. @throws RequestError 404, AccessError */
  async itemsOf(actor: Actor, folder: FolderRecord): Promise<DatasetMediaItems> {
    const { type } = datasetOf(folder);
    const rows = await (await this.sourceOf(actor, folder)).list();
    const isPicture =
      type === "image-sequence"
        ? (item: ItemRecord) => isWebSafeImageName(item.name)
        : (item: ItemRecord) => isPictureName(item.name);
    const images =
      type === "image-sequence" || type === "large-image" ? await inNaturalOrder(rows.filter(isPicture)) : [];
    const isSource = (item: ItemRecord): boolean => itemFactsOf(item).isSourceVideo;
    // Not the first by name: a video uploaded later must not take the place of the one that is annotated.
    const [video] = rows
      .filter((item) => isPlayableCodec(itemFactsOf(item).codec) && !isSource(item))
      .sort((a, b) => a.createdMs - b.createdMs);
    // A converted video that was replaced and converted again is the newer source.
    const [source] = rows.filter(isSource).sort((a, b) => b.createdMs - a.createdMs);
    // Conversion marks the original if its frames are not at the times of the converted ones.
    const isAligned = ![source, video].some((item) => item !== undefined && itemFactsOf(item).isMisaligned);
    return { type, images, video, sourceVideo: video && (isAligned ? (source ?? video) : video) };
  }

  /**
   * The video, large image or first image of a folder the caller may read. Of a long sequence only the beginning is
   * read: the first picture in natural order is hardly ever far from there.
   */
  async firstItemOf(actor: Actor, folder: FolderRecord): Promise<ItemRecord | undefined> {
    if (datasetOf(folder).type === "image-sequence") {
      const rows = await (await this.sourceOf(actor, folder)).list(100);
      const [first] = await inNaturalOrder(rows.filter(({ name }) => isWebSafeImageName(name)));
      if (first !== undefined) return first;
    }
    const { images, video } = await this.itemsOf(actor, folder);
    return video ?? images[0];
  }

  /** Number of frames if the dataset is annotated at this rate; `undefined` if unknown. */
  async frameCountOf(actor: Actor, folder: FolderRecord, fps: number | undefined): Promise<number | undefined> {
    if (datasetOf(folder).type === "image-sequence") {
      const pictures = await this.framesOf(actor, folder);
      return pictures.length > 0 ? pictures.length : undefined;
    }
    const { images, video } = await this.itemsOf(actor, folder);
    if (images.length > 0) return images.length;
    if (video === undefined || fps === undefined) return undefined;
    const { frameCount, originalFps = 0 } = itemFactsOf(video);
    if (frameCount === undefined || originalFps <= 0) return undefined;
    return framesAtRate(frameCount, originalFps, fps);
  }

  /** Size of each picture, upright; `undefined` if not known yet: calling it again continues measuring. */
  async sizesOf(images: readonly ItemRecord[]): Promise<(ImageSize | undefined)[]> {
    return await pictureSizes(this.#ports, images, { within: measureMs });
  }

  /** Those that were measured before. */
  async knownSizesOf(images: readonly ItemRecord[]): Promise<(ImageSize | undefined)[]> {
    return await pictureSizes(this.#ports, images, { within: 0 });
  }

  /**
   * The pictures of an image sequence in frame order, including those not converted yet: the frames that annotation
   * files count and name.
   */
  async framesOf(actor: Actor, folder: FolderRecord): Promise<{ item: ItemRecord; sentName: string }[]> {
    const rows = await (await this.sourceOf(actor, folder)).list();
    const pictures = await inNaturalOrder(rows.filter(({ name }) => isPictureName(name)));
    return pictures.map((item) => ({ item, sentName: sentName(item) }));
  }
}
