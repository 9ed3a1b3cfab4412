/**
 * Masks in PNG files, as LabelMe and Supervisely keep them inside JSON: the inside pixels, row by row. A pixel is
 * inside if it is not transparent, or, without transparency, not black.
 */
import type { RunMask } from "./mask-polygons.ts";

/** Pixels of a mask, and of all masks of a file; more would take minutes. */
const maxPixels = 1 << 26;
export const maxPixelsOfFile = 1 << 28;
/** Unpacked bytes of a mask, which may have several for each pixel. */
const maxUnpackedBytes = 1 << 28;
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replace(/^data:[^,]*,/, "")), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Unpacks the zlib form. @returns `undefined` if it is broken, or has more bytes */
export async function inflate(bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))) {
      length += part.length;
      if (length > maxBytes) return undefined;
      parts.push(part);
    }
  } catch {
    return undefined;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

interface PngParts {
  readonly width: number;
  readonly height: number;
  /** Bits of a sample. */
  readonly depth: number;
  readonly color: number;
  readonly isInterlaced: boolean;
  readonly palette: Uint8Array;
  /** Transparency of the palette's colors. */
  readonly alphas: Uint8Array | undefined;
  readonly data: Uint8Array<ArrayBuffer>;
}

/** @param left pixels that it may have @returns `undefined` if it cannot be read */
export async function maskOfPng(bytes: Uint8Array<ArrayBuffer>, left = maxPixels): Promise<RunMask | undefined> {
  const runs: number[] = [0];
  const size = await eachPixel(bytes, left, ({ png, channels, row }, x) => {
    const isInside = isInsideAt(png, channels, row, x);
    if ((runs.length % 2 === 0) !== isInside) runs.push(0);
    runs[runs.length - 1]! += 1;
  });
  return size && { runs, ...size };
}

export interface ColorNumbers {
  readonly width: number;
  readonly height: number;
  /** red + 256 * green + 65536 * blue of each pixel, row by row. */
  readonly numbers: Uint32Array;
}

/** Numbers written as colors of 8 bits, as in panoptic COCO. @returns `undefined` if it has no such colors */
export async function colorNumbersOfPng(
  bytes: Uint8Array<ArrayBuffer>,
  left = maxPixels,
): Promise<ColorNumbers | undefined> {
  const found = partsOf(bytes);
  if (found?.depth !== 8 || (found.color !== 2 && found.color !== 6)) return undefined;
  if (found.width * found.height > Math.min(left, maxPixels)) return undefined;
  const numbers = new Uint32Array(found.width * found.height);
  let at = 0;
  const size = await eachPixel(bytes, left, ({ channels, row }, x) => {
    const start = x * channels;
    numbers[at++] = (row[start] ?? 0) + 256 * (row[start + 1] ?? 0) + 65536 * (row[start + 2] ?? 0);
  });
  return size && { ...size, numbers };
}

interface PixelRow {
  readonly png: PngParts;
  readonly channels: number;
  /** Bytes without the filter. */
  readonly row: Uint8Array;
}

/** Calls for every pixel, row by row. @returns `undefined` if the file cannot be read */
async function eachPixel(
  bytes: Uint8Array<ArrayBuffer>,
  left: number,
  take: (row: PixelRow, x: number) => void,
): Promise<{ readonly width: number; readonly height: number } | undefined> {
  const png = partsOf(bytes);
  const channels = png && [1, 0, 3, 1, 2, 0, 4][png.color];
  if (png === undefined || channels === undefined || channels === 0 || png.isInterlaced) return undefined;
  const { width, height, depth, data } = png;
  if (width * height > Math.min(left, maxPixels) || ![1, 2, 4, 8, 16].includes(depth)) return undefined;
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const length = (rowBytes + 1) * height;
  const packed = length > maxUnpackedBytes ? undefined : await inflate(data, length);
  if (packed?.length !== length) return undefined;
  const pixelBytes = Math.max(1, (channels * depth) / 8);
  let above: Uint8Array = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1);
    const row = packed.subarray(start + 1, start + 1 + rowBytes);
    unfilter(packed[start] ?? 0, row, above, pixelBytes);
    const pixels = { png, channels, row };
    for (let x = 0; x < width; x++) take(pixels, x);
    above = row;
  }
  return { width, height };
}

function partsOf(bytes: Uint8Array<ArrayBuffer>): PngParts | undefined {
  if (!signature.every((byte, at) => bytes[at] === byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<string, Uint8Array<ArrayBuffer>>();
  const data: Uint8Array<ArrayBuffer>[] = [];
  for (let at = signature.length; at + 12 <= bytes.length;) {
    const end = at + 8 + view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (end > bytes.length) return undefined;
    if (name === "IDAT") data.push(bytes.subarray(at + 8, end));
    else found.set(name, bytes.subarray(at + 8, end));
    at = end + 4;
  }
  const header = found.get("IHDR");
  if (header === undefined || header.length < 13) return undefined;
  const numbers = new DataView(header.buffer, header.byteOffset, header.length);
  const joined = new Uint8Array(data.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of data) {
    joined.set(part, at);
    at += part.length;
  }
  return {
    width: numbers.getUint32(0),
    height: numbers.getUint32(4),
    depth: header[8] ?? 0,
    color: header[9] ?? 0,
    isInterlaced: header[12] !== 0,
    palette: found.get("PLTE") ?? new Uint8Array(),
    alphas: found.get("tRNS"),
    data: joined,
  };
}

/** Adds to each byte what the filter of its row predicts, in place. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  if (filter === 0) return;
  for (let at = 0; at < row.length; at++) {
    const left = at < pixelBytes ? 0 : (row[at - pixelBytes] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < pixelBytes ? 0 : (above[at - pixelBytes] ?? 0);
    row[at]! += [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter] ?? 0;
  }
}

/** The predictor of Paeth. */
function nearest(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(left + up - corner - value)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function isInsideAt(
  { depth, color, palette, alphas }: PngParts,
  channels: number,
  row: Uint8Array,
  x: number,
): boolean {
  const sample = (channel: number): number => {
    const bit = (x * channels + channel) * depth;
    if (depth === 16) return (row[bit >> 3] ?? 0) | (row[(bit >> 3) + 1] ?? 0);
    return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
  };
  if (color === 4 || color === 6) return sample(channels - 1) > 0;
  if (color === 2) return sample(0) > 0 || sample(1) > 0 || sample(2) > 0;
  const value = sample(0);
  if (color !== 3) return value > 0;
  if (alphas !== undefined) return (alphas[value] ?? 255) > 0;
  return palette.subarray(3 * value, 3 * value + 3).some((part) => part > 0);
}
