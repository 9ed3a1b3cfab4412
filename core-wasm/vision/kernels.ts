/** The compiled part of this library (`assembly/`): instances of it. */
import { wasmBase64 } from "./compiled.ts";

export interface Kernels {
  readonly memory: WebAssembly.Memory;
  /** Addresses (`assembly/layout.ts`). */
  readonly TWIDDLES: WebAssembly.Global<"i32">;
  readonly FADE: WebAssembly.Global<"i32">;
  readonly PATCH: WebAssembly.Global<"i32">;
  /** Followed by the power. */
  readonly FILTER: WebAssembly.Global<"i32">;
  readonly WANTED: WebAssembly.Global<"i32">;
  readonly RESPONSE: WebAssembly.Global<"i32">;
  /** Real and imaginary parts of a plane, at their addresses. */
  transform(re: number, im: number): void;
  spectra_compute(): void;
  /** The index of the maximum. */
  response_compute(): number;
  filter_learn(rate: number): void;
  background_bytes(pixels: number): number;
  background_open(pixels: number): void;
  background_column(which: number): number;
  background_counts(): number;
  background_mask(): number;
  background_picture(): number;
  background_update(rate: number, threshold: number): void;
  flow_find(count: number, from: number): void;
  flow_open(width: number, height: number, count: number): number;
  flow_picture(): number;
  flow_points(): number;
  flow_see(which: number): void;
  median_bytes(length: number, count: number): number;
  median_compute(length: number, count: number): number;
  median_picture(length: number, n: number): number;
  mask_address(): number;
  mask_bytes(width: number, height: number, distance: number): number;
  mask_spread(width: number, height: number, distance: number, isShrinking: boolean): void;
}

let compiled: WebAssembly.Module | undefined;

/** Compiled once per thread, synchronously: the module has only a few kilobytes. */
export function createKernels(): Kernels {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(wasmBase64), (character) => character.charCodeAt(0)));
  return new WebAssembly.Instance(compiled, {}).exports as unknown as Kernels;
}

const pageBytes = 65_536;

/** Grows the memory to a size in bytes. Views of it are then detached. */
export function requireMemory({ memory }: Kernels, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
}
