/**
 * A running text pack: one model finds lines of text, another reads the characters of each. In pixels of the picture,
 * and the same on server and page.
 */
import type { ModelPack } from "#schemas";
import { areaOf, type Bounds } from "#vision/bounds";
import type { Pixels } from "#vision/pixels";

import { grayPicture, inputOf, type PackInput, requireInput } from "./model-input.ts";
import { type Backend, type OnnxRuntime, openModel, type RunningModel } from "./model-runtime.ts";
import { type Pack, PackError } from "./pack.ts";
import { answerOf, requireShape } from "./read-answers.ts";
import {
  type Alphabet,
  alphabetOf,
  readCharacters,
  type ReadCharacters,
  type Steps,
  stepsOf,
} from "./read-characters.ts";
import { readFormat } from "./read-format.ts";
import { formatOf, type TextFormat } from "./text-format.ts";
import { linesOnMap } from "./text-lines.ts";

export interface TextLine extends Bounds, ReadCharacters {}

export interface TextReader {
  /**
   * Lines from top to bottom, left to right.
   *
   * @param region the part of the picture that is read; default: all of it @throws PackError
   */
  read(picture: Pixels, region?: Bounds): Promise<TextLine[]>;
  /** The text of all lines of a region together, in the given format. `undefined`: nothing. @throws PackError */
  readAs(picture: Pixels, region: Bounds, format: TextFormat): Promise<TextLine | undefined>;
  close(): Promise<void>;
}

/** A text pack's manifest, whose members `parseManifest` has validated. */
type TextPack = ModelPack & Required<Pick<ModelPack, "lines" | "reader">>;

/** Pixels of the picture around a region in which lines are looked for, so that models tell text from its ground. */
const regionMarginPx = 32;
/** The share of a line that must be inside the region. */
const minInside = 0.5;
const usualMultiple = 32;
/** The most that a model of any width is given of one line, in widths of its usual input. Longer lines are squeezed. */
const maxWidths = 16;
/** With less confidence, lines are looked for. */
const certain = 0.8;
/** Texts read with less confidence are doubtful. */
export const doubtfulBelow = 0.6;

