/** The configuration of a dataset, checked against its schema. */

import { findViolations } from "#schemas/validators";
import type { Finding } from "./findings.ts";

/** @param bytes JSON that was recognised as a configuration; it may yet be cut off. */
export function checkConfiguration(file: string, bytes: Uint8Array): readonly Finding[] {
  const problem = (code: string, message: string, pointer?: string): Finding => ({
    file,
    severity: "error",
    code,
    message,
    ...(pointer !== undefined && { pointer }),
  });
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [problem("json-syntax", "This is not valid JSON.")];
  }
  return findViolations("dataset-configuration", document).map(({ pointer, message }) =>
    problem("configuration-schema", `${pointer === "" ? "The configuration" : "The value"} ${message}.`, pointer),
  );
}
