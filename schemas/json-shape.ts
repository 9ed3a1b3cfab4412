/**
 * Describes JSON bodies and answers, for the API description and for the tests that hold the server to it: schemas of
 * OpenAPI 2.0, and lists, maps and objects of them. A shape carries its TypeScript type, so that a route's description
 * and types cannot differ, and a document need not be written twice. Types that the older dialect cannot express are
 * written as `x-nullable` and `x-anyOf`.
 */
import { type Definitions, definitions as generated } from "./generated/definitions.ts";

export interface JsonShape<T> {
  /** A schema of OpenAPI 2.0. */
  readonly schema: Json;
  /** Phantom: carries the TypeScript type. */
  readonly value?: T;
}

/** The type that a shape describes. */
export type TypeOf<S> = S extends JsonShape<infer T> ? T : never;

type Json = Readonly<Record<string, unknown>>;
type ShapeMap = Readonly<Record<string, JsonShape<unknown>>>;

/** A field that may be absent. */
export interface OptionalJsonShape<T> {
  readonly optional: JsonShape<T>;
}

type Fields = Readonly<Record<string, JsonShape<unknown> | OptionalJsonShape<unknown>>>;
type OptionalKeys<F> = { [K in keyof F]: F[K] extends OptionalJsonShape<unknown> ? K : never }[keyof F];
/** The object type with these fields. */
export type ObjectOf<F extends Fields> = { -readonly [K in Exclude<keyof F, OptionalKeys<F>>]: TypeOf<F[K]> } & {
  -readonly [K in OptionalKeys<F>]?: F[K] extends OptionalJsonShape<infer T> ? T : never;
};

/** Schemas that are referred to by name. */
export const definitions: Readonly<Record<string, Json>> = { ...generated };
const define = (name: string, schema: Json): Json => {
  if (name in definitions) throw new Error(`two shapes are called ${name}`);
  (definitions as Record<string, Json>)[name] = schema;
  return { $ref: `#/definitions/${name}` };
};

/** A document with a JSON Schema, by the schema's title. */
export const documentOf = <Name extends keyof Definitions>(name: Name): JsonShape<Definitions[Name]> => ({
  schema: { $ref: `#/definitions/${name}` },
});

export const textShape: JsonShape<string> = { schema: { type: "string" } };
export const integerShape: JsonShape<number> = { schema: { type: "integer" } };
export const numberShape: JsonShape<number> = { schema: { type: "number" } };
export const booleanShape: JsonShape<boolean> = { schema: { type: "boolean" } };
export const nullShape: JsonShape<null> = { schema: { "x-nullable": true, enum: [null] } };
export const anyShape: JsonShape<unknown> = { schema: {} };
/** Any keys. */
export const objectShape: JsonShape<Record<string, unknown>> = { schema: { type: "object" } };
/** A text that matches this pattern. */
export const patternShape = (pattern: string, format?: string): JsonShape<string> => ({
  schema: { type: "string", pattern, ...(format === undefined ? {} : { format }) },
});

export const listOf = <T>(item: JsonShape<T>): JsonShape<T[]> => ({ schema: { type: "array", items: item.schema } });
export const mapOf = <T>(value: JsonShape<T>): JsonShape<Record<string, T>> => ({
  schema: { type: "object", additionalProperties: value.schema },
});
export const oneOf = <const T extends string | number | boolean>(...values: T[]): JsonShape<T> => ({
  schema: { type: typeof values[0] === "number" ? "integer" : typeof values[0], enum: values },
});
export const nullable = <T>({ schema }: JsonShape<T>): JsonShape<T | null> => ({
  schema: { ...("$ref" in schema ? { allOf: [schema] } : schema), "x-nullable": true },
});
export const eitherOf = <S extends readonly JsonShape<unknown>[]>(...shapes: S): JsonShape<TypeOf<S[number]>> => ({
  schema: { "x-anyOf": shapes.map(({ schema }) => schema) },
});
export const optional = <T>(shape: JsonShape<T>): OptionalJsonShape<T> => ({ optional: shape });

/** An object with exactly these fields. */
export const exactly = <F extends Fields>(fields: F): JsonShape<ObjectOf<F>> => ({ schema: exactSchema(fields) });

/** Like `exactly`, under a name. */
export const documentShape = <F extends Fields>(name: string, fields: F): JsonShape<ObjectOf<F>> => ({
  schema: define(name, exactSchema(fields)),
});

/** A document with a JSON Schema, and additional fields. */
export const extended = <Name extends keyof Definitions, F extends Fields>(
  name: string,
  base: Name,
  fields: F,
): JsonShape<ObjectOf<F> & Omit<Definitions[Name], keyof F>> => ({
  schema: define(name, {
    allOf: [{ $ref: `#/definitions/${base}` }, { ...exactSchema(fields), additionalProperties: true }],
  }),
});

function exactSchema(fields: Fields): Json {
  const entries = Object.entries(fields);
  const required = entries.filter(([, field]) => !("optional" in field)).map(([name]) => name);
  return {
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, ("optional" in field ? field.optional : field).schema]),
    ),
    additionalProperties: false,
  };
}

/** An object with these fields; additional ones are allowed. */
export const objectOf = <R extends ShapeMap, O extends ShapeMap = Record<never, JsonShape<unknown>>>(
  required: R,
  optionals?: O,
): JsonShape<{ [K in keyof R]: TypeOf<R[K]> } & { [K in keyof O]?: TypeOf<O[K]> }> => {
  const properties = Object.entries({ ...required, ...optionals }).map(([name, { schema }]) => [name, schema]);
  const names = Object.keys(required);
  return {
    schema: {
      type: "object",
      ...(names.length === 0 ? {} : { required: names }),
      properties: Object.fromEntries(properties),
    },
  };
};
