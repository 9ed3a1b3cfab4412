/**
 * Checks and normalizes request bodies, and words problems the way clients of api/v1 know them:
 *
 *     1 validation error for AnnotationUpdateArgs
 *     tracks -> upsert -> 0 -> bounds
 *       field required (type=value_error.missing)
 *
 * A check takes any JSON value and returns the normalized one; it reports values that it cannot accept, with their path.
 * Numbers sent as text are accepted as numbers, and `null` for an optional field counts as missing.
 */
import { isRawNumber } from "../base/exact-json.ts";

/**
 * The current place in the body, and the problems found so far. The path is one list that grows and shrinks during the
 * walk: copying it for every value of a large save would cost more than all checks together.
 */
export class Report {
  readonly path: (string | number)[] = [];
  readonly #lines: string[] = [];
  #count = 0;

  /** Records a problem at the current place. */
  add(text: string): undefined {
    this.#count++;
    if (this.#count > maxIssues) return undefined;
    this.#lines.push(`${this.path.length === 0 ? "__root__" : this.path.join(" -> ")}\n  ${text}`);
    return undefined;
  }

  /** Records a problem at a place below the current one. */
  addAt(place: readonly (string | number)[], text: string): undefined {
    this.path.push(...place);
    this.add(text);
    this.path.length -= place.length;
    return undefined;
  }

  /** Checks the value below a key. */
  inside<T>(key: string | number, check: Check<T>, value: unknown): T | undefined {
    this.path.push(key);
    const result = check(value, this);
    this.path.pop();
    return result;
  }

  /** `undefined` if there are no problems. */
  message(title: string): string | undefined {
    if (this.#count === 0) return undefined;
    const more = this.#count - this.#lines.length;
    const lines = more > 0 ? [...this.#lines, `(${more} more)`] : this.#lines;
    return `${this.#count} validation error${this.#count === 1 ? "" : "s"} for ${title}\n${lines.join("\n")}`;
  }
}

/** Takes a value and returns it normalized; reports invalid parts. */
export type Check<T> = (value: unknown, report: Report) => T | undefined;

export type Checked<S> = S extends Check<infer T> ? T : never;

/** How many problems are listed; the rest is counted. */
const maxIssues = 20;

export type CheckResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/** Checks a whole body. `title` is the name by which clients know the model. */
export function checkBody<T>(title: string, check: Check<T>, value: unknown): CheckResult<T> {
  const report = new Report();
  const result = check(value, report);
  const message = report.message(title);
  return message === undefined ? { ok: true, value: result as T } : { ok: false, message };
}

export const anything: Check<unknown> = (value) => value;

export const text: Check<string> = (value, report) => {
  if (typeof value === "string") return value;
  if (isRawNumber(value)) return value.rawJSON;
  if (typeof value === "number") return String(value);
  return report.add(value === null ? noneText : "str type expected (type=type_error.str)");
};

export const boolean: Check<boolean> = (value, report) => {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === "true" || value === "True" || value === "1") return true;
  if (value === 0 || value === "false" || value === "False" || value === "0") return false;
  return report.add("value could not be parsed to a boolean (type=value_error.boolean)");
};

/** A string, number or boolean, unchanged. */
export const scalar: Check<string | number | boolean> = (value, report) =>
  typeof value === "string" || typeof value === "boolean" ? value : number(value, report);

function toNumber(value: unknown): number | undefined {
  const given = isRawNumber(value) ? value.rawJSON : value;
  const number = typeof given === "string" && /^\s*[-+]?(\d|\.\d)/.test(given) ? Number(given) : given;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** A finite number; refuses `1e400` and texts that are not numbers. */
export const number: Check<number> = (value, report) =>
  toNumber(value) ?? report.add(value === null ? noneText : "value is not a valid float (type=type_error.float)");

/** An integer in `[least, most]`; fractions are truncated. */
export function integer(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): Check<number> {
  return (value, report) => {
    const parsed = toNumber(value);
    if (parsed === undefined) {
      return report.add(value === null ? noneText : "value is not a valid integer (type=type_error.integer)");
    }
    // + 0 turns -0 into 0.
    const whole = Math.trunc(parsed) + 0;
    if (whole < min) {
      return report.add(`ensure this value is greater than or equal to ${min} (type=value_error.number.not_ge)`);
    }
    if (whole > max) {
      return report.add(`ensure this value is less than or equal to ${max} (type=value_error.number.not_le)`);
    }
    return whole;
  };
}

export function oneOf<const T extends string>(values: readonly T[]): Check<T> {
  return (value, report) =>
    values.includes(value as T)
      ? (value as T)
      : report.add(`unexpected value; permitted: ${values.map((v) => `'${v}'`).join(", ")} (type=value_error.const)`);
}

export function listOf<T>(entry: Check<T>): Check<T[]> {
  return (value, report) => {
    if (!Array.isArray(value)) {
      return report.add(value === null ? noneText : "value is not a valid list (type=type_error.list)");
    }
    return value.map((item, i) => report.inside(i, entry, item) as T);
  };
}

export function tuple<const T extends readonly Check<unknown>[]>(
  entries: T,
): Check<{ -readonly [K in keyof T]: Checked<T[K]> }> {
  return (value, report) => {
    if (!Array.isArray(value)) return report.add("value is not a valid tuple (type=type_error.tuple)");
    if (value.length !== entries.length) {
      return report.add(
        `wrong tuple length ${value.length}, expected ${entries.length} (type=value_error.tuple.length)`,
      );
    }
    return entries.map((entry, i) => report.inside(i, entry, value[i])) as never;
  };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** Sets an own property, even if its name is `__proto__`. */
function put(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** An object used as a map. */
export function mapOf<T>(entry: Check<T>): Check<Record<string, T>> {
  return (value, report) => {
    if (!isObject(value))
      return report.add(value === null ? noneText : "value is not a valid dict (type=type_error.dict)");
    const result: Record<string, unknown> = {};
    for (const key of Object.keys(value)) put(result, key, report.inside(key, entry, value[key]));
    return result as Record<string, T>;
  };
}

export interface OptionalCheck<T> {
  readonly optional: Check<T>;
}

/** A field that may be missing; `null` counts as missing and is omitted from the result. */
export function optional<T>(check: Check<T>): OptionalCheck<T> {
  return { optional: check };
}

type Fields = Readonly<Record<string, Check<never> | OptionalCheck<never> | Check<unknown> | OptionalCheck<unknown>>>;
type Required<F extends Fields> = {
  [K in keyof F as F[K] extends Check<unknown> ? K : never]: F[K] extends Check<infer T> ? T : never;
};
type Optional<F extends Fields> = {
  [K in keyof F as F[K] extends OptionalCheck<unknown> ? K : never]?: F[K] extends OptionalCheck<infer T> ? T : never;
};

/**
 * An object with named fields, written in the order of `fields`. Other keys are kept after them, dropped or refused.
 */
export function object<const F extends Fields>(
  fields: F,
  others: "keep" | "drop" | "refuse",
): Check<Required<F> & Optional<F>> {
  const known = new Set(Object.keys(fields));
  const list = Object.entries(fields).map(([name, field]) =>
    typeof field === "function"
      ? { name, check: field, isRequired: true }
      : { name, check: field.optional, isRequired: false },
  );
  return (value, report) => {
    if (!isObject(value))
      return report.add(value === null ? noneText : "value is not a valid dict (type=type_error.dict)");
    const result: Record<string, unknown> = {};
    for (const { name, check, isRequired } of list) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      if (isRequired && given === undefined) report.addAt([name], "field required (type=value_error.missing)");
      else if (isRequired || (given !== undefined && given !== null)) result[name] = report.inside(name, check, given);
    }
    if (others !== "drop") {
      for (const name of Object.keys(value)) {
        if (known.has(name)) continue;
        if (others === "refuse") report.addAt([name], "extra fields not permitted (type=value_error.extra)");
        else if (value[name] !== null) put(result, name, value[name]);
      }
    }
    return result as Required<F> & Optional<F>;
  };
}

const noneText = "none is not an allowed value (type=type_error.none.not_allowed)";
