/**
 * A detector of a few kilobytes written by tests: a convolution that responds to a bright square of 16 pixels with a
 * dark rim, in the layouts of common detectors.
 */
import { createHash } from "node:crypto";

import type { ModelPack } from "#schemas";

import { storedZip } from "../../core-wasm/zip/write.ts";
import { type Graph, type Node, onnxModel } from "./onnx-writer.ts";

export const squareSide = 16;
const inputSide = 160;
/** Pixels between two evaluated positions. */
const stride = 4;
const rim = 4;
const kernel = squareSide + 2 * rim;
const places = inputSide / stride;

export interface SquareOptions {
  readonly layout?: "yolo" | "detr";
  /** The model returns NaN. */
  readonly isBroken?: boolean;
}

/** The convolution returns 1 on such a square; scores are steep around 0.5. */
export function squareModel({ layout = "yolo", isBroken = false }: SquareOptions = {}): Uint8Array {
  const weights = new Float32Array(kernel * kernel);
  const inner = squareSide ** 2;
  for (let at = 0; at < weights.length; at++) {
    const isInside = [at % kernel, Math.floor(at / kernel)].every((place) => place >= rim && place < rim + squareSide);
    weights[at] = isInside ? 1 / inner : -1 / (weights.length - inner);
  }
  const centers = Float32Array.from({ length: places }, (_, n) => n * stride - rim + kernel / 2);
  const scale = layout === "detr" ? 1 / inputSide : 1;
  const steep = isBroken ? Number.NaN : 20;
  const constant = (name: string, shape: readonly number[], values: Float32Array | readonly bigint[]) => ({
    name,
    shape,
    values,
  });
  const expand = (name: string): Node => ({ op: "Expand", inputs: [name, "grid"], outputs: [`${name}All`] });
  const concatenate = (inputs: readonly string[], output: string): Node => ({
    op: "Concat",
    inputs,
    outputs: [output],
    attributes: { axis: 1 },
  });
  const reshape = (input: string, shape: string, output: string): Node => ({
    op: "Reshape",
    inputs: [input, shape],
    outputs: [output],
  });
  const count = places * places;
  const shapeOf = (size: number): bigint[] => [1n, BigInt(size), BigInt(count)];
  const turn = (input: string, output: string): Node => ({
    op: "Transpose",
    inputs: [input],
    outputs: [output],
    attributes: { perm: [0, 2, 1] },
  });
  const isDetr = layout === "detr";
  const graph: Graph = {
    inputs: [{ name: "images", shape: [1, 3, inputSide, inputSide] }],
    outputs: isDetr
      ? [
          { name: "pred_boxes", shape: [1, count, 4] },
          { name: "logits", shape: [1, count, 1] },
        ]
      : [{ name: "output0", shape: [1, 5, count] }],
    constants: [
      constant("gray", [1, 3, 1, 1], new Float32Array(3).fill(1 / 3)),
      constant("square", [1, 1, kernel, kernel], weights),
      constant("steep", [1], Float32Array.of(steep)),
      constant("half", [1], Float32Array.of(0.5)),
      constant(
        "x",
        [1, 1, 1, places],
        centers.map((value) => value * scale),
      ),
      constant(
        "y",
        [1, 1, places, 1],
        centers.map((value) => value * scale),
      ),
      constant("side", [1, 1, 1, 1], Float32Array.of(squareSide * scale)),
      constant("grid", [4], [1n, 1n, BigInt(places), BigInt(places)]),
      constant("five", [3], shapeOf(5)),
      constant("four", [3], shapeOf(4)),
      constant("one", [3], shapeOf(1)),
    ],
    nodes: [
      { op: "Conv", inputs: ["images", "gray"], outputs: ["brightness"], attributes: { kernel_shape: [1, 1] } },
      {
        op: "Conv",
        inputs: ["brightness", "square"],
        outputs: ["response"],
        attributes: {
          kernel_shape: [kernel, kernel],
          strides: [stride, stride],
          pads: [rim, rim, kernel - stride - rim, kernel - stride - rim],
        },
      },
      { op: "Sub", inputs: ["response", "half"], outputs: ["above"] },
      { op: "Mul", inputs: ["above", "steep"], outputs: ["logit"] },
      ...["x", "y", "side"].map(expand),
      ...(isDetr
        ? [
            concatenate(["xAll", "yAll", "sideAll", "sideAll"], "boxes"),
            reshape("boxes", "four", "boxesFlat"),
            turn("boxesFlat", "pred_boxes"),
            reshape("logit", "one", "logitFlat"),
            turn("logitFlat", "logits"),
          ]
        : [
            { op: "Sigmoid", inputs: ["logit"], outputs: ["score"] },
            concatenate(["xAll", "yAll", "sideAll", "sideAll", "score"], "all"),
            reshape("all", "five", "output0"),
          ]),
    ],
  };
  return onnxModel(graph);
}

/** @param changes overrides of `pack.json` */
export function squareManifest(model: Uint8Array, changes: Partial<ModelPack> = {}): ModelPack {
  return {
    format: "wakeline-model-pack",
    version: 1,
    kind: "detector",
    name: "Bright squares",
    description: "Finds bright squares.",
    licence: "Apache-2.0",
    model: "model.onnx",
    classes: ["square"],
    files: [{ path: "model.onnx", bytes: model.length, sha256: createHash("sha256").update(model).digest("hex") }],
    input: { width: inputSide, height: inputSide, padding: 0 },
    output: { layout: "yolo" },
    ...changes,
  };
}

export const detrOutput = { layout: "detr", boxes: "pred_boxes", scores: "logits" } as const;

export function squarePack(model: Uint8Array = squareModel(), changes: Partial<ModelPack> = {}): Uint8Array {
  return packOf(squareManifest(model, changes), model);
}

export const packOf = (manifest: object, model: Uint8Array): Uint8Array =>
  Buffer.concat([
    ...storedZip([
      ["pack.json", JSON.stringify(manifest)],
      ["model.onnx", model],
    ]),
  ]);

export interface Square {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** Dark, with bright squares: three bytes per pixel. */
export function pictureOf(width: number, height: number, squares: readonly Square[]): Uint8Array {
  const rgb = new Uint8Array(width * height * 3).fill(20);
  for (const { x, y, side } of squares) {
    for (let row = y; row < y + side; row++) rgb.fill(240, (row * width + x) * 3, (row * width + x + side) * 3);
  }
  return rgb;
}
