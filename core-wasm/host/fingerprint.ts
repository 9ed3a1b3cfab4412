/**
 * Identifies builds of the core: modules with the same fingerprint have the same memory layout. It protects against
 * version differences, not against deliberate deception.
 */

const fingerprints = new WeakMap<WebAssembly.Module, string>();

/** Compiles a module and remembers its fingerprint. */
export async function compileCore(source: BufferSource): Promise<WebAssembly.Module> {
  const module = await WebAssembly.compile(source);
  fingerprints.set(module, computeFingerprint(source));
  return module;
}

/** 16 characters; `undefined` for a module compiled elsewhere. */
export function fingerprintOf(module: WebAssembly.Module): string | undefined {
  return fingerprints.get(module);
}

/** Two 32-bit FNV-1a hashes with different bases. */
function computeFingerprint(source: BufferSource): string {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  let [first, second] = [0x811c9dc5, 0x9e3779b9];
  for (const byte of bytes) {
    first = Math.imul(first ^ byte, 0x01000193);
    second = Math.imul(second ^ byte, 0x01000193);
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
