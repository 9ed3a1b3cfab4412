/**
 * Checks a JSON text before it is parsed. Millions of opening brackets or small values take the parser seconds, and
 * code that walks a deep document overflows the stack.
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

/** Limit for documents that are parsed while other requests wait. */
export const maxJsonValues = 500_000;

/**
 * @param bytes UTF-8; need not be valid JSON
 * @param maxValues entries of all lists and objects together; unlimited where parsing blocks no other request
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
