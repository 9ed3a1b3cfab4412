/** Model packs: reading one, detections, and refusals, with models written here (docs/pipelines/packs.md). */
import { statSync } from "node:fs";

import * as onnx from "onnxruntime-web";
import { describe, expect, test } from "vitest";

import type { ModelPack } from "#schemas";
import { type Detector, openDetector } from "#packs/detector";
import { maxPackBytes, type Pack, readPack } from "#packs/pack";
import { tryPack } from "#packs/try-pack";
import { filesOfZip } from "#packs/zip-pack";

import { runtimeBytes } from "../../web/assist/pack-runtime.ts";
import {
  detrOutput,
  packOf,
  pictureOf,
  type Square,
  squareManifest,
  squareModel,
  squarePack,
} from "../support/square-pack.ts";

const packIn = async (archive: Uint8Array): Promise<Pack> => await readPack(await filesOfZip(archive));
const opened = async (archive: Uint8Array): Promise<Detector> => await openDetector(await packIn(archive), onnx);
const refusalOf = async (archive: Uint8Array): Promise<string> =>
  await packIn(archive)
    .then((pack) => tryPack(pack, onnx))
    .then(
      () => "",
      (error: unknown) => (error as Error).message,
    );

const squares: readonly Square[] = [
  { x: 40, y: 32, side: 32 },
  { x: 200, y: 104, side: 32 },
];
const picture = { width: 320, height: 240, rgb: pictureOf(320, 240, squares) };

