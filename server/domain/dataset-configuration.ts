/** The part of a dataset's metadata that clients may change, which is also the content of configuration JSON. */

import type { AttributeDefinition, AttributeTrackFilter, CameraCorrespondence, DatasetConfiguration } from "#schemas";

import { definedCheck, fieldsOf } from "./schema-check.ts";
import {
  anything,
  checkBody,
  integer,
  isObject,
  listOf,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  text,
  tuple,
} from "./body-check.ts";
import type { Check, CheckResult } from "./body-check.ts";

const attribute = definedCheck<AttributeDefinition>("AttributeDefinition");
const trackFilter = definedCheck<AttributeTrackFilter>("AttributeTrackFilter");

type Field = keyof DatasetConfiguration;

export type ConfigurationFields = Readonly<
  Omit<DatasetConfiguration, "imageEnhancements" | "typeHierarchy" | "version"> & {
    imageEnhancements?: Record<string, unknown>;
    typeHierarchy?: unknown;
    version?: number;
  }
>;

const row = tuple([number, number, number]);
const matrix = tuple([row, row, row]);

/** A map by camera pair. */
function byPair<T>(entry: Check<T>): Check<Record<string, T>> {
  const all = mapOf(entry);
  return (value, report) => {
    for (const key of isObject(value) ? Object.keys(value) : []) {
      const [left, right, ...others] = key.split("::");
      if (left && right && others.length === 0 && left !== right) continue;
      report.addAt([key], 'a pair of cameras is named "left::right" (type=value_error)');
    }
    return all(value, report);
  };
}

/** As in the schema, plus what clients of api/v1 may also send. */
const fields = fieldsOf("DatasetConfiguration", {
  cameraCorrespondences: optional(byPair(listOf(definedCheck<CameraCorrespondence>("CameraCorrespondence")))),
  cameraHomographies: optional(byPair(object({ AtoB: matrix, BtoA: matrix }, "refuse"))),
  cameraTransformTypes: optional(byPair(oneOf(["translation", "rigid", "similarity", "affine", "homography"]))),
  imageEnhancements: optional(mapOf(anything)),
  /** Has its own rules (`type-hierarchy.ts`). */
  typeHierarchy: optional(anything),
  version: optional(integer()),
});

const known = object(fields, "drop") as unknown as Check<ConfigurationFields>;

/** Every field that clients may change. */
export const mutableFields = Object.keys(fields) as readonly Field[];

/** Fields that `null` removes; for all others `null` means "unchanged". */
const removableFields: readonly string[] = ["timeFilters", "cameraRegistrationSource", "timeAlignment"];

export interface ConfigurationPatch {
  readonly set: Readonly<Record<string, unknown>>;
  readonly remove: readonly string[];
}

/** The body of `PATCH dive_dataset/{id}`. The type hierarchy is left in `set` unchecked. */
export function parseConfigurationPatch(value: unknown): CheckResult<ConfigurationPatch> {
  const result = checkBody("MetadataMutableUpdateArgs", object(fields, "refuse"), value);
  if (!result.ok) return result;
  const given = value as Record<string, unknown>;
  return {
    ok: true,
    value: {
      set: { ...result.value, version: 1 },
      remove: removableFields.filter((field) => given[field] === null),
    },
  };
}

/** The configuration of an imported file: known fields are checked and taken, the rest is ignored. */
export function parseConfigurationFile(value: Readonly<Record<string, unknown>>): CheckResult<ConfigurationFields> {
  return checkBody("configuration", known, value);
}

function changesOf<T>(title: string, entry: Check<T>) {
  const body = object({ delete: optional(listOf(text)), upsert: optional(listOf(entry)) }, "drop");
  return (value: unknown): CheckResult<{ upsert: T[]; delete: string[] }> => {
    const result = checkBody(title, body, value);
    return result.ok
      ? {
          ok: true,
          value: { upsert: result.value.upsert ?? [], delete: result.value.delete ?? [] },
        }
      : result;
  };
}

/** The body of `PATCH dive_dataset/{id}/attributes`; definitions are stored under their `key`. */
export const parseAttributeChanges = changesOf("AttributeUpdateArgs", attribute);
/** The body of `PATCH dive_dataset/{id}/attribute_track_filters`; filters are stored under their `name`. */
export const parseTrackFilterChanges = changesOf("AttributeTrackFilterUpdateArgs", trackFilter);

/** `set` and `delete` applied to a stored map. */
export function applyChanges<T>(
  stored: unknown,
  keyOf: (entry: T) => string,
  changes: { upsert: readonly T[]; delete: readonly string[] },
) {
  const map = new Map<string, unknown>(Object.entries(typeof stored === "object" && stored !== null ? stored : {}));
  for (const key of changes.delete) map.delete(key);
  for (const entry of changes.upsert) map.set(keyOf(entry), entry);
  return Object.fromEntries(map);
}
