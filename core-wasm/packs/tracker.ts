/**
 * A running tracker pack: a template shows the object, and a model finds it near its last place on the next picture. In
 * pixels of the picture, and the same wherever it runs.
 *
 * The layout `centre` is that of the ONNX exports of OSTrack (B. Ye et al., ECCV 2022) and its smaller kin, VitTrack.
 */
import type { ModelPack } from "#schemas";
import type { Bounds } from "#vision/bounds";
import { resample } from "#vision/learning/resample";
import type { Pixels } from "#vision/pixels";

import { grayPicture, inputOf, type PackInput, requireInputs } from "./model-input.ts";
import { type Backend, type NumberTensor, type OnnxRuntime, openModel, type RunningModel } from "./model-runtime.ts";
import { type Pack, PackError } from "./pack.ts";
import { answerOf, requireShape } from "./read-answers.ts";

export interface Redetection {
  readonly bounds: Bounds;
  /** 0 to 1. */
  readonly confidence: number;
}

/** An object that is being followed. */
export interface Target {
  /** Where it is on the next picture: always a box, however unlikely. @throws PackError */
  next(picture: Pixels): Promise<Redetection>;
}

export interface Tracker {
  /** Below it, the object is lost. */
  readonly minConfidence: number;
  start(picture: Pixels, bounds: Bounds): Target;
  close(): Promise<void>;
}

/** A tracker's manifest, whose members `parseManifest` has validated. */
type TrackerPack = ModelPack & Required<Pick<ModelPack, "search">>;

export const usualConfidence = 0.25;
const usualScales = { template: 2, search: 4 } as const;
/** Pixels: smaller boxes have nothing to look at. */
const minSide = 2;

/** @throws PackError when the pack is not a tracker, or the model does not match it */
export async function openTracker(pack: Pack, runtime: OnnxRuntime, backend: Backend = "wasm"): Promise<Tracker> {
  const manifest = requireTracker(pack);
  const { model: file, input, search } = manifest;
  const model = await openModel(runtime, backend, file, await pack.load(file));
  try {
    requireInputs(model, [input, search.input]);
  } catch (error) {
    await model.close();
    throw error;
  }
  return {
    minConfidence: manifest.confidence ?? usualConfidence,
    start(picture, bounds) {
      const template = partOf(picture, bounds, search.templateScale ?? usualScales.template, input).tensor;
      let last = bounds;
      return {
        async next(now) {
          const found = await find(model, manifest, template, now, last);
          last = found.bounds;
          return found;
        },
      };
    },
    close: () => model.close(),
  };
}

/** Runs it once, on a gray picture. @throws PackError */
export async function tryTracker(pack: Pack, runtime: OnnxRuntime): Promise<void> {
  const tracker = await openTracker(pack, runtime);
  try {
    const picture = grayPicture(pack.manifest.input);
    const [x, y] = [picture.width / 4, picture.height / 4];
    await tracker.start(picture, { x1: x, y1: y, x2: 3 * x, y2: 3 * y }).next(picture);
  } finally {
    await tracker.close();
  }
}

async function find(
  model: RunningModel,
  { input, search }: TrackerPack,
  template: NumberTensor,
  picture: Pixels,
  last: Bounds,
): Promise<Redetection> {
  const part = partOf(picture, last, search.searchScale ?? usualScales.search, search.input);
  const answers = await model.run(
    new Map([
      [input.name ?? "", template],
      [search.input.name ?? "", part.tensor],
    ]),
  );
  const scores = answerOf(answers, model.file, search.scores);
  const [, , rows = 0, columns = 0] = scores.shape;
  const size = rows * columns;
  const sizes = answerOf(answers, model.file, search.sizes);
  const offsets = answerOf(answers, model.file, search.offsets);
  requireShape(scores, [1, 1, rows, columns], model.file, "scores of a grid", '"search"');
  requireShape(sizes, [1, 2, rows, columns], model.file, "widths and heights", '"search"');
  requireShape(offsets, [1, 2, rows, columns], model.file, "offsets across and down", '"search"');
  let best = 0;
  let max = -Infinity;
  for (let at = 0; at < size; at++) {
    // Objects rarely jump: places in the middle count more.
    const near = hann(at % columns, columns) * hann(Math.floor(at / columns), rows);
    if (scores.values[at]! * near > max) [best, max] = [at, scores.values[at]! * near];
  }
  const x = part.left + (((best % columns) + offsets.values[best]!) / columns) * part.side;
  const y = part.top + ((Math.floor(best / columns) + offsets.values[size + best]!) / rows) * part.side;
  const halfWidth = Math.max(minSide, sizes.values[best]! * part.side) / 2;
  const halfHeight = Math.max(minSide, sizes.values[size + best]! * part.side) / 2;
  return {
    bounds: { x1: x - halfWidth, y1: y - halfHeight, x2: x + halfWidth, y2: y + halfHeight },
    confidence: Math.max(0, Math.min(1, scores.values[best]!)),
  };
}

const hann = (at: number, count: number): number => 0.5 * (1 - Math.cos((2 * Math.PI * (at + 1)) / (count + 1)));

/** A square around a box, as the model takes it; the border of the picture is repeated beyond it. */
function partOf(picture: Pixels, { x1, y1, x2, y2 }: Bounds, scale: number, input: PackInput) {
  const side = Math.max(minSide, Math.sqrt(Math.max(1, (x2 - x1) * (y2 - y1))) * scale);
  const [left, top] = [(x1 + x2 - side) / 2, (y1 + y2 - side) / 2];
  const { width, height } = input;
  const { rgb } = resample(picture, {
    x: left,
    y: top,
    width,
    height,
    scale: width / side,
    scaleY: height / side,
  });
  const { tensor } = inputOf({ width, height, rgb: Uint8Array.from(rgb, Math.round) }, input);
  return { tensor, left, top, side };
}

function requireTracker({ manifest }: Pack): TrackerPack {
  const { kind, name, search } = manifest;
  if (kind !== "tracker" || search === undefined) {
    throw new PackError(`${name} is a pack of the kind ${kind}, not a tracker.`);
  }
  return { ...manifest, search };
}
