/**
 * The JSON Schemas as definitions of OpenAPI 2.0, an older dialect: no `const`, no tuples, no names of keys. Anything
 * it cannot express is left out, so that a definition allows at least what the schema allows.
 */
import { readSchema, schemaFiles } from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

/** Keywords for TypeScript or for the newer dialect, and those without an equivalent in the older one. */
const leftOut: ReadonlySet<string> = new Set(["$schema", "$id", "$defs", "tsType", "propertyNames", "prefixItems"]);

export function definitionsText(): string {
  const definitions: Record<string, Json> = {};
  for (const file of schemaFiles) {
    const schema = readSchema(file) as { title: string; $defs?: Readonly<Record<string, Json>> };
    const all = { ...schema.$defs, [schema.title]: schema as Json };
    for (const [name, definition] of Object.entries(all)) {
      if (name in definitions) throw new Error(`two schemas define ${name}`);
      definitions[name] = converted(definition, schema.title);
    }
  }
  const names = Object.keys(definitions).toSorted();
  const sorted = Object.fromEntries(names.map((name) => [name, definitions[name]]));
  return [
    "/** Generated from schemas/json by `npm run generate`: do not edit. */",
    `import type { ${names.join(", ")} } from "./types.ts";`,
    "",
    "/** The type of each definition. */",
    `export interface Definitions { ${names.map((name) => `${name}: ${name};`).join(" ")} }`,
    "",
    `export const definitions = ${JSON.stringify(sorted)} as const;`,
    "",
  ].join("\n");
}

/** @param title of the file that `#` refers to */
function converted(schema: unknown, title: string): Json {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema as Json)) {
    if (leftOut.has(key)) continue;
    if (key === "$ref") return { $ref: `#/definitions/${nameOf(String(value), title)}` };
    if (key === "const") result["enum"] = [value];
    else if (key === "exclusiveMinimum") Object.assign(result, { minimum: value, exclusiveMinimum: true });
    else if (key === "properties") {
      const properties = Object.entries(value as Json).map(([name, one]) => [name, converted(one, title)]);
      result[key] = Object.fromEntries(properties);
    } else if (key === "items") result[key] = value === false ? {} : converted(value, title);
    else if (key === "additionalProperties") result[key] = converted(value, title);
    else result[key] = value;
  }
  return result;
}

/** `track.schema.json#/$defs/Feature` is `Feature`; `track.schema.json` is the schema's title. */
function nameOf(reference: string, title: string): string {
  const [file = "", inside] = reference.split("#/$defs/");
  if (inside !== undefined) return inside;
  return file === "" ? title : readSchema(file).title;
}
