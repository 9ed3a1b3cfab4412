/** The configuration of a dataset, checked against its schema. */

import { readDiveConfiguration } from "#core/formats/dive-configuration";
import { CoreError } from "#core/types";
import { findViolations } from "#schemas/validators";
import type { Finding } from "./findings.ts";

/** @param bytes JSON that was recognised as a configuration; it may yet be cut off. */
export function checkConfiguration(file: string, bytes: Uint8Array): readonly Finding[] {
  try {
    const { problems } = readDiveConfiguration(bytes, (document) => findViolations("dataset-configuration", document));
    return problems.map((problem) => ({ file, ...problem }));
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const { code, message, problem = { severity: "error", code, message } } = error;
    return [{ file, ...problem }];
  }
}
