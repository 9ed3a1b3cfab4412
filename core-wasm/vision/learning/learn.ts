/**
 * Trains a detector from pictures with boxes: for each type a classifier of windows, in stages; the false positives of
 * one stage are training data for the next (bootstrapping, K.-K. Sung and T. Poggio, IEEE PAMI 20(1), 1998). Held-out
 * pictures measure the quality after each stage.
 */
import type { Bounds } from "../bounds.ts";
import { boost, type Tree } from "./boosted-trees.ts";
import type { Raster } from "./channels.ts";
import { calibrate } from "./calibrate.ts";
import {
  emptyExamples,
  type LearningPicture,
  mistakenExamples,
  objectExamples,
  randomNumbers,
  sizeOf,
  type Variety,
  windowFor,
} from "./examples.ts";
import { findWindows, Pyramids } from "./find-objects.ts";
import { type LearnedModel, type LearnedType, modelKind, maxTrees } from "./model.ts";
import { averagePrecision, judge, type ScoredPicture } from "./precision.ts";

export interface LearnOptions {
  readonly pictures: readonly LearningPicture[];
  /** Pictures for testing, which are not trained on. */
  readonly heldOut: readonly LearningPicture[];
  readonly types: readonly string[];
  readonly longestSide: number;
  /** The starting point: its types are known already. */
  readonly earlier?: LearnedModel | undefined;
  readonly progress: (done: number, total: number, message: string) => void;
  readonly log: (text: string) => void;
  /** Number of trees in each stage; default: for a training that may take minutes. */
  readonly stages?: readonly number[];
  /** From scores to confidences; default: `calibrate`. */
  readonly calibrate?: typeof calibrate;
  /** When a window is rejected (`LearnedType.rejectBelow`). */
  readonly rejectBelow?: number;
  /** Variety of the examples of each object. */
  readonly variety?: Variety;
  /** Places known not to show a type. */
  readonly refused?: readonly { readonly picture: Raster; readonly bounds: Bounds; readonly type: string }[];
}

/** Number of trees in each stage. */
const usualStages = [32, 64, 128, 256] as const;
const maxObjects = 1200;
const [maxEmpty, emptyAtFirst, mistakesAStage] = [9000, 2500, 2500] as const;
/** Number of pictures that a stage searches for mistakes. */
const minedPictures = 48;
/** Sizes to search, relative to the smallest and largest object seen. */
const [smaller, larger] = [0.85, 1.2];

/** The state of one type during training. */
interface Learning {
  learned: LearnedType;
  readonly earlierTrees: readonly Tree[];
  readonly positive: Float32Array[];
  negative: Float32Array[];
  loss: number;
}

export interface Quality {
  /** On the examples: 1 for random guesses, 0 when all is right. */
  readonly loss: number;
  /** On held-out pictures, if there are any. */
  readonly averagePrecision?: number;
  readonly heldOutPictures?: number;
}

/** A model, and its quality. */
export interface Learned {
  readonly model: LearnedModel;
  readonly quality: Quality;
}

export function learn(options: LearnOptions): Learned {
  const { pictures, heldOut, types, longestSide, earlier, progress, log, stages = usualStages } = options;
  const { calibrate: toConfidence = calibrate } = options;
  const random = randomNumbers(1);
  const mined = Math.min(minedPictures, pictures.length);
  const looked = Math.min(2 * mined, pictures.length);
  const total = types.length * looked + stages.length * (types.length * mined + heldOut.length);
  const pyramids = new Pyramids();
  let done = 0;
  let summary = "";
  const step = (message: string): void => progress(Math.min(++done, total - 1), total, `${message}${summary}`);

  const all = types.map((type) => begin(type, options, random));
  for (const one of all) {
    collect(one, pictures, pyramids, random, mined, () => step(`Looking at ${one.learned.type}`));
  }
  let best = { precision: -1, loss: 1, stage: 0, learned: all.map(({ learned }) => learned) };
  for (const [stage, count] of stages.entries()) {
    for (const one of all) {
      const message = `Stage ${stage + 1} of ${stages.length}: ${one.learned.type}`;
      if (stage > 0 || one.earlierTrees.length > 0)
        addMistakes(one, pictures, pyramids, random, mined, () => step(message));
      const room = Math.max(1, maxTrees - one.earlierTrees.length);
      const given = { count: Math.min(count, room), earlier: one.earlierTrees, random };
      const { trees, loss } = boost(one, given);
      one.learned = { ...one.learned, trees };
      one.loss = loss;
    }
    const scored = scoredOn(all, heldOut, pyramids, () => step(`Stage ${stage + 1} of ${stages.length}: trying it`));
    const loss = mean(all.map((one) => one.loss));
    const precision = mean(scored.map((one) => averagePrecision(one)).filter((one) => one !== undefined));
    const tried =
      heldOut.length === 0 ? "" : `, average precision ${fixed(precision)} on ${heldOut.length} held-out pictures`;
    const text = `Stage ${stage + 1} of ${stages.length}: ${count} trees, loss ${loss.toPrecision(2)}${tried}`;
    log(text);
    summary = ` (so far loss ${loss.toPrecision(2)}${tried})`;
    if (stage === stages.length - 1) progress(total, total, text);
    // If nothing is held out, the last one counts as the best.
    if (heldOut.length > 0 && precision <= best.precision) continue;
    best = { precision, loss, stage, learned: all.map(({ learned }) => learned) };
  }
  for (const [n, one] of all.entries()) one.learned = best.learned[n] as LearnedType;
  if (best.stage < stages.length - 1) log(`Stage ${best.stage + 1} is kept: it is the best on what was held out.`);
  const judgedOn = heldOut.length > 0 ? heldOut : pictures.slice(0, mined);
  const scored = scoredOn(all, judgedOn, pyramids, () => undefined);
  const fresh = all.map(({ learned }, n): LearnedType => ({
    ...learned,
    confidence: toConfidence(judge(scored[n] ?? [])),
  }));
  for (const [n, { type }] of fresh.entries()) {
    const precision = heldOut.length === 0 ? undefined : averagePrecision(scored[n] ?? []);
    if (precision !== undefined) log(`${type}: average precision ${fixed(precision)}`);
  }
  const kept = (earlier?.types ?? []).filter(({ type }) => !types.includes(type));
  const tried = heldOut.length > 0 && { averagePrecision: best.precision, heldOutPictures: heldOut.length };
  return {
    model: { kind: modelKind, version: 1, longestSide, types: [...fresh, ...kept] },
    quality: { loss: best.loss, ...tried },
  };
}

