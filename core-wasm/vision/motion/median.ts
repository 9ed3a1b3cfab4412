/** The median of several pictures: what stays while objects pass. */
import { createKernels, requireMemory } from "../kernels.ts";

/** Byte by byte; empty without pictures. @param pictures of one length, at most 255 */
export function medianOf(pictures: readonly Uint8Array[]): Uint8Array {
  const [count, length] = [pictures.length, pictures[0]?.length ?? 0];
  const kernels = createKernels();
  requireMemory(kernels, kernels.median_bytes(length, count));
  const inside = (at: number): Uint8Array => new Uint8Array(kernels.memory.buffer, at, length);
  for (const [n, picture] of pictures.entries()) inside(kernels.median_picture(length, n)).set(picture);
  return inside(kernels.median_compute(length, count)).slice();
}
