/** JSON values of any shape: equality, and numbers that a JavaScript number cannot represent. */

/** `undefined` stands for an absent member. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Equality of JSON values: the order of members does not matter, that of lists does. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
  );
}

interface ExactJson {
  parse(
    text: string,
    reviver: (name: string, value: unknown, context: { readonly source: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
}

/** Not yet in TypeScript's library; missing in browsers before 2025, where such numbers are rounded. */
const exact = JSON as unknown as Partial<ExactJson> & Pick<ExactJson, "parse">;

/** A number with this many digits may exceed the precision of JavaScript. */
const longNumber = /\d{16}/;

/** Numbers that JavaScript would change are kept as raw JSON, which `JSON.stringify` writes unchanged. */
export function parseJson(text: string): unknown {
  const { rawJSON } = exact;
  if (rawJSON === undefined || !longNumber.test(text)) return JSON.parse(text);
  return exact.parse(text, (_, value, { source }) =>
    typeof value === "number" && /^-?\d{16,}$/.test(source) && String(value) !== source ? rawJSON(source) : value,
  );
}

/**
 * Parses JSON in which Python has written NaN and Infinity, which become null. @throws SyntaxError for other mistakes
 */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const plain = text.replaceAll(/(?<=[:[,]\s*)-?(?:NaN|Infinity)(?=\s*[,\]}])/g, "null");
    if (plain === text) throw error;
    return JSON.parse(plain) as unknown;
  }
}
