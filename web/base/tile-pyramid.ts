/**
 * A large image as a pyramid of tiles: level 0 is one tile, and each level has twice the resolution of the one before.
 * Pure functions compute which tiles a view needs; `web/media` fetches them, `web/render` draws them.
 */

export interface TilePyramid {
  /** Size at the finest level, image pixels. */
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

/** A rectangle of the image, image pixels. */
export interface ImageArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The visible area, and its scale: device pixels per image pixel. */
export interface TileView extends ImageArea {
  readonly scale: number;
}

/** A tile that can be drawn, and the image pixels it covers; the part outside of the image is not drawn. */
export interface ShownTile {
  readonly key: string;
  readonly image: ImageBitmap;
  readonly area: ImageArea;
}

/** The tiles of one image on the screen. */
export interface TileSet {
  readonly pyramid: TilePyramid;
  /** Sets the view: its tiles are fetched, and requests for tiles outside of it are dropped. */
  look(view: TileView): void;
  /** The loaded tiles of the view, coarse ones first; a new list after each change. */
  readonly shown: readonly ShownTile[];
  /** Called whenever more tiles are available. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** Wider tiles are not uploaded to the GPU, since they may exceed the maximum texture size. */
export const widestTexture = 8192;

/** The finest level of the tile layer; past `levels - 1` its finest tiles are enlarged. */
export function maxLevel({ levels }: TilePyramid): number {
  return levels + 3;
}

/** The level with at least the resolution of the screen, at most `maxLevel`. May have no tiles of its own. */
export function levelAt(pyramid: TilePyramid, scale: number): number {
  // A rounding error must not fetch a level with twice the resolution.
  const level = Math.ceil(pyramid.levels - 1 + Math.log2(scale) - 1e-6);
  return Math.min(maxLevel(pyramid), Math.max(0, level));
}

/** Image pixels spanned by a tile of a level. */
export function tileSpan(
  { tileWidth, tileHeight, levels }: TilePyramid,
  level: number,
): { width: number; height: number } {
  const shrink = 2 ** (levels - 1 - level);
  return { width: tileWidth * shrink, height: tileHeight * shrink };
}

/** The area of a tile, which may extend beyond the image's right and bottom edges. */
export function tileArea(pyramid: TilePyramid, { level, x, y }: TileAddress): ImageArea {
  const { width, height } = tileSpan(pyramid, level);
  return { left: x * width, top: y * height, right: (x + 1) * width, bottom: (y + 1) * height };
}

/** The tiles of one level that cover an area of the image, nearest to its center first. */
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

/** The tile of the previous level that covers this one. */
export function parentOf({ level, x, y }: TileAddress): TileAddress | undefined {
  return level === 0 ? undefined : { level: level - 1, x: x >> 1, y: y >> 1 };
}

export const tileKey = ({ level, x, y }: TileAddress): string => `${level}/${x}/${y}`;
