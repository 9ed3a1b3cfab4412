/**
 * Finds learned objects on a picture: evaluates each window of each type at each size of the picture by a soft cascade
 * (a window with a low score is rejected early: L. Bourdev and J. Brandt, "Robust object detection via soft cascade",
 * CVPR 2005), and keeps the best of those that overlap.
 */
import { type Bounds, overlapOf } from "../bounds.ts";
import type { Tree } from "./boosted-trees.ts";
import { cellPx, type Channels, channelCount, channelsOf, type Raster } from "./channels.ts";
import { featureCountOf, type LearnedModel, type LearnedType, type LearnedWindow } from "./model.ts";
import { resample } from "./resample.ts";

export interface FoundWindow extends Bounds {
  readonly score: number;
}

export interface FoundObject extends Bounds {
  readonly type: string;
  readonly confidence: number;
}

/** Sizes of the picture per doubling. */
const stepsPerOctave = 4;
const maxEnlarged = 2;
const maxPixels = 8_000_000;
/** Default score below which a window is rejected; a type may have its own. */
const defaultRejectBelow = -1;
/** Windows with this overlap show the same object. */
const sameOverlap = 0.4;
/** At most this many windows are considered, the best ones first. */
const maxWindows = 2000;

/** A picture at all the sizes that are requested, each computed once. */
export class Pyramid {
  readonly #picture: Raster;
  readonly #levels = new Map<number, Channels>();

  constructor(picture: Raster) {
    this.#picture = picture;
  }

  /** @param step as returned by `stepsOf` */
  level(step: number): Channels {
    const known = this.#levels.get(step);
    if (known !== undefined) return known;
    const scale = scaleOf(step);
    const [width, height] = [this.#picture.width * scale, this.#picture.height * scale].map(Math.floor);
    const part = { x: 0, y: 0, width: width as number, height: height as number, scale };
    const made = channelsOf(step === 0 ? this.#picture : resample(this.#picture, part));
    this.#levels.set(step, made);
    return made;
  }

  /**
   * The sizes of the picture at which objects between these sizes have the size of the window, and the window fits.
   */
  stepsOf(window: LearnedWindow, smallest: number, largest: number): number[] {
    const side = Math.sqrt(window.objectWidth * window.objectHeight);
    const first = Math.floor(Math.log2(side / largest) * stepsPerOctave);
    const last = Math.ceil(Math.log2(side / smallest) * stepsPerOctave);
    const { width, height } = this.#picture;
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n).filter((step) => {
      const scale = scaleOf(step);
      return (
        scale <= maxEnlarged &&
        width * height * scale * scale <= maxPixels &&
        width * scale >= window.columns * cellPx &&
        height * scale >= window.rows * cellPx
      );
    });
  }
}

/** Caches the pyramids of pictures that are used repeatedly, as many as there is room for. */
export class Pyramids {
  readonly #kept = new Map<Raster, Pyramid>();
  #left = maxKeptPixels;

  of(picture: Raster): Pyramid {
    const known = this.#kept.get(picture);
    if (known !== undefined) return known;
    const made = new Pyramid(picture);
    const pixels = picture.width * picture.height;
    if (pixels <= this.#left) {
      this.#left -= pixels;
      this.#kept.set(picture, made);
    }
    return made;
  }
}

/** In pixels of pictures; a pyramid takes about 10 bytes for each. */
const maxKeptPixels = 25_000_000;

export const scaleOf = (step: number): number => 2 ** (step / stepsPerOctave);

/** The box of the object in a window, in pixels of the picture. */
export function boxOf(window: LearnedWindow, column: number, row: number, step: number): Bounds {
  const scale = scaleOf(step);
  const x = ((column + window.columns / 2) * cellPx) / scale;
  const y = ((row + window.rows / 2) * cellPx) / scale;
  const [halfWidth, halfHeight] = [window.objectWidth / scale / 2, window.objectHeight / scale / 2];
  return { x1: x - halfWidth, y1: y - halfHeight, x2: x + halfWidth, y2: y + halfHeight };
}

/** The features of a window. */
export function featuresAt({ columns, values }: Channels, window: LearnedWindow, column: number, row: number) {
  const features = new Float32Array(featureCountOf(window));
  const line = window.columns * channelCount;
  for (let r = 0; r < window.rows; r++) {
    const from = ((row + r) * columns + column) * channelCount;
    features.set(values.subarray(from, from + line), r * line);
  }
  return features;
}

/** Calls `look` with each window that is not rejected. */
export function scan(
  pyramid: Pyramid,
  { window, smallest, largest, trees, rejectBelow = defaultRejectBelow }: Omit<LearnedType, "type" | "confidence">,
  look: (score: number, step: number, column: number, row: number) => void,
): void {
  const leaves = Float64Array.from(trees.flatMap((tree) => tree.leaves));
  const thresholds = Float64Array.from(trees.flatMap((tree) => tree.thresholds));
  for (const step of pyramid.stepsOf(window, smallest, largest)) {
    const { columns, rows, values } = pyramid.level(step);
    const offsets = offsetsOf(trees, window, columns);
    for (let row = 0; row + window.rows <= rows; row++) {
      for (let column = 0; column + window.columns <= columns; column++) {
        const base = (row * columns + column) * channelCount;
        let score = 0;
        let n = 0;
        for (; n < trees.length && score >= rejectBelow; n++) {
          const at = n * 3;
          const first = values[base + offsets[at]!]! >= thresholds[at]! ? 1 : 0;
          const second = values[base + offsets[at + 1 + first]!]! >= thresholds[at + 1 + first]! ? 1 : 0;
          score += leaves[n * 4 + 2 * first + second]!;
        }
        if (score >= rejectBelow) look(score, step, column, row);
      }
    }
  }
}

/** Offsets of a window's features from its first one, at a size of the picture. */
function offsetsOf(trees: readonly Tree[], window: LearnedWindow, columns: number): Int32Array {
  const line = window.columns * channelCount;
  return Int32Array.from(
    trees.flatMap(({ features }) =>
      features.map((feature) => Math.floor(feature / line) * columns * channelCount + (feature % line)),
    ),
  );
}

/** The best windows of one type, the best one first. */
export function findWindows(pyramid: Pyramid, learned: LearnedType): FoundWindow[] {
  const found: FoundWindow[] = [];
  scan(pyramid, learned, (score, step, column, row) => {
    found.push({ ...boxOf(learned.window, column, row, step), score });
  });
  return bestOf(found, ({ score }) => score);
}

/** Objects of all types; where two types overlap, the more confident one is kept. */
export function findObjects(picture: Raster, { types }: LearnedModel, minConfidence: number): FoundObject[] {
  const pyramid = new Pyramid(picture);
  const found = types.flatMap((learned) => {
    const windows = findWindows(pyramid, learned).filter(({ score }) => confidenceOf(learned, score) >= minConfidence);
    return windows.map(({ score, ...bounds }): FoundObject => ({
      ...bounds,
      type: learned.type,
      confidence: confidenceOf(learned, score),
    }));
  });
  return bestOf(found, ({ confidence }) => confidence);
}

export const confidenceOf = ({ confidence: { a, b } }: LearnedType, score: number): number =>
  1 / (1 + Math.exp(a * score + b));

function bestOf<T extends Bounds>(all: readonly T[], rankOf: (one: T) => number): T[] {
  const kept: T[] = [];
  for (const one of all.toSorted((a, b) => rankOf(b) - rankOf(a)).slice(0, maxWindows)) {
    if (!kept.some((better) => overlapOf(better, one) > sameOverlap)) kept.push(one);
  }
  return kept;
}
