/**
 * A segmenter written by tests, in the layout of Segment Anything: the encoder averages colors, the decoder answers
 * with the places whose color is that of the points, inside the box if there is one.
 */
import { createHash } from "node:crypto";

import type { ModelPack } from "#schemas";

import { storedZip } from "../../core-wasm/zip/write.ts";
import { type Constant, type Node, onnxModel } from "./onnx-writer.ts";

const side = 160;
/** Pixels of the input per place of the embeddings. */
const stride = 2;
const places = side / stride;
const count = places * places;
/** The sum of the differences of the channels, each 0 to 1, up to which a color is the same. */
const sameColor = 0.3;

/** How often a slow encoder filters the picture with a large kernel, each about a second. */
const slowRounds = 12;
const slowKernel = 101;

/** @param isSlow takes many seconds, to be stopped */
export function colorEncoder(isSlow = false): Uint8Array {
  const pad = (slowKernel - 1) / 2;
  const filter = { kernel_shape: [slowKernel, slowKernel], pads: [pad, pad, pad, pad] };
  const rounds = isSlow ? Array.from({ length: slowRounds }, (_, n) => n) : [];
  return onnxModel({
    inputs: [{ name: "images", shape: [1, 3, side, side] }],
    outputs: [{ name: "image_embeddings", shape: [1, 3, places, places] }],
    constants: isSlow
      ? [{ name: "kernel", shape: [3, 3, slowKernel, slowKernel], values: new Float32Array(9 * slowKernel ** 2) }]
      : [],
    nodes: [
      ...rounds.flatMap((n) => [
        node("Conv", [n === 0 ? "images" : `round${n - 1}`, "kernel"], `filtered${n}`, filter),
        node("Add", ["images", `filtered${n}`], `round${n}`),
      ]),
      node("AveragePool", [isSlow ? `round${slowRounds - 1}` : "images"], "image_embeddings", {
        kernel_shape: [stride, stride],
        strides: [stride, stride],
      }),
    ],
  });
}

export interface DecoderOptions {
  /** The model returns NaN. */
  readonly isBroken?: boolean;
  /** Has no `has_mask_input`. */
  readonly lacksInput?: boolean;
}

export interface ColorOptions extends DecoderOptions {
  readonly isSlow?: boolean;
}

