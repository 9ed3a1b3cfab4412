/**
 * TIFF, NITF and VRT files for tests: every pixel encodes its position, so that each tile can be checked on its own.
 */
import { writeArrayBuffer } from "geotiff";
import sharp from "sharp";

/** Red and green are column and row in steps of 16 pixels, blue is the block of 4096 pixels that contains both. */
export const colorAt = (x: number, y: number): readonly [number, number, number] => [
  (x >> 4) & 255,
  (y >> 4) & 255,
  ((x >> 12) & 15) * 16 + ((y >> 12) & 15),
];

export async function makeTiff(path: string, width: number, height: number): Promise<void> {
  const pixels = Buffer.alloc(width * height * 3);
  // Sixteen pixels in a row are equal, and so are sixteen rows.
  for (let y = 0; y < height; y++) {
    const row = y * width * 3;
    if (y % 16 !== 0) pixels.copyWithin(row, row - width * 3, row);
    else for (let x = 0; x < width; x++) pixels.set(colorAt(x, y), row + x * 3);
  }
  await sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .tiff({ compression: "deflate", tile: true, tileWidth: 256, tileHeight: 256 })
    .toFile(path);
}

export interface GrayTiff {
  readonly width: number;
  readonly height: number;
  /** Default 1. */
  readonly bands?: number;
  readonly values: Uint16Array | Int16Array | Float32Array;
  /** Upper left corner and size of a pixel, in UTM zone 21 north. */
  readonly place?: { readonly x: number; readonly y: number; readonly pixel: number };
}

export function grayTiff({ width, height, values, place, bands = 1 }: GrayTiff): Buffer {
  const bits = values.BYTES_PER_ELEMENT * 8;
  const format = values instanceof Uint16Array ? 1 : values instanceof Int16Array ? 2 : 3;
  const geo =
    place === undefined
      ? {}
      : {
          ModelPixelScale: [place.pixel, place.pixel, 0],
          ModelTiepoint: [0, 0, 0, place.x, place.y, 0],
          GTModelTypeGeoKey: 1,
          GTRasterTypeGeoKey: 1,
          ProjectedCSTypeGeoKey: 32621,
        };
  const written = writeArrayBuffer(
    values as never,
    {
      width,
      height,
      SamplesPerPixel: bands,
      BitsPerSample: Array.from({ length: bands }, () => bits),
      SampleFormat: Array.from({ length: bands }, () => format),
      PhotometricInterpretation: 1,
      ...geo,
    } as never,
  ) as ArrayBuffer;
  return Buffer.from(written);
}

export interface GrayNitf {
  readonly width: number;
  readonly height: number;
  readonly values: Uint16Array;
  /**
   * Centers of the corner pixels in UTM zone 21 north: clockwise from the upper left, easting and northing in meters.
   */
  readonly corners?: readonly (readonly [east: number, north: number])[];
  /** Default NC: not compressed. */
  readonly compression?: "NC" | "C8";
}

/** One 16-bit image in the layout of MIL-STD-2500C. */
export function grayNitf({ width, height, values, corners, compression = "NC" }: GrayNitf): Buffer {
  const text = (value: string, length: number): string => value.padEnd(length);
  const number = (value: number, length: number): string => String(value).padStart(length, "0");
  const place = (corners ?? []).map(([east, north]) => `21${number(east, 6)}${number(north, 7)}`).join("");
  const image = [
    ...["IM", text("sea", 10), "20260101000000", text("", 17 + 80), "U", text("", 166), "0", text("", 42)],
    ...[number(height, 8), number(width, 8), "INT", text("MONO", 8), text("VIS", 8), "16R"],
    ...[corners === undefined ? " " : `N${place}`, "0", compression, compression === "NC" ? "" : "N036"],
    ...["1", text("M", 2), text("", 6), "N", text("", 3), "0", "0B", number(1, 4), number(1, 4)],
    ...[number(width, 4), number(height, 4), "16", "001", "000", number(0, 10), "1.0 ", number(0, 5), number(0, 5)],
  ].join("");
  const pixels = Buffer.alloc(values.length * 2);
  for (const [n, value] of values.entries()) pixels.writeUInt16BE(value, 2 * n);
  const headBytes = 404;
  const head = [
    ...["NITF02.10", "03", "BF01", text("test", 10), "20260101000000", text("", 80), "U", text("", 166)],
    ...[number(0, 5), number(0, 5), "0", text("", 3 + 24 + 18), number(headBytes + image.length + pixels.length, 12)],
    ...[number(headBytes, 6), number(1, 3), number(image.length, 6), number(pixels.length, 10)],
    ...[number(0, 15), number(0, 5), number(0, 5)],
  ].join("");
  return Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(image, "latin1"), pixels]);
}

/** Three bands, composed of parts next to each other. */
export function vrtOf(width: number, height: number, parts: readonly { name: string; left: number; width: number }[]) {
  const band = (n: number): string =>
    `<VRTRasterBand dataType="Byte" band="${n}"><ColorInterp>${["Red", "Green", "Blue"][n - 1]}</ColorInterp>${parts
      .map(
        (part) =>
          `<SimpleSource><SourceFilename relativeToVRT="1">${part.name}</SourceFilename><SourceBand>${n}</SourceBand>` +
          `<SrcRect xOff="0" yOff="0" xSize="${part.width}" ySize="${height}"/>` +
          `<DstRect xOff="${part.left}" yOff="0" xSize="${part.width}" ySize="${height}"/></SimpleSource>`,
      )
      .join("")}</VRTRasterBand>`;
  return `<VRTDataset rasterXSize="${width}" rasterYSize="${height}">${[1, 2, 3].map(band).join("")}</VRTDataset>`;
}

