/** Confidence pairs as the core's edits take them: per pair confidence f64, name length u32, name (little endian). */
import { encodeText } from "../instance.ts";
import type { ConfidencePair } from "../types.ts";
import { CoreError } from "../types.ts";

/** Throws `CoreError` `bad-pair` for an empty type or a confidence outside 0..1. */
export function encodePairs(pairs: readonly ConfidencePair[]): Uint8Array<ArrayBuffer> {
  const names = pairs.map(({ type }) => encodeText(type));
  const image = new Uint8Array(names.reduce((sum, name) => sum + 12 + name.length, 0));
  const view = new DataView(image.buffer);
  let p = 0;
  for (const [index, { type, confidence }] of pairs.entries()) {
    const name = names[index] ?? new Uint8Array();
    if (name.length === 0) throw new CoreError("bad-pair", "A type must have a name.");
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new CoreError("bad-pair", `The confidence of ${type} must be a number from 0 to 1, not ${confidence}.`);
    }
    view.setFloat64(p, confidence, true);
    view.setUint32(p + 8, name.length, true);
    image.set(name, p + 12);
    p += 12 + name.length;
  }
  return image;
}