/** Answers two masks, of which the first is empty and the less likely one. */
export function colorDecoder({ isBroken = false, lacksInput = false }: DecoderOptions = {}): Uint8Array {
  const centers = Array.from({ length: places }, (_, n) => (n + 0.5) * stride);
  return onnxModel({
    inputs: [
      { name: "image_embeddings", shape: [1, 3, places, places] },
      { name: "point_coords", shape: [1, "points", 2] },
      { name: "point_labels", shape: [1, "points"] },
      { name: "mask_input", shape: [1, 1, places * 4, places * 4] },
      ...(lacksInput ? [] : [{ name: "has_mask_input", shape: [1] }]),
      { name: "orig_im_size", shape: [2] },
    ],
    outputs: [
      { name: "masks", shape: [1, 2, "height", "width"] },
      { name: "iou_predictions", shape: [1, 2] },
      { name: "low_res_masks", shape: [1, 2, places, places] },
    ],
    constants: [
      ...[numbers("off", 0), numbers("on", 1), numbers("topLeft", 2), numbers("bottomRight", 3)],
      ...[numbers("one", 1), numbers("half", 0.5), numbers("many", 1000), numbers("zero", 0)],
      ...[numbers("limit", isBroken ? Number.NaN : sameColor), numbers("perPixel", 1 / stride)],
      ...[numbers("centers", ...centers), numbers("scores", 0.5, 0.9)],
      ...[sizes("none", 0), sizes("first", 0), sizes("second", 1), sizes("third", 2), sizes("cell", 1, 1)],
      ...[
        sizes("column", -1, 1),
        sizes("across", -1, 1, places),
        sizes("down", -1, places, 1),
        sizes("flat", -1, count),
      ],
      ...[sizes("colours", 3, count), sizes("perPoint", -1, 3, 1), sizes("grid", 1, 1, places, places)],
      ...[sizes("input", 1, 2, side, side), sizes("start", 0, 0), sizes("axes", 2, 3), sizes("pair", 1, 2)],
    ],
    nodes: [
      ...["off", "on", "topLeft", "bottomRight"].flatMap(labeled),
      ...["topLeft", "bottomRight"].flatMap(placeOf),
      // The middle of the box is one more point on the object.
      node("Add", ["topLeftAt", "bottomRightAt"], "corners"),
      node("Mul", ["corners", "half"], "middle"),
      node("ReduceSum", ["topLeftPoints", "second"], "hasBox", { keepdims: 1 }),
      node("Concat", ["point_coords", "middle"], "asked", { axis: 1 }),
      node("Concat", ["onPoints", "hasBox"], "onAsked", { axis: 1 }),
      node("Reshape", ["zero", "cell"], "noBox"),
      node("Concat", ["offPoints", "noBox"], "offAsked", { axis: 1 }),
      // The color at each of them, between four places.
      ...weightsOf("across", "first"),
      ...weightsOf("down", "second"),
      node("Mul", ["acrossWeights", "downWeights"], "weights"),
      node("Reshape", ["weights", "flat"], "weightsFlat"),
      node("Reshape", ["image_embeddings", "colours"], "embeddings"),
      node("Transpose", ["embeddings"], "embeddingsByPlace", { perm: [1, 0] }),
      node("MatMul", ["weightsFlat", "embeddingsByPlace"], "colorOfPoint"),
      node("Reshape", ["colorOfPoint", "perPoint"], "colorOfPointColumn"),
      node("Sub", ["embeddings", "colorOfPointColumn"], "difference"),
      node("Abs", ["difference"], "distance"),
      node("ReduceSum", ["distance", "second"], "distances", { keepdims: 0 }),
      node("Sub", ["limit", "distances"], "same"),
      ...findMostSimilar("on"),
      ...findMostSimilar("off"),
      node("Neg", ["offAlike"], "notOff"),
      // How far inside the box; anything is inside none.
      ...insideOf("across", "first"),
      ...insideOf("down", "second"),
      node("Min", ["acrossInside", "downInside"], "insideGrid"),
      node("Reshape", ["insideGrid", "flat"], "insideFlat"),
      node("Sub", ["one", "hasBox"], "boxless"),
      node("Mul", ["boxless", "many"], "anywhere"),
      node("Add", ["insideFlat", "anywhere"], "inside"),
      { op: "Min", inputs: ["onAlike", "notOff", "inside"], outputs: ["logits"] },
      node("Reshape", ["logits", "grid"], "mask"),
      node("Abs", ["mask"], "size"),
      node("Neg", ["size"], "belowZero"),
      node("Sub", ["belowZero", "one"], "emptyMask"),
      node("Concat", ["emptyMask", "mask"], "low_res_masks", { axis: 1 }),
      node("Resize", ["low_res_masks", "", "", "input"], "large", { mode: "linear" }),
      node("Cast", ["orig_im_size"], "end", { to: 7 }),
      node("Slice", ["large", "start", "end", "axes"], "masks"),
      node("Reshape", ["scores", "pair"], "iou_predictions"),
    ],
  });
}

/** 1 for points with this label, 0 for others. */
const labeled = (name: string): Node[] => [
  node("Sub", ["point_labels", name], `${name}Off`),
  node("Abs", [`${name}Off`], `${name}Apart`),
  node("Sub", ["one", `${name}Apart`], `${name}Near`),
  node("Relu", [`${name}Near`], `${name}Points`),
];

/** The coordinates of the point with this label, 1 x 1 x 2. */
const placeOf = (name: string): Node[] => [
  node("Unsqueeze", [`${name}Points`, "third"], `${name}Column`),
  node("Mul", ["point_coords", `${name}Column`], `${name}Own`),
  node("ReduceSum", [`${name}Own`, "second"], `${name}At`, { keepdims: 1 }),
];

