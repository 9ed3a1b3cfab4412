/** The runtime of model packs in browsers, and its size, which the page shows before downloading it. */

/** Uncompressed size of onnxruntime-web's WebAssembly; a test compares it with the package. */
export const runtimeBytes = 14_239_897;
