/** Masks of Supervisely: PNG files, packed once more and written as text, at a place of the picture. */
import { isObject, type JsonObject } from "../../json.ts";
import { polygonsOfMask } from "../pictures/mask-polygons.ts";
import { bytesOfBase64, inflate, maskOfPng } from "../pictures/png-mask.ts";
import { type Bitmaps, type MaskPolygon, numbersOf } from "./translation.ts";

/** Unpacked bytes of one mask. */
const maxPngBytes = 1 << 26;

/** The masks of all figures in a document, by their `bitmap`; those that cannot be read are absent. */
export async function readBitmaps(document: unknown): Promise<Bitmaps> {
  const bitmaps = new Map<JsonObject, readonly MaskPolygon[]>();
  for (const bitmap of bitmapsIn(document)) {
    const polygons = await polygonsOf(bitmap);
    if (polygons !== undefined) bitmaps.set(bitmap, polygons);
  }
  return bitmaps;
}

function bitmapsIn(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(bitmapsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    name === "bitmap" && isObject(one) ? [one] : typeof one === "object" ? bitmapsIn(one) : [],
  );
}

async function polygonsOf({ data, origin }: JsonObject): Promise<readonly MaskPolygon[] | undefined> {
  const [left, top] = numbersOf(origin) ?? [];
  const packed = typeof data === "string" ? bytesOfBase64(data) : undefined;
  if (packed === undefined || left === undefined || top === undefined) return undefined;
  const png = await inflate(packed, maxPngBytes);
  const mask = png && (await maskOfPng(new Uint8Array(png)));
  const found = mask && polygonsOfMask(mask);
  return found === undefined || typeof found === "string" ? undefined : maskPolygons(found, [left, top]);
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
