/**
 * Makes cores: finds and compiles core.wasm once, and gives every caller an instance of its own.
 *
 * The file is next to this one in the source tree. Bundlers that know `new URL(..., import.meta.url)` (Vite does) take
 * it along; where that does not work, `setCoreUrl` says where it is, or `createCore({ wasm })` is given the bytes.
 */
import { WasmAnnotationCore } from "./annotation-core.ts";
import { compileCore, fingerprintOf } from "./fingerprint.ts";
import { CoreInstance } from "./instance.ts";
import type { AnnotationCore } from "./types.ts";
import { CoreError } from "./types.ts";

let coreUrl = new URL("../build/core.wasm", import.meta.url);
let compiled: Promise<WebAssembly.Module> | undefined;

/** Where core.wasm is, when it is not where the build put it. To be called before the first `createCore()`. */
export function setCoreUrl(url: string | URL): void {
  coreUrl = new URL(url, import.meta.url);
  compiled = undefined;
}

export interface CreateCoreOptions {
  /** The bytes of core.wasm or the compiled module, instead of loading it. */
  readonly wasm?: BufferSource | WebAssembly.Module;
}

/** An empty core. Throws `CoreError` `core-not-built` when core.wasm cannot be loaded. */
export async function createCore(options: CreateCoreOptions = {}): Promise<AnnotationCore> {
  return new WasmAnnotationCore(new CoreInstance(await loadModule(options)));
}

/** Begins to load and compile what `createCore()` needs, where it will be wanted soon. What fails is said there. */
export function prepareCore(): void {
  loadModule({}).catch(() => undefined);
}

/** Of the core that `createCore()` makes: two with the same one take each other's images. */
export async function coreFingerprint(): Promise<string> {
  return fingerprintOf(await loadModule({}))!;
}

/** Compiled once for all that do not bring it. */
export async function loadModule({ wasm }: CreateCoreOptions): Promise<WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm !== undefined) return compileCore(wasm);
  compiled ??= loadBytes(coreUrl).then(compileCore);
  try {
    return await compiled;
  } catch (error) {
    compiled = undefined;
    throw error;
  }
}

async function loadBytes(url: URL): Promise<BufferSource> {
  try {
    return url.protocol === "file:" ? readFile(url) : await fetchBytes(url);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `The annotation core could not be loaded from ${url.href}: ${reason} Run npm run build:core.`;
    throw new CoreError("core-not-built", message);
  }
}

/** Only Node has file urls. Its file system is looked up at run time, so that no bundler for browsers sees an import. */
function readFile(url: URL): Uint8Array<ArrayBuffer> {
  const { readFileSync } = process.getBuiltinModule("node:fs");
  return new Uint8Array(readFileSync(url));
}

async function fetchBytes(url: URL): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status}.`);
  return response.arrayBuffer();
}
