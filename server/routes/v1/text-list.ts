/** Parameters with a JSON list of texts. */
import { RequestError } from "../../base/errors.ts";

/** Without duplicates. @throws RequestError unless every entry is a text */
export function readTexts(name: string, value: readonly unknown[]): string[] {
  if (value.some((entry) => typeof entry !== "string")) {
    throw new RequestError(`Parameter ${name} must be a JSON array of texts.`);
  }
  return [...new Set(value as readonly string[])];
}
