/**
 * What is stored with a dataset and can be changed in the viewer: maps of entries (a type's style, an attribute's
 * definition, a threshold). An entry is the unit of change, of undo and of conflict; this is the arithmetic of it,
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
  /** By its `key`. */
  readonly attributes: Entries<AttributeDefinition>;
  /** By its `name`. */
  readonly attributeTrackFilters: Entries<AttributeTrackFilter>;
  /** Parent by child. */
  readonly typeHierarchy: Entries<string>;
  /** Free-form facts about the dataset, by their names; any JSON, since files bring them along. */
  readonly datasetInfo: Entries<unknown>;
  /** Of registration, by pair of cameras (`left::right`): points that both see, the model, and the transform. */
  readonly cameraCorrespondences: Entries<readonly CameraCorrespondence[]>;
  readonly cameraTransformTypes: Entries<NonNullable<DatasetConfiguration["cameraTransformTypes"]>[string]>;
  readonly cameraHomographies: Entries<CameraHomography>;
  /** Least confidence by type; `default` for the others. */
  readonly confidenceFilters: Entries<number>;
  /** Brightness, contrast, saturation and sharpen. */
  readonly imageEnhancements: Entries<number>;
}

export type ConfigurationField = keyof ConfigurationValues;

/** Entries to be put in the place of those that there are; `null` takes one away. */
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

/** These decide what one looks at: they store themselves a moment after the last change. */
export const selfSavingFields = [
  "confidenceFilters",
  "imageEnhancements",
] as const satisfies readonly ConfigurationField[];

export const configurationFields: readonly ConfigurationField[] = [...pendingFields, ...selfSavingFields];

export function isPending(field: ConfigurationField): boolean {
  return (pendingFields as readonly ConfigurationField[]).includes(field);
}

/** What the server says of a dataset. */
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

/** The patch that makes `to` of `from`. */
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
        // A fact may be `null`, which is not the same as none.
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

/** The entries of a patch that a server has as they were sent. */
export function arrivedOf(sent: ConfigurationPatch, there: ConfigurationValues): ConfigurationPatch {
  const differing = patchBetween(there, applyPatch(there, sent));
  const arrived = entriesOf(sent).filter(({ field, key }) => !Object.hasOwn(differing[field] ?? {}, key));
  return patchOf(arrived.map(({ field, key }) => [field, key, sent[field]?.[key] ?? null]));
}

/**
 * What others have stored is taken over, entry by entry. An entry that is unsaved here stays as it is here, with what it was
 * based on: where others have changed that too it is `contested`, and the page's own will replace it.
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
  const own = patchBetween(base, current);
  const merged = applyPatch(theirs, own);
  const contested = entriesOf(own).filter(({ field, key }) => {
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

/** `null`: no value. Keys are user-supplied text: none of them may reach a property that every object has. */
function valueOf(values: ConfigurationValues, field: ConfigurationField, key: string): unknown {
  return Object.hasOwn(values[field], key) ? values[field][key] : null;
}

function fieldsOf(patch: ConfigurationPatch): ConfigurationField[] {
  return configurationFields.filter((field) => patch[field] !== undefined);
}
