/**
 * The configuration of a dataset that can be changed in the viewer: maps of entries (a type's style, an attribute's
 * definition, a threshold). An entry is the unit of change, of undo and of conflict. This file computes with them,
 * without time or network.
 */

import { isEqual } from "#core/json";
import type {
  AttributeDefinition,
  AttributeTrackFilter,
  CameraCorrespondence,
  CameraHomography,
  DatasetConfiguration,
  TypeStyle,
} from "#schemas";

type Entries<T> = Readonly<Record<string, T>>;

export interface ConfigurationValues {
  /** By type. */
  readonly customTypeStyling: Entries<TypeStyle>;
  readonly customGroupStyling: Entries<TypeStyle>;
  /** By `key`. */
  readonly attributes: Entries<AttributeDefinition>;
  /** By `name`. */
  readonly attributeTrackFilters: Entries<AttributeTrackFilter>;
  /** Parent by child. */
  readonly typeHierarchy: Entries<string>;
  /** Free-form facts about the dataset, by name; any JSON, since files contain them. */
  readonly datasetInfo: Entries<unknown>;
  /** Registration by pair of cameras (`left::right`): common points, the model, and the transform. */
  readonly cameraCorrespondences: Entries<readonly CameraCorrespondence[]>;
  readonly cameraTransformTypes: Entries<NonNullable<DatasetConfiguration["cameraTransformTypes"]>[string]>;
  readonly cameraHomographies: Entries<CameraHomography>;
  /** Minimum confidence by type; `default` for the others. */
  readonly confidenceFilters: Entries<number>;
  /** Brightness, contrast, saturation and sharpen. */
  readonly imageEnhancements: Entries<number>;
}

export type ConfigurationField = keyof ConfigurationValues;

/** Entries that replace existing ones; `null` removes one. */
export type ConfigurationPatch = {
  readonly [Field in ConfigurationField]?: Entries<ConfigurationValues[Field][string] | null>;
};

export interface ConfigurationEntry {
  readonly field: ConfigurationField;
  readonly key: string;
}

/** Sent by Save, together with the annotations. */
export const pendingFields = [
  "customTypeStyling",
  "customGroupStyling",
  "attributes",
  "attributeTrackFilters",
  "typeHierarchy",
  "datasetInfo",
  "cameraCorrespondences",
  "cameraTransformTypes",
  "cameraHomographies",
] as const satisfies readonly ConfigurationField[];

/** View settings: they are saved automatically a moment after the last change. */
export const selfSavingFields = [
  "confidenceFilters",
  "imageEnhancements",
] as const satisfies readonly ConfigurationField[];

export const configurationFields: readonly ConfigurationField[] = [...pendingFields, ...selfSavingFields];

export function isPending(field: ConfigurationField): boolean {
  return (pendingFields as readonly ConfigurationField[]).includes(field);
}

/** The configuration in the server's answer. */
export function toConfigurationValues(dataset: Pick<DatasetConfiguration, ConfigurationField>): ConfigurationValues {
  const pairs = configurationFields.map((field) => [field, dataset[field] ?? {}]);
  return Object.fromEntries(pairs) as unknown as ConfigurationValues;
}

export function applyPatch(values: ConfigurationValues, patch: ConfigurationPatch): ConfigurationValues {
  const changed = fieldsOf(patch).map((field) => {
    const entries = new Map<string, unknown>(Object.entries(values[field]));
    for (const [key, value] of Object.entries(patch[field] ?? {})) {
      if (value === null) entries.delete(key);
      else entries.set(key, value);
    }
    return [field, Object.fromEntries(entries)];
  });
  return { ...values, ...(Object.fromEntries(changed) as Partial<ConfigurationValues>) };
}

/** The patch that turns `from` into `to`. */
export function patchBetween(
  from: ConfigurationValues,
  to: ConfigurationValues,
  fields: readonly ConfigurationField[] = configurationFields,
): ConfigurationPatch {
  const patch = fields.map((field) => {
    if (from[field] === to[field]) return [field, {}] as const;
    const keys = new Set([...Object.keys(from[field]), ...Object.keys(to[field])]);
    const differing = [...keys].filter(
      (key) =>
        // A fact may be `null`, which differs from a missing one.
        Object.hasOwn(from[field], key) !== Object.hasOwn(to[field], key) ||
        !isEqual(valueOf(from, field, key), valueOf(to, field, key)),
    );
    return [field, Object.fromEntries(differing.map((key) => [key, valueOf(to, field, key)]))] as const;
  });
  return Object.fromEntries(patch.filter(([, entries]) => Object.keys(entries).length > 0)) as ConfigurationPatch;
}

export function entriesOf(patch: ConfigurationPatch): ConfigurationEntry[] {
  return fieldsOf(patch).flatMap((field) => Object.keys(patch[field] ?? {}).map((key) => ({ field, key })));
}

/** Its entries that belong to `isPart`. */
export function partOf(
  patch: ConfigurationPatch,
  isPart: (field: ConfigurationField, key: string) => boolean,
): ConfigurationPatch {
  const entries = entriesOf(patch).filter(({ field, key }) => isPart(field, key));
  return patchOf(entries.map(({ field, key }) => [field, key, patch[field]?.[key] ?? null]));
}

/** The entries of a patch that the server now has as they were sent. */
export function arrivedPart(sent: ConfigurationPatch, there: ConfigurationValues): ConfigurationPatch {
  const differing = patchBetween(there, applyPatch(there, sent));
  const arrived = entriesOf(sent).filter(({ field, key }) => !Object.hasOwn(differing[field] ?? {}, key));
  return patchOf(arrived.map(({ field, key }) => [field, key, sent[field]?.[key] ?? null]));
}

/**
 * Takes over the values that others have stored, entry by entry. An entry that is unsaved here stays, with its base; if
 * others changed it too, it is `contested`, and this page's value will replace it.
 */
export function merge(
  base: ConfigurationValues,
  current: ConfigurationValues,
  theirs: ConfigurationValues,
): {
  readonly base: ConfigurationValues;
  readonly current: ConfigurationValues;
  readonly contested: ConfigurationEntry[];
} {
  const ownPatch = patchBetween(base, current);
  const merged = applyPatch(theirs, ownPatch);
  const contested = entriesOf(ownPatch).filter(({ field, key }) => {
    const there = valueOf(theirs, field, key);
    return !isEqual(there, valueOf(base, field, key)) && !isEqual(there, valueOf(current, field, key));
  });
  const before = patchOf(contested.map(({ field, key }) => [field, key, valueOf(base, field, key)]));
  return { base: applyPatch(theirs, before), current: merged, contested };
}

function patchOf(entries: readonly (readonly [ConfigurationField, string, unknown])[]): ConfigurationPatch {
  const fields = Map.groupBy(entries, ([field]) => field);
  const pairs = [...fields].map(([field, own]) => [
    field,
    Object.fromEntries(own.map(([, key, value]) => [key, value])),
  ]);
  return Object.fromEntries(pairs) as ConfigurationPatch;
}

/** `null`: no value. Keys are user-supplied text and must not reach inherited properties. */
function valueOf(values: ConfigurationValues, field: ConfigurationField, key: string): unknown {
  return Object.hasOwn(values[field], key) ? values[field][key] : null;
}

function fieldsOf(patch: ConfigurationPatch): ConfigurationField[] {
  return configurationFields.filter((field) => patch[field] !== undefined);
}
