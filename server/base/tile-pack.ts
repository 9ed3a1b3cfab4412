/**
 * All tiles of a large image in one file, so that a tile is a byte range wherever the file is stored: 8 bytes of
 * signature, the length of a JSON text and that text (`PyramidFacts`), where each tile begins and the last one ends
 * (f64, bytes from the start of the file), then the tiles: PNGs of full size, level by level from the smallest, row by
 * row. Numbers are little-endian.
 */

export interface PyramidFacts {
  readonly sizeX: number;
  readonly sizeY: number;
  /** Pixels along each side of a tile; tiles at the right and lower edge are padded. */
  readonly tileSize: number;
  /** Level 0 is one tile, level `levels - 1` is full resolution. */
  readonly levels: number;
  /** Sample type of the original, in NumPy's notation. */
  readonly dtype: string;
  readonly bandCount: number;
  /** For tiles of 16 bits: values of the original are `offset + scale * stored`. Absent: tiles have 8 bits. */
  readonly values?: {
    readonly offset: number;
    readonly scale: number;
    /** Stored values shown as black and white unless a style says otherwise. */
    readonly shown: readonly [black: number, white: number];
  };
  readonly geo?: GeoFacts;
  /** Set if these are tiles of the image in web map projection, at this place. */
  readonly map?: MapPlace;
}

/**
 * The position of the upper left corner among the pixels of a web map (EPSG:3857) that is 256 * 2^zoom pixels wide and
 * high.
 */
export interface MapPlace {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export type PyramidSize = Pick<PyramidFacts, "sizeX" | "sizeY" | "tileSize" | "levels">;

/** The geographic position of the image; absent if the image has none. */
export interface GeoFacts {
  readonly xmin: number;
  readonly ymin: number;
  readonly xmax: number;
  readonly ymax: number;
  /** `EPSG:32621`; empty for a custom system defined in the file. */
  readonly srs: string;
  /** Longitude and latitude of the corners of `cells` x `cells` parts of the image, row by row. */
  readonly grid?: { readonly cells: number; readonly lonLat: readonly number[] };
}

const signature = "WKLTILE1";
const headBytes = signature.length + 4;
/** The geographic grid takes half of them. */
const maxFactsBytes = 64 * 1024;
/** Deeper than any image whose sides fit 32 bits. */
const maxLevels = 32;
const finestZoom = 28;

/** Columns and rows of tiles of a level. */
export function tilesAcross(
  { sizeX, sizeY, tileSize, levels }: PyramidSize,
  z: number,
): { columns: number; rows: number } {
  const shrink = 2 ** (levels - 1 - z);
  return { columns: Math.ceil(sizeX / shrink / tileSize), rows: Math.ceil(sizeY / shrink / tileSize) };
}

/** Tiles of all levels below `z`. */
export function tilesBelow(facts: PyramidSize, z: number): number {
  let count = 0;
  for (let level = 0; level < z; level++) {
    const { columns, rows } = tilesAcross(facts, level);
    count += columns * rows;
  }
  return count;
}

/**
 * As many levels as it takes to get from one tile for the whole image to full resolution, each twice as fine as the one
 * before.
 */
export function levelsOf(sizeX: number, sizeY: number, tileSize: number): number {
  const max = Math.max(Math.ceil(sizeX / tileSize), Math.ceil(sizeY / tileSize));
  return Math.ceil(Math.log2(max)) + 1;
}

/** The head of the file, before the tiles. @param sizes bytes of each tile, in order */
export function packHead(facts: PyramidFacts, sizes: readonly number[]): Buffer {
  const text = Buffer.from(JSON.stringify(facts));
  const head = Buffer.alloc(headBytes + text.length + 8 * (sizes.length + 1));
  head.write(signature, "latin1");
  head.writeUInt32LE(text.length, signature.length);
  text.copy(head, headBytes);
  let at = head.length;
  for (const [n, size] of [...sizes, 0].entries()) {
    head.writeDoubleLE(at, headBytes + text.length + 8 * n);
    at += size;
  }
  return head;
}

/** Reads the bytes from `start` up to `end`, exclusive. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>;

/** An opened tile file: its facts and where its tiles are. */
export interface TilePack {
  readonly facts: PyramidFacts;
  /** Bytes of memory that the index takes. */
  readonly indexBytes: number;
  /** Byte range of a tile in the file; `undefined` if the index is invalid. */
  rangeOf(z: number, x: number, y: number): { readonly start: number; readonly end: number } | undefined;
}

/** `undefined` for anything but a tile file: users who may write an item can upload any bytes under that name. */
export async function openTilePack(
  size: number,
  read: ReadBytes,
  maxIndexBytes: number,
): Promise<TilePack | undefined> {
  if (size < headBytes) return undefined;
  const head = await read(0, headBytes);
  if (head.toString("latin1", 0, signature.length) !== signature) return undefined;
  const factsBytes = head.readUInt32LE(signature.length);
  if (factsBytes > maxFactsBytes || headBytes + factsBytes > size) return undefined;
  const facts = factsOf((await read(headBytes, headBytes + factsBytes)).toString("utf8"));
  if (facts === undefined) return undefined;
  const indexBytes = 8 * (tilesBelow(facts, facts.levels) + 1);
  const start = headBytes + factsBytes;
  if (indexBytes > maxIndexBytes || start + indexBytes > size) return undefined;
  const index = await read(start, start + indexBytes);
  return {
    facts,
    indexBytes,
    rangeOf(z, x, y) {
      const { columns } = tilesAcross(facts, z);
      const at = 8 * (tilesBelow(facts, z) + y * columns + x);
      const [from, to] = [index.readDoubleLE(at), index.readDoubleLE(at + 8)];
      return from >= start + indexBytes && to >= from && to <= size ? { start: from, end: to } : undefined;
    },
  };
}

function factsOf(text: string): PyramidFacts | undefined {
  try {
    const facts = JSON.parse(text) as PyramidFacts;
    const { sizeX, sizeY, tileSize, levels, map } = facts;
    const isOnMap =
      map === undefined ||
      ([map.zoom, map.x, map.y].every((one) => Number.isSafeInteger(one) && one >= 0) && map.zoom <= finestZoom);
    const isSound =
      isOnMap &&
      [sizeX, sizeY, tileSize, levels].every((one) => Number.isSafeInteger(one) && one > 0) &&
      levels <= maxLevels &&
      levels === levelsOf(sizeX, sizeY, tileSize);
    return isSound ? facts : undefined;
  } catch {
    return undefined;
  }
}
