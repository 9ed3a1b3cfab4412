/** Pictures of several cameras on the same frame, next to each other as one picture. */
import { SizeError } from "./targets.ts";
import type { Picture } from "./sources.ts";

/**
 * From left to right, aligned at the top, each in its own size. Where a camera has no picture of a frame, its place is
 * black.
 */
export async function* sideBySide(cameras: readonly AsyncGenerator<Picture>[]): AsyncGenerator<Picture> {
  try {
    const heads = await Promise.all(cameras.map((one) => one.next()));
    const places = placesOf(heads.map(({ value }) => value as Picture | undefined));
    const width = places.reduce((sum, one) => sum + one.width, 0);
    const height = Math.max(...places.map((one) => one.height));
    while (true) {
      const left = heads.flatMap(({ done, value }) => (done === true ? [] : [value]));
      const [first, ...others] = left;
      if (first === undefined) return;
      const next = others.reduce((least, one) => (one.frame < least.frame ? one : least), first);
      const pixels = new Uint8Array(width * height * 3);
      for (const [n, { done, value }] of heads.entries()) {
        if (done === true || value.frame !== next.frame) continue;
        copyInto(pixels, width, places[n]!, value);
        heads[n] = await cameras[n]!.next();
      }
      yield { ...next, pixels, width, height };
    }
  } finally {
    await Promise.all(cameras.map((one) => one.return(undefined)));
  }
}

interface Place {
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

function placesOf(pictures: readonly (Picture | undefined)[]): readonly Place[] {
  let left = 0;
  return pictures.map((picture) => {
    const { width, height } = picture ?? { width: 0, height: 0 };
    left += width;
    return { left: left - width, width, height };
  });
}

function copyInto(pixels: Uint8Array, rowPixels: number, { left, width, height }: Place, picture: Picture): void {
  if (picture.width !== width || picture.height !== height)
    throw new SizeError(
      `${picture.name} has ${picture.width} x ${picture.height} pixels, the pictures before it ${width} x ${height}`,
    );
  for (let row = 0; row < height; row++) {
    const from = row * width * 3;
    pixels.set(picture.pixels.subarray(from, from + width * 3), (row * rowPixels + left) * 3);
  }
}
