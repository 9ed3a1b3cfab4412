/**
 * The single namespace of path, query and form parameters (api-v1 2.2): collects them from a request, and converts
 * their texts to the values that a route declares.
 */
import type { Parameter, ParameterMap } from "#schemas";

import { RequestError } from "../base/errors.ts";
import { parseKeepableJson } from "../base/exact-json.ts";
import { plainJson } from "../base/extended-json.ts";
import { checkJsonBounds, maxJsonValues } from "../base/json-bounds.ts";
import type { Pair } from "./form.ts";

/** Values as sent; bracket notation (`a[b]=1`, `a[]=1`) has become objects and lists. */
export type RawParameters = Map<string, RawValue>;
export type RawValue = string | RawValue[] | { [key: string]: RawValue };

/** No parameter of the API nests deeper; deeper names would cost stack wherever they are walked. */
const maxDepth = 20;
/** For a JSON list. Selections of documents are objects, and have their own limit. */
const maxEntries = 10_000;
const maxSearchLength = 1000;
const maxSearchWords = 50;

/** @throws RequestError if a name is given twice, or nests too deep */
export function collectParameters(path: Readonly<Record<string, string>>, pairs: readonly Pair[]): RawParameters {
  const raw: RawParameters = new Map();
  const seen = new Set<string>();
  for (const [name, given] of pairs) {
    // No value contains a NUL, and PostgreSQL cannot store one.
    const value = given.replaceAll("\0", "");
    const keys = bracketKeys(name);
    if (keys.length > maxDepth) {
      throw new RequestError(`Parameter "${shorten(name)}" must not nest deeper than ${maxDepth} levels.`);
    }
    const base = keys[0] ?? name;
    const isListEntry = keys.length > 1 && keys.at(-1) === "";
    if (!isListEntry) {
      if (seen.has(name) || (keys.length === 1 && raw.has(base))) {
        throw new RequestError(`Parameter "${name}" must not be specified multiple times.`);
      }
      seen.add(name);
    }
    insert(raw, keys, value);
  }
  for (const [name, value] of Object.entries(path)) raw.set(name, value.replaceAll("\0", ""));
  return raw;
}

/** `a[b][]` -> `["a", "b", ""]`; a name without bracket notation stays whole. */
function bracketKeys(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name);
  const [, base, rest] = match ?? [];
  if (base === undefined || rest === undefined) return [name];
  return [base, ...rest.slice(1, -1).split("][")];
}

function insert(raw: RawParameters, keys: readonly string[], value: string): void {
  const [base = "", ...path] = keys;
  if (path.length === 0) {
    raw.set(base, value);
    return;
  }
  let node: RawValue | undefined = raw.get(base);
  if (typeof node !== "object") raw.set(base, (node = path[0] === "" ? [] : Object.create(null)) as RawValue);
  let container = node as RawValue[] | { [key: string]: RawValue };
  for (const [index, key] of path.entries()) {
    const isLast = index === path.length - 1;
    const next: RawValue = isLast
      ? value
      : path[index + 1] === ""
        ? []
        : (Object.create(null) as { [key: string]: RawValue });
    if (Array.isArray(container)) {
      container.push(next);
      container = next as typeof container;
    } else {
      const old: RawValue | undefined = container[key];
      if (isLast || typeof old !== "object") container[key] = next;
      container = container[key] as typeof container;
    }
  }
}

/** @throws RequestError if a value is missing or invalid */
export function readParameters(declared: ParameterMap, raw: RawParameters): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(declared))
    values[name] = readParameter(name, parameter, raw.get(name));
  return values;
}

function readParameter(name: string, parameter: Parameter, given: RawValue | undefined): unknown {
  if (given === undefined) {
    if (parameter.required) throw new RequestError(`Parameter "${name}" is required.`);
    return parameter.fallback;
  }
  const { type } = parameter;
  if (type === "object" || type === "array" || type === "json") return readJson(name, type, given);
  if (typeof given !== "string" && type !== "string") {
    // `sortdir[0]=-1` is a different name from `sortdir`, and unknown names are ignored.
    return readParameter(name, parameter, undefined);
  }
  const text = typeof given === "string" ? given : JSON.stringify(given);
  switch (type) {
    case "string":
      return parameter.isSearch === true ? checkSearch(name, text) : text;
    case "boolean":
      return ["true", "on", "1", "yes"].includes(text.trim().toLowerCase());
    case "integer": {
      if (!/^\s*[+-]?\d+\s*$/.test(text) || !Number.isSafeInteger(Number(text))) {
        if (text === "" && !parameter.required) return parameter.fallback;
        throw new RequestError(`Invalid value for integer parameter ${name}: ${shorten(text)}.`);
      }
      return Number(text);
    }
    case "number": {
      const value = Number(text);
      if (text.trim() === "" || !Number.isFinite(value)) {
        if (text === "" && !parameter.required) return parameter.fallback;
        throw new RequestError(`Invalid value for numeric parameter ${name}: ${shorten(text)}.`);
      }
      return value;
    }
    default:
      if (type.includes(text)) return text;
      throw new RequestError(`Invalid value for ${name}: "${shorten(text)}". Allowed values: ${type.join(", ")}.`);
  }
}

function readJson(name: string, type: "object" | "array" | "json", given: RawValue): unknown {
  let value: unknown = given;
  if (typeof given === "string") {
    checkJsonBounds(Buffer.from(given), maxJsonValues);
    try {
      value = plainJson(parseKeepableJson(given));
    } catch (error) {
      if (error instanceof RequestError) throw new RequestError(`Parameter ${name}: ${error.message}`);
      throw new RequestError(`Parameter ${name} must be valid JSON.`);
    }
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (type === "object" && !isObject) throw new RequestError(`Parameter ${name} must be a JSON object.`);
  if (type === "array" && !Array.isArray(value)) throw new RequestError(`Parameter ${name} must be a JSON array.`);
  if (Array.isArray(value) && value.length > maxEntries) {
    throw new RequestError(`Parameter ${name} must have at most ${maxEntries} entries.`);
  }
  return value;
}

/** @throws RequestError if it has more words than any real search needs: each is searched for in every name */
function checkSearch(name: string, text: string): string {
  if (text.length > maxSearchLength) {
    throw new RequestError(`Parameter ${name} must have at most ${maxSearchLength} characters.`);
  }
  if (text.trim().split(/\s+/).length > maxSearchWords) {
    throw new RequestError(`Parameter ${name} must have at most ${maxSearchWords} words.`);
  }
  return text;
}

const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}...` : text);
