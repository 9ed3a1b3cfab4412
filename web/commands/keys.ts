/**
 * Keys as text, the one notation for all of them: `Ctrl+Shift+Z`, `Space`, `D`, `Shift+1`. Modifiers come in the order
 * Ctrl, Alt, Shift; Ctrl also stands for the Command key of a Mac. Shift is named only where the key itself does not
 * already say it (`?`, not `Shift+?`).
 *
 * Letters and symbols go by what is printed on the key, digits by where the key is: on a French keyboard the unshifted
 * digit row types `&é"'`, and it must still be 1, 2, 3, 4. On keyboards without Latin letters, letters go by place too.
 */

export interface KeyInput {
  /** `KeyboardEvent.key`: what the key types. */
  readonly key: string;
  /** `KeyboardEvent.code`: which key it is, by its place on a US keyboard. */
  readonly code: string;
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

const silentKeys: ReadonlySet<string> = new Set([
  ...["Control", "Meta", "Alt", "Shift", "AltGraph", "CapsLock", "Unidentified"],
]);

/**
 * What a press can be read as, best first; nothing for a modifier alone. There are two readings where the digit row
 * types a symbol: `Shift+7` and `/` on a German keyboard. The first that is bound to a command counts.
 */
export function keyReadings(input: KeyInput): readonly string[] {
  if (silentKeys.has(input.key)) return [];
  const readings: string[] = [];
  const place = keyOfPlace(input.code);
  const isDigit = place !== undefined && /^\d$/.test(place);
  if (place !== undefined && (isDigit || !isPlainKey(input.key))) {
    readings.push(join(input, place, input.shift));
  }
  if (input.key !== "Dead" && !(isDigit && /^\d$/.test(input.key))) {
    const key = names[input.key] ?? (input.key.length === 1 ? input.key.toUpperCase() : input.key);
    const reading = join(input, key, input.shift && !isSymbol(input.key));
    if (!readings.includes(reading)) readings.push(reading);
  }
  return readings;
}

/** Keys that are read by what they type: those with a name, Latin letters, and symbols. */
function isPlainKey(key: string): boolean {
  return key !== "Dead" && (key.length > 1 || /^[\u0020-\u007e]$/.test(key));
}

function isSymbol(key: string): boolean {
  return key.length === 1 && key !== " " && key.toUpperCase() === key.toLowerCase() && !/^\d$/.test(key);
}

/** The digit or letter that a US keyboard has at this place. The number block types its digits everywhere. */
function keyOfPlace(code: string): string | undefined {
  return /^Digit(\d)$/.exec(code)?.[1] ?? /^Key([A-Z])$/.exec(code)?.[1];
}

function join({ ctrl, alt }: KeyInput, key: string, shift: boolean): string {
  const parts = [ctrl && "Ctrl", alt && "Alt", shift && "Shift", key];
  return parts.filter((part) => part !== false).join("+");
}

/** The single keys of a combination, as they are printed on keyboards: `Ctrl+K` is Ctrl and K, on a Mac ⌘ and K. */
export function keyCaps(keys: string, isApple: boolean): readonly string[] {
  // "Ctrl++" is Ctrl and the plus key.
  return keys.split(/\+(?!$)/).map((key) => capOf(key, isApple));
}

const arrows: Readonly<Record<string, string>> = { Left: "←", Right: "→", Up: "↑", Down: "↓", Arrows: "← → ↑ ↓" };

function capOf(key: string, isApple: boolean): string {
  if (isApple && key === "Ctrl") return "⌘";
  if (isApple && key === "Alt") return "⌥";
  return arrows[key] ?? key;
}

const arrowKeys = ["Left", "Right", "Up", "Down"];

/** The keys of a command as people name them: all four arrows are "Alt+Arrows", nine digits "Shift+1…9". */
export function shownKeys(keys: readonly string[]): readonly string[] {
  const modifiers = /^(?:\w+\+)*/.exec(keys[0] ?? "")?.[0] ?? "";
  const isAll = (names: readonly string[]): boolean => names.map((name) => modifiers + name).join() === keys.join();
  if (isAll(arrowKeys)) return [`${modifiers}Arrows`];
  if (isAll(Array.from({ length: 9 }, (_, at) => String(at + 1)))) return [`${modifiers}1…9`];
  return keys;
}
