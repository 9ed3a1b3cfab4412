/** Converts a picture to a model's input: its size, its order of axes and channels, and its number type. */
import type { ModelPack } from "#schemas";
import type { Bounds } from "#vision/bounds";
import { resample } from "#vision/learning/resample";
import type { Pixels } from "#vision/pixels";

import type { NumberTensor, RunningModel, TensorFact } from "./model-runtime.ts";
import { PackError } from "./pack.ts";
import { shapeText } from "./read-answers.ts";

export interface ModelInput {
  readonly tensor: NumberTensor;
  /** From pixels of the input to those of the picture, clipped to it. */
  toPicture(bounds: Bounds): Bounds;
  /** Where the picture is, in pixels of the input, and pixels of the input per pixel of the picture. */
  readonly place: Place & { readonly scaleX: number; readonly scaleY: number };
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type PackInput = ModelPack["input"];

export const inputShape = ({ width, height, layout }: PackInput): readonly number[] =>
  layout === "nhwc" ? [1, height, width, 3] : [1, 3, height, width];

/** @param usualPadding of packs that name none; `zero`: after mean and deviation */
export function inputOf(picture: Pixels, input: PackInput, usualPadding: number | "zero" = 114): ModelInput {
  const { width, height, padding = usualPadding, scale = 255, layout, colours } = input;
  const place = placeOf(picture, input);
  const [scaleX, scaleY] = [place.width / picture.width, place.height / picture.height];
  const part = resample(picture, { x: 0, y: 0, width: place.width, height: place.height, scale: scaleX, scaleY });
  const values = new Float32Array(width * height * 3);
  const isLast = layout === "nhwc";
  const [step, plane] = isLast ? [3, 1] : [1, width * height];
  for (let channel = 0; channel < 3; channel++) {
    const source = colours === "bgr" ? 2 - channel : channel;
    const mean = input.mean?.[channel] ?? 0;
    const deviation = input.deviation?.[channel] ?? 1;
    const numberOf = (value: number): number => (value / scale - mean) / deviation;
    const rest = padding === "zero" ? 0 : numberOf(padding);
    for (let at = 0; at < width * height; at++) values[at * step + channel * plane] = rest;
    for (let y = 0; y < place.height; y++) {
      let to = ((y + place.y) * width + place.x) * step + channel * plane;
      let from = y * place.width * 3 + source;
      for (let x = 0; x < place.width; x++, from += 3, to += step) values[to] = numberOf(part.rgb[from]!);
    }
  }
  const across = (x: number): number => Math.max(0, Math.min(picture.width, (x - place.x) / scaleX));
  const down = (y: number): number => Math.max(0, Math.min(picture.height, (y - place.y) / scaleY));
  return {
    tensor: { shape: inputShape(input), values },
    toPicture: ({ x1, y1, x2, y2 }) => ({ x1: across(x1), y1: down(y1), x2: across(x2), y2: down(y2) }),
    place: { ...place, scaleX, scaleY },
  };
}

/** For trying a model. */
export const grayPicture = ({ width, height }: PackInput): Pixels => ({
  width,
  height,
  rgb: new Uint8Array(width * height * 3).fill(114),
});

/** @returns the name of the model's only input, of the described shape @throws PackError */
export function requireInput({ file, inputs }: RunningModel, input: PackInput): string {
  const found = input.name === undefined ? inputs[0] : inputs.find(({ name }) => name === input.name);
  if (found === undefined || inputs.length !== 1) {
    const names = inputs.map(({ name }) => name).join(", ");
    throw new PackError(
      `${file} has the inputs ${names}, and pack.json describes one${input.name === undefined ? "" : `, ${input.name}`}.`,
    );
  }
  requireInputShape(file, found, input);
  return found.name;
}

/** The same of a model with several inputs, which are all described and named. @throws PackError */
export function requireInputs({ file, inputs }: RunningModel, described: readonly PackInput[]): void {
  const pairs = described.map((input) => ({ input, found: inputs.find(({ name }) => name === input.name) }));
  if (inputs.length !== described.length || pairs.some(({ found }) => found === undefined)) {
    const names = inputs.map(({ name }) => name).join(", ");
    const wanted = described.map(({ name }) => name).join(", ");
    throw new PackError(`${file} has the inputs ${names}, and pack.json describes ${wanted}.`);
  }
  for (const { input, found } of pairs) if (found !== undefined) requireInputShape(file, found, input);
}

function requireInputShape(file: string, found: TensorFact, input: PackInput): void {
  const wanted = inputShape(input);
  const fits = found.shape.every((size, at) => size === undefined || size === wanted[at]);
  if (found.shape.length > 0 && (found.shape.length !== wanted.length || !fits)) {
    throw new PackError(
      `${file} takes ${shapeText(found.shape)} numbers, and pack.json describes ${shapeText(wanted)}: correct "input" there.`,
    );
  }
}

/** The position of the picture within the input. */
function placeOf(picture: Pixels, { width, height, resize = "fit" }: PackInput): Place {
  if (resize === "stretch") return { x: 0, y: 0, width, height };
  const scale = Math.min(width / picture.width, height / picture.height);
  const wide = Math.max(1, Math.round(picture.width * scale));
  const high = Math.max(1, Math.round(picture.height * scale));
  const isCentered = resize === "fit";
  return {
    x: isCentered ? Math.floor((width - wide) / 2) : 0,
    y: isCentered ? Math.floor((height - high) / 2) : 0,
    width: wide,
    height: high,
  };
}