test("the page says how large what runs packs is: as large as the package has it", () => {
  const sizeOf = (path: string): number => statSync(new URL(path)).size;
  expect(sizeOf(import.meta.resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm"))).toBe(runtimeBytes.wasm);
  expect(sizeOf(import.meta.resolve("onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm"))).toBe(runtimeBytes.webgpu);
});

describe("a detector", () => {
  test("finds bright squares, in pixels of the picture, in the layouts of YOLO and DETR alike", async () => {
    const detr = squarePack(squareModel({ layout: "detr" }), { output: detrOutput, overlap: 0.45 });
    for (const archive of [squarePack(), detr]) {
      const detector = await opened(archive);
      const found = await detector.find(picture);
      await detector.close();
      expect(found.map(({ x1, y1, x2, y2 }) => [x1, y1, x2, y2].map(Math.round))).toEqual(
        expect.arrayContaining(squares.map(({ x, y, side }) => [x, y, x + side, y + side])),
      );
      expect(found).toHaveLength(2);
      for (const { type, confidence } of found) {
        expect(type).toBe("square");
        expect(confidence).toBeGreaterThan(0.95);
      }
    }
  });

  test("finds the same where the picture is stretched, or in the corner of the input", async () => {
    const input = squareManifest(squareModel()).input;
    const [square] = squares;
    const place = [square?.x, square?.y];
    const corner = await opened(squarePack(squareModel(), { input: { ...input, resize: "fit-corner" } }));
    const [first] = (await corner.find(picture)).toSorted((a, b) => a.x1 - b.x1);
    expect([first?.x1, first?.y1]).toEqual(place);
    const wide = { width: 320, height: 160, rgb: pictureOf(320, 160, []) };
    for (let row = 32; row < 48; row++) wide.rgb.fill(240, (row * 320 + 40) * 3, (row * 320 + 72) * 3);
    const stretched = await opened(squarePack(squareModel(), { input: { ...input, resize: "stretch" } }));
    const [box] = await stretched.find(wide);
    expect([box?.x1, box?.y1, box?.x2, box?.y2].map((side) => Math.round(side ?? 0))).toEqual([40, 32, 72, 48]);
  });

  test("leaves out what is less certain, or overlaps, than is asked for", async () => {
    const detector = await opened(squarePack());
    expect(await detector.find(picture, { confidence: 1 })).toEqual([]);
    expect((await detector.find(picture, { overlap: 1 })).length).toBeGreaterThan(2);
    expect(await detector.find({ width: 320, height: 240, rgb: pictureOf(320, 240, []) })).toEqual([]);
  });
});

describe("what is refused, with a sentence", () => {
  const model = squareModel();
  const refusalWith = (changes: Partial<ModelPack>): Promise<string> => refusalOf(squarePack(model, changes));
  const fileWith = (changes: object): Partial<ModelPack> => ({
    files: squareManifest(model).files.map((file) => ({ ...file, ...changes })),
  });

  test("a wrong checksum, and other bytes than are claimed", async () => {
    expect(await refusalWith({})).toBe("");
    expect(await refusalWith(fileWith({ sha256: "0".repeat(64) }))).toMatch(
      /^model\.onnx has the checksum [0-9a-f]{64}, and pack\.json says 0{64}: it is damaged, or another file\. Get the pack again\.$/,
    );
    expect(await refusalWith(fileWith({ bytes: model.length + 1 }))).toBe(
      `model.onnx has ${model.length} bytes, and pack.json says ${model.length + 1}: it is damaged, or another file. Get the pack again.`,
    );
    expect(await refusalWith(fileWith({ bytes: 3 * 1024 ** 3 }))).toBe(
      `The files of the pack claim 3221225472 bytes, and a pack may have ${maxPackBytes}: choose a smaller model.`,
    );
  });

  test("other shapes than the model has", async () => {
    expect(await refusalWith({ input: { width: 320, height: 320 } })).toBe(
      'model.onnx takes 1 × 3 × 160 × 160 numbers, and pack.json describes 1 × 3 × 320 × 320: correct "input" there.',
    );
    expect(await refusalWith({ input: { width: 160, height: 160, layout: "nhwc" } })).toContain("1 × 160 × 160 × 3");
    expect(await refusalWith({ classes: ["square", "circle"] })).toBe(
      'model.onnx answers 1 × 5 × 1600 numbers, and pack.json describes 1 × 6 × 1600 (for 2 classes): correct "output" and "classes" there.',
    );
    expect(await refusalWith({ output: { layout: "yolo", boxes: "boxes" } })).toBe(
      "model.onnx has the outputs output0, and pack.json describes an output boxes.",
    );
    expect(await refusalWith({ input: { name: "pixels", width: 160, height: 160 } })).toBe(
      "model.onnx has the inputs images, and pack.json describes one, pixels.",
    );
  });

  test("answers that are not numbers", async () => {
    expect(await refusalOf(squarePack(squareModel({ isBroken: true })))).toMatch(
      /^model\.onnx answers with values that are not numbers \(NaN or infinite\): the model is damaged/,
    );
  });

  test("a manifest that is missing, broken, or of another kind", async () => {
    const text = (content: string) => packOf({ not: content }, model);
    expect(await refusalOf(text("x"))).toMatch(/^pack\.json: the document must have required property 'format'\.$/);
    expect(await refusalOf(Buffer.from("no zip"))).toBe("It is not a zip archive that can be read.");
    const { output: _, ...bare } = squareManifest(model);
    expect(await refusalOf(packOf(bare, model))).toBe("pack.json lacks output: how the answers of the model are read.");
    expect(await refusalWith({ model: "other.onnx" })).toBe(
      "pack.json names other.onnx, which is not among its files.",
    );
    expect(await refusalWith({ kind: "tracker" })).toBe(
      "pack.json lacks search: how the object is found on the next picture.",
    );
    const escaping = { ...squareManifest(model), files: [{ path: "../x", bytes: 1, sha256: "0".repeat(64) }] };
    expect(await refusalOf(packOf(escaping, model))).toContain("pack.json: /files/0/path must match pattern");
  });

  test("bytes that are not a model", async () => {
    const nonsense = new Uint8Array(100).fill(7);
    expect(await refusalOf(squarePack(nonsense))).toMatch(/^model\.onnx cannot be loaded: /);
  });
});
