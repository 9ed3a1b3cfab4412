/**
 * Identifies which picture of a video is shown, from mean values of blocks.
 *
 * A signature is a grid of blocks over the whole picture plus probes: small blocks where pictures with similar grids
 * differ most (in a screen recording that may be just the mouse pointer). Between the wanted picture and any other one,
 * a shown picture has a position: 0 is the wanted one, 1 the other. It is recognized if it is closer to the wanted one
 * than to every other one, that is if no position reaches 0.5. Their common part cancels out.
 */
import type { Reference } from "./frame-reference.ts";

/** left, top, right, bottom in pixels. */
export type Block = readonly [left: number, top: number, right: number, bottom: number];

export interface Signatures {
  readonly width: number;
  readonly height: number;
  /** Grid blocks first, then probes. */
  readonly blocks: readonly Block[];
  readonly gridCount: number;
  /** Mean luma of every block, by picture. */
  readonly references: readonly Float64Array[];
}

const columns = 32;
const rows = 24;
const probeSide = 4;
/** Pictures whose grids are nearer than this (gray levels, root mean square) get probes. */
const alike = 0.2;
const probesPerPair = 3;

export function computeSignatures(reference: Reference): Signatures {
  const { width, height, pts } = reference;
  const grid = gridOf(width, height);
  const pictures = pts.map((_, i) => reference.luma(i));
  const onGrid = pictures.map((luma) => meansOf(luma, width, grid));
  const probes = new Map<string, Block>();
  for (let a = 0; a < pictures.length; a++) {
    for (let b = a + 1; b < pictures.length; b++) {
      if (rms(onGrid[a]!, onGrid[b]!) >= alike) continue;
      for (const block of maxDifferentBlocks(pictures[a]!, pictures[b]!, width, height)) {
        probes.set(block.join(), block);
      }
    }
  }
  const blocks = [...grid, ...probes.values()];
  return {
    width,
    height,
    blocks,
    gridCount: grid.length,
    references: pictures.map((luma) => meansOf(luma, width, blocks)),
  };
}

export interface Recognition {
  readonly wanted: number;
  /** The other picture closest to the shown one, and its position between wanted and other. */
  readonly other: number;
  readonly position: number;
}

/**
 * Locates shown pictures by the mean red, green and blue of each block. `wanted` are the pictures that should be shown.
 * Colors are converted to luma by one linear map for all pictures of a file, fitted to them: browsers turn the same
 * stored colors into slightly different ones, depending on decoder and file.
 */
export function recognize(
  signatures: Signatures,
  shown: readonly (readonly number[])[],
  wanted: readonly number[],
): Recognition[] {
  const toLuma = fitLuma(signatures, shown, wanted);
  return shown.map((means, i) => {
    const luma = signatures.blocks.map(
      (_, block) =>
        toLuma[0]! * means[block * 3]! +
        toLuma[1]! * means[block * 3 + 1]! +
        toLuma[2]! * means[block * 3 + 2]! +
        toLuma[3]!,
    );
    const own = signatures.references[wanted[i]!]!;
    let nearest: Recognition = { wanted: wanted[i]!, other: -1, position: -Infinity };
    signatures.references.forEach((reference, other) => {
      if (other === wanted[i]) return;
      const position = positionBetween(own, reference, luma);
      if (position > nearest.position) nearest = { wanted: wanted[i]!, other, position };
    });
    return nearest;
  });
}

function gridOf(width: number, height: number): Block[] {
  return Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const at = (k: number, count: number, size: number): number => Math.floor((k * size) / count);
    return [
      at(column, columns, width),
      at(row, rows, height),
      at(column + 1, columns, width),
      at(row + 1, rows, height),
    ];
  });
}

function meansOf(luma: Uint8Array, width: number, blocks: readonly Block[]): Float64Array {
  return Float64Array.from(blocks, ([left, top, right, bottom]) => {
    let sum = 0;
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += luma[y * width + x]!;
    return sum / ((right - left) * (bottom - top));
  });
}

function maxDifferentBlocks(a: Uint8Array, b: Uint8Array, width: number, height: number): Block[] {
  const found: { readonly block: Block; readonly difference: number }[] = [];
  for (let top = 0; top + probeSide <= height; top += probeSide) {
    for (let left = 0; left + probeSide <= width; left += probeSide) {
      let sum = 0;
      for (let y = top; y < top + probeSide; y++) {
        for (let i = y * width + left; i < y * width + left + probeSide; i++) sum += a[i]! - b[i]!;
      }
      const difference = Math.abs(sum);
      if (difference <= (found[probesPerPair - 1]?.difference ?? 0)) continue;
      found.push({ block: [left, top, left + probeSide, top + probeSide], difference });
      found.sort((one, other) => other.difference - one.difference);
      found.length = Math.min(found.length, probesPerPair);
    }
  }
  return found.map(({ block }) => block);
}

function rms(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return Math.sqrt(sum / a.length);
}

/**
 * Position of a vector on the line from `own` (0) to `other` (1). Two equal references give 1: they are
 * indistinguishable.
 */
function positionBetween(own: Float64Array, other: Float64Array, shown: readonly number[]): number {
  let along = 0;
  let length = 0;
  for (let i = 0; i < own.length; i++) {
    const step = other[i]! - own[i]!;
    along += (shown[i]! - own[i]!) * step;
    length += step * step;
  }
  return length === 0 ? 1 : along / length;
}

/**
 * Least squares over all grid blocks of all shown pictures: only four numbers, so that the fit cannot hide a wrong
 * picture.
 */
function fitLuma(signatures: Signatures, shown: readonly (readonly number[])[], wanted: readonly number[]): number[] {
  const system = Array.from({ length: 4 }, () => new Float64Array(5));
  shown.forEach((means, i) => {
    const reference = signatures.references[wanted[i]!]!;
    for (let block = 0; block < signatures.gridCount; block++) {
      const row = [means[block * 3]!, means[block * 3 + 1]!, means[block * 3 + 2]!, 1, reference[block]!];
      for (let p = 0; p < 4; p++) for (let q = 0; q < 5; q++) system[p]![q]! += row[p]! * row[q]!;
    }
  });
  // Gauss-Jordan; the tiny term keeps the system solvable for gray pictures, whose channels are equal.
  for (let p = 0; p < 4; p++) system[p]![p]! += 1e-6;
  for (let p = 0; p < 4; p++) {
    const pivot = system[p]![p]!;
    for (let q = 0; q < 5; q++) system[p]![q]! /= pivot;
    for (let other = 0; other < 4; other++) {
      const factor = system[other]![p]!;
      if (other !== p) for (let q = 0; q < 5; q++) system[other]![q]! -= factor * system[p]![q]!;
    }
  }
  return system.map((row) => row[4]!);
}
