/**
 * The filters that choose which attributes a panel lists: defaults of new ones, and how their settings depend on each
 * other.
 */

import type { PanelFilter } from "#core";
import { t } from "../../../base/texts/index.ts";

export type ListFilterType = PanelFilter["dataType"];
export type NumberFilter = Extract<PanelFilter, { readonly dataType: "number" }>;
type NumberData = NumberFilter["filterData"];

/** Means every attribute in `appliedTo`. */
const all = "all";

export const numberComparisons = [">", "<", ">=", "<="] as const;
export const textComparisons = ["=", "≠", "contains", "starts"] as const;

const asRange = { type: "range", range: [0, 1], value: 0.1 } as const;
const asTop = { type: "top", range: [1, 50], value: 10 } as const;

export function newListFilter(dataType: ListFilterType): PanelFilter {
  const shared = { active: true, appliedTo: [all] };
  switch (dataType) {
    case "number":
      return { dataType, filterData: { ...shared, ...asRange, comp: ">" } };
    case "text":
      return { dataType, filterData: { ...shared, comp: "=", value: [] } };
    case "key":
      return { dataType, filterData: { ...shared, type: "key", value: true } };
  }
}

export function withNumberType({ filterData }: NumberFilter, type: NumberData["type"]): NumberFilter {
  return { dataType: "number", filterData: { ...filterData, ...(type === "top" ? asTop : asRange) } };
}

/** Sets a limit, and moves the other one so that they do not cross. */
export function withLimit(
  { range: [lower, upper] }: NumberData,
  which: "lower" | "upper",
  limit: number,
): [number, number] {
  return which === "lower" ? [Math.min(limit, upper), upper] : [lower, Math.max(limit, lower)];
}

/**
 * The filter to store: a value outside the limits becomes the lower one, and the number of largest values is at least
 * one.
 */
export function settled(filter: PanelFilter): PanelFilter {
  if (filter.dataType !== "number") return filter;
  const { filterData } = filter;
  const [lower, upper] = filterData.range;
  const inside = filterData.value >= lower && filterData.value <= upper ? filterData.value : lower;
  const value = filterData.type === "top" ? clampToOne(inside) : inside;
  return { dataType: "number", filterData: { ...filterData, value } };
}

export function clampToOne(value: number): number {
  return Math.max(1, Math.round(value));
}

/** The filter as text in the panel. */
export function describeListFilter(filter: PanelFilter): string {
  const names = filter.filterData.appliedTo.join(", ");
  switch (filter.dataType) {
    case "number": {
      const { type, comp, value } = filter.filterData;
      return type === "top" ? `${t("filters.top")} ${value}: ${names}` : `${names} ${comp} ${value}`;
    }
    case "text":
      return `${names} ${filter.filterData.comp} ${filter.filterData.value.join(", ")}`;
    case "key":
      return `${t("filters.key")}: ${names}`;
  }
}
