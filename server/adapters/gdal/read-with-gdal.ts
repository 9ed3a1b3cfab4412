/** Converts pictures that only GDAL can read to plain TIFF with the same pixels and the same georeference. */
/* oxlint-disable wakeline/no-message-match -- GDAL has one code for all that cannot be read */
import { ImageError } from "../../ports/image-decoder.ts";
import { type Gdal, GdalError, type OpenRaster, type RasterInfo } from "./gdal.ts";

export interface ReadLimits {
  readonly pixels: number;
  /** Limit for the size of the TIFF. */
  readonly bytes: number;
}

const bytesOfType: Readonly<Record<string, number>> = {
  Byte: 1,
  Int8: 1,
  UInt16: 2,
  Int16: 2,
  UInt32: 4,
  Int32: 4,
  Float32: 4,
  Float64: 8,
  Int64: 8,
  UInt64: 8,
};
/** Too wide for libvips. */
const wideBytes = 8;

/** With more, it is unclear which three to show. */
const maxBands = 4;

export const tooManyBands = (count: number): string =>
  `has ${count} bands. Keep one, or three for red, green and blue, for example with gdal_translate -b 1 -b 2 -b 3.`;

/**
 * @param path `/input/...`
 * @returns `dtype` of the original, if the TIFF has another one @throws ImageError
 */
export async function readWithGdal(
  gdal: Gdal,
  path: string,
  limits: ReadLimits,
  isWhiteZero = false,
): Promise<{ tiff: string; bandCount: number; dtype: string | undefined; notes: string[] }> {
  try {
    const raster = await gdal.open(path);
    const { info } = raster;
    refuse(info, limits);
    const plain = ["-of", "GTiff", "-co", "BIGTIFF=IF_SAFER", "-co", "TILED=YES", "-co", "INTERLEAVE=PIXEL"];
    const { type = "" } = info.bands[0] ?? {};
    const isWide = bytesOfType[type] === wideBytes;
    // Otherwise 16-bit floating-point numbers stay as they are.
    const bits = type === "Float32" ? ["-co", "NBITS=32"] : [];
    const options = [...plain, ...bits, ...(isWide ? ["-ot", "Float32"] : []), ...bandOptions(info, isWhiteZero)];
    const { real } = await gdal.translate(raster, options, "picture");
    const dtype = isWide ? type.toLowerCase() : undefined;
    return { tiff: real, bandCount: info.bands.length, dtype, notes: notesOf(raster) };
  } catch (error) {
    if (error instanceof GdalError) throw wordGdalError(error);
    throw error;
  }
}

/**
 * The bands to show, and as what: the first three of several are red, green and blue, whether or not the file says so.
 * A band is opacity only if the file says so.
 */
function bandOptions({ bands }: RasterInfo, isWhiteZero: boolean): string[] {
  const means = bands.map(({ colorInterpretation = "" }) => colorInterpretation);
  if (means[0] === "Palette") return bands.length === 1 ? ["-expand", "rgb"] : [];
  if (means[0] === "Cyan") return ["-co", "PHOTOMETRIC=CMYK"];
  const hasOpacity = means.at(-1) === "Alpha";
  const colors = bands.length - (hasOpacity ? 1 : 0) >= 3 ? 3 : 1;
  const shown = [...Array(colors).keys()].map((n) => n + 1).concat(hasOpacity ? [bands.length] : []);
  return [
    ...shown.flatMap((band) => ["-b", String(band)]),
    ...["-co", `PHOTOMETRIC=${colors === 3 ? "RGB" : isWhiteZero ? "MINISWHITE" : "MINISBLACK"}`],
    ...["-co", `ALPHA=${hasOpacity ? "YES" : "NO"}`],
  ];
}

/** @throws ImageError */
function refuse({ size: [width, height], bands }: RasterInfo, limits: ReadLimits): void {
  if (bands.length === 0) throw new ImageError("contains no picture.");
  if (bands.length > maxBands) throw new ImageError(tooManyBands(bands.length));
  if (width * height > limits.pixels) throw new ImageError(`has more than ${limits.pixels} pixels.`);
  const type = bands[0]?.type ?? "";
  const bytes = bytesOfType[type];
  if (bytes === undefined) throw new ImageError(`has values of the type ${type}, which cannot be shown.`);
  if (width * height * bytes * bands.length > limits.bytes) {
    throw new ImageError(`would take more than ${limits.bytes} bytes as a plain picture.`);
  }
}

function notesOf({ info }: OpenRaster): string[] {
  const others = Object.keys(info.metadata?.["SUBDATASETS"] ?? {}).filter((key) => key.endsWith("_NAME")).length;
  return others > 1 ? [`has ${others} images; the first one is shown.`] : [];
}

/** Words GDAL's error for users; codecs that this build lacks are named. */
export function wordGdalError(error: GdalError): ImageError {
  const { message } = error;
  const say = (text: string): ImageError => new ImageError(text, { cause: error });
  if (/jpeg ?2000|jp2|j2k/i.test(message)) {
    return say("is compressed as JPEG 2000, which cannot be read here. Convert it to GeoTIFF first.");
  }
  if (/codec JPEG|JPEG compression/i.test(message)) {
    return say("has parts that are JPEG in TIFF, which cannot be read here. Compress them in another way first.");
  }
  const codec = /missing codec (\w+)/i.exec(message)?.[1];
  if (codec !== undefined)
    return say(`is compressed as ${codec}, which cannot be read here. Convert it to GeoTIFF first.`);
  const [first = ""] = message.replaceAll(/\/(in|out)put\//g, "").split("\n");
  return say(`cannot be read: ${first.slice(0, 200)}.`);
}
