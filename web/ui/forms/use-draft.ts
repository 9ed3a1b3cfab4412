/** The state of a form that edits stored values: the values as its fields hold them, the changes, and the problems. */
import { useState } from "react";

/** Texts, by field; a valid field has none. */
export type Problems<Values> = Readonly<Partial<Record<keyof Values, string | undefined>>>;

/** The changes of a form. All other fields follow the stored values. */
export interface Edits<Values extends object> {
  readonly values: Partial<Values>;
  /** The stored value when the form first changed the field. */
  readonly before: Partial<Values>;
}

export interface DraftState<Values extends object> {
  readonly values: Values;
  readonly changed: readonly (keyof Values & string)[];
  /** Changed fields whose stored value has changed too meanwhile: saving replaces it. */
  readonly overtaken: readonly (keyof Values & string)[];
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

/** @param stored the values to compare with; what others change in them is shown in fields that the form left alone */
export function useDraft<Values extends object>(
  stored: Values,
  validate: (values: Values) => Problems<Values> = alwaysValid,
): Draft<Values> {
  const [edits, setEdits] = useState<Edits<Values>>(noEdits);
  // Once stored, a value is not an edit any longer: if others change it again, theirs is shown.
  const open = openEdits(edits, stored);
  if (open !== edits) setEdits(open);
  return {
    ...draftState(open, stored, validate),
    set: (values) => setEdits((earlier) => withEdits(earlier, values, stored)),
    reset: (to) => setEdits(to === undefined ? noEdits() : withEdits(noEdits(), to, stored)),
  };
}

export function noEdits<Values extends object>(): Edits<Values> {
  return { values: {}, before: {} };
}

/** @param values of some fields */
export function withEdits<Values extends object>(
  edits: Edits<Values>,
  values: Partial<Values>,
  stored: Values,
): Edits<Values> {
  const fields = Object.keys(values) as (keyof Values)[];
  const before = Object.fromEntries(fields.map((field) => [field, stored[field]])) as Partial<Values>;
  return { values: { ...edits.values, ...values }, before: { ...before, ...edits.before } };
}

/** Those that differ from the stored values. Values are compared by identity. The same object if all do. */
export function openEdits<Values extends object>(edits: Edits<Values>, stored: Values): Edits<Values> {
  const fields = Object.keys(edits.values) as (keyof Values)[];
  const open = fields.filter((field) => edits.values[field] !== stored[field]);
  if (open.length === fields.length) return edits;
  const only = (values: Partial<Values>) => Object.fromEntries(open.map((field) => [field, values[field]]));
  return { values: only(edits.values) as Partial<Values>, before: only(edits.before) as Partial<Values> };
}

/** Fields that are not stored count as changed. */
export function draftState<Values extends object>(
  edits: Edits<Values>,
  stored: Values,
  validate: (values: Values) => Problems<Values> = alwaysValid,
): DraftState<Values> {
  const values = { ...stored, ...edits.values };
  const changed = Object.keys(openEdits(edits, stored).values) as (keyof Values & string)[];
  const problems = validate(values);
  return {
    values,
    changed,
    overtaken: changed.filter((field) => edits.before[field] !== stored[field]),
    isChanged: changed.length > 0,
    problems,
    isValid: Object.values(problems).every((problem) => problem === undefined),
  };
}
