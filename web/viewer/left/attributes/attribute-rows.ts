/** The rows of an attribute panel, filtered and sorted. */

import { compareNames } from "../../../base/compare-names.ts";
import { listedAttributes, type PanelFilter } from "#core";
import type { AttributeDefinition } from "#schemas";
import { valueText } from "../../../session/attributes/values.ts";

export interface AttributeRow {
  readonly definition: AttributeDefinition;
  /** The value shared by the selection; `undefined` if none exists or the values differ. */
  readonly value: unknown;
  readonly isMixed: boolean;
  readonly isSet: boolean;
}

/** The rows that pass the filters. A row without a value is matched by its name alone. */
export function listedRows(rows: readonly AttributeRow[], filters: readonly PanelFilter[]): readonly AttributeRow[] {
  const values = Object.fromEntries(rows.map(({ definition, value }) => [definition.name, value]));
  const names = new Set(listedAttributes(values, filters));
  return rows.filter(({ definition }) => names.has(definition.name));
}

/** By value: largest numbers first, then texts, then rows without a value. */
export function sortRows(rows: readonly AttributeRow[], sortBy: "name" | "value"): AttributeRow[] {
  const byName = (a: AttributeRow, b: AttributeRow) => compareNames(a.definition.name, b.definition.name);
  if (sortBy === "name") return rows.toSorted(byName);
  return rows.toSorted((a, b) => rank(a) - rank(b) || compareValues(a.value, b.value) || byName(a, b));
}

function rank({ value }: AttributeRow): number {
  return typeof value === "number" ? 0 : value === undefined ? 2 : 1;
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return b - a;
  return compareNames(valueText(a), valueText(b));
}
