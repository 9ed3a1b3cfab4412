/**
 * Masks of Label Studio's brush: the bytes of an RGBA picture, packed as runs of equal and of different bytes; anything
 * not transparent is inside.
 */
import type { RunMask } from "../pictures/mask-polygons.ts";

const channels = 4;
/** Pixels of the picture; more would take minutes. */
const maxPixels = 1 << 28;

/** @returns the problem if it cannot be read */
export function unpackBrush(bytes: readonly number[], { width, height }: Omit<RunMask, "runs">): RunMask | string {
  if (width * height > maxPixels) return `a mask may have ${maxPixels} pixels`;
  const bits = new BitReader(bytes);
  const count = bits.take(32);
  if (count !== width * height * channels) return "`rle` has another size than the picture";
  const wordBits = bits.take(5) + 1;
  const lengthBits = [0, 0, 0, 0].map(() => bits.take(4) + 1);
  const runs = new RunList();
  for (let at = 0; at < count;) {
    const isRepeated = bits.take(1) === 1;
    const length = bits.take(lengthBits[bits.take(2)] ?? 1) + 1;
    if (bits.isOver || at + length > count) return "`rle` ends too early";
    if (isRepeated) runs.add(pixelsBetween(at, at + length), bits.take(wordBits) > 0);
    else {
      for (let one = at; one < at + length; one++) {
        const value = bits.take(wordBits);
        if (one % channels === channels - 1) runs.add(1, value > 0);
      }
    }
    at += length;
  }
  return { runs: runs.list, width, height };
}

/** Number of alpha bytes, the last channel, between two positions. */
const pixelsBetween = (start: number, end: number): number => Math.floor(end / channels) - Math.floor(start / channels);

/** Alternating runs, outside first. */
class RunList {
  readonly list: number[] = [0];

  add(length: number, isInside: boolean): void {
    if (length === 0) return;
    if ((this.list.length % 2 === 0) !== isInside) this.list.push(0);
    this.list[this.list.length - 1]! += length;
  }
}

class BitReader {
  readonly #bytes: readonly number[];
  #at = 0;

  constructor(bytes: readonly number[]) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at > this.#bytes.length * 8;
  }

  /** The next bits, highest first. */
  take(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left--, this.#at++) {
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }
}
