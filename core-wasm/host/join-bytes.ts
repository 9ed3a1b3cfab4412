/** Joins bytes for the core. */
import { encodeText } from "./instance.ts";

export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** A table of texts for the core: u32 offsets, one more than texts, followed by the texts. */
export function textTable(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const encoded = texts.map((text) => encodeText(text));
  const offsets = new Uint32Array(encoded.length + 1);
  for (const [index, text] of encoded.entries()) offsets[index + 1] = (offsets[index] ?? 0) + text.length;
  return concatenate([new Uint8Array(offsets.buffer), ...encoded]);
}
