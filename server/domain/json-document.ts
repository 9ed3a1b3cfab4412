/** Parses a JSON document sent by a client. */
import { RequestError } from "../base/errors.ts";
import { checkJsonBounds } from "../base/json-bounds.ts";
import { parseExactJson, parseKeepableJson } from "../base/exact-json.ts";

/**
 * `undefined` if there are no bytes.
 * @param maxValues set it where other requests wait for the parser
 * @throws RequestError if it is not JSON, too deep or too large, or contains a number that would be rounded or lost
 */
export const parseJsonDocument = (bytes: Uint8Array, maxValues?: number): unknown =>
  readDocument(bytes, parseKeepableJson, maxValues);

/** For documents that are printed again: numbers stay exact (`exact-json.ts`). */
export const parseExactJsonDocument = (bytes: Uint8Array): unknown => readDocument(bytes, parseExactJson);

function readDocument(bytes: Uint8Array, parse: (text: string) => unknown, maxValues?: number): unknown {
  if (bytes.length === 0) return undefined;
  checkJsonBounds(bytes, maxValues);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const bare = text.codePointAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return parse(bare);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    const constant = /\b(NaN|-?Infinity)\b/.exec(bare)?.[1];
    if (constant !== undefined) throw new RequestError(`Error: "${constant}" is not valid JSON.`);
    throw new RequestError(
      `Invalid JSON passed in request body. ${error instanceof Error ? error.message : ""}`.trim(),
    );
  }
}