export interface TableTiff {
  readonly bands: number;
  readonly depth: "uint8" | "uint16" | "float16" | "float32" | "float64";
  readonly photometric: "minisblack" | "rgb" | "palette" | "cmyk";
  readonly isSeparate: boolean;
  /** Side of a tile; in strips if absent. */
  readonly tile?: number;
  /** Meaning of the bands after the colors: 0 unspecified, 2 opacity. */
  readonly extra?: 0 | 2;
  /** The claim of the file; its pixels are not compressed. */
  readonly compression?: number;
}

export const tableTiffSize = { width: 40, height: 28 } as const;
/** From 0 to 255 at any depth; for CMYK scaled to the whole range of the depth, for float16 a 256th. */
export const tableValueAt = (x: number, y: number, band: number): number => (x * 5 + y * 2 + band * 50) % 256;
export const paletteAt = (index: number): readonly [number, number, number] => [index, 255 - index, index ^ 85];

/** A 256th of a whole number from 0 to 255 as a floating-point number of 16 bits. */
function halfOf(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(value));
  return ((exponent + 15 - 8) << 10) + ((value - 2 ** exponent) << (10 - exponent));
}

type TiffEntry = readonly [tag: number, type: 3 | 4, values: readonly number[]];

/** An uncompressed TIFF of any layout. */
export function tableTiff(tiff: TableTiff): Buffer {
  const { bands, depth, photometric, isSeparate, tile, extra = 0, compression = 1 } = tiff;
  const { width, height } = tableTiffSize;
  const bytes = { uint8: 1, uint16: 2, float16: 2, float32: 4, float64: 8 }[depth];
  const put = (to: Buffer, at: number, value: number): unknown =>
    ({
      uint8: () => to.writeUInt8(value, at),
      uint16: () => to.writeUInt16LE(value, at),
      float16: () => to.writeUInt16LE(halfOf(value), at),
      float32: () => to.writeFloatLE(value, at),
      float64: () => to.writeDoubleLE(value, at),
    })[depth]();
  const [across, down] = tile === undefined ? [width, 8] : [tile, tile];
  const chunks: Buffer[] = [];
  for (const group of isSeparate ? Array.from({ length: bands }, (_, n) => [n]) : [[...Array(bands).keys()]]) {
    for (let top = 0; top < height; top += down) {
      for (let left = 0; left < width; left += across) {
        const rows = tile === undefined ? Math.min(down, height - top) : down;
        const chunk = Buffer.alloc(across * rows * group.length * bytes);
        for (let n = 0; n < across * rows * group.length; n++) {
          const [x, y] = [left + (Math.floor(n / group.length) % across), top + Math.floor(n / group.length / across)];
          const scale = photometric === "cmyk" && depth === "uint16" ? 257 : 1;
          put(chunk, n * bytes, scale * tableValueAt(x, y, group[n % group.length] ?? 0));
        }
        chunks.push(chunk);
      }
    }
  }
  const colors = { minisblack: 1, rgb: 3, palette: 1, cmyk: 4 }[photometric];
  const all = <T>(value: T): T[] => Array.from({ length: bands }, () => value);
  const palette = [0, 1, 2].flatMap((band) => [...Array(256).keys()].map((index) => paletteAt(index)[band]! * 257));
  const lengths = chunks.map(({ length }) => length);
  const meaning = { minisblack: 1, rgb: 2, palette: 3, cmyk: 5 }[photometric];
  const extras = Array.from({ length: Math.max(0, bands - colors) }, (_, n) => (n === 0 ? extra : 0));
  const possible: TiffEntry[] = [
    [256, 3, [width]],
    [257, 3, [height]],
    [258, 3, all(bytes * 8)],
    [259, 3, [compression]],
    [262, 3, [meaning]],
    [273, 4, tile === undefined ? lengths : []],
    [277, 3, [bands]],
    [278, 3, tile === undefined ? [down] : []],
    [279, 4, tile === undefined ? lengths : []],
    [284, 3, [isSeparate ? 2 : 1]],
    [320, 3, photometric === "palette" ? palette : []],
    [322, 3, tile === undefined ? [] : [across]],
    [323, 3, tile === undefined ? [] : [down]],
    [324, 4, tile === undefined ? [] : lengths],
    [325, 4, tile === undefined ? [] : lengths],
    [338, 3, extras],
    [339, 3, all(depth.startsWith("float") ? 3 : 1)],
  ];
  const entries = possible.filter(([, , values]) => values.length > 0);
  const directory = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  directory.write("II*\0", "latin1");
  directory.writeUInt32LE(8, 4);
  directory.writeUInt16LE(entries.length, 8);
  const blocks: Buffer[] = [];
  let end = directory.length;
  /** Offset of a list that does not fit into its entry. */
  const append = (block: Buffer): number => {
    const at = end;
    blocks.push(block);
    end += block.length;
    return at;
  };
  const offsets = chunks.map(append);
  for (const [n, [tag, type, given]] of entries.entries()) {
    const values = tag === 273 || tag === 324 ? offsets : given;
    const size = type === 3 ? 2 : 4;
    const list = Buffer.alloc(Math.max(4, values.length * size));
    for (const [m, value] of values.entries()) list[size === 2 ? "writeUInt16LE" : "writeUInt32LE"](value, m * size);
    const at = 10 + n * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(values.length, at + 4);
    if (values.length * size <= 4) list.copy(directory, at + 8);
    else directory.writeUInt32LE(append(list), at + 8);
  }
  return Buffer.concat([directory, ...blocks]);
}
