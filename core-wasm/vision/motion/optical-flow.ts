/** Where points of a picture are on the next one (`assembly/flow.ts`), in an instance of its own of the compiled part. */
import { createKernels, type Kernels, requireMemory } from "../kernels.ts";
import type { Pixels } from "../pixels.ts";

export interface FoundPoint {
  readonly x: number;
  readonly y: number;
  /**
   * How far from the point the search arrives that goes back from here, in pixels: well below one if the point was found,
   * infinite if there is nothing to recognize it by, or it has left the picture.
   */
  readonly residual: number;
}

/** The center of the first pixel is at half a pixel. */
const half = 0.5;

export class OpticalFlow {
  readonly #kernels: Kernels = createKernels();
  readonly #maxPoints: number;
  readonly #picture: Uint8Array;
  readonly #points: Float32Array;
  /** Which of the two pictures is the last one. */
  #last = 0;

  /** @param maxPoints that are searched for at a time */
  constructor(width: number, height: number, maxPoints: number) {
    const kernels = this.#kernels;
    this.#maxPoints = maxPoints;
    requireMemory(kernels, kernels.flow_open(width, height, maxPoints));
    const { buffer } = kernels.memory;
    this.#picture = new Uint8Array(buffer, kernels.flow_picture(), width * height * 3);
    this.#points = new Float32Array(buffer, kernels.flow_points(), maxPoints * 5);
  }

  /** Takes the next picture, which has the size of the others. */
  see({ rgb }: Pixels): void {
    this.#picture.set(rgb);
    this.#last = 1 - this.#last;
    this.#kernels.flow_see(this.#last);
  }

  /** Finds points of the picture before the last one on the last one. In pixels. */
  find(points: readonly { readonly x: number; readonly y: number }[]): FoundPoint[] {
    const found: FoundPoint[] = [];
    for (let from = 0; from < points.length; from += this.#maxPoints) {
      found.push(...this.#findSome(points.slice(from, from + this.#maxPoints)));
    }
    return found;
  }

  #findSome(points: readonly { readonly x: number; readonly y: number }[]): FoundPoint[] {
    const values = this.#points;
    for (const [n, { x, y }] of points.entries()) values.set([x - half, y - half], 2 * n);
    this.#kernels.flow_find(points.length, 1 - this.#last);
    return points.map((_, n) => {
      const at = 2 * points.length + 3 * n;
      return { x: values[at]! + half, y: values[at + 1]! + half, residual: values[at + 2]! };
    });
  }
}
