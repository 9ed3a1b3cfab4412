/**
 * Looks at a JSON text before it is parsed. Brackets that open by the million take the parser seconds, as do millions
 * of small values, and what walks through a deep document runs out of stack.
 */
import { RequestError } from "./errors.ts";

const maxDepth = 1000;

const comma = 0x2c;
const quote = 0x22;
const backslash = 0x5c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Of a document that is parsed while other requests wait. */
export const mostValues = 500_000;

/**
 * @param bytes UTF-8, whether it is JSON or not
 * @param maxValues entries of all lists and objects together; without a bound where parsing blocks no other request
 * @throws RequestError
 */
export function checkJsonBounds(bytes: Uint8Array, maxValues = Infinity): void {
  let depth = 0;
  let values = 1;
  let isText = false;
  const { length } = bytes;
  if (length <= maxDepth) return;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === comma) values += 1;
    else if (byte === openList || byte === openObject) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) throw new RequestError(`The JSON document nests deeper than ${maxDepth} levels.`);
    } else if (byte === closeList || byte === closeObject) depth -= 1;
  }
  if (values > maxValues) throw new RequestError(`The JSON document has more than ${maxValues} values.`, 413);
}
