/** Dilation and erosion of masks by a distance. */
import { createKernels, type Kernels, requireMemory } from "../kernels.ts";

/** 1 where any pixel within the distance is marked, in a square. */
export function spreadMask(mask: Uint8Array, width: number, height: number, distance: number): Uint8Array {
  return spread(mask, width, height, distance, false);
}

/** 1 where all pixels within the distance are marked; pixels outside the picture count as marked. */
export function shrinkMask(mask: Uint8Array, width: number, height: number, distance: number): Uint8Array {
  return spread(mask, width, height, distance, true);
}

/** One per thread: its memory grows to the largest mask. */
let kernels: Kernels | undefined;

function spread(mask: Uint8Array, width: number, height: number, distance: number, isShrinking: boolean): Uint8Array {
  kernels ??= createKernels();
  requireMemory(kernels, kernels.mask_bytes(width, height, distance));
  const inside = new Uint8Array(kernels.memory.buffer, kernels.mask_address(), mask.length);
  inside.set(mask);
  kernels.mask_spread(width, height, distance, isShrinking);
  return inside.slice();
}
