/** Reading in pieces: whatever the pieces are, the result is that of the whole. */
import { text } from "./cores.ts";
import type { AnnotationCore, ReadReport } from "../types.ts";
import { CoreError } from "../types.ts";

/** The complete result of a read, or the error it ended with. */
export function outcome(core: AnnotationCore, read: () => ReadReport): unknown {
  try {
    const report = read();
    core.assertIntegrity();
    return { report, json: text(core.writer.writeDiveJson().bytes) };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return { code: error.code, problem: error.problem, trackCount: core.trackCount };
  }
}

/** Cuts at the given places, which may repeat. */
export function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const borders = places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b);
  return [0, ...borders].map((start, index) => bytes.subarray(start, borders[index] ?? bytes.length));
}
