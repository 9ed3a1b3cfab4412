/**
 * Sizes of pictures by frame, as given in a COCO file. Read on demand when boxes are checked, since there may be many
 * images.
 */
import type { CoreInstance } from "../../instance.ts";
import { isObject } from "../../json.ts";
import type { ImageSize } from "../../types.ts";

export function readCocoSizes({ coco }: CoreInstance): readonly (ImageSize | undefined)[] {
  if (coco === undefined) return [];
  const sizes: (ImageSize | undefined)[] = [];
  const list = listIn(coco.images);
  for (const [position, place] of coco.places.entries()) {
    const image = list[place];
    const frame = coco.frames[position] ?? 0;
    // A frame number far beyond the list would make it far too long.
    if (!isObject(image) || frame > sizes.length + 100_000) continue;
    const { width, height } = image;
    if (isLength(width) && isLength(height)) sizes[frame] = { width, height };
  }
  return sizes;
}

/** The core accepts Python's NaN and Infinity. */
function listIn(bytes: Uint8Array): readonly unknown[] {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as readonly unknown[];
  } catch {
    return [];
  }
}

function isLength(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value < 1e9;
}
