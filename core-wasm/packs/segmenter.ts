/**
 * A running segmenter pack: an encoder looks at a picture once, a decoder answers each prompt with an outline. In
 * pixels of the picture, and the same on server and page.
 *
 * The layout `sam` is that of the ONNX export of Segment Anything (A. Kirillov et al., 2023) and its smaller kin.
 */
import type { ModelPack } from "#schemas";
import type { Bounds } from "#vision/bounds";
import type { Pixels } from "#vision/pixels";

import { outlineOfMask } from "./mask-outline.ts";
import { grayPicture, inputOf, type ModelInput, requireInput } from "./model-input.ts";
import { type Backend, type NumberTensor, type OnnxRuntime, openModel, type RunningModel } from "./model-runtime.ts";
import { type Pack, PackError } from "./pack.ts";
import { answerOf, requireShape } from "./read-answers.ts";

export interface SegmentPrompts {
  readonly points: readonly { readonly x: number; readonly y: number; readonly isObject: boolean }[];
  readonly box?: Bounds | undefined;
  /** Of the outline, pixels of the picture; default 1. */
  readonly tolerance?: number;
}

export interface Segmented {
  /** The outline, then its holes, in tenths of pixels. */
  readonly rings: (readonly [x: number, y: number])[][];
  /** The share of the mask that the model expects, 0 to 1. */
  readonly score: number;
}

/** A picture that the encoder has looked at. */
export interface SeenPicture {
  /** `undefined`: no object. @throws PackError */
  segment(prompts: SegmentPrompts): Promise<Segmented | undefined>;
}

export interface Segmenter {
  /** @throws PackError */
  see(picture: Pixels): Promise<SeenPicture>;
  close(): Promise<void>;
}

/** A segmenter's manifest, whose members `parseManifest` has validated. */
type SegmenterPack = ModelPack & Required<Pick<ModelPack, "decoder">>;

const decoderInputs = [
  ...["image_embeddings", "point_coords", "point_labels", "mask_input", "has_mask_input", "orig_im_size"],
] as const;
/** The mask that the decoder takes has this many times the size of the embeddings. */
const maskFactor = 4;
/** Labels of points. */
const label = { off: 0, on: 1, topLeft: 2, bottomRight: 3, padding: -1 } as const;
/** A finer outline would follow the pixels of the mask. */
const minTolerance = 0.9;
const described = "the layout sam";

