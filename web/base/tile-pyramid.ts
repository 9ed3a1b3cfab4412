/**
 * A large image as tiles in levels: level 0 is one tile, and each level is twice as fine as the one before. Which tiles a
 * view needs is computed here, as pure functions; fetching is in `web/media`, drawing in `web/render`.
 */

export interface TilePyramid {
  /** Of the finest level, image pixels. */
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly levels: number;
}

export interface TileAddress {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** A part of the image, image pixels. */
export interface ImageArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What is looked at, and how large: device pixels per image pixel. */
export interface TileView extends ImageArea {
  readonly scale: number;
}

/** A tile that can be drawn, and the image pixels its picture covers; anything outside the image is not drawn. */
export interface ShownTile {
  readonly key: string;
  readonly image: ImageBitmap;
  readonly area: ImageArea;
}

/** The tiles of one image on the screen. */
export interface TileSet {
  readonly pyramid: TilePyramid;
  /** Sets what is in view: its tiles are fetched, and requests for tiles out of view are dropped. */
  look(view: TileView): void;
  /** What there is of the view, coarse tiles first; another list whenever it has changed. */
  readonly shown: readonly ShownTile[];
  /** Called whenever there is more to show. Returns how to stop. */
  onChange(listener: () => void): () => void;
}

/** Wider tiles are not given to the GPU: they may be larger than a texture. */
export const widestTexture = 8192;

/** How far the tile layer zooms in; past `levels - 1` its finest tiles are enlarged. */
export function maxLevel({ levels }: TilePyramid): number {
  return levels + 3;
}

/** The level whose pixels are at least as fine as those of the screen, `maxLevel` at most. May have no tiles of its own. */
export function levelAt(pyramid: TilePyramid, scale: number): number {
  // A rounding error must not fetch a level that is twice as fine.
  const level = Math.ceil(pyramid.levels - 1 + Math.log2(scale) - 1e-6);
  return Math.min(maxLevel(pyramid), Math.max(0, level));
}

/** Image pixels that a tile of a level spans. */
export function tileSpan(
  { tileWidth, tileHeight, levels }: TilePyramid,
  level: number,
): { width: number; height: number } {
  const shrink = 2 ** (levels - 1 - level);
  return { width: tileWidth * shrink, height: tileHeight * shrink };
}

/** What a tile covers, beyond the image's right and lower edge too. */
export function tileArea(pyramid: TilePyramid, { level, x, y }: TileAddress): ImageArea {
  const { width, height } = tileSpan(pyramid, level);
  return { left: x * width, top: y * height, right: (x + 1) * width, bottom: (y + 1) * height };
}

/** The tiles of one level that cover an area of the image, those nearest to its middle first. */
export function tilesIn(pyramid: TilePyramid, level: number, area: ImageArea): TileAddress[] {
  if (area.left >= pyramid.width || area.top >= pyramid.height) return [];
  const { width, height } = tileSpan(pyramid, level);
  const left = Math.max(0, Math.floor(area.left / width));
  const top = Math.max(0, Math.floor(area.top / height));
  const right = Math.ceil(Math.min(pyramid.width, area.right) / width);
  const bottom = Math.ceil(Math.min(pyramid.height, area.bottom) / height);
  const tiles: TileAddress[] = [];
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) tiles.push({ level, x, y });
  const [middleX, middleY] = [(area.left + area.right) / 2 / width - 0.5, (area.top + area.bottom) / 2 / height - 0.5];
  const distance = ({ x, y }: TileAddress): number => (x - middleX) ** 2 + (y - middleY) ** 2;
  return tiles.sort((a, b) => distance(a) - distance(b));
}

/** The tile of the level before that covers this one. */
export function parentOf({ level, x, y }: TileAddress): TileAddress | undefined {
  return level === 0 ? undefined : { level: level - 1, x: x >> 1, y: y >> 1 };
}

export const tileKey = ({ level, x, y }: TileAddress): string => `${level}/${x}/${y}`;
