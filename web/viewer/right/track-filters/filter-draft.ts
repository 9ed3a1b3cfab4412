/**
 * An attribute track filter while it is being edited: the operators of its attribute, its values, and its problems.
 */

import type { AttributeDefinition, AttributeTrackFilter } from "#schemas";
import type { Datatype } from "../../../session/attributes/definition.ts";
import { numberOf, type NumberField } from "../../../session/attributes/definition-rules.ts";
import type { FilterValue } from "../../../session/display/track-filters.ts";

export type Operator = NonNullable<AttributeTrackFilter["filter"]["op"]>;

export interface FilterDraft {
  readonly name: string;
  /** Key of the attribute's definition. */
  readonly attribute: string | null;
  readonly operator: Operator | null;
  readonly value: FilterValue;
  /** Ends of the slider for `rangeFilter`. */
  readonly range: readonly [NumberField, NumberField];
  readonly types: readonly string[];
  readonly isEnabled: boolean;
  readonly isPrimary: boolean;
  readonly ignoresUndefined: boolean;
  readonly isUserDefined: boolean;
}

export type FilterProblem = "nameRequired" | "nameTaken" | "attributeRequired" | "operatorRequired" | "valueRequired";
export type FilterProblems = { readonly [Field in "name" | "attribute" | "operator" | "value"]?: FilterProblem };

const operatorsByDatatype: Readonly<Record<Datatype, readonly Operator[]>> = {
  number: ["=", "≠", ">", "<", ">=", "<=", "range", "rangeFilter"],
  text: ["=", "≠", "in", "contains"],
  boolean: ["=", "≠"],
};

export function operatorsOf(datatype: Datatype): readonly Operator[] {
  return operatorsByDatatype[datatype];
}

/** The initial value. */
export function valueFor(operator: Operator): FilterValue {
  if (operator === "range") return [0, 1];
  return operator === "rangeFilter" ? 0 : "";
}

export const newFilter: FilterDraft = {
  name: "",
  attribute: null,
  operator: null,
  value: "",
  range: [0, 1],
  types: [],
  isEnabled: true,
  isPrimary: false,
  ignoresUndefined: false,
  isUserDefined: false,
};

export function withOperator(draft: FilterDraft, operator: Operator): FilterDraft {
  return { ...draft, operator, value: valueFor(operator) };
}

/** Keeps the operator if the new attribute has it. */
export function withAttribute(draft: FilterDraft, { key, datatype }: AttributeDefinition): FilterDraft {
  const isKept = draft.operator !== null && operatorsOf(datatype).includes(draft.operator);
  return { ...draft, attribute: key, ...(!isKept && { operator: null, value: "" }) };
}

export function draftOf(
  filter: AttributeTrackFilter,
  definitions: Readonly<Record<string, AttributeDefinition>>,
): FilterDraft {
  const { name, attribute, type, typeFilter = [], enabled, primaryDisplay, ignoreUndefined } = filter;
  const { op, val, userDefined, range } = filter.filter;
  const definition = Object.values(definitions).find((each) => each.belongs === type && each.name === attribute);
  return {
    name,
    attribute: definition?.key ?? null,
    operator: op ?? null,
    value: (val ?? "") as FilterValue,
    range: [range?.[0] ?? 0, range?.[1] ?? 1],
    types: typeFilter,
    isEnabled: enabled === true,
    isPrimary: primaryDisplay === true,
    ignoresUndefined: ignoreUndefined === true,
    isUserDefined: userDefined === true,
  };
}

/** A numeric comparison needs a number; an empty text is a value. */
export function filterProblems(
  { name, attribute, operator, value }: FilterDraft,
  otherNames: readonly string[],
  datatype?: Datatype,
): FilterProblems {
  const nameProblem = name.trim() === "" ? "nameRequired" : otherNames.includes(name.trim()) ? "nameTaken" : undefined;
  return {
    ...(nameProblem && { name: nameProblem }),
    ...(attribute === null && { attribute: "attributeRequired" as const }),
    ...(operator === null && { operator: "operatorRequired" as const }),
    ...(operator !== null && datatype === "number" && value === "" && { value: "valueRequired" as const }),
  };
}

/** Only for a draft without problems. Fields of `before` that the dialog does not edit are kept. */
export function toFilter(
  draft: FilterDraft,
  definition: AttributeDefinition,
  before: AttributeTrackFilter | undefined,
): AttributeTrackFilter {
  const [from, to] = draft.range.map(numberOf);
  const { typeFilter: _types, ...rest } = before ?? {};
  return {
    ...rest,
    name: draft.name.trim(),
    attribute: definition.name,
    type: definition.belongs,
    ...(draft.types.length > 0 && { typeFilter: [...draft.types] }),
    enabled: draft.isEnabled,
    primaryDisplay: draft.isPrimary,
    ignoreUndefined: draft.ignoresUndefined,
    filter: {
      op: draft.operator ?? "=",
      val: draft.value,
      userDefined: draft.isUserDefined,
      ...(draft.operator === "rangeFilter" && { range: [from ?? 0, to ?? 1] }),
    },
  };
}

/** The filter as text on a chip. */
export function describeFilter({ attribute, filter }: AttributeTrackFilter, value: FilterValue): string {
  const values = typeof value === "object" ? value : [value];
  if (filter.op === "range") return `${attribute} ${values.join(" … ")}`;
  return `${attribute} ${filter.op === "rangeFilter" ? ">" : (filter.op ?? "")} ${values.join(", ")}`.trim();
}
