/**
 * Georeferenced pictures: where each pixel is on the globe, and the picture resampled to web map projection
 * (EPSG:3857), so that its tiles match those of the map.
 */
import { type GeoFacts, levelsOf, type MapPlace, type PyramidFacts } from "../../base/tile-pack.ts";
import { type Gdal, type OpenRaster, type RasterInfo } from "./gdal.ts";

/** Meters from the center of a web map to its edge. */
const halfWorld = Math.PI * 6_378_137;
/** Web maps are square. */
const maxLatitude = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;
const tileSize = 256;
const finestZoom = 28;
/** Cells of the grid along each side; linear interpolation between its corners is accurate to a pixel. */
export const gridCells = 32;

export class MapError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "MapError";
  }
}

export interface MapImage {
  readonly tiff: string;
  readonly map: MapPlace;
  /** A part is further north or south than web maps reach, and is missing. */
  readonly isCut: boolean;
}

/** Longitude and latitude of the corners of all cells, row by row. @throws GdalError, MapError */
export async function globeGrid(gdal: Gdal, info: RasterInfo): Promise<NonNullable<GeoFacts["grid"]>> {
  const points = await gdal.transform(gridPoints(info), systemOf(info), "EPSG:4326");
  const flat = points.flatMap(([x = NaN, y = NaN]) => [round(x), round(y)]);
  if (!flat.every(Number.isFinite)) throw new MapError("a part of it is not on the globe");
  return { cells: gridCells, lonLat: flat };
}

/**
 * Resamples the picture to the grid of web maps, at zoom levels of the map: its corner is aligned to the tiles of its
 * coarsest level.
 * @throws GdalError, MapError
 */
export async function mapImage(
  gdal: Gdal,
  raster: OpenRaster,
  facts: Pick<PyramidFacts, "bandCount" | "values">,
  maxPixels: number,
): Promise<MapImage> {
  const { info } = raster;
  const { points: onMap, isCut } = webMercator(await gdal.transform(gridPoints(info), systemOf(info), "EPSG:4326"));
  const plan = planOf(onMap, info.size, maxPixels);
  const { zoom, x, y, width, height } = plan;
  const size = worldPixel(zoom);
  const edges = [x * size - halfWorld, halfWorld - (y + height) * size, (x + width) * size - halfWorld];
  const extent = [...edges, halfWorld - y * size].map(String);
  const source = await asStored(gdal, raster, facts);
  const hasAlpha = info.bands.some(({ colorInterpretation }) => colorInterpretation === "Alpha");
  const { real } = await gdal.warp(
    source,
    [
      ...["-of", "GTiff", "-co", "BIGTIFF=IF_SAFER", "-co", "TILED=YES", "-t_srs", "EPSG:3857", "-r", "bilinear"],
      ...["-te", ...extent, "-ts", String(width), String(height), "-wo", "SKIP_NOSOURCE=YES"],
      ...(hasAlpha ? [] : ["-dstalpha"]),
    ],
    "map",
  );
  return { tiff: real, map: { zoom, x, y }, isCut };
}

/**
 * Converts longitude and latitude to web map meters. Places beyond the date line stay next to their neighbors.
 * @throws MapError
 */
function webMercator(lonLat: readonly (readonly number[])[]): { points: number[][]; isCut: boolean } {
  let isCut = false;
  const points: number[][] = [];
  for (const [n, [longitude = NaN, latitude = NaN]] of lonLat.entries()) {
    if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) {
      throw new MapError("a part of it is not on the globe");
    }
    if (Math.abs(latitude) > maxLatitude + 1e-6) isCut = true;
    const within = (Math.min(maxLatitude, Math.max(-maxLatitude, latitude)) * Math.PI) / 180;
    const x = (longitude / 180) * halfWorld;
    // The left neighbor, or the one above for the first of a row.
    const [near = x] = points[n % (gridCells + 1) === 0 ? n - gridCells - 1 : n - 1] ?? [];
    points.push([
      x + Math.round((near - x) / (2 * halfWorld)) * 2 * halfWorld,
      (halfWorld / Math.PI) * Math.asinh(Math.tan(within)),
    ]);
  }
  const edge = halfWorld * 1.0001;
  if (!points.every(([x = 0]) => Math.abs(x) <= edge)) {
    throw new MapError("it crosses the date line, where web maps end. Cut it there into two pictures");
  }
  const ys = points.map(([, y = 0]) => y);
  if (isCut && Math.max(...ys) - Math.min(...ys) < 1) {
    throw new MapError("it is beyond the 85 degrees of latitude that web maps show");
  }
  return { points, isCut };
}