/** @throws PackError when the pack is not a segmenter, or the models do not match it */
export async function openSegmenter(pack: Pack, runtime: OnnxRuntime, backend: Backend = "wasm"): Promise<Segmenter> {
  const manifest = requireSegmenter(pack);
  const open = async (file: string): Promise<RunningModel> =>
    await openModel(runtime, backend, file, await pack.load(file));
  const encoder = await open(manifest.model);
  let decoder: RunningModel | undefined;
  const close = async (): Promise<void> => {
    await encoder.close();
    await decoder?.close();
  };
  try {
    const name = requireInput(encoder, manifest.input);
    const opened = (decoder = await open(manifest.decoder.model));
    requireDecoder(opened);
    return {
      async see(picture) {
        const input = inputOf(picture, manifest.input, "zero");
        const answers = await encoder.run(new Map([[name, input.tensor]]));
        const embeddings = answerOf(answers, manifest.model, manifest.decoder.embeddings);
        if (embeddings.shape.length !== 4)
          requireShape(embeddings, [1, 256, 64, 64], manifest.model, described, '"decoder"');
        return { segment: (prompts) => segment(opened, manifest, input, embeddings, prompts) };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs both models once, on a gray picture. @throws PackError */
export async function trySegmenter(pack: Pack, runtime: OnnxRuntime): Promise<void> {
  const segmenter = await openSegmenter(pack, runtime);
  try {
    const picture = grayPicture(pack.manifest.input);
    const seen = await segmenter.see(picture);
    await seen.segment({ points: [{ x: picture.width / 2, y: picture.height / 2, isObject: true }] });
  } finally {
    await segmenter.close();
  }
}

async function segment(
  decoder: RunningModel,
  { decoder: { model, threshold = 0 } }: SegmenterPack,
  { place }: ModelInput,
  embeddings: NumberTensor,
  { points, box, tolerance = 1 }: SegmentPrompts,
): Promise<Segmented | undefined> {
  const { scaleX, scaleY } = place;
  const onInput = points.map(({ x, y, isObject }) => ({ x: x * scaleX, y: y * scaleY, isObject }));
  const corners =
    box === undefined
      ? [{ x: 0, y: 0, label: label.padding }]
      : [
          { x: box.x1 * scaleX, y: box.y1 * scaleY, label: label.topLeft },
          { x: box.x2 * scaleX, y: box.y2 * scaleY, label: label.bottomRight },
        ];
  const all = [...onInput.map(({ x, y, isObject }) => ({ x, y, label: isObject ? label.on : label.off })), ...corners];
  const [, , high = 0, wide = 0] = embeddings.shape;
  const maskShape = [1, 1, high * maskFactor, wide * maskFactor];
  const answers = await decoder.run(
    new Map<string, NumberTensor>([
      ["image_embeddings", embeddings],
      [
        "point_coords",
        tensor(
          [1, all.length, 2],
          all.flatMap(({ x, y }) => [x, y]),
        ),
      ],
      [
        "point_labels",
        tensor(
          [1, all.length],
          all.map((point) => point.label),
        ),
      ],
      ["mask_input", { shape: maskShape, values: new Float32Array(high * wide * maskFactor ** 2) }],
      ["has_mask_input", tensor([1], [0])],
      // The part of the input with the picture, so that masks do not grow with the picture.
      ["orig_im_size", tensor([2], [place.height, place.width])],
    ]),
  );
  const masks = answerOf(answers, model, "masks");
  const scores = answerOf(answers, model, "iou_predictions");
  const count = masks.shape[1] ?? 0;
  requireShape(masks, [1, count, place.height, place.width], model, described, '"input" and "decoder"');
  requireShape(scores, [1, count], model, described, '"decoder"');
  const best = scores.values.indexOf(Math.max(...scores.values));
  const size = place.width * place.height;
  const mask = tensor([place.height, place.width], masks.values.subarray(best * size, (best + 1) * size));
  const onMask = Math.max(minTolerance, tolerance * Math.min(scaleX, scaleY));
  const rings = outlineOfMask(mask, threshold, onInput, onMask);
  if (rings.length === 0) return undefined;
  return {
    rings: rings.map((ring) => ring.map(([x, y]) => [tenths(x / scaleX), tenths(y / scaleY)] as const)),
    score: Math.max(0, Math.min(1, scores.values[best] ?? 0)),
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

const tensor = (shape: readonly number[], values: ArrayLike<number>): NumberTensor => ({
  shape,
  values: Float32Array.from(values),
});

function requireSegmenter({ manifest }: Pack): SegmenterPack {
  const { kind, name, decoder, input } = manifest;
  if (kind !== "segmenter" || decoder === undefined) {
    throw new PackError(`${name} is a pack of the kind ${kind}, not a segmenter.`);
  }
  return { ...manifest, decoder, input: { ...input, resize: input.resize ?? "fit-corner" } };
}

function requireDecoder({ file, inputs }: RunningModel): void {
  const names = inputs.map(({ name }) => name);
  const missing = decoderInputs.filter((name) => !names.includes(name));
  const others = names.filter((name) => !decoderInputs.some((known) => known === name));
  if (missing.length === 0 && others.length === 0) return;
  throw new PackError(
    `${file} has the inputs ${names.join(", ")}, and a decoder in ${described} has ${decoderInputs.join(", ")}: export the model again, or correct "decoder" in pack.json.`,
  );
}
