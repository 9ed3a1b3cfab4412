/** JSON files that are not annotations but belong to datasets: configurations are checked, COCO is left to the server. */

import type { DatasetConfiguration } from "#schemas";
import { findViolations } from "#schemas/validators";
import type { Finding } from "./findings.ts";

const configurationKeys: readonly (keyof DatasetConfiguration)[] = [
  "fps",
  "confidenceFilters",
  "timeFilters",
  "customTypeStyling",
  "customGroupStyling",
  "imageEnhancements",
  "attributes",
  "attributeTrackFilters",
  "datasetInfo",
  "typeHierarchy",
  "cameraHomographies",
  "cameraCorrespondences",
  "cameraTransformTypes",
  "cameraRegistrationSource",
];

export type SideFile =
  | { readonly kind: "dataset-configuration"; readonly findings: readonly Finding[] }
  | { readonly kind: "coco" | "unknown" };

/** What JSON without tracks is; it is known to be well-formed. */
export function readSideFile(file: string, bytes: Uint8Array): SideFile {
  const document: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof document !== "object" || document === null) return { kind: "unknown" };
  if ("images" in document && "annotations" in document && "categories" in document) return { kind: "coco" };
  if (!configurationKeys.some((key) => key in document)) return { kind: "unknown" };
  const findings = findViolations("dataset-configuration", document).map(({ pointer, message }) => ({
    file,
    severity: "error" as const,
    code: "configuration-schema",
    message: `${pointer === "" ? "The configuration" : "The value"} ${message}.`,
    pointer,
  }));
  return { kind: "dataset-configuration", findings };
}
