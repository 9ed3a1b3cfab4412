/** Segmenter packs: outlines from points and boxes, and refusals, with models written here (docs/pipelines/packs.md). */
import * as onnx from "onnxruntime-web";
import { describe, expect, test } from "vitest";

import type { ModelPack } from "#schemas";
import { readPack } from "#packs/pack";
import { openSegmenter, type Segmented, type SegmentPrompts } from "#packs/segmenter";
import { tryPack } from "#packs/try-pack";
import { filesOfZip } from "#packs/zip-pack";

import { colorFiles, colorManifest, colorPack, disc, ring, ringPicture } from "../support/color-pack.ts";

const packIn = async (archive: Uint8Array) => await readPack(await filesOfZip(archive));
const picture = { width: 320, height: 240, rgb: ringPicture(320, 240) };

async function segmented(prompts: SegmentPrompts, changes: Partial<ModelPack> = {}): Promise<Segmented | undefined> {
  const segmenter = await openSegmenter(await packIn(colorPack(colorFiles(), changes)), onnx);
  try {
    return await (await segmenter.see(picture)).segment(prompts);
  } finally {
    await segmenter.close();
  }
}

const area = (corners: Segmented["rings"][number]): number =>
  Math.abs(
    corners.reduce((sum, [x, y], n) => {
      const [nextX, nextY] = corners[(n + 1) % corners.length] ?? [0, 0];
      return sum + (x * nextY - nextX * y) / 2;
    }, 0),
  );
const on = (x: number, y: number) => ({ x, y, isObject: true });
const off = (x: number, y: number) => ({ x, y, isObject: false });
const onRing = on(ring.x + 40, ring.y);

describe("a segmenter", () => {
  test("outlines the object at a point, with its hole, from the mask that it expects most of", async () => {
    const found = await segmented({ points: [onRing] });
    expect(found?.score).toBeCloseTo(0.9);
    expect(found?.rings.length).toBe(2);
    const [outer = [], inner = []] = found?.rings ?? [];
    expect(area(outer) / (Math.PI * ring.outer ** 2)).toBeCloseTo(1, 1);
    expect(area(inner) / (Math.PI * ring.inner ** 2)).toBeCloseTo(1, 0);
    const xs = outer.map(([x]) => x);
    expect(Math.abs(Math.min(...xs) - (ring.x - ring.outer))).toBeLessThan(4);
    expect(Math.abs(Math.max(...xs) - (ring.x + ring.outer))).toBeLessThan(4);
  });

  test("takes a box, and points off the object", async () => {
    const { x, y, radius } = disc;
    const box = { x1: x - radius - 5, y1: y - radius - 5, x2: x + radius + 5, y2: y + radius + 5 };
    const [outer = []] = (await segmented({ points: [], box }))?.rings ?? [];
    expect(Math.abs(area(outer) / (Math.PI * radius ** 2) - 1)).toBeLessThan(0.15);
    expect(await segmented({ points: [onRing, off(ring.x - 40, ring.y)] })).toBeUndefined();
    expect(await segmented({ points: [off(5, 5)] })).toBeUndefined();
  });

  test("finds the same in a stretched input", async () => {
    const { input } = colorManifest();
    const [fitted = []] = (await segmented({ points: [on(disc.x, disc.y)] }))?.rings ?? [];
    const stretched = await segmented({ points: [on(disc.x, disc.y)] }, { input: { ...input, resize: "stretch" } });
    expect(Math.abs(area(stretched?.rings[0] ?? []) / area(fitted) - 1)).toBeLessThan(0.06);
  });

  test("has as many corners as the tolerance asks for", async () => {
    const corners = async (tolerance: number) =>
      (await segmented({ points: [onRing], tolerance }))?.rings[0]?.length ?? 0;
    expect(await corners(8)).toBeLessThan(await corners(2));
  });
});

describe("what is refused, with a sentence", () => {
  const refusalOf = async (archive: Uint8Array): Promise<string> =>
    await packIn(archive)
      .then((pack) => tryPack(pack, onnx))
      .then(
        () => "",
        (error: unknown) => (error as Error).message,
      );
  const refusalWith = (changes: Partial<ModelPack>) => refusalOf(colorPack(colorFiles(), changes));

  test("a pack that is whole is not", async () => {
    expect(await refusalWith({})).toBe("");
  });

  test("a manifest without a decoder, with one that is missing, or with a place that the layout lacks", async () => {
    expect(await refusalWith({ decoder: undefined as never })).toBe(
      "pack.json lacks decoder: the model that answers clicks.",
    );
    expect(await refusalWith({ decoder: { model: "other.onnx", layout: "sam" } })).toBe(
      "pack.json names other.onnx, which is not among its files.",
    );
    expect(await refusalWith({ input: { width: 160, height: 160, resize: "fit" } })).toBe(
      "pack.json: a segmenter in the layout sam takes pictures at the top left: set input.resize to fit-corner or stretch.",
    );
  });

  test("a decoder with other inputs, other shapes, or answers that are not numbers", async () => {
    expect(await refusalOf(colorPack(colorFiles({ lacksInput: true })))).toBe(
      'decoder.onnx has the inputs image_embeddings, point_coords, point_labels, mask_input, orig_im_size, and a decoder in the layout sam has image_embeddings, point_coords, point_labels, mask_input, has_mask_input, orig_im_size: export the model again, or correct "decoder" in pack.json.',
    );
    expect(await refusalWith({ input: { width: 320, height: 320 } })).toContain('correct "input" there');
    expect(await refusalOf(colorPack(colorFiles({ isBroken: true })))).toMatch(
      /^decoder\.onnx answers with values that are not numbers \(NaN or infinite\)/,
    );
  });
});
