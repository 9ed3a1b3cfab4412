/**
 * The part of a dataset's metadata that clients may change and that travels as configuration JSON.
 */

import type { AttributeDefinition, AttributeTrackFilter, TypeStyle } from "#schemas";

import { definedShape } from "./schema-shape.ts";
import { anything, checkShape, integer, listOf, mapOf, number, object, oneOf, optional, text, tuple } from "./shape.ts";
import type { Shape, Shaped, ShapeResult } from "./shape.ts";

const styling = mapOf(definedShape<TypeStyle>("TypeStyle"));
const attribute = definedShape<AttributeDefinition>("AttributeDefinition");
const trackFilter = definedShape<AttributeTrackFilter>("AttributeTrackFilter");

const matrix = listOf(listOf(number));
const point = tuple([number, number]);

/** Every field that may be changed, except the type hierarchy, which has rules of its own (`type-hierarchy.ts`). */
const fields = {
  attributeTrackFilters: optional(mapOf(trackFilter)),
  attributes: optional(mapOf(attribute)),
  cameraCorrespondences: optional(mapOf(listOf(object({ a: point, b: point, id: anything }, "keep")))),
  cameraHomographies: optional(mapOf(object({ AtoB: optional(matrix), BtoA: optional(matrix) }, "keep"))),
  cameraRegistrationSource: optional(anything),
  cameraTransformTypes: optional(mapOf(oneOf(["translation", "rigid", "similarity", "affine", "homography"]))),
  confidenceFilters: optional(mapOf(number)),
  customGroupStyling: optional(styling),
  customTypeStyling: optional(styling),
  datasetInfo: optional(mapOf(anything)),
  fps: optional(number),
  imageEnhancements: optional(mapOf(anything)),
  timeFilters: optional(listOf(integer())),
  typeHierarchy: optional(anything),
  version: optional(integer()),
};

const known = object(fields, "drop");

export const mutableFields = Object.keys(fields) as readonly (keyof typeof fields)[];

export type ConfigurationFields = Readonly<Shaped<typeof known>>;

/** Fields that `null` removes; for the others `null` means "leave as it is". */
const removableFields: readonly string[] = ["timeFilters", "cameraRegistrationSource"];

export interface ConfigurationPatch {
  readonly set: Readonly<Record<string, unknown>>;
  readonly remove: readonly string[];
}

/** The body of `PATCH dive_dataset/{id}`. The type hierarchy is left in `set` unchecked. */
export function parseConfigurationPatch(value: unknown): ShapeResult<ConfigurationPatch> {
  const result = checkShape("MetadataMutableUpdateArgs", object(fields, "refuse"), value);
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

/** The configuration of an imported file: what is known is checked and taken, the rest is ignored. */
export function parseConfigurationFile(value: Readonly<Record<string, unknown>>): ShapeResult<ConfigurationFields> {
  return checkShape("configuration", known, value);
}

function changesOf<T>(title: string, entry: Shape<T>) {
  const body = object({ delete: optional(listOf(text)), upsert: optional(listOf(entry)) }, "drop");
  return (value: unknown): ShapeResult<{ upsert: T[]; delete: string[] }> => {
    const result = checkShape(title, body, value);
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
