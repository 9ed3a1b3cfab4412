/** Tiles of large images, and pictures drawn from them (api-v1 18). Users who may read the item may read its tiles. */
import { AccessLevel } from "../../base/access-level.ts";
import { limitConcurrency } from "../../base/limit-concurrency.ts";
import { RequestError } from "../../base/errors.ts";
import { type MapPlace, openTilePack, type PyramidFacts, type TilePack, tilesAcross } from "../../base/tile-pack.ts";
import { isMapTilesFile, isTilesFile } from "../../domain/tile-files.ts";
import type { Ports } from "../../ports/index.ts";
import type { FileRecord, ItemRecord } from "../../ports/records.ts";
import type { HistogramOfBand, PlacedTile, TileEncoding, TileStyle } from "../../ports/large-image.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { hasBytes, type OpenContent, openContent } from "../content/open-content.ts";
import { folderOfItem, transactionIn } from "../tree/scopes.ts";

/** An opened tile file. */
export interface OpenPyramid {
  readonly facts: PyramidFacts;
  /** Hash of the content: equal for the same tiles. */
  readonly hash: string;
  readonly pack: TilePack;
  readonly content: OpenContent;
  /** Whether the item is public. */
  readonly isPublic: boolean;
}

export interface OpenOnMap extends OpenPyramid {
  readonly place: MapPlace;
}

export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

export interface TileLook {
  readonly encoding: TileEncoding;
  readonly style: TileStyle;
}

/** Pixels of the whole image; the part may extend beyond it. */
export interface ImagePart {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Limit for all cached indexes: 8 bytes per tile. */
const maxIndexBytes = 64 * 1024 * 1024;
/** No PNG of a tile is as large. */
const maxTileBytes = 16 * 1024 * 1024;
/** Limit for a single drawing. */
const maxPixels = 4096 * 4096;
const maxSide = 16_384;
/** Parts drawn at the same time; each takes up to 250 MB. */
const maxDrawn = 2;
/** Pixels along each side of a web map tile. */
const webTileSize = 256;
/** Pixels along each side of the area a histogram is made from. */
const histogramSide = 1024;
const maxBins = 65_536;

export class TileService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  /** By the hash of the file; least recently used first. */
  readonly #packs = new Map<string, TilePack>();
  readonly #withDrawSlot = limitConcurrency(maxDrawn);

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** @throws RequestError if the item has no tiles */
  async open(actor: Actor, itemId: string): Promise<OpenPyramid> {
    return (await this.openBoth(actor, itemId)).pixels;
  }

  /** Tiles of the image's pixels and, if it is georeferenced, of a web map. @throws RequestError if there are none */
  async openBoth(actor: Actor, itemId: string): Promise<{ pixels: OpenPyramid; map: OpenOnMap | undefined }> {
    const { item, folder } = await this.#access.requireItem(actor, itemId);
    const files = await this.#ports.database.files.listInItems([item.id]);
    const file = files.find(isTilesFile);
    if (!hasBytes(file)) throw new RequestError("No large image file in this item.");
    const pixels = await this.#opened(file, folder.public);
    const onMap = files.find(isMapTilesFile);
    const opened = hasBytes(onMap) ? await this.#opened(onMap, folder.public) : undefined;
    const place = opened?.facts.map;
    return { pixels, map: opened === undefined || place === undefined ? undefined : { ...opened, place } };
  }

  /** For an item the caller may see. `undefined`: it has no tiles. */
  async openItem(item: ItemRecord, isPublic: boolean): Promise<OpenPyramid | undefined> {
    const file = (await this.#ports.database.files.listInItems([item.id])).find(isTilesFile);
    return hasBytes(file) ? await this.#opened(file, isPublic) : undefined;
  }

  async #opened(file: FileRecord, isPublic: boolean): Promise<OpenPyramid> {
    const content = await openContent(this.#ports, file);
    const { key: hash, size } = content;
    const known = this.#packs.get(hash);
    const pack = known ?? (await openTilePack(size, (start, end) => readRange(content, start, end), maxIndexBytes));
    if (pack === undefined) throw damaged();
    this.#packs.delete(hash);
    this.#packs.set(hash, pack);
    this.#forgetOld();
    return { facts: pack.facts, hash, pack, content, isPublic };
  }

  /** @returns whether there were any */
  async remove(actor: Actor, itemId: string): Promise<boolean> {
    return await transactionIn(this.#ports.database, folderOfItem(itemId), async (tx) => {
      const { item } = await this.#access.requireItem(actor, itemId, AccessLevel.write, tx);
      const files = (await tx.files.listInItems([item.id])).filter((file) => isTilesFile(file) || isMapTilesFile(file));
      if (files.length === 0) return false;
      const size = files.reduce((sum, file) => sum + file.size, 0);
      await tx.files.removeMany(files.map(({ id }) => id));
      await tx.items.addSize(item.id, -size);
      await tx.folders.addSize(item.folderId, -size);
      return true;
    });
  }

