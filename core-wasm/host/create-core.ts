/**
 * Creates cores: finds and compiles core.wasm once, and gives every caller its own instance.
 *
 * The file is next to this one in the source tree. Bundlers that support `new URL(..., import.meta.url)` (such as Vite)
 * include it; elsewhere, call `setCoreUrl` with its location, or pass the bytes as `createCore({ wasm })`.
 */
import { WasmAnnotationCore } from "./annotation-core.ts";
import { compileCore, fingerprintOf } from "./fingerprint.ts";
import { CoreInstance } from "./instance.ts";
import type { AnnotationCore } from "./types.ts";
import { CoreError } from "./types.ts";

let coreUrl = new URL("../build/core.wasm", import.meta.url);
let compiled: Promise<WebAssembly.Module> | undefined;

/** Sets the location of core.wasm if it is not where the build put it. Call it before the first `createCore()`. */
export function setCoreUrl(url: string | URL): void {
  coreUrl = new URL(url, import.meta.url);
  compiled = undefined;
}

export interface CreateCoreOptions {
  /** The bytes of core.wasm or the compiled module, instead of loading it. */
  readonly wasm?: BufferSource | WebAssembly.Module;
}

/** Creates an empty core. Throws `CoreError` `core-not-built` when core.wasm cannot be loaded. */
export async function createCore(options: CreateCoreOptions = {}): Promise<AnnotationCore> {
  return new WasmAnnotationCore(new CoreInstance(await loadModule(options)));
}

/** Starts loading and compiling core.wasm ahead of `createCore()`. Errors are reported by `createCore()`. */
export function prepareCore(): void {
  loadModule({}).catch(() => undefined);
}

/** The fingerprint of cores made by `createCore()`. Cores with the same fingerprint can read each other's images. */
export async function coreFingerprint(): Promise<string> {
  return fingerprintOf(await loadModule({}))!;
}

/** Compiled once for all callers that do not pass `wasm`. */
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

/** Only Node has file URLs. Its file system is looked up at run time, so that browser bundlers see no import. */
function readFile(url: URL): Uint8Array<ArrayBuffer> {
  const { readFileSync } = process.getBuiltinModule("node:fs");
  return new Uint8Array(readFileSync(url));
}

async function fetchBytes(url: URL): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status}.`);
  return response.arrayBuffer();
}
