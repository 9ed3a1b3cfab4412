/** The fields of a short form of texts: their values, and what is wrong with them after the form was sent. */
import { useState, type ChangeEvent, type FormEvent } from "react";

export interface Fields<Values extends Readonly<Record<string, string>>> {
  readonly values: Values;
  /** For an input: its value, its problem, and how it changes. */
  field(name: keyof Values): {
    readonly value: string;
    readonly error: string | undefined;
    onChange(event: ChangeEvent<HTMLInputElement>): void;
  };
  set(values: Partial<Values>): void;
  setError(name: keyof Values, text: string): void;
  /** For a form: sends what is right, and else shows what is wrong and goes to the first of it. */
  onSubmit(send: (values: Values) => void): (event: FormEvent<HTMLFormElement>) => void;
}

export function useFields<Values extends Readonly<Record<string, string>>>(
  initial: Values,
  problemOf: (name: keyof Values, values: Values) => string | undefined,
): Fields<Values> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string | undefined>>>({});
  const set = (changed: Partial<Values>): void => {
    setValues((before) => ({ ...before, ...changed }));
    // What is being mended is no longer wrong.
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(changed).map((name) => [name, undefined])),
    }));
  };
  return {
    values,
    set,
    setError: (name, text) => setErrors((before) => ({ ...before, [name]: text })),
    field: (name) => ({
      value: values[name] ?? "",
      error: errors[name],
      onChange: (event) => set({ [name]: event.currentTarget.value } as unknown as Partial<Values>),
    }),
    onSubmit: (send) => (event) => {
      event.preventDefault();
      const found = Object.keys(values).map((name) => [name, problemOf(name, values)] as const);
      setErrors(Object.fromEntries(found) as typeof errors);
      if (found.every(([, problem]) => problem === undefined)) send(values);
    },
  };
}
