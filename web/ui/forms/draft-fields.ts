/** Connects inputs to the fields of a draft: `<TextInput {...textOf(draft, "name")} />`. */
import type { ChangeEvent } from "react";
import type { Draft } from "./use-draft.ts";

interface TextProps {
  readonly value: string;
  readonly error: string | undefined;
  onChange(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void;
}

/** For a text input or area. */
export function textOf<Values extends object>(draft: Draft<Values>, field: keyof Values): TextProps {
  return {
    value: String(draft.values[field] ?? ""),
    error: draft.problems[field],
    onChange: (event) => draft.set(only(field, event.currentTarget.value)),
  };
}

interface FlagProps {
  readonly checked: boolean;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
}

/** For a checkbox or switch. */
export function flagOf<Values extends object>(draft: Draft<Values>, field: keyof Values): FlagProps {
  return {
    checked: draft.values[field] === true,
    onChange: (event) => draft.set(only(field, event.currentTarget.checked)),
  };
}

function only<Values extends object>(field: keyof Values, value: unknown): Partial<Values> {
  return { [field]: value } as unknown as Partial<Values>;
}
