/** What runs model packs in browsers, and what a page says about it before it is fetched. */

/** The WebAssembly build of onnxruntime-web, uncompressed; a test compares it with the package. */
export const runtimeBytes = 14_239_897;
