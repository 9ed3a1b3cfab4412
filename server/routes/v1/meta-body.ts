/** Bodies of the metadata routes. */
import { RequestError } from "../../base/errors.ts";

/** @throws RequestError unless it is a JSON object */
export function requireMetaObject(body: unknown): Record<string, unknown> {
  if (body === undefined) throw new RequestError("JSON parameter metadata must be passed in request body.");
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new RequestError("Parameter metadata must be a JSON object.");
  }
  return body as Record<string, unknown>;
}

/** @throws RequestError unless it is a JSON list of texts */
export function requireKeyList(body: unknown): string[] {
  if (body === undefined) throw new RequestError("JSON parameter fields must be passed in request body.");
  if (!Array.isArray(body) || body.some((key) => typeof key !== "string")) {
    throw new RequestError("Parameter fields must be a JSON array.");
  }
  return body as string[];
}
