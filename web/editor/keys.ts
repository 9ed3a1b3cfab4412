/**
 * Keys as text: `Ctrl+Shift+Z`, `Space`, `D`. Modifiers come in the order Ctrl, Alt, Shift; Ctrl also stands for the
 * Command key of a Mac. Shift is named only where the key itself does not already say it (`?`, not `Shift+?`).
 */

export interface KeyInput {
  /** `KeyboardEvent.key`. */
  readonly key: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

const names: Readonly<Record<string, string>> = {
  " ": "Space",
  ArrowLeft: "Left",
  ArrowRight: "Right",
  ArrowUp: "Up",
  ArrowDown: "Down",
  Esc: "Escape",
  Del: "Delete",
  // The key above Enter deletes too: compact keyboards have no other.
  Backspace: "Delete",
};

/** `undefined` for a modifier pressed alone. */
export function keyText(input: KeyInput): string | undefined {
  if (["Control", "Meta", "Alt", "Shift", "AltGraph", "Dead", "Unidentified"].includes(input.key)) return undefined;
  const isSymbol = input.key.length === 1 && input.key.toUpperCase() === input.key.toLowerCase() && input.key !== " ";
  const isDigit = /^\d$/.test(input.key);
  const key = names[input.key] ?? (input.key.length === 1 ? input.key.toUpperCase() : input.key);
  const parts = [input.ctrl && "Ctrl", input.alt && "Alt", input.shift && (!isSymbol || isDigit) && "Shift", key];
  return parts.filter((part) => part !== false).join("+");
}
