/** Runs a detector pack on pictures: the worker's side. The server runs the same code and finds the same. */

import type { ModelPack } from "#schemas";
import { type Detector, longestPictureSide, openDetector } from "#packs/detector";
import type { OnnxRuntime } from "#packs/model-runtime";
import { readPack } from "#packs/pack";
import { workingSize } from "#vision/pixels";
import type { FoundObject } from "../base/prompt.ts";
import type { Looked } from "./assistant.ts";
import { type ReadPixels, readPixels } from "./picture-pixels.ts";

export type PackCall =
  /** Replaces the previous pack. `files` by name, including the manifest. */
  | { readonly kind: "open"; readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>> }
  /** Answered with a list of `FoundObject`, most certain first. */
  | { readonly kind: "find"; readonly picture: Looked };

/** @param read default: through a canvas, as in browsers */
export function createPackModel(runtime: OnnxRuntime, read: ReadPixels = readPixels) {
  let detector: Detector | undefined;

  async function open(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Promise<void> {
    await detector?.close();
    detector = undefined;
    const sizes = new Map([...files].map(([name, bytes]) => [name, bytes.length]));
    const pack = await readPack({ sizes, read: async (name) => files.get(name) ?? new Uint8Array() });
    detector = await openDetector(pack, runtime);
  }

  async function find(picture: Looked): Promise<readonly FoundObject[]> {
    const { width, height } = picture;
    const scale = workingSize(width, height, longestPictureSide).width / width;
    try {
      if (detector === undefined) throw new Error("No model pack is open.");
      const found = await detector.find(read(picture, [0, 0, width, height], scale));
      return found.map(({ x1, y1, x2, y2, type, confidence }) => ({
        bounds: [x1 / scale, y1 / scale, x2 / scale, y2 / scale],
        ...{ type, score: confidence },
      }));
    } finally {
      picture.image.close();
    }
  }

  return async (call: PackCall): Promise<readonly FoundObject[] | undefined> => {
    if (call.kind === "find") return await find(call.picture);
    await open(call.files);
    return undefined;
  };
}

/** The files of a pack including its manifest, as `open` expects them. */
export function filesOfPack(
  manifest: ModelPack,
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  return new Map([...files, ["pack.json", new TextEncoder().encode(JSON.stringify(manifest))]]);
}
