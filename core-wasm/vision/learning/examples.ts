/** Training windows: objects as they were drawn, slightly shifted and mirrored, and places without an object. */
import { areaOf, type Bounds, overlapOf } from "../bounds.ts";
import { cellPx, channelsOf, marginPx, type Raster } from "./channels.ts";
import { boxOf, featuresAt, type Pyramid, scan, scaleOf } from "./find-objects.ts";
import { type LearnedType, type LearnedWindow } from "./model.ts";
import { resample } from "./resample.ts";

export interface LearningPicture {
  readonly picture: Raster;
  /** In pixels of the picture; a box without a type is neither an object nor a place without one. */
  readonly boxes: readonly (Bounds & { readonly type: string | undefined })[];
}

/** Windows that overlap an object by less do not show it. */
const minOverlap = 0.3;
/** How many copies of an object are trained, and their variation, since objects are not aligned to any grid. */
export interface Variety {
  readonly copies: number;
  /** Maximum shift of a copy as a share of the object, and maximum relative change of its size. */
  readonly shift: number;
  readonly resize: number;
}

const usualVariety: Variety = { copies: 1, shift: 0.04, resize: 0.06 };
/** Smaller objects are not detected. */
const [minSidePx, maxSidePx] = [12, 32];
/** Size of the window relative to the object. */
const around = 1.3;

/** Smaller objects cannot be distinguished from anything. */
export const minSizePx = 6;
const goodSizePx = 20;

/**
 * The first of these longest sides at which at most a quarter of the objects is too small.
 * @param objects sizes as returned by `sizeOf`, on pictures of this longest side
 */
export function chooseSide(
  objects: readonly { readonly size: number; readonly longest: number }[],
  sides: readonly number[],
): number {
  const isGoodAt = (side: number): boolean => {
    const sizes = objects.map(({ size, longest }) => size * Math.min(1, side / longest)).toSorted((a, b) => a - b);
    return (sizes[sizes.length >> 2] ?? 0) >= goodSizePx;
  };
  return sides.find(isGoodAt) ?? sides.at(-1) ?? 0;
}

export const sizeOf = (bounds: Bounds): number => Math.sqrt(areaOf(bounds));

/** The window for objects with these boxes: of their median shape, and not larger than they are. */
export function windowFor(boxes: readonly Bounds[]): LearnedWindow {
  const shapes = boxes.map(({ x1, y1, x2, y2 }) => Math.log((x2 - x1) / (y2 - y1))).toSorted((a, b) => a - b);
  const aspect = Math.exp(Math.max(-1.2, Math.min(1.2, shapes[shapes.length >> 1] as number)));
  const sizes = boxes.map(sizeOf).toSorted((a, b) => a - b);
  const side = Math.max(minSidePx, Math.min(maxSidePx, sizes[sizes.length >> 2] as number));
  const [objectWidth, objectHeight] = [side * Math.sqrt(aspect), side / Math.sqrt(aspect)];
  const cells = (px: number): number => Math.max(3, Math.ceil((px * around) / cellPx));
  return { columns: cells(objectWidth), rows: cells(objectHeight), objectWidth, objectHeight };
}

/** The features of an object unchanged, slightly shifted and resized, and mirrored versions of all these. */
export function objectExamples(
  picture: Raster,
  bounds: Bounds,
  window: LearnedWindow,
  random: () => number,
  variety = usualVariety,
): Float32Array[] {
  return [false, true].flatMap((isMirrored) => [
    cutOut(picture, bounds, window, isMirrored),
    ...Array.from({ length: variety.copies }, () =>
      cutOut(picture, jittered(bounds, random, variety), window, isMirrored),
    ),
  ]);
}

function jittered({ x1, y1, x2, y2 }: Bounds, random: () => number, { shift, resize }: Variety): Bounds {
  const [width, height] = [x2 - x1, y2 - y1];
  const off = (max: number): number => (2 * random() - 1) * max;
  const [x, y] = [(x1 + x2) / 2 + off(shift) * width, (y1 + y2) / 2 + off(shift) * height];
  const grown = (1 + off(resize)) / 2;
  return { x1: x - width * grown, y1: y - height * grown, x2: x + width * grown, y2: y + height * grown };
}

function cutOut(picture: Raster, bounds: Bounds, window: LearnedWindow, isMirrored: boolean): Float32Array {
  const scale = Math.sqrt(window.objectWidth * window.objectHeight) / sizeOf(bounds);
  const [width, height] = [window.columns * cellPx + 2 * marginPx, window.rows * cellPx + 2 * marginPx];
  const x = (bounds.x1 + bounds.x2) / 2 - width / scale / 2;
  const y = (bounds.y1 + bounds.y2) / 2 - height / scale / 2;
  const channels = channelsOf(resample(picture, { x, y, width, height, scale, isMirrored }));
  return featuresAt(channels, window, marginPx / cellPx, marginPx / cellPx);
}

/** Random places on the picture without an object of the type. */
export function emptyExamples(
  pyramid: Pyramid,
  taken: readonly Bounds[],
  learned: Pick<LearnedType, "window" | "smallest" | "largest">,
  count: number,
  random: () => number,
): Float32Array[] {
  const { window } = learned;
  const steps = pyramid.stepsOf(window, learned.smallest, learned.largest);
  const examples: Float32Array[] = [];
  // Larger pictures have more places.
  const weights = steps.map((step) => scaleOf(step) ** 2);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (let round = 0; round < count * 2 && examples.length < count && steps.length > 0; round++) {
    let rest = random() * total;
    const step = steps.find((_, n) => (rest -= weights[n] as number) <= 0) ?? (steps.at(-1) as number);
    const channels = pyramid.level(step);
    const column = Math.floor(random() * (channels.columns - window.columns + 1));
    const row = Math.floor(random() * (channels.rows - window.rows + 1));
    if (!isEmpty(boxOf(window, column, row, step), taken)) continue;
    examples.push(featuresAt(channels, window, column, row));
  }
  return examples;
}

/** Places without an object that the trees mistake for one, the worst first. */
export function mistakenExamples(
  pyramid: Pyramid,
  taken: readonly Bounds[],
  learned: LearnedType,
  count: number,
): Float32Array[] {
  const mistakes: { score: number; bounds: Bounds; features: Float32Array }[] = [];
  scan(pyramid, learned, (score, step, column, row) => {
    const bounds = boxOf(learned.window, column, row, step);
    if (score < 0 || !isEmpty(bounds, taken)) return;
    mistakes.push({ score, bounds, features: featuresAt(pyramid.level(step), learned.window, column, row) });
  });
  const kept: typeof mistakes = [];
  for (const one of mistakes.toSorted((a, b) => b.score - a.score)) {
    if (kept.length >= count) break;
    // Many windows show the same mistake.
    if (kept.every(({ bounds }) => overlapOf(bounds, one.bounds) < 0.6)) kept.push(one);
  }
  return kept.map(({ features }) => features);
}

const isEmpty = (bounds: Bounds, taken: readonly Bounds[]): boolean =>
  taken.every((one) => overlapOf(one, bounds) < minOverlap);

/** Numbers from 0 to 1, the same in every run, so that training is reproducible. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
  };
}
