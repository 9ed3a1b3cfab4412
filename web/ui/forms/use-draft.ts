/** The state of a form that edits stored values: the values as its fields hold them, the changes, and the problems. */
import { useState } from "react";

/** Texts, by field; a valid field has none. */
export type Problems<Values> = Readonly<Partial<Record<keyof Values, string | undefined>>>;

export interface DraftState<Values extends object> {
  readonly values: Values;
  readonly changed: readonly (keyof Values & string)[];
  readonly isChanged: boolean;
  readonly problems: Problems<Values>;
  readonly isValid: boolean;
}

export interface Draft<Values extends object> extends DraftState<Values> {
  set(values: Partial<Values>): void;
  /** Back to the stored values, or to the given ones. */
  reset(to?: Values): void;
}

const alwaysValid = (): Problems<object> => ({});

/** @param stored the values to compare with; a form for other stored values is another one, with another key */
export function useDraft<Values extends object>(
  stored: Values,
  validate: (values: Values) => Problems<Values> = alwaysValid,
): Draft<Values> {
  const [values, setValues] = useState(stored);
  return {
    ...draftState(values, stored, validate),
    set: (some) => setValues((before) => ({ ...before, ...some })),
    reset: (to = stored) => setValues(to),
  };
}

/** Fields that one of the two lacks count as changed. Values are compared by identity. */
export function draftState<Values extends object>(
  values: Values,
  stored: Values,
  validate: (values: Values) => Problems<Values> = alwaysValid,
): DraftState<Values> {
  const fields = [...new Set([...Object.keys(stored), ...Object.keys(values)])] as (keyof Values & string)[];
  const changed = fields.filter((field) => values[field] !== stored[field]);
  const problems = validate(values);
  return {
    values,
    changed,
    isChanged: changed.length > 0,
    problems,
    isValid: Object.values(problems).every((problem) => problem === undefined),
  };
}
