/**
 * The surroundings of an object at the working size, in the memory of the compiled part, and the response of a filter
 * to them. One per thread, for all objects in turn: each keeps only its own filter.
 */
import { createKernels, type Kernels } from "../kernels.ts";
import type { Pixels } from "../pixels.ts";

/** Side of the search window, in samples. */
const side = 64;
const planeLength = side * side;
/** Width of the desired response, in samples. */
const responseWidth = 2.2;
/** Three complex planes and their power. */
const filterLength = 7 * planeLength;

/** The maximum of a response. */
export interface Peak {
  /** From the center, as a share of the window. */
  readonly x: number;
  readonly y: number;
  readonly value: number;
}

export class SearchWindow {
  readonly #kernels: Kernels;
  /** Planes of red, green and blue. */
  readonly #patch: Float32Array;
  readonly #filter: Float32Array;
  readonly #response: Float32Array;
  /** For each column: of the samples left and right of it, the place in a row of pixels; and the share of the right. */
  readonly #left = new Int32Array(side);
  readonly #right = new Int32Array(side);
  readonly #shares = new Float32Array(side);

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    const floats = (at: WebAssembly.Global<"i32">, length: number): Float32Array =>
      new Float32Array(kernels.memory.buffer, at.value, length);
    this.#patch = floats(kernels.PATCH, 3 * planeLength);
    this.#filter = floats(kernels.FILTER, filterLength);
    this.#response = floats(kernels.RESPONSE, planeLength);
    const turns = Array.from({ length: 16 }, (_, n) => [n, 2 * n, 3 * n].map((turn) => (-2 * Math.PI * turn) / side));
    floats(kernels.TWIDDLES, 6 * 16).set(turns.flat().flatMap((angle) => [Math.cos(angle), Math.sin(angle)]));
    floats(kernels.FADE, side).set(
      Array.from({ length: side }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / side)),
    );
    // Symmetric, so that its spectrum is real.
    this.#response.set(
      Array.from({ length: planeLength }, (_, at) => {
        const [x, y] = [wrapped(at % side), wrapped(Math.floor(at / side))];
        return Math.exp(-(x * x + y * y) / (2 * responseWidth * responseWidth));
      }),
    );
    const re = kernels.RESPONSE.value;
    kernels.transform(re, re + 4 * planeLength);
    floats(kernels.WANTED, planeLength).set(this.#response);
  }

  /** Samples a window of a picture, in pixels; outside the picture, its border is repeated. */
  look({ rgb, width, height }: Pixels, centerX: number, centerY: number, windowWidth: number, windowHeight: number) {
    for (let x = 0; x < side; x++) {
      const from = clamp(centerX + ((x + 0.5) / side - 0.5) * windowWidth - 0.5, width - 1);
      const left = Math.floor(from);
      this.#left[x] = left * 3;
      this.#right[x] = Math.min(width - 1, left + 1) * 3;
      this.#shares[x] = from - left;
    }
    for (let y = 0; y < side; y++) {
      const from = clamp(centerY + ((y + 0.5) / side - 0.5) * windowHeight - 0.5, height - 1);
      const top = Math.floor(from);
      const below = Math.min(height - 1, top + 1);
      this.#sampleRow(rgb, top * width * 3, below * width * 3, from - top, y * side);
    }
    this.#kernels.spectra_compute();
  }

  /** @param upper @param lower where the rows of pixels above and below start @param share of the lower one */
  #sampleRow(rgb: Uint8Array, upper: number, lower: number, share: number, to: number): void {
    const patch = this.#patch;
    for (let x = 0; x < side; x++) {
      const left = this.#left[x]!;
      const right = this.#right[x]!;
      const rightShare = this.#shares[x]!;
      const leftShare = 1 - rightShare;
      for (let channel = 0; channel < 3; channel++) {
        const above = rgb[upper + left + channel]! * leftShare + rgb[upper + right + channel]! * rightShare;
        const under = rgb[lower + left + channel]! * leftShare + rgb[lower + right + channel]! * rightShare;
        patch[channel * planeLength + to + x] = above + (under - above) * share;
      }
    }
  }

  setFilter(filter: Float32Array): void {
    this.#filter.set(filter);
  }

  /** Where the filter responds most to the loaded window. */
  respond(): Peak {
    const at = this.#kernels.response_compute();
    const response = this.#response;
    const [column, row] = [at % side, Math.floor(at / side)];
    const value = response[at]!;
    const near = (dx: number, dy: number): number =>
      response[((row + dy + side) % side) * side + ((column + dx + side) % side)]!;
    return {
      x: (wrapped(column) + between(near(-1, 0), value, near(1, 0))) / side,
      y: (wrapped(row) + between(near(0, -1), value, near(0, 1))) / side,
      value: value / planeLength,
    };
  }

  /**
   * Mixes the loaded window into the filter. @param rate 1: replaces it @param into receives the filter; default: a
   * new one
   */
  learn(rate: number, into = new Float32Array(filterLength)): Float32Array<ArrayBuffer> {
    // Values that another object has left there must not count: 0 times NaN is NaN.
    if (rate === 1) this.#filter.fill(0);
    this.#kernels.filter_learn(rate);
    into.set(this.#filter);
    return into;
  }
}

let shared: SearchWindow | undefined;

/** The one of this thread. */
export function searchWindow(): SearchWindow {
  shared ??= new SearchWindow(createKernels());
  return shared;
}

/** The position of the maximum between samples: that of a parabola through three of them. */
function between(before: number, top: number, after: number): number {
  const bend = before - 2 * top + after;
  return bend === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend)));
}

/** Indices past the middle are negative offsets. */
function wrapped(place: number): number {
  return place >= side / 2 ? place - side : place;
}

const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value));
