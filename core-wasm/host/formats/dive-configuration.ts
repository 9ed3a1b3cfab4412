/** The configuration of a dataset as a file (api/v1 sections 14.5, 20.4, 21.6). */
import type { DatasetConfiguration } from "#schemas";

/** The fields that such a file may set, beside `version`. */
export const configurationKeys = [
  "attributeTrackFilters",
  "attributes",
  "cameraCorrespondences",
  "cameraHomographies",
  "cameraRegistrationSource",
  "cameraTransformTypes",
  "confidenceFilters",
  "customGroupStyling",
  "customTypeStyling",
  "datasetInfo",
  "fps",
  "imageEnhancements",
  "timeFilters",
  "typeHierarchy",
] as const satisfies readonly (keyof DatasetConfiguration)[];

/** Whether a value is more than nothing, as Python asks it: not null, 0, false, empty. */
export function saysSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
