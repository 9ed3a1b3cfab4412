/** Cores for tests: the release build and the build with assertions, which must behave the same. */
import { readFileSync } from "node:fs";
import { createCore } from "../create-core.ts";
import { compileCore } from "../fingerprint.ts";
import { CoreInstance } from "../instance.ts";
import type { AnnotationCore, FrameNumber, TrackId } from "../types.ts";

const build = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../build/${file}`, import.meta.url)));

/** Compiled once: the tests of the formats alone make thousands of cores. */
const modules = new Map<string, Promise<WebAssembly.Module>>();

function moduleOf(file: string): Promise<WebAssembly.Module> {
  const module = modules.get(file) ?? compileCore(build(file));
  modules.set(file, module);
  return module;
}

const createOf = async (file: string): Promise<AnnotationCore> => createCore({ wasm: await moduleOf(file) });

export const builds = [
  { name: "release", create: () => createOf("core.wasm") },
  { name: "debug", create: () => createOf("core.debug.wasm") },
] as const;

/** The bare instance, for tests below the interface. */
export function bareInstance(file = "core.wasm"): CoreInstance {
  const instance = new CoreInstance(new WebAssembly.Module(build(file)));
  instance.exports.core_clear();
  return instance;
}

/** Returns cores in turn, each reused after `count` others: for tests that need thousands. */
export async function createCores(count: number): Promise<() => AnnotationCore> {
  const cores = await Promise.all(Array.from({ length: count }, () => createCore()));
  let next = 0;
  return () => cores[next++ % count]!;
}

export const id = (value: number): TrackId => value as TrackId;
export const frame = (value: number): FrameNumber => value as FrameNumber;
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** All tracks as in api/v1. */
export function allTracks(core: AnnotationCore): unknown[] {
  return [...core.writer.trackRows()].map((row) => JSON.parse(row.json) as unknown);
}
