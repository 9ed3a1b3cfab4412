/**
 * JSON whose numbers survive. A number that JavaScript would round (an integer beyond 2^53) or lose (`1e400`) stays the text
 * that it was, and is printed again as it came; `JSON.stringify` knows such values.
 */

/** What `JSON.rawJSON` makes: a number as its text. */
export interface RawNumber {
  readonly rawJSON: string;
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Newer than the library that the compiler knows. */
const json = JSON as unknown as {
  parse(text: string, reviver?: Reviver): unknown;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
};

/** Sixteen digits in a row that are no fraction, or an exponent of three digits: only then is a closer look needed. */
const mayBeRounded = /(?:^|[^\d.])\d{16}|\d[eE][+-]?\d{3}/;

/** @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  return mayBeRounded.test(text) ? json.parse(text, keepExact) : json.parse(text);
}

function keepExact(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== "number" || source === undefined) return value;
  const isInteger = !/[.eE]/.test(source);
  const isExact =
    Number.isFinite(value) && (!isInteger || Number.isSafeInteger(value) || BigInt(source) === BigInt(value));
  return isExact ? value : json.rawJSON(source);
}

export const isRawNumber = (value: unknown): value is RawNumber => json.isRawJSON(value);
