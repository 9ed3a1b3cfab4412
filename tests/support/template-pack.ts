/** A tracker written by tests, in the layout of VitTrack: it correlates the template with the searched part. */
import { createHash } from "node:crypto";

import type { ModelPack } from "#schemas";

import { storedZip } from "../../core-wasm/zip/write.ts";
import { type Constant, type Node, onnxModel } from "./onnx-writer.ts";

const templateSide = 32;
const searchSide = 64;
const stride = 4;
const places = searchSide / stride;

export interface TemplateOptions {
  /** The model returns NaN. */
  readonly isBroken?: boolean;
  /** Answers one size for each place. */
  readonly hasOneSize?: boolean;
}

/** Scores are the correlation: 1 where the part looks as the template. */
export function templateModel({ isBroken = false, hasOneSize = false }: TemplateOptions = {}): Uint8Array {
  const pad = templateSide / 2 - stride / 2;
  const all = { axes: [1, 2, 3], keepdims: 1 };
  const sizes = hasOneSize ? 1 : 2;
  return onnxModel({
    inputs: [
      { name: "template", shape: [1, 3, templateSide, templateSide] },
      { name: "search", shape: [1, 3, searchSide, searchSide] },
    ],
    outputs: [
      { name: "scores", shape: [1, 1, places, places] },
      { name: "sizes", shape: [1, sizes, places, places] },
      { name: "offsets", shape: [1, 2, places, places] },
    ],
    constants: [
      numbers("count", 3 * templateSide ** 2),
      numbers("tiny", isBroken ? Number.NaN : 1e-3),
      // The side of the object is a quarter of that of the searched part.
      { name: "quarter", shape: [1, sizes, 1, 1], values: new Float32Array(sizes).fill(0.25) },
      { name: "half", shape: [1, 2, 1, 1], values: Float32Array.of(0.5, 0.5) },
      { name: "zero", shape: [1], values: Float32Array.of(0) },
    ],
    nodes: [
      node("ReduceMean", ["template"], "mean", all),
      node("Sub", ["template", "mean"], "shape"),
      node("Sub", ["search", "mean"], "ground"),
      node("Mul", ["shape", "shape"], "squares"),
      node("ReduceMean", ["squares"], "power", all),
      node("Conv", ["ground", "shape"], "product", {
        kernel_shape: [templateSide, templateSide],
        strides: [stride, stride],
        pads: [pad, pad, pad, pad],
      }),
      node("Mul", ["power", "count"], "energy"),
      node("Add", ["energy", "tiny"], "whole"),
      node("Div", ["product", "whole"], "scores"),
      node("Mul", ["scores", "zero"], "nothing"),
      node("Add", ["nothing", "quarter"], "sizes"),
      node("Add", ["nothing", "half"], "offsets"),
    ],
  });
}

function node(op: string, inputs: readonly string[], output: string, attributes?: Node["attributes"]): Node {
  return { op, inputs, outputs: [output], ...(attributes !== undefined && { attributes }) };
}

const numbers = (name: string, value: number): Constant => ({ name, shape: [1], values: Float32Array.of(value) });

/** @param changes overrides of `pack.json` */
export function templateManifest(model = templateModel(), changes: Partial<ModelPack> = {}): ModelPack {
  return {
    format: "wakeline-model-pack",
    version: 1,
    kind: "tracker",
    name: "Same look",
    licence: "Apache-2.0",
    files: [{ path: "model.onnx", bytes: model.length, sha256: createHash("sha256").update(model).digest("hex") }],
    model: "model.onnx",
    input: { name: "template", width: templateSide, height: templateSide },
    search: {
      layout: "centre",
      input: { name: "search", width: searchSide, height: searchSide },
      scores: "scores",
      sizes: "sizes",
      offsets: "offsets",
    },
    ...changes,
  };
}

export const templatePack = (model = templateModel(), changes: Partial<ModelPack> = {}): Uint8Array =>
  Buffer.concat([
    ...storedZip([
      ["pack.json", JSON.stringify(templateManifest(model, changes))],
      ["model.onnx", model],
    ]),
  ]);