/** Weights of the places along an axis for each point: of the two next to it. */
const weightsOf = (axis: "across" | "down", index: string): Node[] => [
  node("Gather", ["asked", index], `${axis}Asked`, { axis: 2 }),
  node("Reshape", [`${axis}Asked`, "column"], `${axis}Column`),
  node("Sub", [`${axis}Column`, "centers"], `${axis}Off`),
  node("Abs", [`${axis}Off`], `${axis}Pixels`),
  node("Mul", [`${axis}Pixels`, "perPixel"], `${axis}Places`),
  node("Sub", ["one", `${axis}Places`], `${axis}Near`),
  node("Relu", [`${axis}Near`], `${axis}Share`),
  node("Reshape", [`${axis}Share`, axis], `${axis}Weights`),
];

const insideOf = (axis: "across" | "down", index: string): Node[] => [
  ...["topLeft", "bottomRight"].flatMap((corner) => [
    node("Gather", [`${corner}At`, index], `${axis}${corner}`, { axis: 2 }),
    node("Reshape", [`${axis}${corner}`, "cell"], `${axis}${corner}Cell`),
  ]),
  node("Sub", ["centers", `${axis}topLeftCell`], `${axis}After`),
  node("Sub", [`${axis}bottomRightCell`, "centers"], `${axis}Before`),
  node("Min", [`${axis}After`, `${axis}Before`], `${axis}Between`),
  node("Reshape", [`${axis}Between`, axis], `${axis}Inside`),
];

/** How alike each place is to the most alike of the points that count. */
const findMostSimilar = (name: string): Node[] => [
  node("Transpose", [`${name}Asked`], `${name}Rows`, { perm: [1, 0] }),
  node("Mul", ["same", `${name}Rows`], `${name}Same`),
  node("Sub", [`${name}Rows`, "one"], `${name}Others`),
  node("Mul", [`${name}Others`, "many"], `${name}Never`),
  node("Add", [`${name}Same`, `${name}Never`], `${name}All`),
  node("ReduceMax", [`${name}All`], `${name}Alike`, { axes: [0], keepdims: 1 }),
];

function node(op: string, inputs: readonly string[], output: string, attributes?: Node["attributes"]): Node {
  return { op, inputs, outputs: [output], ...(attributes !== undefined && { attributes }) };
}

function numbers(name: string, ...values: readonly number[]): Constant {
  return { name, shape: [values.length], values: Float32Array.from(values) };
}

function sizes(name: string, ...values: readonly number[]): Constant {
  return { name, shape: [values.length], values: values.map(BigInt) };
}

/** @param changes overrides of `pack.json` */
export function colorManifest(
  files: Readonly<Record<string, Uint8Array>> = colorFiles(),
  changes: Partial<ModelPack> = {},
): ModelPack {
  return {
    format: "wakeline-model-pack",
    version: 1,
    kind: "segmenter",
    name: "Same color",
    description: "Outlines what has the color of the point.",
    licence: "Apache-2.0",
    model: "encoder.onnx",
    files: Object.entries(files).map(([path, bytes]) => ({
      path,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    })),
    input: { width: side, height: side },
    decoder: { model: "decoder.onnx", layout: "sam" },
    ...changes,
  };
}

export const colorFiles = (options?: ColorOptions): Readonly<Record<string, Uint8Array>> => ({
  "encoder.onnx": colorEncoder(options?.isSlow),
  "decoder.onnx": colorDecoder(options),
});

export const colorPack = (files = colorFiles(), changes: Partial<ModelPack> = {}): Uint8Array =>
  Buffer.concat([
    ...storedZip([["pack.json", JSON.stringify(colorManifest(files, changes))], ...Object.entries(files)]),
  ]);

/** A colored ring with a dark hole, on a dark ground, with a bright disc next to it: three bytes per pixel. */
export function ringPicture(width: number, height: number): Uint8Array {
  const rgb = new Uint8Array(width * height * 3).fill(20);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const fromRing = Math.hypot(x + 0.5 - ring.x, y + 0.5 - ring.y);
      if (fromRing < ring.outer && fromRing >= ring.inner) rgb.set([200, 60, 40], at);
      if (Math.hypot(x + 0.5 - disc.x, y + 0.5 - disc.y) < disc.radius) rgb.set([40, 160, 220], at);
    }
  }
  return rgb;
}

export const ring = { x: 110, y: 120, outer: 60, inner: 25 } as const;
export const disc = { x: 250, y: 100, radius: 40 } as const;
