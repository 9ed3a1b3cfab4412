/**
 * Checks the server against the description of its API: every JSON response that a test receives, and every body that
 * the server accepts, is compared with the schemas of the route table.
 */
import { Ajv, type ValidateFunction } from "ajv";

import { type RouteId, routeIds, routeOf } from "#schemas";
import { definitions } from "#schemas/json-shape";

type Json = Readonly<Record<string, unknown>>;

const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false });
ajv.addSchema({ $id: "api", definitions: translated(definitions) as Json });
const validators = new Map<string, ValidateFunction>();

/** @returns the first problem, or `undefined` */
export function problemsOf(name: string, schema: Json, value: unknown): string | undefined {
  let validate = validators.get(name);
  if (validate === undefined) {
    validate = ajv.compile(translated(schema) as Json);
    validators.set(name, validate);
  }
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: name });
}

/** Converts OpenAPI 2.0 with our extensions to JSON Schema. */
function translated(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(translated);
  if (typeof schema !== "object" || schema === null) return schema;
  const { "x-nullable": isNullable, "x-anyOf": anyOf, $ref, ...rest } = schema as Json;
  const inner: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, translated(value)]),
  );
  // In older schemas a flag says whether the minimum itself is allowed.
  if (inner["exclusiveMinimum"] === true) {
    inner["exclusiveMinimum"] = inner["minimum"];
    delete inner["minimum"];
  }
  if (typeof $ref === "string") inner["$ref"] = `api${$ref}`;
  if (anyOf !== undefined) inner["anyOf"] = translated(anyOf);
  return isNullable === true ? { anyOf: [inner, { type: "null" }] } : inner;
}

/** The routes by method and path, those with literal parts first. */
const matchers = routeIds
  .map((id) => {
    const { method, path } = routeOf(id);
    const pattern = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:[A-Za-z]+/g, "[^/]+");
    return { id, method, pattern: new RegExp(`^/(?:girder/)?api/v1/${pattern}/?$`), variables: path.split(":").length };
  })
  .sort((a, b) => a.variables - b.variables);

export function findRoute(method: string, url: string): RouteId | undefined {
  const { pathname } = new URL(url);
  return matchers.find((one) => one.method === method && one.pattern.test(pathname))?.id;
}

/** Longer responses are lists of what other tests have checked. */
const maxBytes = 200_000;

/** Like `fetch`. @throws Error if the response does not match the description of the route */
export const describedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { url, method = "GET" } = input instanceof Request ? input : { url: String(input), method: init?.method };
  const isSmall = Number(response.headers.get("content-length") ?? maxBytes + 1) <= maxBytes;
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const id = response.ok && isSmall && isJson ? findRoute(method, url) : undefined;
  const shape = id === undefined || routeOf(id).reply === "raw" ? undefined : routeOf(id).replyShape;
  if (id === undefined || shape === undefined) return response;
  const problem = problemsOf(id, shape.schema, await response.clone().json());
  if (problem !== undefined)
    throw new Error(`${method} ${new URL(url).pathname} answers what is not described: ${problem}`);
  return response;
};
