/**
 * Converts the two kinds of attribute filters stored with a dataset and its viewer to those of the core: attribute
 * track filters (api/v1 section 14.8), which select tracks, and the filters of the attribute panel, which select the
 * attributes of one track or detection to list.
 */
import type { AttributeFilter, AttributeScalar, AttributeTest } from "../types.ts";
import { valueTest } from "./attribute-test.ts";

/** As stored in `attributeTrackFilters` of a dataset, under its name. */
export interface AttributeTrackFilter {
  readonly name: string;
  readonly attribute: string;
  readonly type: "track" | "detection";
  /** Type names; absent or empty: all. */
  readonly typeFilter?: readonly string[];
  readonly ignoreUndefined?: boolean;
  readonly enabled?: boolean;
  readonly primaryDisplay?: boolean;
  readonly filter: {
    readonly op?: "=" | "≠" | ">" | "<" | ">=" | "<=" | "range" | "rangeFilter" | "in" | "contains";
    readonly val?: AttributeScalar | readonly AttributeScalar[] | null;
    /** The user sets the value in the filter's control; `val` is the initial value. */
    readonly userDefined?: boolean;
    /** Ends of the slider of `rangeFilter`. */
    readonly range?: readonly number[];
  };
}

/**
 * The condition for a `TrackQuery`; `undefined` for one that is disabled or has no value to compare with. `userValue` is
 * the user's value for a filter with `userDefined`. `rangeFilter` is a slider for `>`.
 */
export function attributeFilterOf(
  { attribute, type, typeFilter, ignoreUndefined, enabled, filter }: AttributeTrackFilter,
  userValue?: AttributeTrackFilter["filter"]["val"],
): AttributeFilter | undefined {
  if (enabled !== true) return undefined;
  const value = filter.userDefined === true && userValue !== undefined ? userValue : filter.val;
  const test = testOf(filter.op, value ?? undefined);
  if (test === undefined) return undefined;
  return {
    belongs: type,
    attribute,
    ...(typeFilter === undefined ? {} : { types: typeFilter }),
    ...(ignoreUndefined === undefined ? {} : { ignoreUndefined }),
    test,
  };
}

function testOf(
  op: AttributeTrackFilter["filter"]["op"],
  value: AttributeScalar | readonly AttributeScalar[] | undefined,
): AttributeTest | undefined {
  if (op === undefined) return { op: "exists" };
  if (value === undefined || value === "") return undefined;
  const values = typeof value === "object" ? value : [value];
  const [first = NaN, second = NaN] = values.map(Number);
  switch (op) {
    case "=":
    case "≠":
    case "contains":
      return { op, values };
    case "in":
      return { op: "=", values };
    case "range":
      return Number.isNaN(first) || Number.isNaN(second) ? undefined : { op, min: first, max: second };
    case "rangeFilter":
      return Number.isNaN(first) ? undefined : { op: ">", value: first };
    default:
      return Number.isNaN(first) ? undefined : { op, value: first };
  }
}

/** A filter of the attribute panel. */
export type PanelFilter =
  | { readonly dataType: "number"; readonly filterData: NumberPanelFilter }
  | { readonly dataType: "text"; readonly filterData: TextPanelFilter }
  | { readonly dataType: "key"; readonly filterData: PanelFilterBase & { readonly type: "key"; readonly value: true } };

interface PanelFilterBase {
  readonly active: boolean;
  /** Attribute names; `all` stands for all of them. */
  readonly appliedTo: readonly string[];
}

interface NumberPanelFilter extends PanelFilterBase {
  /** `range` compares with `value`; `top` keeps the `value` largest numbers. */
  readonly type: "range" | "top";
  readonly comp: ">" | "<" | ">=" | "<=";
  readonly value: number;
  /** Ends of the slider. */
  readonly range: readonly [number, number];
}

interface TextPanelFilter extends PanelFilterBase {
  readonly comp: "=" | "≠" | "contains" | "starts";
  /** The selected texts. */
  readonly value: readonly string[];
}

/**
 * The names of the attributes that a panel lists, in their order in `values`, the attributes of one track or detection.
 * Key filters keep only the attributes they apply to; number and text filters only test values of their kind that they
 * apply to.
 */
export function listedAttributes(
  values: Readonly<Record<string, unknown>>,
  filters: readonly PanelFilter[],
): readonly string[] {
  let names = Object.keys(values).filter((name) => name !== "userAttributes");
  for (const { dataType, filterData } of filters) {
    if (!filterData.active) continue;
    const isApplied = (name: string): boolean =>
      filterData.appliedTo.includes(name) || filterData.appliedTo.includes("all");
    if (dataType === "key") {
      names = names.filter(isApplied);
    } else if (dataType === "text") {
      const { text } = valueTest({ op: filterData.comp, values: filterData.value });
      names = names.filter((name) => {
        const value = values[name];
        return typeof value !== "string" || !isApplied(name) || text(value);
      });
    } else {
      const passes = numberPanelTest(filterData, values, names.filter(isApplied));
      names = names.filter((name) => typeof values[name] !== "number" || !isApplied(name) || passes(name));
    }
  }
  return names;
}

function numberPanelTest(
  { type, comp, value }: NumberPanelFilter,
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): (name: string) => boolean {
  if (type === "top") {
    const numbers = names.filter((name) => typeof values[name] === "number");
    const best = new Set(numbers.toSorted((a, b) => Number(values[b]) - Number(values[a])).slice(0, value));
    return (name) => best.has(name);
  }
  const { number } = valueTest({ op: comp, value });
  return (name) => number(Number(values[name]));
}