/** @throws PackError when the pack is not a text pack, or the models do not match it */
export async function openText(pack: Pack, runtime: OnnxRuntime, backend: Backend = "wasm"): Promise<TextReader> {
  const manifest = requireText(pack);
  const { reader } = manifest;
  const alphabet = alphabetOf(await pack.load(reader.characters), reader);
  const open = async (file: string): Promise<RunningModel> =>
    await openModel(runtime, backend, file, await pack.load(file));
  const finding = await open(manifest.model);
  let reading: RunningModel | undefined;
  const close = async (): Promise<void> => {
    await finding.close();
    await reading?.close();
  };
  try {
    requireInput(finding, manifest.input);
    const opened = (reading = await open(reader.model));
    requireInput(opened, reader.input);
    const stepsIn = async (picture: Pixels, line: Bounds): Promise<Steps> =>
      await stepsOfLine(opened, manifest, alphabet, crop(picture, line));
    return {
      async read(picture, region) {
        const found: TextLine[] = [];
        for (const line of await findLines(finding, manifest, picture, region)) {
          const read = readCharacters(await stepsIn(picture, line));
          if (read.text !== "") found.push({ ...line, ...read });
        }
        return found;
      },
      async readAs(picture, region, format) {
        const whole = readFormat(await stepsIn(picture, region), format);
        if (whole !== undefined && whole.confidence >= certain) return { ...region, ...whole };
        // Several lines, or much ground around them: the models find each.
        const lines = await findLines(finding, manifest, picture, region);
        const steps: Steps[] = [];
        for (const line of lines) steps.push(await stepsIn(picture, line));
        const read = lines.length === 0 ? undefined : readFormat(inOneRow(alphabet, steps), format);
        if (read !== undefined && read.confidence > (whole?.confidence ?? 0)) return { ...around(lines), ...read };
        return whole && { ...region, ...whole };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The text of all lines, with spaces between them. `undefined`: there are no lines. */
export function joined(lines: readonly TextLine[]): TextLine | undefined {
  if (lines.length === 0) return undefined;
  const text = lines.map((line) => line.text).join(" ");
  return { ...around(lines), text, confidence: Math.min(...lines.map(({ confidence }) => confidence)) };
}

async function findLines(
  model: RunningModel,
  manifest: TextPack,
  picture: Pixels,
  region: Bounds = { x1: 0, y1: 0, x2: picture.width, y2: picture.height },
): Promise<Bounds[]> {
  const part = crop(picture, {
    x1: region.x1 - regionMarginPx,
    y1: region.y1 - regionMarginPx,
    x2: region.x2 + regionMarginPx,
    y2: region.y2 + regionMarginPx,
  });
  const input = sizedFor(model, part, manifest.input, manifest.lines.multiple ?? usualMultiple);
  const { tensor, place } = inputOf(part, input, "zero");
  const answers = await model.run(new Map([[requireInput(model, input), tensor]]));
  const map = answerOf(answers, model.file, manifest.lines.output);
  requireShape(map, [1, 1, input.height, input.width], model.file, "a map of its input", '"lines" and "input"');
  return linesOnMap(map, manifest.lines).flatMap((line) => {
    const x1 = part.left + Math.min(line.x1, place.width) / place.scaleX;
    const y1 = part.top + Math.min(line.y1, place.height) / place.scaleY;
    const x2 = part.left + Math.min(line.x2, place.width) / place.scaleX;
    const y2 = part.top + Math.min(line.y2, place.height) / place.scaleY;
    return x2 > x1 && y2 > y1 && isInside({ x1, y1, x2, y2 }, region) ? [{ x1, y1, x2, y2 }] : [];
  });
}

function isInside(line: Bounds, region: Bounds): boolean {
  const width = Math.min(line.x2, region.x2) - Math.max(line.x1, region.x1);
  const height = Math.min(line.y2, region.y2) - Math.max(line.y1, region.y1);
  return width > 0 && height > 0 && width * height >= minInside * areaOf(line);
}

async function stepsOfLine(
  model: RunningModel,
  { reader }: TextPack,
  alphabet: Alphabet,
  line: Pixels,
): Promise<Steps> {
  const { height } = reader.input;
  const wanted = Math.ceil((line.width / line.height) * height);
  const isFixed = widthOf(model, reader.input) !== undefined;
  const max = reader.input.width * (isFixed ? 1 : maxWidths);
  const isLong = wanted > max;
  const width = isFixed ? max : Math.max(reader.input.width, Math.min(max, wanted));
  const input: PackInput = { ...reader.input, width, resize: isLong ? "stretch" : "fit-corner" };
  const { tensor } = inputOf(line, input, "zero");
  const answers = await model.run(new Map([[requireInput(model, input), tensor]]));
  return stepsOf(answerOf(answers, model.file, reader.output), alphabet, reader);
}

/** The steps of all lines, as of one. */
function inOneRow(alphabet: Alphabet, lines: readonly Steps[]): Steps {
  const values = new Float32Array(lines.reduce((sum, line) => sum + line.values.length, 0));
  let at = 0;
  for (const line of lines) {
    values.set(line.values, at);
    at += line.values.length;
  }
  return { alphabet, values, count: values.length / alphabet.length };
}

const around = (all: readonly Bounds[]): Bounds => ({
  x1: Math.min(...all.map(({ x1 }) => x1)),
  y1: Math.min(...all.map(({ y1 }) => y1)),
  x2: Math.max(...all.map(({ x2 }) => x2)),
  y2: Math.max(...all.map(({ y2 }) => y2)),
});

/** Runs both models once, on a gray picture. @throws PackError */
export async function tryText(pack: Pack, runtime: OnnxRuntime): Promise<void> {
  const reader = await openText(pack, runtime);
  try {
    const { width, height, rgb } = grayPicture(pack.manifest.input);
    await reader.read({ width, height, rgb });
    await reader.readAs({ width, height, rgb }, { x1: 0, y1: 0, x2: width, y2: height }, formatOf("0"));
  } finally {
    await reader.close();
  }
}

/** The smallest input that the picture fits into, of a model that takes any size. */
function sizedFor(model: RunningModel, picture: Pixels, input: PackInput, multiple: number): PackInput {
  if (widthOf(model, input) !== undefined) return { ...input, resize: "fit-corner" };
  const scale = Math.min(1, input.width / picture.width, input.height / picture.height);
  const side = (size: number, max: number): number =>
    Math.min(Math.floor(max / multiple), Math.max(1, Math.ceil((size * scale) / multiple))) * multiple;
  return {
    ...input,
    width: side(picture.width, input.width),
    height: side(picture.height, input.height),
    resize: "fit-corner",
  };
}

/** `undefined`: the model takes any. */
const widthOf = ({ inputs }: RunningModel, { layout }: PackInput): number | undefined =>
  inputs[0]?.shape[layout === "nhwc" ? 2 : 3];

interface Crop extends Pixels {
  readonly left: number;
  readonly top: number;
}

/** Whole pixels. */
function crop({ width, height, rgb }: Pixels, { x1, y1, x2, y2 }: Bounds): Crop {
  const [left, top] = [clamp(Math.floor(x1), width - 1), clamp(Math.floor(y1), height - 1)];
  const [wide, high] = [
    Math.max(1, clamp(Math.ceil(x2), width) - left),
    Math.max(1, clamp(Math.ceil(y2), height) - top),
  ];
  const part = new Uint8Array(wide * high * 3);
  for (let y = 0; y < high; y++) {
    const from = ((top + y) * width + left) * 3;
    part.set(rgb.subarray(from, from + wide * 3), y * wide * 3);
  }
  return { left, top, width: wide, height: high, rgb: part };
}

const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value));

function requireText({ manifest }: Pack): TextPack {
  const { kind, name, lines, reader } = manifest;
  if (kind !== "text" || lines === undefined || reader === undefined) {
    throw new PackError(`${name} is a pack of the kind ${kind}, not one for text.`);
  }
  return { ...manifest, lines, reader };
}
