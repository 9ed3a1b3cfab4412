/**
 * Validates JSON documents against their schemas, with the places of violations. Works in browsers too, since nothing
 * is compiled.
 */
import type {
  AnnotationDocument,
  AttributeDefinition,
  DatasetConfiguration,
  DatasetFacts,
  Group,
  ModelPack,
  ProjectConfiguration,
  ReleaseManifest,
  StereoCalibration,
  Track,
} from "./generated/types.ts";
import * as compiled from "./generated/validators.js";

export interface SchemaDocuments {
  "annotation-document": AnnotationDocument;
  attribute: AttributeDefinition;
  "dataset-configuration": DatasetConfiguration;
  "dataset-facts": DatasetFacts;
  group: Group;
  "model-pack": ModelPack;
  "project-configuration": ProjectConfiguration;
  "release-manifest": ReleaseManifest;
  "stereo-calibration": StereoCalibration;
  track: Track;
}
export type SchemaName = keyof SchemaDocuments;

export interface Violation {
  /** RFC 6901 JSON pointer; empty for the whole document. */
  readonly pointer: string;
  /** The expectation: `must be number`. */
  readonly message: string;
}

const validators = {
  "annotation-document": compiled.annotationDocument,
  attribute: compiled.attribute,
  "dataset-configuration": compiled.datasetConfiguration,
  "dataset-facts": compiled.datasetFacts,
  group: compiled.group,
  "model-pack": compiled.modelPack,
  "project-configuration": compiled.projectConfiguration,
  "release-manifest": compiled.releaseManifest,
  "stereo-calibration": compiled.stereoCalibration,
  track: compiled.track,
} as const;

export const schemaNames = Object.keys(validators) as SchemaName[];

/** All violations of the schema; empty for a valid document. Unknown keys are allowed. */
export function findViolations(name: SchemaName, value: unknown): Violation[] {
  const validate = validators[name];
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => ({ pointer: error.instancePath, message: messageOf(error) }));
}

export function conforms<Name extends SchemaName>(name: Name, value: unknown): value is SchemaDocuments[Name] {
  return validators[name](value);
}

/** ajv omits the expected values. */
function messageOf({ keyword, message, params }: compiled.ValidationError): string {
  if (keyword === "additionalProperties")
    return `has \`${String(params["additionalProperty"])}\`, which means nothing there`;
  if (keyword === "const") return `must be ${JSON.stringify(params["allowedValue"])}`;
  const { allowedValues } = params;
  if (Array.isArray(allowedValues)) {
    return `must be one of ${allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
  }
  return message ?? `breaks ${keyword}`;
}
