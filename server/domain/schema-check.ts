/**
 * Derives what a save or a configuration may contain from its only description, the JSON Schemas. What a schema cannot
 * express (numbers truncated to integers, values that a request may omit) is passed as a replacement for a field.
 */
import { definitions } from "#schemas/json-shape";

import {
  anything,
  boolean,
  integer,
  listOf,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  type OptionalCheck,
  type Check,
  text,
  tuple,
} from "./body-check.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

type Field = Check<unknown> | OptionalCheck<unknown>;

/** The fields of a definition by name, in alphabetical order; `own` replaces or adds fields. */
export function fieldsOf(name: string, own: Readonly<Record<string, Field>> = {}): Record<string, Field> {
  const { properties = {}, required = [] } = definitions[name] as Schema;
  const fields = Object.entries(properties).map(([key, schema]): [string, Field] => {
    const check = checkOf(schema);
    return [key, required.includes(key) ? check : optional(check)];
  });
  const all = { ...Object.fromEntries(fields), ...own };
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Checks a whole definition; unknown keys are kept. `T` is its type. */
export function definedCheck<T>(name: string, own: Readonly<Record<string, Field>> = {}): Check<T> {
  return object(fieldsOf(name, own), "keep") as unknown as Check<T>;
}

function checkOf(schema: Schema): Check<unknown> {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace("#/definitions/", "");
    return checkOf(definitions[name] as Schema);
  }
  if (schema.enum !== undefined) return oneOf(schema.enum as string[]);
  switch (schema.type) {
    case "string":
      return text;
    case "number":
      return number;
    case "integer":
      return integer(schema.minimum);
    case "boolean":
      return boolean;
    case "array":
      return arrayOf(schema);
    case "object":
      return objectOf(schema);
    default:
      return anything;
  }
}

function arrayOf({ items = {}, minItems, maxItems }: Schema): Check<unknown> {
  const item = checkOf(items);
  return minItems !== undefined && minItems === maxItems
    ? tuple(Array.from({ length: minItems }, () => item))
    : listOf(item);
}

function objectOf({ properties, required = [], additionalProperties }: Schema): Check<unknown> {
  if (properties === undefined)
    return mapOf(typeof additionalProperties === "object" ? checkOf(additionalProperties) : anything);
  const fields = Object.entries(properties).map(([key, one]): [string, Field] => {
    const check = checkOf(one);
    return [key, required.includes(key) ? check : optional(check)];
  });
  return object(Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1))), "keep");
}
