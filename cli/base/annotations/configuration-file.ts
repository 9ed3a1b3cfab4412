/** The configuration of a dataset, checked against its schema. */

import { readDiveConfiguration } from "#core/formats/dive-config/dive-configuration";
import type { ConfigurationFile } from "#core/formats/dive-config/dive-configuration";
import { CoreError } from "#core/types";
import { findViolations } from "#schemas/validators";
import { locateProblems } from "./findings.ts";
import type { Finding } from "./findings.ts";

export interface CheckedConfiguration {
  /** The valid parts; absent when the file could not be read at all. */
  readonly configuration?: ConfigurationFile["configuration"];
  readonly findings: readonly Finding[];
}

/** @param bytes JSON recognized as a configuration, although it may be cut off. */
export function readConfiguration(file: string, bytes: Uint8Array): CheckedConfiguration {
  try {
    const check = (document: unknown) => findViolations("dataset-configuration", document);
    const { configuration, problems } = readDiveConfiguration(bytes, check);
    return { configuration, findings: locateProblems(file, problems, bytes) };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const { code, message, problem = { severity: "error", code, message } } = error;
    return { findings: locateProblems(file, [problem], bytes) };
  }
}