  /** @throws RequestError 404 if the image has no such tile */
  async tile(open: OpenPyramid, address: TileAddress, look: TileLook): Promise<Uint8Array> {
    const { facts } = open;
    requireTile(facts, address);
    const bytes = await tileOf(open, address);
    return await painted(() => this.#ports.largeImages.encodeTile(facts, bytes, look.encoding, look.style));
  }

  /** A web map tile with the image on it; blank outside the image. @throws RequestError 404 */
  async mapTile(open: OpenOnMap, address: TileAddress, look: TileLook): Promise<Uint8Array> {
    const { facts, place } = open;
    const { z, x, y } = address;
    requireTile(mapSize(place), address);
    // Pixels of the image on the map per pixel of the tile.
    const shrink = 2 ** (place.zoom - z);
    const [left, top] = [x * webTileSize * shrink - place.x, y * webTileSize * shrink - place.y];
    const side = webTileSize * shrink;
    const part = {
      left: Math.max(0, left),
      top: Math.max(0, top),
      right: Math.min(facts.sizeX, left + side),
      bottom: Math.min(facts.sizeY, top + side),
    };
    const blank = { facts, tiles: [], width: 1, height: 1, outputWidth: 1, outputHeight: 1 };
    const whole = { width: webTileSize, height: webTileSize };
    const { largeImages } = this.#ports;
    if (part.right <= part.left || part.bottom <= part.top) {
      return await painted(() => largeImages.drawPart({ ...blank, within: { left: 0, top: 0, ...whole }, ...look }));
    }
    const from = (edge: number, start: number): number =>
      Math.min(webTileSize - 1, Math.max(0, Math.round((edge - start) / shrink)));
    const within = { left: from(part.left, left), top: from(part.top, top), ...whole };
    const to = (edge: number, start: number, at: number): number =>
      Math.max(1, Math.min(webTileSize, Math.round((edge - start) / shrink)) - at);
    const outputWidth = to(part.right, left, within.left);
    const outputHeight = to(part.bottom, top, within.top);
    return await this.#withDrawSlot(async () => {
      const drawn = await this.#tilesOf(open, part, 1 / shrink);
      return await painted(() => largeImages.drawPart({ facts, ...drawn, outputWidth, outputHeight, within, ...look }));
    });
  }

  /** Draws a part of the image at the requested size; width or height may be omitted. */
  async part(
    open: OpenPyramid,
    part: ImagePart,
    size: { width: number | undefined; height: number | undefined },
    look: TileLook,
  ): Promise<Uint8Array> {
    const { facts } = open;
    const [left, top] = [Math.max(0, part.left), Math.max(0, part.top)];
    const [right, bottom] = [Math.min(facts.sizeX, part.right), Math.min(facts.sizeY, part.bottom)];
    if (!(right > left && bottom > top)) throw new RequestError("The region is outside the image.");
    const [across, down] = [right - left, bottom - top];
    const scale = Math.min(1, (size.width ?? Infinity) / across, (size.height ?? Infinity) / down);
    const outputWidth = Math.max(1, Math.round(across * scale));
    const outputHeight = Math.max(1, Math.round(down * scale));
    if (outputWidth * outputHeight > maxPixels || Math.max(outputWidth, outputHeight) > maxSide) {
      throw new RequestError(
        `The region would have ${outputWidth} x ${outputHeight} pixels; at most ${maxPixels} are drawn at once. Ask for a smaller width and height.`,
      );
    }
    return await this.#withDrawSlot(async () => {
      const drawn = await this.#tilesOf(open, { left, top, right, bottom }, scale);
      return await painted(() =>
        this.#ports.largeImages.drawPart({ facts, ...drawn, outputWidth, outputHeight, ...look }),
      );
    });
  }

  async histogram(open: OpenPyramid, bins: number): Promise<HistogramOfBand[]> {
    if (!(bins >= 1 && bins <= maxBins)) throw new RequestError(`Parameter bins must be from 1 to ${maxBins}.`);
    const { facts } = open;
    const whole = { left: 0, top: 0, right: facts.sizeX, bottom: facts.sizeY };
    const scale = Math.min(1, histogramSide / facts.sizeX, histogramSide / facts.sizeY);
    return await this.#withDrawSlot(async () => {
      const drawn = await this.#tilesOf(open, whole, scale);
      return await painted(() => this.#ports.largeImages.histogram({ facts, ...drawn }, bins));
    });
  }

  /** The tiles of a part, at the coarsest level that is not coarser than `scale`. */
  async #tilesOf(
    open: OpenPyramid,
    { left, top, right, bottom }: ImagePart,
    scale: number,
  ): Promise<{ tiles: PlacedTile[]; width: number; height: number }> {
    const { levels, tileSize } = open.facts;
    const z = Math.max(0, Math.min(levels - 1, levels - 1 + Math.ceil(Math.log2(scale))));
    const shrink = 2 ** (levels - 1 - z);
    const [x1, y1] = [Math.floor(left / shrink), Math.floor(top / shrink)];
    const [x2, y2] = [Math.ceil(right / shrink), Math.ceil(bottom / shrink)];
    const tiles: PlacedTile[] = [];
    for (let y = Math.floor(y1 / tileSize); y * tileSize < y2; y++) {
      for (let x = Math.floor(x1 / tileSize); x * tileSize < x2; x++) {
        const bytes = await tileOf(open, { z, x, y });
        tiles.push({ bytes, left: x * tileSize - x1, top: y * tileSize - y1 });
      }
    }
    return { tiles, width: x2 - x1, height: y2 - y1 };
  }

  #forgetOld(): void {
    let bytes = 0;
    for (const { indexBytes } of this.#packs.values()) bytes += indexBytes;
    for (const [hash, { indexBytes }] of this.#packs) {
      if (bytes <= maxIndexBytes || this.#packs.size === 1) break;
      this.#packs.delete(hash);
      bytes -= indexBytes;
    }
  }
}

