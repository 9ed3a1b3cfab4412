/** Runs a model pack on pictures: the worker's side. The server runs the same code and finds the same. */

import type { ModelPack } from "#schemas";
import { type Detector, maxPictureSide, openDetector } from "#packs/detector";
import type { Backend, OnnxRuntime } from "#packs/model-runtime";
import { type Pack, readPack } from "#packs/pack";
import { formatOf } from "#packs/text-format";
import { doubtfulBelow, joined, openText, type TextReader } from "#packs/text-reader";
import { openSegmenter, type SeenPicture, type Segmenter } from "#packs/segmenter";
import { workingSize } from "#vision/pixels";
import { imagePoint } from "../base/brand.ts";
import type { Answer, FoundObject, Prompt, ReadText } from "../base/prompt.ts";
import type { BoxBounds } from "../base/shape.ts";
import type { InputPicture } from "./assistant.ts";
import { type ReadPixels, readPixels } from "./picture-pixels.ts";

export type PackCall =
  /** Replaces the previous pack. `files` by name, including the manifest. */
  | { readonly kind: "open"; readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>> }
  /** Of a detector; answered with a list of `FoundObject`, most certain first. */
  | { readonly kind: "find"; readonly picture: InputPicture }
  /** Of a segmenter: analyzes the picture for the next prompts. */
  | { readonly kind: "see"; readonly picture: InputPicture }
  /** Of a text pack: what the region says, as texts like the example if there is one. Answered with a `ReadText`. */
  | {
      readonly kind: "read";
      readonly picture: InputPicture;
      readonly region: BoxBounds;
      readonly example: string | undefined;
    }
  /** Answered with a list of `Answer`. `tolerancePx` of the outline, image pixels. */
  | { readonly kind: "segment"; readonly prompts: readonly Prompt[]; readonly tolerancePx: number };

type Opened =
  | { readonly kind: "detector"; readonly detector: Detector }
  | { readonly kind: "segmenter"; readonly segmenter: Segmenter }
  | { readonly kind: "text"; readonly reader: TextReader };

/** @param read default: through a canvas, as in browsers */
export function createPackModel(runtime: OnnxRuntime, backend: Backend, read: ReadPixels = readPixels) {
  let opened: Opened | undefined;
  let seen: { readonly picture: SeenPicture; readonly scale: number } | undefined;

  async function open(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Promise<void> {
    await closed(opened);
    [opened, seen] = [undefined, undefined];
    const sizes = new Map([...files].map(([name, bytes]) => [name, bytes.length]));
    const pack = await readPack({ sizes, read: async (name) => files.get(name) ?? new Uint8Array() });
    opened = await openPack(pack, runtime, backend);
  }

  /** @param look gets the pixels, and how many of them an image pixel has */
  async function looking<T>(
    picture: InputPicture,
    look: (pixels: ReturnType<ReadPixels>, scale: number) => Promise<T>,
  ): Promise<T> {
    const { width, height } = picture;
    const scale = workingSize(width, height, maxPictureSide).width / width;
    try {
      return await look(read(picture, [0, 0, width, height], scale), scale);
    } finally {
      picture.image.close();
    }
  }

  async function find(picture: InputPicture): Promise<readonly FoundObject[]> {
    return await looking(picture, async (pixels, scale) => {
      if (opened?.kind !== "detector") throw new Error("No detector is open.");
      const objects = await opened.detector.find(pixels);
      return objects.map(({ x1, y1, x2, y2, type, confidence }) => ({
        bounds: [x1 / scale, y1 / scale, x2 / scale, y2 / scale],
        type,
        score: confidence,
      }));
    });
  }

  async function readIn(
    picture: InputPicture,
    region: BoxBounds,
    example: string | undefined,
  ): Promise<ReadText | undefined> {
    return await looking(picture, async (pixels, scale) => {
      if (opened?.kind !== "text") throw new Error("No reader of text is open.");
      const [x1, y1, x2, y2] = region.map((side) => side * scale) as [number, number, number, number];
      const place = { x1, y1, x2, y2 };
      const { reader } = opened;
      const line =
        example === undefined
          ? joined(await reader.read(pixels, place))
          : await reader.readAs(pixels, place, formatOf(example));
      if (line === undefined) return undefined;
      return { text: line.text, score: line.confidence, isDoubtful: line.confidence < doubtfulBelow };
    });
  }

  async function see(picture: InputPicture): Promise<void> {
    await looking(picture, async (pixels, scale) => {
      if (opened?.kind !== "segmenter") throw new Error("No segmenter is open.");
      seen = undefined;
      seen = { picture: await opened.segmenter.see(pixels), scale };
    });
  }

  async function segment(prompts: readonly Prompt[], tolerancePx: number): Promise<readonly Answer[]> {
    if (seen === undefined) throw new Error("The segmenter has not seen this picture.");
    const { picture, scale } = seen;
    const points = prompts.flatMap((prompt) =>
      prompt.kind === "in" || prompt.kind === "out"
        ? [{ x: prompt.at.x * scale, y: prompt.at.y * scale, isObject: prompt.kind === "in" }]
        : [],
    );
    const bounds = prompts.find((prompt) => prompt.kind === "box")?.bounds;
    if (bounds === undefined && !points.some(({ isObject }) => isObject)) return [];
    const [x1, y1, x2, y2] = (bounds ?? [0, 0, 0, 0]).map((value) => value * scale) as [number, number, number, number];
    const box = bounds === undefined ? undefined : { x1, y1, x2, y2 };
    const segment = await picture.segment({ points, box, tolerance: tolerancePx * scale });
    if (segment === undefined) return [];
    const rings = segment.rings.map((ring) => ring.map(([x, y]) => imagePoint(x / scale, y / scale)));
    return [{ shape: { kind: "polygon", rings }, score: segment.score }];
  }

  return async (call: PackCall): Promise<readonly FoundObject[] | readonly Answer[] | ReadText | undefined> => {
    if (call.kind === "read") return await readIn(call.picture, call.region, call.example);
    if (call.kind === "find") return await find(call.picture);
    if (call.kind === "segment") return await segment(call.prompts, call.tolerancePx);
    if (call.kind === "see") await see(call.picture);
    else await open(call.files);
    return undefined;
  };
}

async function openPack(pack: Pack, runtime: OnnxRuntime, backend: Backend): Promise<Opened> {
  const { kind } = pack.manifest;
  if (kind === "segmenter") return { kind, segmenter: await openSegmenter(pack, runtime, backend) };
  if (kind === "text") return { kind, reader: await openText(pack, runtime, backend) };
  return { kind: "detector", detector: await openDetector(pack, runtime, backend) };
}

async function closed(opened: Opened | undefined): Promise<void> {
  if (opened?.kind === "detector") await opened.detector.close();
  else if (opened?.kind === "segmenter") await opened.segmenter.close();
  else await opened?.reader.close();
}

/** The files of a pack including its manifest, as `open` expects them. */
export function filesOfPack(
  manifest: ModelPack,
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  return new Map([...files, ["pack.json", new TextEncoder().encode(JSON.stringify(manifest))]]);
}
