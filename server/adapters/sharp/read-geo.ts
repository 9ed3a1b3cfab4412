/** Reads the georeference of a TIFF, and which pixel value means "no data". */
import { open as openFile } from "node:fs/promises";

import { fromFile } from "geotiff";

import type { GeoFacts } from "../../base/tile-pack.ts";

export interface Geo {
  readonly place: GeoFacts | undefined;
  readonly nodata: number | undefined;
}

/** Called before anything is decoded: tiles do not keep the georeference. Odd tags are not a reason to refuse a file. */
export async function readGeo(source: string): Promise<Geo | undefined> {
  try {
    const file = await fromFile(source);
    try {
      const image = await file.getImage(0);
      const nodata = image.getGDALNoData() ?? undefined;
      return { place: placeOf(image), nodata: Number.isFinite(nodata) ? nodata : undefined };
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

function placeOf(image: Awaited<ReturnType<Awaited<ReturnType<typeof fromFile>>["getImage"]>>): GeoFacts | undefined {
  const keys = image.getGeoKeys();
  if (keys === null) return undefined;
  try {
    const [xmin = NaN, ymin = NaN, xmax = NaN, ymax = NaN] = image.getBoundingBox();
    if (![xmin, ymin, xmax, ymax].every(Number.isFinite)) return undefined;
    const code = Number(keys["ProjectedCSTypeGeoKey"] ?? keys["GeographicTypeGeoKey"]);
    // 32767: a custom system defined in the file.
    return { xmin, ymin, xmax, ymax, srs: code > 0 && code !== 32767 ? `EPSG:${code}` : "" };
  } catch {
    return undefined;
  }
}

/** Checked by its first bytes. */
export async function isTiff(source: string): Promise<boolean> {
  const file = await openFile(source);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return ["II*\0", "MM\0*", "II+\0", "MM\0+"].includes(buffer.toString("latin1"));
  } finally {
    await file.close();
  }
}
