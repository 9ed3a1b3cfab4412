/** A picture being painted: RGB bytes, and for every pixel the actor visible there. */

export type Rgb = readonly [r: number, g: number, b: number];

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel, rows from the top. */
  readonly rgb: Uint8ClampedArray;
  /** One byte per pixel: the actor on top (counted from 1), 0 if none exists. */
  readonly owner: Uint8Array;
}

export function createRaster(width: number, height: number): Raster {
  return { width, height, rgb: new Uint8ClampedArray(width * height * 3), owner: new Uint8Array(width * height) };
}

/** Blends a color over a pixel; `alpha` is 0..1. */
export function blend({ rgb }: Raster, pixel: number, r: number, g: number, b: number, alpha: number): void {
  const at = pixel * 3;
  rgb[at] = rgb[at]! + (r - rgb[at]!) * alpha;
  rgb[at + 1] = rgb[at + 1]! + (g - rgb[at + 1]!) * alpha;
  rgb[at + 2] = rgb[at + 2]! + (b - rgb[at + 2]!) * alpha;
}

/** 3 x 5 digits, one row of bits after the other. */
const digits = [0o75557, 0o26227, 0o71747, 0o71717, 0o55711, 0o74717, 0o74757, 0o71122, 0o75757, 0o75717];

/** Writes a number at (x, y), each dot of a digit `scale` pixels wide, on a darkened plate. */
export function drawNumber(raster: Raster, value: number, x: number, y: number, scale: number): void {
  const text = String(value).padStart(3, "0");
  const plate = { width: (text.length * 4 + 1) * scale, height: 7 * scale };
  for (let dy = 0; dy < plate.height; dy++) {
    for (let dx = 0; dx < plate.width; dx++) blend(raster, (y + dy) * raster.width + x + dx, 8, 24, 32, 0.75);
  }
  [...text].forEach((character, i) => {
    for (let row = 0; row < 5; row++) {
      for (let column = 0; column < 3; column++) {
        if (((digits[Number(character)]! >> ((4 - row) * 3 + 2 - column)) & 1) === 0) continue;
        for (let dot = 0; dot < scale * scale; dot++) {
          const px = x + (1 + i * 4 + column) * scale + (dot % scale);
          const py = y + (1 + row) * scale + Math.floor(dot / scale);
          blend(raster, py * raster.width + px, 245, 245, 235, 1);
        }
      }
    }
  });
}

/** Bytes of one picture as planar YUV 4:2:0. */
export function yuvBytes(width: number, height: number): number {
  return (width * height * 3) / 2;
}

/**
 * Writes the picture as planar YUV 4:2:0, BT.601, limited range: what standard-definition H.264 carries. Even sizes
 * only.
 */
export function writeYuv420({ width, height, rgb }: Raster, target: Uint8Array): void {
  const cb = width * height;
  const cr = cb + cb / 4;
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let corner = 0; corner < 4; corner++) {
        const pixel = (y + (corner >> 1)) * width + x + (corner & 1);
        const r = rgb[pixel * 3]!;
        const g = rgb[pixel * 3 + 1]!;
        const b = rgb[pixel * 3 + 2]!;
        target[pixel] = 16.5 + 0.256788 * r + 0.504129 * g + 0.097906 * b;
        red += r;
        green += g;
        blue += b;
      }
      const chroma = (y / 2) * (width / 2) + x / 2;
      target[cb + chroma] = 128.5 + (-0.148223 * red - 0.290993 * green + 0.439216 * blue) / 4;
      target[cr + chroma] = 128.5 + (0.439216 * red - 0.367788 * green - 0.071427 * blue) / 4;
    }
  }
}
