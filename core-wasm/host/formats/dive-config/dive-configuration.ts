/**
 * The configuration of a dataset as a file: styles, filters, attributes, type hierarchy (api/v1 sections 14.5, 20.4,
 * 21.6). Known fields are used, unknown ones ignored.
 */
import type { DatasetConfiguration } from "#schemas";
import { encodeText } from "../../instance.ts";
import { isObject } from "../../json.ts";
import type { Problem } from "../../types.ts";
import { hostProblem, hostRefusal, type HostProblemCode } from "../problems/host-problems.ts";
import { placesOf } from "../text/json-place.ts";
import { syntaxRefusal } from "../text/json-syntax.ts";
import { pythonJsonText } from "../text/python-text.ts";
import { decodeMarked } from "../text/text-encoding.ts";
import { parseTypeHierarchy } from "./type-hierarchy.ts";

/** The fields that such a file may set, in addition to `version`, in the order in which they are written. */
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
  "timeAlignment",
  "timeFilters",
  "typeHierarchy",
] as const satisfies readonly (keyof DatasetConfiguration)[];

/** Written, and assumed if a file has none. */
const configurationVersion = 1;

export interface ConfigurationFile {
  /** The valid fields. A type hierarchy of `null` removes the existing one. */
  readonly configuration: Omit<DatasetConfiguration, "typeHierarchy"> & {
    readonly typeHierarchy?: Readonly<Record<string, string>> | null;
  };
  readonly problems: readonly Problem[];
  /** Problems of its type hierarchy, as reported by `parseTypeHierarchy`; one of the problems says the same. */
  readonly hierarchyRefusal?: string;
}

/** Finds schema violations; pass `findViolations` of the schemas, which this layer cannot import. */
export type CheckConfiguration = (document: unknown) => readonly {
  readonly pointer: string;
  readonly message: string;
}[];

/** @throws CoreError when the file is not a JSON object. */
export function readDiveConfiguration(bytes: Uint8Array, check: CheckConfiguration = () => []): ConfigurationFile {
  const { bytes: utf8, problems: conversions } = decodeMarked(bytes);
  const text = new TextDecoder().decode(utf8);
  const document = parseObject(text, utf8.length);
  const problems: Problem[] = [...conversions];
  const broken = new Set<string>();
  let hierarchyRefusal: string | undefined;
  const fail = (pointer: string, code: HostProblemCode, ...words: readonly string[]): void => {
    problems.push(hostProblem(code, words, { pointer }));
    broken.add(pointer.split("/", 2)[1] ?? "");
  };
  // A null field is ignored, except for the hierarchy, which it removes.
  const given = Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null));
  for (const { pointer, message } of check(given)) {
    fail(pointer, "configuration-schema", pointer === "" ? "The configuration" : "The value", message);
  }
  const { typeHierarchy } = document;
  if (typeHierarchy !== undefined && typeHierarchy !== null && !broken.has("typeHierarchy")) {
    const parsed = parseTypeHierarchy(typeHierarchy);
    if (!parsed.ok) {
      hierarchyRefusal = parsed.reason;
      fail("/typeHierarchy", "configuration-hierarchy", parsed.reason);
    }
  }
  for (const key of unknownKeys(document)) {
    const pointer = `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    problems.push(hostProblem("configuration-key-unknown", [key], { pointer }));
  }
  const valid = configurationKeys.filter((key) => isSet(key, document[key]) && !broken.has(key));
  const places = placesOf(
    text,
    problems.flatMap(({ pointer }) => pointer ?? []),
  );
  return {
    configuration: Object.fromEntries(valid.map((key) => [key, document[key]])),
    problems: problems.map((problem) => ({ ...problem, ...places.get(problem.pointer ?? "-") })),
    ...(hierarchyRefusal !== undefined && { hierarchyRefusal }),
  };
}

/** The file: `version` first, then the fields that are set, indented by two, as api/v1 sends it. */
export function writeDiveConfiguration(fields: Readonly<Record<string, unknown>>): Uint8Array<ArrayBuffer> {
  return encodeText(diveConfigurationText(fields));
}

/** The file as text. Fields that do not belong in it are ignored, so the metadata of a dataset may be passed. */
export function diveConfigurationText(fields: Readonly<Record<string, unknown>>): string {
  const set = configurationKeys.filter((key) => fields[key] !== undefined && fields[key] !== null);
  return pythonJsonText({
    version: configurationVersion,
    ...Object.fromEntries(set.map((key) => [key, fields[key]])),
  });
}

/** Whether a JSON object is a configuration: at least one known field has a value. */
export function looksLikeConfiguration(value: Readonly<Record<string, unknown>>): boolean {
  return configurationKeys.some(
    (key) => Object.hasOwn(value, key) && (key === "typeHierarchy" || isTruthy(value[key])),
  );
}

/** Whether a value is truthy in Python: not null, 0, false or empty. */
function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** In an exported dataset the configuration is stored next to other facts, which are not reported. */
function unknownKeys(document: Readonly<Record<string, unknown>>): readonly string[] {
  if (Object.hasOwn(document, "type") || Object.hasOwn(document, "imageData")) return [];
  const known: readonly string[] = [...configurationKeys, "version"];
  return Object.keys(document).filter((key) => !known.includes(key));
}

function isSet(key: string, value: unknown): boolean {
  return value !== undefined && (value !== null || key === "typeHierarchy");
}

function parseObject(text: string, byteLength: number): Readonly<Record<string, unknown>> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw syntaxRefusal(text, byteLength, error);
  }
  if (!isObject(document)) throw hostRefusal("configuration-not-an-object", [], { line: 1, column: 1 });
  return document;
}
