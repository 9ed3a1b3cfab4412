/**
 * Confidence pairs in the form that the core's edits take: per pair confidence f64, name length u32, name (little
 * endian).
 */
import { encodeText } from "../instance.ts";
import type { ConfidencePair } from "../types.ts";

export function encodePairs(pairs: readonly ConfidencePair[]): Uint8Array<ArrayBuffer> {
  const names = pairs.map(({ type }) => encodeText(type));
  const image = new Uint8Array(names.reduce((sum, name) => sum + 12 + name.length, 0));
  const view = new DataView(image.buffer);
  let p = 0;
  for (const [index, { confidence }] of pairs.entries()) {
    const name = names[index] ?? new Uint8Array();
    view.setFloat64(p, confidence, true);
    view.setUint32(p + 8, name.length, true);
    image.set(name, p + 12);
    p += 12 + name.length;
  }
  return image;
}
