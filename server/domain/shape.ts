/**
 * Checks and normalises request bodies, and words what is wrong the way clients of api/v1 know it:
 *
 *     1 validation error for AnnotationUpdateArgs
 *     tracks -> upsert -> 0 -> bounds
 *       field required (type=value_error.missing)
 *
 * A shape takes any JSON value and returns the normalised one; what it cannot accept it reports with the path.
 * Numbers given as text are taken as numbers, and `null` for a field that may be missing counts as missing.
 */

type Path = readonly (string | number)[];

interface Issue {
  readonly path: Path;
  readonly text: string;
}

/** Collects what is wrong while a body is walked. */
export interface Report {
  add(path: Path, text: string): void;
}

export type Shape<T> = (value: unknown, path: Path, report: Report) => T | undefined;

export type Shaped<S> = S extends Shape<infer T> ? T : never;

/** How many problems are worded; the rest is counted. */
const maxIssues = 20;

export type ShapeResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/** Checks a whole body. `title` is the name clients know the model by. */
export function checkShape<T>(title: string, shape: Shape<T>, value: unknown): ShapeResult<T> {
  const issues: Issue[] = [];
  let count = 0;
  const result = shape(value, [], {
    add(path, text) {
      count++;
      if (issues.length < maxIssues) issues.push({ path, text });
    },
  });
  if (count === 0) return { ok: true, value: result as T };
  const lines = issues.map(({ path, text }) => `${path.length === 0 ? "__root__" : path.join(" -> ")}\n  ${text}`);
  if (count > issues.length) lines.push(`(${count - issues.length} more)`);
  return {
    ok: false,
    message: `${count} validation error${count === 1 ? "" : "s"} for ${title}\n${lines.join("\n")}`,
  };
}

const wrong = (report: Report, path: Path, text: string): undefined => {
  report.add(path, text);
  return undefined;
};

export const anything: Shape<unknown> = (value) => value;

export const text: Shape<string> = (value, path, report) => {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return wrong(report, path, value === null ? noneText : "str type expected (type=type_error.str)");
};

export const boolean: Shape<boolean> = (value, path, report) => {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === "true" || value === "True" || value === "1") return true;
  if (value === 0 || value === "false" || value === "False" || value === "0") return false;
  return wrong(report, path, "value could not be parsed to a boolean (type=value_error.boolean)");
};

function toNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\s*[-+]?(\d|\.\d)/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** A finite number; `1e400` and texts that are no number are refused. */
export const number: Shape<number> = (value, path, report) =>
  toNumber(value) ??
  wrong(report, path, value === null ? noneText : "value is not a valid float (type=type_error.float)");

/** An integer in `[least, most]`; fractions are cut off. */
export function integer(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): Shape<number> {
  return (value, path, report) => {
    const found = toNumber(value);
    if (found === undefined) {
      return wrong(report, path, value === null ? noneText : "value is not a valid integer (type=type_error.integer)");
    }
    const whole = Math.trunc(found) + 0;
    if (whole < least)
      return wrong(
        report,
        path,
        `ensure this value is greater than or equal to ${least} (type=value_error.number.not_ge)`,
      );
    if (whole > most)
      return wrong(report, path, `ensure this value is less than or equal to ${most} (type=value_error.number.not_le)`);
    return whole;
  };
}

export function oneOf<const T extends string>(values: readonly T[]): Shape<T> {
  return (value, path, report) =>
    values.includes(value as T)
      ? (value as T)
      : wrong(
          report,
          path,
          `unexpected value; permitted: ${values.map((v) => `'${v}'`).join(", ")} (type=value_error.const)`,
        );
}

export function listOf<T>(entry: Shape<T>): Shape<T[]> {
  return (value, path, report) =>
    Array.isArray(value)
      ? value.map((item, i) => entry(item, [...path, i], report) as T)
      : wrong(report, path, value === null ? noneText : "value is not a valid list (type=type_error.list)");
}

export function tuple<const T extends readonly Shape<unknown>[]>(
  entries: T,
): Shape<{ -readonly [K in keyof T]: Shaped<T[K]> }> {
  return (value, path, report) => {
    if (!Array.isArray(value)) return wrong(report, path, "value is not a valid tuple (type=type_error.tuple)");
    if (value.length !== entries.length) {
      return wrong(
        report,
        path,
        `wrong tuple length ${value.length}, expected ${entries.length} (type=value_error.tuple.length)`,
      );
    }
    return entries.map((entry, i) => entry(value[i], [...path, i], report)) as never;
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object used as a map. Own properties only, so that a key like `__proto__` is a key like any other. */
export function mapOf<T>(entry: Shape<T>): Shape<Record<string, T>> {
  return (value, path, report) =>
    isObject(value)
      ? (Object.fromEntries(
          Object.entries(value).map(([key, item]) => [key, entry(item, [...path, key], report)]),
        ) as Record<string, T>)
      : wrong(report, path, value === null ? noneText : "value is not a valid dict (type=type_error.dict)");
}

export interface OptionalShape<T> {
  readonly optional: Shape<T>;
}

/** A field that may be missing; `null` counts as missing and does not appear in the result. */
export function optional<T>(shape: Shape<T>): OptionalShape<T> {
  return { optional: shape };
}

type Fields = Readonly<Record<string, Shape<never> | OptionalShape<never> | Shape<unknown> | OptionalShape<unknown>>>;
type Required<F extends Fields> = {
  [K in keyof F as F[K] extends Shape<unknown> ? K : never]: F[K] extends Shape<infer T> ? T : never;
};
type Optional<F extends Fields> = {
  [K in keyof F as F[K] extends OptionalShape<unknown> ? K : never]?: F[K] extends OptionalShape<infer T> ? T : never;
};

/**
 * An object with named fields, which come out in the order of `fields`. Other keys are kept behind them, dropped or
 * refused.
 */
export function object<const F extends Fields>(
  fields: F,
  others: "keep" | "drop" | "refuse",
): Shape<Required<F> & Optional<F>> {
  const names = Object.keys(fields);
  const known = new Set(names);
  return (value, path, report) => {
    if (!isObject(value))
      return wrong(report, path, value === null ? noneText : "value is not a valid dict (type=type_error.dict)");
    const result: [string, unknown][] = [];
    for (const name of names) {
      const field = fields[name]!;
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      if (typeof field === "function") {
        if (given === undefined) report.add([...path, name], "field required (type=value_error.missing)");
        else result.push([name, field(given, [...path, name], report)]);
      } else if (given !== undefined && given !== null) {
        result.push([name, field.optional(given, [...path, name], report)]);
      }
    }
    for (const [name, given] of Object.entries(value)) {
      if (known.has(name)) continue;
      if (others === "refuse") report.add([...path, name], "extra fields not permitted (type=value_error.extra)");
      else if (others === "keep" && given !== null) result.push([name, given]);
    }
    return Object.fromEntries(result) as Required<F> & Optional<F>;
  };
}

const noneText = "none is not an allowed value (type=type_error.none.not_allowed)";
