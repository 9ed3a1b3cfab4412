/**
 * The text notation of keys: `Ctrl+Shift+Z`, `Space`, `D`, `Shift+1`. Modifiers come in the order Ctrl, Alt, Shift;
 * Ctrl also means the Command key on a Mac. Shift is only named if the key does not imply it (`?`, not `Shift+?`).
 *
 * Letters and symbols are identified by what the key types, digits by its position: on a French keyboard the unshifted
 * digit row types `&é"'`, and it must still mean 1, 2, 3, 4. On keyboards without Latin letters, letters are identified
 * by position too.
 */

export interface KeyInput {
  /** `KeyboardEvent.key`: what the key types. */
  readonly key: string;
  /** `KeyboardEvent.code`: the position of the key, named after a US keyboard. */
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
  // The key above Enter deletes too: compact keyboards have no Delete key.
  Backspace: "Delete",
};

const silentKeys: ReadonlySet<string> = new Set([
  ...["Control", "Meta", "Alt", "Shift", "AltGraph", "CapsLock", "Unidentified"],
]);

/**
 * The possible readings of a key press, best first; none for a modifier alone. There are two if the digit row types a
 * symbol: `Shift+7` and `/` on a German keyboard. The first that is bound to a command wins.
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

/** Keys identified by what they type: named keys, Latin letters, and symbols. */
function isPlainKey(key: string): boolean {
  return key !== "Dead" && (key.length > 1 || /^[\u0020-\u007e]$/.test(key));
}

function isSymbol(key: string): boolean {
  return key.length === 1 && key !== " " && key.toUpperCase() === key.toLowerCase() && !/^\d$/.test(key);
}

/** The digit or letter at this position of a US keyboard. The number pad types its digits everywhere. */
function keyOfPlace(code: string): string | undefined {
  return /^Digit(\d)$/.exec(code)?.[1] ?? /^Key([A-Z])$/.exec(code)?.[1];
}

function join({ ctrl, alt }: KeyInput, key: string, shift: boolean): string {
  const parts = [ctrl && "Ctrl", alt && "Alt", shift && "Shift", key];
  return parts.filter((part) => part !== false).join("+");
}

/** The single keys of a combination as printed on keyboards: `Ctrl+K` is Ctrl and K, on a Mac ⌘ and K. */
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

/** The keys of a command in short: all four arrows are "Alt+Arrows", nine digits "Shift+1…9". */
export function shortenKeys(keys: readonly string[]): readonly string[] {
  const modifiers = /^(?:\w+\+)*/.exec(keys[0] ?? "")?.[0] ?? "";
  const isAll = (names: readonly string[]): boolean => names.map((name) => modifiers + name).join() === keys.join();
  if (isAll(arrowKeys)) return [`${modifiers}Arrows`];
  if (isAll(Array.from({ length: 9 }, (_, at) => String(at + 1)))) return [`${modifiers}1…9`];
  return keys;
}
