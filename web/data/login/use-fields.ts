/** The state of a short form of text fields: their values, and their errors after submitting. */
import { useRef, useState, type ChangeEvent, type FormEvent } from "react";
import { flushSync } from "react-dom";

export interface Fields<Values extends Readonly<Record<string, string>>> {
  readonly values: Values;
  /** Props for an input: value, error and change handler. */
  field(name: keyof Values): {
    readonly value: string;
    readonly error: string | undefined;
    /** A password field does not set it by itself. */
    readonly "aria-invalid": boolean;
    onChange(event: ChangeEvent<HTMLInputElement>): void;
  };
  set(values: Partial<Values>): void;
  /** Shows the error and focuses the field. */
  setError(name: keyof Values, text: string): void;
  /** Handler for a form: submits valid values, else shows the errors and focuses the first. */
  onSubmit(send: (values: Values) => void): (event: FormEvent<HTMLFormElement>) => void;
}

export function useFields<Values extends Readonly<Record<string, string>>>(
  initial: Values,
  problemOf: (name: keyof Values, values: Values) => string | undefined,
): Fields<Values> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string | undefined>>>({});
  const form = useRef<HTMLFormElement>(undefined);
  const show = (update: (before: typeof errors) => typeof errors): void => {
    flushSync(() => setErrors(update));
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  const set = (changed: Partial<Values>): void => {
    setValues((before) => ({ ...before, ...changed }));
    // A field that is being edited is no longer marked as wrong.
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(changed).map((name) => [name, undefined])),
    }));
  };
  return {
    values,
    set,
    setError: (name, text) => show((before) => ({ ...before, [name]: text })),
    field: (name) => ({
      value: values[name] ?? "",
      error: errors[name],
      "aria-invalid": errors[name] !== undefined,
      onChange: (event) => set({ [name]: event.currentTarget.value } as unknown as Partial<Values>),
    }),
    onSubmit: (send) => (event) => {
      event.preventDefault();
      form.current = event.currentTarget;
      const problems = Object.keys(values).map((name) => [name, problemOf(name, values)] as const);
      show(() => Object.fromEntries(problems) as typeof errors);
      if (problems.every(([, problem]) => problem === undefined)) send(values);
    },
  };
}
