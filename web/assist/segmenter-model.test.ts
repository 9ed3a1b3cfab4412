/** Tests the segmenter on synthetic pictures, against the ellipses painted on them. */
import { expect, test } from "vitest";
import type { Prompt } from "../base/prompt.ts";
import { imagePoint } from "../base/brand.ts";
import type { Shape } from "../base/shape.ts";
import type { InputPicture } from "./assistant.ts";
import { createSegmenterModel } from "./segmenter-model.ts";

const [width, height] = [640, 360];
type Color = readonly [number, number, number];

/** Adds reproducible noise to the color of each pixel. */
function paint(colorAt: (x: number, y: number) => Color): Uint8Array {
  const rgb = new Uint8Array(width * height * 3);
  let noise = 1;
  for (let at = 0; at < width * height; at += 1) {
    noise = (noise * 48271) % 2147483647;
    const off = (noise % 31) - 15;
    rgb.set(
      colorAt(at % width, Math.floor(at / width)).map((value) => Math.max(0, Math.min(255, value + off))),
      at * 3,
    );
  }
  return rgb;
}

function ask(rgb: Uint8Array, prompts: readonly Prompt[]): Extract<Shape, { kind: "polygon" }> | undefined {
  const model = createSegmenterModel((_, [x1, y1, x2, y2], scale) => {
    const [wide, high] = [Math.round((x2 - x1) * scale), Math.round((y2 - y1) * scale)];
    const part = new Uint8Array(wide * high * 3);
    for (let y = 0; y < high; y += 1) {
      for (let x = 0; x < wide; x += 1) {
        const at = (Math.floor(y1 + y / scale) * width + Math.floor(x1 + x / scale)) * 3;
        part.set(rgb.subarray(at, at + 3), (y * wide + x) * 3);
      }
    }
    return { width: wide, height: high, rgb: part };
  });
  const picture: InputPicture = { image: { close: () => undefined } as ImageBitmap, width, height };
  const [answer] = model.infer(picture, prompts) as readonly { shape: Shape }[];
  return answer?.shape.kind === "polygon" ? answer.shape : undefined;
}

/** Even-odd rule over all rings: a hole is outside. */
function isIn(rings: readonly (readonly { x: number; y: number }[])[], x: number, y: number): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (const [index, a] of ring.entries()) {
      const b = ring[(index + 1) % ring.length]!;
      if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) isInside = !isInside;
    }
  }
  return isInside;
}

function overlap(shape: ReturnType<typeof ask>, isReal: (x: number, y: number) => boolean): number {
  let [both, either] = [0, 0];
  for (let y = 130; y < 300; y += 1) {
    for (let x = 215; x < 385; x += 1) {
      const [real, drawn] = [isReal(x, y), isIn(shape?.rings ?? [], x + 0.5, y + 0.5)];
      both += real && drawn ? 1 : 0;
      either += real || drawn ? 1 : 0;
    }
  }
  return both / either;
}

const inEllipse = (x: number, y: number, [cx, cy, rx, ry]: readonly number[]): boolean =>
  ((x - cx!) / rx!) ** 2 + ((y - cy!) / ry!) ** 2 <= 1;
const fish = [300, 180, 70, 40];
const twin = [300, 250, 60, 35];
const eye = [320, 180, 18, 18];
const ground: Color = [70, 110, 90];
const orange: Color = [220, 130, 60];
const at = (x: number, y: number) => imagePoint(x, y);

test("one click finds the object around it, a box the one in it; where nothing is pointed at there is no answer", () => {
  const rgb = paint((x, y) => (inEllipse(x, y, fish) ? orange : ground));
  const isFish = (x: number, y: number) => inEllipse(x, y, fish);
  expect(overlap(ask(rgb, [{ kind: "in", at: at(280, 190) }]), isFish)).toBeGreaterThan(0.95);
  expect(overlap(ask(rgb, [{ kind: "box", bounds: [222, 132, 378, 228] }]), isFish)).toBeGreaterThan(0.95);
  expect(ask(rgb, [{ kind: "out", at: at(280, 190) }])).toBeUndefined();
});

test("a click takes away what hangs together with it; an object with a hole is a polygon with a hole", () => {
  const touching = paint((x, y) => {
    if (inEllipse(x, y, fish)) return orange;
    return inEllipse(x, y, twin) ? [190, 150, 90] : ground;
  });
  const both = ask(touching, [
    { kind: "in", at: at(280, 180) },
    { kind: "in", at: at(300, 268) },
  ]);
  expect(overlap(both, (x, y) => inEllipse(x, y, fish) || inEllipse(x, y, twin))).toBeGreaterThan(0.9);
  const one = ask(touching, [
    { kind: "in", at: at(280, 180) },
    { kind: "out", at: at(300, 268) },
  ]);
  expect(overlap(one, (x, y) => inEllipse(x, y, fish))).toBeGreaterThan(0.85);

  const ring = paint((x, y) => (inEllipse(x, y, fish) && !inEllipse(x, y, eye) ? orange : ground));
  const shape = ask(ring, [{ kind: "in", at: at(260, 180) }]);
  expect(shape?.rings).toHaveLength(2);
  expect(overlap(shape, (x, y) => inEllipse(x, y, fish) && !inEllipse(x, y, eye))).toBeGreaterThan(0.95);
});

test("a larger tolerance gives an outline with fewer corners", () => {
  const rgb = paint((x, y) => (inEllipse(x, y, fish) ? orange : ground));
  const [few = [], many = []] = [6, 1].map(
    (px) =>
      ask(rgb, [
        { kind: "in", at: at(280, 190) },
        { kind: "tolerance", px },
      ])?.rings[0],
  );
  expect([few.length > 4, few.length < many.length / 2]).toEqual([true, true]);
});
