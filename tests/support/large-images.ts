/** TIFF files for tests: every pixel says where it is, so that a tile can be checked by itself. */
import { writeArrayBuffer } from "geotiff";
import sharp from "sharp";

/** Red and green are column and row in steps of 16 pixels, blue is the 4096 pixels that both lie in. */
export const colorAt = (x: number, y: number): readonly [number, number, number] => [
  (x >> 4) & 255,
  (y >> 4) & 255,
  ((x >> 12) & 15) * 16 + ((y >> 12) & 15),
];

export async function makeTiff(path: string, width: number, height: number): Promise<void> {
  const pixels = Buffer.alloc(width * height * 3);
  // Sixteen pixels in a row are alike, and so are sixteen rows.
  for (let y = 0; y < height; y++) {
    const row = y * width * 3;
    if (y % 16 !== 0) pixels.copyWithin(row, row - width * 3, row);
    else for (let x = 0; x < width; x++) pixels.set(colorAt(x, y), row + x * 3);
  }
  await sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .tiff({ compression: "deflate", tile: true, tileWidth: 256, tileHeight: 256 })
    .toFile(path);
}

export interface GreyTiff {
  readonly width: number;
  readonly height: number;
  /** Default 1. */
  readonly bands?: number;
  readonly values: Uint16Array | Int16Array | Float32Array;
  /** Upper left corner and size of a pixel, in UTM zone 21 north. */
  readonly place?: { readonly x: number; readonly y: number; readonly pixel: number };
}

export function greyTiff({ width, height, values, place, bands = 1 }: GreyTiff): Buffer {
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
      ...{ width, height, SamplesPerPixel: bands },
      BitsPerSample: Array.from({ length: bands }, () => bits),
      SampleFormat: Array.from({ length: bands }, () => format),
      ...{ PhotometricInterpretation: 1, ...geo },
    } as never,
  ) as ArrayBuffer;
  return Buffer.from(written);
}
