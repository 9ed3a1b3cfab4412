/**
 * Detects what moves in front of a fixed camera, picture by picture. First the background is learned from pictures of
 * the whole dataset, so that objects in the first picture do not become background; then each picture is compared with
 * it.
 */
import { BackgroundModel, Pixel } from "#vision/motion/background";
import { medianOf } from "#vision/motion/median";
import type { Detection } from "../detection.ts";
import type { Picture } from "../pictures/picture.ts";
import type { PictureReader } from "../pictures/read-pictures.ts";
import { findBlobs } from "./blobs.ts";

export interface MotionOptions {
  /** Squared distance from the background, in variances, beyond which a pixel is foreground. */
  readonly threshold: number;
  /** How many past pictures count. */
  readonly history: number;
  /** Square pixels of the stored picture. */
  readonly minArea: number;
  /** Pixels of the stored picture between parts of one object. */
  readonly gap: number;
  /** Exclude shadows from objects. */
  readonly dropShadows: boolean;
}

/** Number of pictures from which the background is learned: enough for a median that ignores moving objects. */
const samples = 25;
/** Mean difference from the background, out of 255, that counts as high confidence. */
const clearDifference = 25;

/** @param progress receives the number of pictures done and the total */
export async function detectMotion(
  reader: PictureReader,
  options: MotionOptions,
  onFrame: (frame: number, detections: readonly Detection[]) => void,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const background = await learnBackground(reader);
  let model: BackgroundModel | undefined;
  let mask = new Uint8Array();
  let size = "";
  await reader.read((picture) => {
    const { width, height } = picture;
    if (model === undefined || size !== sizeOf(picture)) {
      size = sizeOf(picture);
      model = new BackgroundModel(width, height, options, size === background.size ? background.rgb : undefined);
      mask = new Uint8Array(width * height);
    }
    evenOutLight(picture.rgb, model, mask);
    model.update(picture.rgb, mask);
    onFrame(picture.frame, detectionsOf(picture, mask, model, options));
    progress(picture.frame + 1, reader.frameCount);
  });
}

interface Background {
  /** See `sizeOf`: pictures of another shape may have as many pixels. */
  readonly size: string;
  readonly rgb: Uint8Array;
}

const sizeOf = ({ width, height }: Picture): string => `${width}x${height}`;

/** The median of pictures from the whole dataset, per pixel and channel. Pictures of another size are left out. */
async function learnBackground(reader: PictureReader): Promise<Background> {
  const count = Math.min(samples, reader.frameCount);
  const wanted = new Set(Array.from({ length: count }, (_, n) => Math.floor(((n + 0.5) * reader.frameCount) / count)));
  const pictures: Background[] = [];
  await reader.read(
    (picture) => void pictures.push({ size: sizeOf(picture), rgb: picture.rgb.slice() }),
    (frame) => wanted.has(frame),
  );
  const size = pictures[0]?.size ?? "";
  return { size, rgb: medianOf(pictures.filter((picture) => picture.size === size).map(({ rgb }) => rgb)) };
}

/** Every how many pixels one is sampled to measure the brightness of a picture. */
const lightStep = 17;

/** Compensates for a change of light in the whole picture: a cloud is not an object. */
function evenOutLight(rgb: Uint8Array, model: BackgroundModel, mask: Uint8Array): void {
  for (let channel = 0; channel < 3; channel++) {
    let expected = 0;
    let actual = 0;
    for (let pixel = 0; pixel < mask.length; pixel += lightStep) {
      if (mask[pixel] !== Pixel.background) continue;
      const mean = model.mean(pixel, channel);
      const value = rgb[pixel * 3 + channel] as number;
      // The brightness of overexposed or black pixels is unknown.
      if (mean < 10 || mean > 245 || value < 10 || value > 245) continue;
      expected += mean;
      actual += value;
    }
    if (actual === 0) continue;
    const gain = expected / actual;
    if (Math.abs(gain - 1) < 0.01 || gain < 0.5 || gain > 2) continue;
    const corrected = Uint8Array.from({ length: 256 }, (_, value) => Math.min(255, Math.round(value * gain)));
    for (let at = channel; at < rgb.length; at += 3) rgb[at] = corrected[rgb[at]!]!;
  }
}

function detectionsOf(
  { width, height, scaleX, scaleY, rgb }: Picture,
  mask: Uint8Array,
  model: BackgroundModel,
  { dropShadows, gap, minArea }: MotionOptions,
): Detection[] {
  const min = dropShadows ? Pixel.foreground : Pixel.shadow;
  const marked = new Uint8Array(mask.length);
  for (let pixel = 0; pixel < mask.length; pixel++) marked[pixel] = (mask[pixel] as number) >= min ? 1 : 0;
  const gapPixels = Math.round(gap / 2 / Math.max(scaleX, scaleY));
  const blobs = findBlobs(marked, width, height, gapPixels, Math.max(4, minArea / (scaleX * scaleY)));
  return blobs.map(({ left, top, right, bottom, pixels }) => {
    let difference = 0;
    for (const pixel of pixels) {
      for (let channel = 0; channel < 3; channel++) {
        difference += Math.abs((rgb[pixel * 3 + channel] as number) - model.mean(pixel, channel));
      }
    }
    const score = 1 - Math.exp(-difference / (3 * pixels.length) / clearDifference);
    return {
      x1: left * scaleX,
      y1: top * scaleY,
      x2: right * scaleX,
      y2: bottom * scaleY,
      score: Math.round(Math.max(0.01, score) * 1000) / 1000,
    };
  });
}
