/** A running detector pack: finds objects on one picture, in pixels of the picture. The same on server and page. */
import type { ModelPack } from "#schemas";
import type { Bounds } from "#vision/bounds";
import type { Pixels } from "#vision/pixels";

import { grayPicture, inputOf, requireInput } from "./model-input.ts";
import { type Backend, type OnnxRuntime, openModel } from "./model-runtime.ts";
import { type Pack, PackError } from "./pack.ts";
import { type DetectorPack, readBoxes, withoutOverlaps } from "./read-boxes.ts";

export interface FoundObject extends Bounds {
  readonly type: string;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface FindOptions {
  /** Minimum confidence; default: the pack's. */
  readonly confidence?: number;
  /** Maximum overlap of boxes of one class, 0 to 1; default: the pack's. */
  readonly overlap?: number;
}

export interface Detector {
  /** The most confident first. @throws PackError */
  find(picture: Pixels, options?: FindOptions): Promise<FoundObject[]>;
  close(): Promise<void>;
}

/** Larger pictures are scaled down to this longest side in pixels, on server and page alike. */
export const maxPictureSide = 4096;

const usualConfidence = 0.25;
/** DETR, and models that end with their own selection, return each object only once. */
const usualOverlap = { yolo: 0.45, "yolo-end-to-end": 1, detr: 1 } as const;

/** The defaults. */
export const usualOptions = ({ confidence, overlap, output }: ModelPack): Required<FindOptions> => ({
  confidence: confidence ?? usualConfidence,
  overlap: overlap ?? usualOverlap[output?.layout ?? "yolo"],
});

/** @throws PackError when the pack is not a detector, or the model does not match it */
export async function openDetector(pack: Pack, runtime: OnnxRuntime, backend: Backend = "wasm"): Promise<Detector> {
  const manifest = requireDetector(pack);
  const { model: file, classes, input } = manifest;
  const model = await openModel(runtime, backend, file, await pack.load(file));
  let name: string;
  try {
    name = requireInput(model, input);
  } catch (error) {
    await model.close();
    throw error;
  }
  return {
    async find(picture, options = {}) {
      const { confidence, overlap } = { ...usualOptions(manifest), ...options };
      const { tensor, toPicture } = inputOf(picture, input);
      const boxes = readBoxes(await model.run(new Map([[name, tensor]])), manifest, confidence);
      return withoutOverlaps(boxes, overlap)
        .map(({ label, score, ...bounds }) => ({
          ...toPicture(bounds),
          type: classes[label] ?? "",
          confidence: score,
        }))
        .filter(({ x1, y1, x2, y2 }) => x2 > x1 && y2 > y1);
    },
    close: () => model.close(),
  };
}

/** Runs it once, on a gray picture, so that wrong shapes and outputs are detected early. @throws PackError */
export async function tryDetector(pack: Pack, runtime: OnnxRuntime): Promise<void> {
  const detector = await openDetector(pack, runtime);
  try {
    await detector.find(grayPicture(pack.manifest.input));
  } finally {
    await detector.close();
  }
}

function requireDetector({ manifest }: Pack): DetectorPack {
  const { kind, name, output, classes } = manifest;
  if (kind !== "detector" || output === undefined || classes === undefined) {
    throw new PackError(`${name} is a pack of the kind ${kind}, not a detector.`);
  }
  return { ...manifest, output, classes };
}
