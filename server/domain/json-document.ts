/** A JSON document that somebody has sent, from its bytes. */
import { RequestError } from "../base/errors.ts";

/** `undefined` for no bytes. @throws RequestError when it is not JSON */
export function parseJsonDocument(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const bare = text.codePointAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return JSON.parse(bare) as unknown;
  } catch (error) {
    const constant = /\b(NaN|-?Infinity)\b/.exec(bare)?.[1];
    if (constant !== undefined) throw new RequestError(`Error: "${constant}" is not valid JSON.`);
    throw new RequestError(
      `Invalid JSON passed in request body. ${error instanceof Error ? error.message : ""}`.trim(),
    );
  }
}
