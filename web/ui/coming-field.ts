/**
 * Keys for a field that was requested and is not on the page yet: they go to it, not to the page. It receives them as
 * soon as it appears.
 */

/** It may never come, when what it is a part of is not shown. */
const longestMs = 1000;

export interface TypedAhead {
  readonly text: string;
  /** The key that ended the typing; later keys are ignored. */
  readonly end: "Enter" | "Escape" | undefined;
}

const nothing: TypedAhead = { text: "", end: undefined };
let until = 0;
let typed = nothing;

export function expectField(): void {
  until = performance.now() + longestMs;
  typed = nothing;
}

/** The field is on the page: returns what was typed for it. */
export function fieldCame(): TypedAhead {
  const ahead = performance.now() < until ? typed : nothing;
  until = 0;
  typed = nothing;
  return ahead;
}

/** Keeps a press for the field that is coming; `false` when none is, or it is a shortcut. */
export function keepForField({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (performance.now() >= until || ctrlKey || metaKey || altKey) return false;
  const { text, end } = typed;
  if (end !== undefined) return true;
  if (key === "Enter" || key === "Escape") typed = { text, end: key };
  else if (key === "Backspace") typed = { text: text.slice(0, -1), end };
  // Others have names of several letters.
  else if (key.length === 1) typed = { text: text + key, end };
  return true;
}
