/** One step of changes to the configuration, with its inverse; in a journal it is JSON. */

import {
  applyPatch,
  configurationFields,
  isPending,
  partOf,
  patchBetween,
  type ConfigurationField,
  type ConfigurationPatch,
  type ConfigurationValues,
} from "./configuration-values.ts";

/** A change and its inverse; for undo, of pending fields only. */
export interface ConfigurationStep {
  readonly patch: ConfigurationPatch;
  readonly before: ConfigurationPatch;
}

/** Joins the steps of a journal. Throws if this version did not write them. */
export function joinSteps(entries: readonly { readonly ops: Uint8Array }[]): ConfigurationStep {
  const steps = entries.map(({ ops }) => JSON.parse(new TextDecoder().decode(ops)) as ConfigurationStep);
  return {
    patch: joinPatches(steps.map(({ patch }) => patch)),
    before: joinPatches(steps.map(({ before }) => before).toReversed()),
  };
}

/** For the same entry, the last patch wins. */
function joinPatches(patches: readonly ConfigurationPatch[]): ConfigurationPatch {
  const pairs = configurationFields.map((field) => [
    field,
    Object.fromEntries(patches.flatMap((patch) => Object.entries(patch[field] ?? {}))),
  ]);
  return Object.fromEntries(pairs) as ConfigurationPatch;
}

export function stepBetween(
  from: ConfigurationValues,
  to: ConfigurationValues,
  fields: readonly ConfigurationField[],
): ConfigurationStep {
  return { patch: patchBetween(from, to, fields), before: patchBetween(to, from, fields) };
}

export function pendingPartOf({ patch, before }: ConfigurationStep): ConfigurationStep {
  return { patch: partOf(patch, isPending), before: partOf(before, isPending) };
}

/**
 * Display settings belong to the last page that writes: thresholds of a closed page do not replace those that others
 * have stored since.
 */
export function withoutOutdated({ patch, before }: ConfigurationStep, stored: ConfigurationValues): ConfigurationStep {
  const changedSince = patchBetween(stored, applyPatch(stored, before));
  const isCurrent = (field: ConfigurationField, key: string): boolean =>
    isPending(field) || !Object.hasOwn(changedSince[field] ?? {}, key);
  return { patch: partOf(patch, isCurrent), before: partOf(before, isCurrent) };
}

export function stepToBytes(step: ConfigurationStep): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(step));
}
