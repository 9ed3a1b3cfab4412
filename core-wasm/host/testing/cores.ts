/** Cores for tests: the release build and the build with assertions, which must behave the same. */
import { readFileSync } from "node:fs";
import { createCore } from "../create-core.ts";
import { CoreInstance } from "../instance.ts";
import type { AnnotationCore, FrameNumber, TrackId } from "../types.ts";

const build = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../build/${file}`, import.meta.url)));

export const builds = [
  { name: "release", create: (): Promise<AnnotationCore> => createCore({ wasm: build("core.wasm") }) },
  { name: "debug", create: (): Promise<AnnotationCore> => createCore({ wasm: build("core.debug.wasm") }) },
] as const;

/** The bare instance, for tests of what lies under the face. */
export function bareInstance(file = "core.wasm"): CoreInstance {
  const instance = new CoreInstance(new WebAssembly.Module(build(file)));
  instance.exports.core_clear();
  return instance;
}

/** Hands out cores in turn, each again after `count` others: for tests that need thousands. */
export async function createCores(count: number): Promise<() => AnnotationCore> {
  const cores = await Promise.all(Array.from({ length: count }, () => createCore()));
  let next = 0;
  return () => cores[next++ % count]!;
}

export const id = (value: number): TrackId => value as TrackId;
export const frame = (value: number): FrameNumber => value as FrameNumber;
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** All tracks as api/v1 has them. */
export function allTracks(core: AnnotationCore): unknown[] {
  return [...core.trackRows()].map((row) => JSON.parse(row.json) as unknown);
}