const fixed = (value: number): string => value.toFixed(3);
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function begin(
  type: string,
  { pictures, earlier, refused = [], variety, rejectBelow }: LearnOptions,
  random: () => number,
): Learning {
  const boxes = pictures.flatMap((one) => one.boxes.filter((box) => box.type === type).map((box) => ({ ...one, box })));
  const known = earlier?.types.find((one) => one.type === type);
  const sizes = boxes.map(({ box }) => sizeOf(box)).toSorted((a, b) => a - b);
  const at = (share: number): number => sizes[Math.floor(share * (sizes.length - 1))] as number;
  const smallest = Math.min(at(0.02) * smaller, known?.smallest ?? Infinity);
  const largest = Math.max(at(0.98) * larger, known?.largest ?? 0);
  const window = known?.window ?? windowFor(boxes.map(({ box }) => box));
  const threshold = rejectBelow === undefined ? {} : { rejectBelow };
  const learned = { type, window, smallest, largest, trees: [], confidence: { a: -1, b: 0 }, ...threshold };
  const chosen = sample(boxes, maxObjects, random);
  return {
    learned: { ...learned, trees: known?.trees ?? [] },
    earlierTrees: known?.trees ?? [],
    positive: chosen.flatMap(({ picture, box }) => objectExamples(picture, box, window, random, variety)),
    negative: refused
      .filter((one) => one.type === type)
      .flatMap(({ picture, bounds: place }) => objectExamples(picture, place, window, random)),
    loss: 1,
  };
}

/** Places without an object, and objects of other types. */
function collect(
  one: Learning,
  pictures: readonly LearningPicture[],
  pyramids: Pyramids,
  random: () => number,
  mined: number,
  step: () => void,
): void {
  const { learned } = one;
  const others = pictures.flatMap(({ picture, boxes }) =>
    boxes
      .filter(({ type }) => type !== undefined && type !== learned.type)
      .map((box) => ({ picture, box, taken: possibleBoxes(learned, boxes) }))
      // Two types for one object: it is unknown which is right.
      .filter(({ box: { type: _type, ...box }, taken }) => taken.every((own) => !covers(own, box))),
  );
  for (const { picture, box } of sample(others, maxObjects / 2, random)) {
    one.negative.push(...objectExamples(picture, box, learned.window, random));
  }
  const chosen = sample(pictures, mined * 2, random);
  for (const { picture, boxes } of chosen) {
    const count = Math.ceil(emptyAtFirst / chosen.length);
    one.negative.push(...emptyExamples(pyramids.of(picture), possibleBoxes(learned, boxes), learned, count, random));
    step();
  }
}

function addMistakes(
  one: Learning,
  pictures: readonly LearningPicture[],
  pyramids: Pyramids,
  random: () => number,
  mined: number,
  step: () => void,
): void {
  const { learned } = one;
  const max = Math.ceil(mistakesAStage / mined);
  for (const { picture, boxes } of sample(pictures, mined, random)) {
    one.negative.push(...mistakenExamples(pyramids.of(picture), possibleBoxes(learned, boxes), learned, max));
    step();
  }
  one.negative = sample(one.negative, maxEmpty, random);
}

/** Where the type is, or may be. */
const possibleBoxes = ({ type }: LearnedType, boxes: LearningPicture["boxes"]): Bounds[] =>
  boxes.filter((box) => box.type === undefined || box.type === type);

const covers = (a: Bounds, b: Bounds): boolean => a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2;

/** For each type, the objects it finds on the pictures, and the true ones. */
function scoredOn(
  all: readonly Learning[],
  pictures: readonly LearningPicture[],
  pyramids: Pyramids,
  step: () => void,
): ScoredPicture[][] {
  const scored = all.map((): ScoredPicture[] => []);
  for (const { picture, boxes } of pictures) {
    const pyramid = pyramids.of(picture);
    for (const [n, { learned }] of all.entries()) {
      const truth = boxes.filter(({ type }) => type === learned.type);
      const open = boxes.filter(({ type }) => type === undefined);
      // Detections on objects of unknown type are neither right nor wrong.
      const found = findWindows(pyramid, learned).filter((one) => open.every((box) => !covers(box, one)));
      scored[n]?.push({ truth, found });
    }
    step();
  }
  return scored;
}

/** At most `max`, chosen at random. */
function sample<T>(all: readonly T[], max: number, random: () => number): T[] {
  if (all.length <= max) return [...all];
  const left = [...all];
  for (let n = 0; n < max; n++) {
    const other = n + Math.floor(random() * (left.length - n));
    [left[n], left[other]] = [left[other] as T, left[n] as T];
  }
  return left.slice(0, max);
}
