/**
 * JSON that keeps numbers exact. A number that JavaScript would round (an integer beyond 2^53) or lose (`1e400`) stays
 * text and is printed unchanged; `JSON.stringify` supports such values.
 */
import { RequestError } from "./errors.ts";

/** Result of `JSON.rawJSON`: a number as text. */
export interface RawNumber {
  readonly rawJSON: string;
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Missing in the library types of the compiler. */
const json = JSON as unknown as {
  parse(text: string, reviver?: Reviver): unknown;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
};

/** Sixteen digits in a row outside a fraction, or a three-digit exponent: only then is a closer look needed. */
const mayBeRounded = /(?:^|[^\d.])\d{16}|\d[eE][+-]?\d{3}/;

/** @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  return mayBeRounded.test(text) ? json.parse(text, keepExact) : json.parse(text);
}

/**
 * For documents stored as JavaScript values: refuses numbers that would be rounded or lost.
 * @throws SyntaxError, RequestError
 */
export function parseKeepableJson(text: string): unknown {
  return mayBeRounded.test(text) ? json.parse(text, refuseInexact) : json.parse(text);
}

const keepExact: Reviver = (_key, value, { source }) =>
  source === undefined || isExact(value, source) ? value : json.rawJSON(source);

/** A number that prints as it was sent is fine: `1152921504606847000` is how JavaScript writes 2 ** 60. */
const refuseInexact: Reviver = (_key, value, { source }) => {
  if (source === undefined || isExact(value, source) || String(value) === source) return value;
  const number = source.length > 40 ? `${source.slice(0, 40)}...` : source;
  throw new RequestError(`The number ${number} is too large to be stored exactly: send it as text.`);
};

function isExact(value: unknown, source: string): boolean {
  if (typeof value !== "number") return true;
  const isInteger = !/[.eE]/.test(source);
  return Number.isFinite(value) && (!isInteger || Number.isSafeInteger(value) || BigInt(source) === BigInt(value));
}

export const isRawNumber = (value: unknown): value is RawNumber => json.isRawJSON(value);
