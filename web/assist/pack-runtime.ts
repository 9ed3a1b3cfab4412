/** Where model packs run in this browser, and how large what runs them is, which the page shows before loading it. */
import type { Backend } from "#packs/model-runtime";

export type { Backend };

/** Uncompressed sizes of onnxruntime-web's WebAssembly; a test compares them with the package. */
export const runtimeBytes: Readonly<Record<Backend, number>> = { wasm: 14_239_897, webgpu: 26_781_914 };

/** The used part of `navigator.gpu`, which the compiler's definitions of pages lack. */
export interface Gpu {
  requestAdapter(): Promise<GpuAdapter | null>;
}

interface GpuAdapter {
  readonly info?: { readonly isFallbackAdapter?: boolean; readonly architecture?: string };
  /** Where older browsers have it. */
  readonly isFallbackAdapter?: boolean;
}

/** Programs that compute on the processor what graphics hardware would. */
const softwareArchitectures = ["swiftshader", "llvmpipe"];

/** WebGPU on real hardware, otherwise WebAssembly: a graphics processor that is emulated would be slower. */
export async function chooseBackend(
  gpu: Gpu | undefined = (globalThis.navigator as Navigator & { readonly gpu?: Gpu }).gpu,
): Promise<Backend> {
  const adapter = await gpu?.requestAdapter().catch(() => null);
  if (adapter === null || adapter === undefined) return "wasm";
  const { isFallbackAdapter = adapter.isFallbackAdapter === true, architecture = "" } = adapter.info ?? {};
  return isFallbackAdapter || softwareArchitectures.includes(architecture) ? "wasm" : "webgpu";
}
