/**
 * What a JSON body or answer looks like, for the description of the api: references to the JSON Schemas, and lists and objects
 * of them. A shape carries its TypeScript type, so that a route cannot be described as something that it is not.
 */
import type { Definitions } from "./generated/definitions.ts";

export interface Shape<T> {
  /** A schema of OpenAPI 2.0. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Phantom: carries the TypeScript type. */
  readonly value?: T;
}

type ShapeMap = Readonly<Record<string, Shape<unknown>>>;
type ValueOf<S> = S extends Shape<infer T> ? T : never;

/** A document that has a JSON Schema, by the title of that. */
export const documentOf = <Name extends keyof Definitions>(name: Name): Shape<Definitions[Name]> => ({
  schema: { $ref: `#/definitions/${name}` },
});

export const textShape: Shape<string> = { schema: { type: "string" } };
export const integerShape: Shape<number> = { schema: { type: "integer" } };

export const listOf = <T>(item: Shape<T>): Shape<T[]> => ({ schema: { type: "array", items: item.schema } });

/** An object with these fields; further ones are allowed. */
export const objectOf = <R extends ShapeMap, O extends ShapeMap = Record<never, Shape<unknown>>>(
  required: R,
  optional?: O,
): Shape<{ [K in keyof R]: ValueOf<R[K]> } & { [K in keyof O]?: ValueOf<O[K]> }> => {
  const properties = Object.entries({ ...required, ...optional }).map(([name, { schema }]) => [name, schema]);
  const names = Object.keys(required);
  return {
    schema: {
      type: "object",
      ...(names.length === 0 ? {} : { required: names }),
      properties: Object.fromEntries(properties),
    },
  };
};