async function tileOf({ content, pack }: OpenPyramid, { z, x, y }: TileAddress): Promise<Buffer> {
  const range = pack.rangeOf(z, x, y);
  if (range === undefined || range.end - range.start > maxTileBytes) throw damaged();
  return await readRange(content, range.start, range.end);
}

async function readRange(content: OpenContent, start: number, end: number): Promise<Buffer> {
  if (end <= start) return Buffer.alloc(0);
  const parts: Buffer[] = [];
  for await (const part of content.read({ start, end }) as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

/** Size of the whole map, whose level 0 is one tile, down to the level with the image's full resolution. */
export function mapSize({ zoom }: MapPlace): Pick<PyramidFacts, "sizeX" | "sizeY" | "tileSize" | "levels"> {
  const side = webTileSize * 2 ** zoom;
  return { sizeX: side, sizeY: side, tileSize: webTileSize, levels: zoom + 1 };
}

/** Checked in the order, and with the messages, that clients know. */
function requireTile(
  facts: Pick<PyramidFacts, "sizeX" | "sizeY" | "tileSize" | "levels">,
  { z, x, y }: TileAddress,
): void {
  if (!(z >= 0 && z < facts.levels)) throw new RequestError("z layer does not exist", 404);
  const { columns, rows } = tilesAcross(facts, z);
  if (!(x >= 0 && x < columns)) throw new RequestError("x is outside layer", 404);
  if (!(y >= 0 && y < rows)) throw new RequestError("y is outside layer", 404);
}

const damaged = (): RequestError =>
  new RequestError("The tiles of this image are damaged. Delete them and make them again.");

/** Tiles that cannot be drawn are reported as damaged, regardless of who stored them. */
async function painted<T>(paint: () => Promise<T>): Promise<T> {
  try {
    return await paint();
  } catch (error) {
    throw Object.assign(damaged(), { cause: error });
  }
}