/** Values as the tiles of the original store them: 8 bits, or 16 with the same scale. */
async function asStored(
  gdal: Gdal,
  raster: OpenRaster,
  { bandCount, values }: Pick<PyramidFacts, "bandCount" | "values">,
): Promise<OpenRaster> {
  const [band] = raster.info.bands;
  const isPalette = band?.colorInterpretation === "Palette";
  const isScaled = values !== undefined && !(values.offset === 0 && values.scale === 1);
  const options: string[] = [];
  if (isPalette) options.push("-expand", "rgb");
  // A fourth band that is not opacity would become five bands.
  else if (bandCount === 4 && raster.info.bands[3]?.colorInterpretation !== "Alpha") {
    options.push("-b", "1", "-b", "2", "-b", "3");
  }
  if (isScaled) {
    const { offset, scale } = values;
    const nodata = Number(band?.noDataValue);
    const stored = Math.round((nodata - offset) / scale);
    const isWithin = band?.noDataValue !== undefined && stored >= 0 && stored <= 65535;
    options.push("-ot", "UInt16", "-scale", String(offset), String(offset + 65535 * scale), "0", "65535");
    options.push("-a_nodata", isWithin ? String(stored) : "none");
  }
  if (options.length === 0) return raster;
  const plain = ["-of", "GTiff", "-co", "BIGTIFF=IF_SAFER", "-co", "TILED=YES"];
  const { local } = await gdal.translate(raster, [...plain, ...options], "stored");
  return await gdal.open(local);
}

function planOf(onMap: readonly (readonly number[])[], [across, down]: readonly [number, number], maxPixels: number) {
  const xs = onMap.map(([one = NaN]) => one);
  const ys = onMap.map(([, one = NaN]) => one);
  const middle = (gridCells / 2) * (gridCells + 2);
  const [ax = 0, ay = 0] = onMap[middle] ?? [];
  const [bx = 0, by = 0] = onMap[middle + 1] ?? [];
  const [cx = 0, cy = 0] = onMap[middle + gridCells + 1] ?? [];
  const cellPixels = (across / gridCells) * (down / gridCells);
  const metresPerPixel = Math.sqrt(Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / cellPixels);
  if (!(metresPerPixel > 0)) throw new MapError("its middle is beyond the 85 degrees of latitude that web maps show");
  // No coarser than the picture; a difference of a hundredth does not justify four times as many pixels.
  let zoom = Math.ceil(Math.log2(worldPixel(0) / metresPerPixel) - 0.01);
  zoom = Math.min(finestZoom, Math.max(0, zoom));
  for (; ; zoom--) {
    const size = worldPixel(zoom);
    const exact = {
      left: (Math.min(...xs) + halfWorld) / size,
      right: (Math.max(...xs) + halfWorld) / size,
      top: (halfWorld - Math.max(...ys)) / size,
      bottom: (halfWorld - Math.min(...ys)) / size,
    };
    const { x, y, width, height } = snapped(exact);
    if (width * height <= maxPixels || zoom === 0) return { zoom, x, y, width, height };
  }
}

/** Aligned to pixels of its coarsest level. */
function snapped({ left, right, top, bottom }: { left: number; right: number; top: number; bottom: number }) {
  for (let levels = 1; ; levels++) {
    const unit = 2 ** (levels - 1);
    const [x, y] = [Math.floor(left / unit) * unit, Math.floor(top / unit) * unit];
    const width = Math.max(unit, Math.ceil(right / unit) * unit - x);
    const height = Math.max(unit, Math.ceil(bottom / unit) * unit - y);
    if (levelsOf(width, height, tileSize) <= levels) return { x, y, width, height };
  }
}

/** Size of a pixel at the equator, in meters. */
const worldPixel = (zoom: number): number => (2 * halfWorld) / (tileSize * 2 ** zoom);

/** Grid points in the coordinate system of the picture. @throws MapError */
function gridPoints({ size: [width, height], geoTransform, gcps }: RasterInfo): number[][] {
  if (geoTransform === undefined) {
    throw new MapError(gcps === undefined ? "it does not say where it is" : "control points say where it is");
  }
  const [x0 = 0, xAcross = 0, xDown = 0, y0 = 0, yAcross = 0, yDown = 0] = geoTransform;
  const points: number[][] = [];
  for (let row = 0; row <= gridCells; row++) {
    for (let column = 0; column <= gridCells; column++) {
      const [x, y] = [(column / gridCells) * width, (row / gridCells) * height];
      points.push([x0 + x * xAcross + y * xDown, y0 + x * yAcross + y * yDown]);
    }
  }
  return points;
}

/** @throws MapError */
function systemOf({ coordinateSystem }: RasterInfo): string {
  const wkt = coordinateSystem?.wkt ?? "";
  if (wkt === "") throw new MapError("it has no coordinate system");
  return wkt;
}

/** Rounded to a millimetre. */
const round = (degrees: number): number => Math.round(degrees * 1e8) / 1e8;
