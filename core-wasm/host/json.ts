/** JSON values of free form: equality, and numbers that a JavaScript number cannot hold. */

/** `undefined` stands for a member that is not there. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Equal as JSON: the order of members does not count, that of lists does. */
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

/** Not yet in TypeScript's library; absent in browsers before 2025, where such numbers are rounded. */
const exact = JSON as unknown as Partial<ExactJson> & Pick<ExactJson, "parse">;

/** As many digits may be more than a JavaScript number holds. */
const longNumber = /\d{16}/;

/** Numbers that JavaScript would change are kept as they are written, as raw JSON, which `JSON.stringify` puts back. */
export function parseJson(text: string): unknown {
  const { rawJSON } = exact;
  if (rawJSON === undefined || !longNumber.test(text)) return JSON.parse(text);
  return exact.parse(text, (_, value, { source }) =>
    typeof value === "number" && /^-?\d{16,}$/.test(source) && String(value) !== source ? rawJSON(source) : value,
  );
}
