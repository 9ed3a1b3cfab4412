/**
 * Aggregated channel features, a detector's input instead of pixels. After P. Dollár, R. Appel, S. Belongie and P.
 * Perona, "Fast feature pyramids for object detection", IEEE PAMI 36(8), 2014: color (CIE LUV), gradient magnitude,
 * and gradient magnitude in six directions, each as the mean of cells of 4 x 4 pixels.
 */

/** Side of a cell, in pixels. */
export const cellPx = 4;
const directions = 6;
export const channelCount = 4 + directions;

/** A small picture: 0 to 255, three values per pixel, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array | Uint8ClampedArray | Float32Array;
}

export interface Channels {
  readonly columns: number;
  readonly rows: number;
  /** `channelCount` values per cell, row by row. */
  readonly values: Float32Array;
}

/**
 * Margin in pixels around a window that makes its gradients the same as within the whole picture: a multiple of a cell.
 */
export const marginPx = 2 * cellPx;

/** Half the side of the window within which strengths are normalized, in pixels. */
const localPx = 5;
const minStrength = 0.005;

/** Pixels at the right and bottom that do not fill a cell are ignored. */
export function channelsOf(raster: Raster): Channels {
  const { width, height } = raster;
  const columns = Math.floor(width / cellPx);
  const rows = Math.floor(height / cellPx);
  const light = new Float32Array(width * height);
  const u = new Float32Array(width * height);
  const v = new Float32Array(width * height);
  fillLuv(raster, light, u, v);
  const planes: Planes = [
    smoothed(light, width, height, 1),
    smoothed(u, width, height, 1),
    smoothed(v, width, height, 1),
  ];
  const { strength, direction } = gradientOf(planes, width, height);
  const around = boxMean(strength, width, height, localPx);
  const cells = new Float32Array(columns * rows * channelCount);
  const share = 1 / (cellPx * cellPx);
  for (let y = 0; y < rows * cellPx; y++) {
    const line = ((y / cellPx) | 0) * columns;
    for (let x = 0; x < columns * cellPx; x++) {
      const at = y * width + x;
      const to = (line + ((x / cellPx) | 0)) * channelCount;
      const strong = (strength[at]! / (around[at]! + minStrength)) * share;
      // Divided between the two nearest directions.
      const place = direction[at]! * directions;
      const low = place | 0;
      const next = low + 1 === directions ? 0 : low + 1;
      cells[to] = cells[to]! + planes[0][at]! * share;
      cells[to + 1] = cells[to + 1]! + planes[1][at]! * share;
      cells[to + 2] = cells[to + 2]! + planes[2][at]! * share;
      cells[to + 3] = cells[to + 3]! + strong;
      cells[to + 4 + low] = cells[to + 4 + low]! + strong * (1 - place + low);
      cells[to + 4 + next] = cells[to + 4 + next]! + strong * (place - low);
    }
  }
  return { columns, rows, values: smoothed(cells, columns, rows, channelCount) };
}

type Planes = readonly [Float32Array, Float32Array, Float32Array];

/** Each from 0 to about 1. */
function fillLuv({ width, height, rgb }: Raster, light: Float32Array, u: Float32Array, v: Float32Array): void {
  const size = width * height;
  for (let at = 0, from = 0; at < size; at++, from += 3) {
    const r = linearOf[rgb[from]! | 0]!;
    const g = linearOf[rgb[from + 1]! | 0]!;
    const b = linearOf[rgb[from + 2]! | 0]!;
    const x = 0.4124 * r + 0.3576 * g + 0.1805 * b;
    const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    const z = 0.0193 * r + 0.1192 * g + 0.9505 * b;
    const weight = 1 / (x + 15 * y + 3 * z + 1e-6);
    const shine = lightOf[(y * lightSteps) | 0]!;
    light[at] = shine;
    // u and v range from about -0.88 to 1.82 and from -1.34 to 1.36; these formulas scale them to between 0 and 1.
    u[at] = (13 * shine * (4 * x * weight - 0.1978) + 0.88) / 2.7;
    v[at] = (13 * shine * (9 * y * weight - 0.4683) + 1.34) / 2.7;
  }
}

const linearOf = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
/** Number of steps in the table of lightness by luminance. */
const lightSteps = 4096;
const lightOf = Float32Array.from({ length: lightSteps + 2 }, (_, step) => {
  const y = (step + 0.5) / lightSteps;
  return y > 0.008856 ? 1.16 * Math.cbrt(y) - 0.16 : 9.033 * y;
});

/** Of the plane where it is strongest; directions from 0 up to 1, half a turn. */
function gradientOf(planes: Planes, width: number, height: number) {
  const strength = new Float32Array(width * height);
  const direction = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const line = y * width;
    const above = Math.max(0, y - 1) * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const left = line + Math.max(0, x - 1);
      const right = line + Math.min(width - 1, x + 1);
      let best = 0;
      let bestX = 0;
      let bestY = 0;
      for (let n = 0; n < 3; n++) {
        const plane = planes[n as 0 | 1 | 2];
        const dx = plane[right]! - plane[left]!;
        const dy = plane[below + x]! - plane[above + x]!;
        const squared = dx * dx + dy * dy;
        if (squared <= best) continue;
        best = squared;
        bestX = dx;
        bestY = dy;
      }
      strength[line + x] = Math.sqrt(best) / 2;
      const turn = Math.atan2(bestY, bestX) / Math.PI;
      const half = turn < 0 ? turn + 1 : turn;
      direction[line + x] = half >= 1 ? 0 : half;
    }
  }
  return { strength, direction };
}

/** Smooths by 1 2 1, across and down; `depth` values at each place. */
function smoothed(values: Float32Array, width: number, height: number, depth: number): Float32Array {
  const across = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * depth;
      const left = x > 0 ? at - depth : at;
      const right = x < width - 1 ? at + depth : at;
      for (let n = 0; n < depth; n++)
        across[at + n] = (values[left + n]! + 2 * values[at + n]! + values[right + n]!) / 4;
    }
  }
  const result = new Float32Array(values.length);
  const line = width * depth;
  for (let y = 0; y < height; y++) {
    const at = y * line;
    const above = y > 0 ? at - line : at;
    const below = y < height - 1 ? at + line : at;
    for (let n = 0; n < line; n++) result[at + n] = (across[above + n]! + 2 * across[at + n]! + across[below + n]!) / 4;
  }
  return result;
}

/** The mean of the square around each value, clipped to the picture. */
function boxMean(values: Float32Array, width: number, height: number, reach: number): Float32Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let line = 0;
    for (let x = 0; x < width; x++) {
      line += values[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + line;
    }
  }
  const result = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - reach) * (width + 1), Math.min(height, y + reach + 1) * (width + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const sum = sums[bottom + right]! - sums[top + right]! - sums[bottom + left]! + sums[top + left]!;
      result[y * width + x] = (sum * (width + 1)) / ((bottom - top) * (right - left));
    }
  }
  return result;
}
