/** Background model of a fixed camera, in an instance of its own of the compiled part (`assembly/background.ts`). */
import { createKernels, type Kernels, requireMemory } from "../kernels.ts";

export const Pixel = { background: 0, shadow: 1, foreground: 2 } as const;

const initialVariance = 15;

export interface BackgroundOptions {
  /** How many past pictures count. */
  readonly history: number;
  /** Squared distance in variances beyond which a pixel is foreground. */
  readonly threshold: number;
}

export class BackgroundModel {
  readonly #options: BackgroundOptions;
  readonly #kernels: Kernels = createKernels();
  readonly #picture: Uint8Array;
  readonly #mask: Uint8Array;
  /** The most frequent color of each pixel: red, green, blue. */
  readonly #means: readonly [Float32Array, Float32Array, Float32Array];
  #frameCount = 0;

  /**
   * @param first the known background, three bytes per pixel; absent: all of the first picture is
   *   background
   */
  constructor(width: number, height: number, options: BackgroundOptions, first?: Uint8Array) {
    this.#options = options;
    const pixels = width * height;
    const kernels = this.#kernels;
    requireMemory(kernels, kernels.background_bytes(pixels));
    kernels.background_open(pixels);
    const { buffer } = kernels.memory;
    const column = (which: number) => new Float32Array(buffer, kernels.background_column(which), pixels);
    this.#picture = new Uint8Array(buffer, kernels.background_picture(), pixels * 3);
    this.#mask = new Uint8Array(buffer, kernels.background_mask(), pixels);
    this.#means = [column(2), column(3), column(4)];
    if (first === undefined) return;
    new Uint8Array(buffer, kernels.background_counts(), pixels).fill(1);
    column(0).fill(1);
    column(1).fill(initialVariance);
    for (const [channel, means] of this.#means.entries()) {
      for (let pixel = 0; pixel < pixels; pixel++) means[pixel] = first[pixel * 3 + channel]!;
    }
    // A background taken from the whole dataset counts as a full history.
    this.#frameCount = options.history;
  }

  /** Adds a picture. @param mask receives the class of each pixel */
  update(rgb: Uint8Array, mask: Uint8Array): void {
    this.#frameCount++;
    this.#picture.set(rgb);
    this.#kernels.background_update(1 / Math.min(this.#frameCount, this.#options.history), this.#options.threshold);
    mask.set(this.#mask);
  }

  /** The most frequent color of a pixel. @param channel 0 red, 1 green, 2 blue */
  mean(pixel: number, channel: number): number {
    return this.#means[channel]![pixel]!;
  }
}
