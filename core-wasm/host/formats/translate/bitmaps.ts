/** Masks of Supervisely: PNG files, packed once more and written as text, at a place of the picture. */
import { isObject, type JsonObject } from "../../json.ts";
import { polygonsOfMask, type RunMask } from "../pictures/mask-polygons.ts";
import { bytesOfBase64, inflate, maskOfPng, maxPixelsOfFile } from "../pictures/png-mask.ts";
import { type Bitmaps, type MaskPolygon, numbersOf } from "./translation.ts";

/** Unpacked bytes of one mask. */
const maxPngBytes = 1 << 26;

/** The masks of all figures in a document, by their `bitmap`; those that cannot be read are absent. */
export async function readBitmaps(document: unknown): Promise<Bitmaps> {
  const bitmaps = new Map<JsonObject, readonly MaskPolygon[]>();
  let left = maxPixelsOfFile;
  for (const bitmap of bitmapsIn(document)) {
    const mask = await maskOf(bitmap, left);
    if (mask === undefined) continue;
    left -= mask.width * mask.height;
    const polygons = polygonsOf(bitmap, mask);
    if (polygons !== undefined) bitmaps.set(bitmap, polygons);
  }
  return bitmaps;
}

/** Those of a figure of a frame are this deep at most. */
const maxDepth = 10;

function bitmapsIn(value: unknown, depth = 0): readonly JsonObject[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((one) => bitmapsIn(one, depth + 1));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === "bitmap" && isObject(one) ? [one] : bitmapsIn(one, depth + 1),
  );
}

/** @param pixels that it may have */
async function maskOf({ data }: JsonObject, pixels: number): Promise<RunMask | undefined> {
  const packed = typeof data === "string" ? bytesOfBase64(data) : undefined;
  const png = packed && (await inflate(packed, maxPngBytes));
  return png && (await maskOfPng(new Uint8Array(png), pixels));
}

function polygonsOf({ origin }: JsonObject, mask: RunMask): readonly MaskPolygon[] | undefined {
  const [left, top] = numbersOf(origin) ?? [];
  if (left === undefined || top === undefined) return undefined;
  const found = polygonsOfMask(mask);
  return typeof found === "string" ? undefined : maskPolygons(found, [left, top]);
}

/** Rings of a mask, moved to its place. */
export function maskPolygons(
  found: readonly (readonly (readonly (readonly [number, number])[])[])[],
  [left, top]: readonly [number, number] = [0, 0],
): readonly MaskPolygon[] {
  return found.map((rings) => {
    const [exterior = [], ...interiors] = rings.map((ring) => ring.map(([x, y]) => [x + left, y + top] as const));
    return { exterior, interiors };
  });
}
