/**
 * Looks at a JSON text before anybody parses it. Brackets that open by the million take the parser seconds, as do millions
 * of small values, and what walks through a deep document runs out of stack.
 */
import { RequestError } from "./errors.ts";

const MAX_DEPTH = 1000;

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Of a document that is parsed beside other requests. */
export const MAX_VALUES = 500_000;

/**
 * @param bytes UTF-8, whether it is JSON or not
 * @param maxValues entries of all lists and objects together; without a bound where parsing holds nobody up
 * @throws RequestError
 */
export function checkJsonBounds(bytes: Uint8Array, maxValues = Infinity): void {
  let depth = 0;
  let values = 1;
  let isText = false;
  const { length } = bytes;
  if (length <= MAX_DEPTH) return;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at];
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) throw new RequestError(`The JSON document nests deeper than ${MAX_DEPTH} levels.`);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  if (values > maxValues) throw new RequestError(`The JSON document has more than ${maxValues} values.`, 413);
}
