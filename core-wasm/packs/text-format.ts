/** The pattern of a text, from an example: where digits are, and which characters are constant. */

/** A place of a text, which has one of some characters. */
export interface FormatPlace {
  readonly characters: readonly string[];
  /** Whether it may have several of them. */
  readonly isRepeated: boolean;
  /** The text written if it is absent; `undefined`: it must be present. */
  readonly absent?: string;
}

export type TextFormat = readonly FormatPlace[];

const digits = [..."0123456789"];
/** Letters that change as numbers do: the sides of the equator and of Greenwich, and the halves of the day. */
const alternatives: readonly (readonly [pattern: RegExp, characters: readonly string[]])[] = [
  [/^[NS](?![A-Za-z])/, ["N", "S"]],
  [/^[EW](?![A-Za-z])/, ["E", "W"]],
  [/^[AP](?=M(?![A-Za-z]))/, ["A", "P"]],
];

/**
 * Numbers stay numbers, of the same length where one of that length starts with zero; signs may come and go; spaces are
 * not looked for, but kept.
 */
export function formatOf(example: string): TextFormat {
  const text = example.trim();
  const fixed = new Set([...text.matchAll(/(?<!\d)0\d+/g)].map(([run]) => run.length));
  const places: FormatPlace[] = [];
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const [run] = /^\d+/.exec(rest) ?? [];
    const isAfterNumber = /\d\s*$/.test(text.slice(0, at));
    if (run !== undefined) {
      const isStart = at === 0 || /\s$/.test(text.slice(0, at));
      if (isStart) places.push({ characters: ["-"], isRepeated: false, absent: "" });
      const place = { characters: digits, isRepeated: false };
      // 9:59 and 10:00 are of one kind.
      const isFixed = fixed.has(run.length) && (!isStart || run.startsWith("0"));
      if (isFixed) for (let n = 0; n < run.length; n++) places.push(place);
      else places.push({ ...place, isRepeated: true });
      at += run.length;
      continue;
    }
    const [character = ""] = [...rest];
    const sided = isAfterNumber || at === 0 ? alternatives.find(([pattern]) => pattern.test(rest))?.[1] : undefined;
    const isSign = character === "+" || (character === "-" && !isAfterNumber);
    if (/\s/.test(character)) places.push({ characters: [" "], isRepeated: false, absent: " " });
    else if (isSign) places.push({ characters: ["+", "-"], isRepeated: false, absent: "" });
    else places.push({ characters: sided ?? [character], isRepeated: false });
    at += character.length;
  }
  return places;
}
