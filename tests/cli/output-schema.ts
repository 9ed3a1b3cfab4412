/** The published schemas of what commands print with `--json`. */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";

const compiled = new Map<string, ValidateFunction>();

/** The document has its form, and no member that the schema does not describe. */
export function expectOutput(name: string, document: unknown): void {
  let validate = compiled.get(name);
  if (validate === undefined) {
    const path = new URL(`../../schemas/json/output/${name}.schema.json`, import.meta.url);
    const schema = closed(JSON.parse(readFileSync(path, "utf8"))) as object;
    validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    compiled.set(name, validate);
  }
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
}

/** Published schemas allow further members, for the versions to come. */
function closed(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed);
  const inner = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  const isListed = inner["type"] === "object" && "properties" in inner && !("additionalProperties" in inner);
  return isListed ? { ...inner, additionalProperties: false } : inner;
}
