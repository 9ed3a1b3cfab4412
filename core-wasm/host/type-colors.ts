/**
 * The default color of a type, derived from its name: the same on every page, in every session and dataset, whatever
 * other types there are.
 *
 * Sixteen colors, found by a search: any two differ by more than 15 (CIE 1976, Lab) with and without each kind of
 * color blindness, and all are bright enough for dark pictures. With more than sixteen types, some share a color.
 */
export const typePalette: readonly string[] = [
  "#c098ff",
  "#ff2020",
  "#20ffc0",
  "#c04870",
  "#c0ff20",
  "#c020ff",
  "#e89870",
  "#70c0c0",
  "#e8e870",
  "#209820",
  "#4870c0",
  "#ffc0ff",
  "#707098",
  "#987048",
  "#98c048",
  "#98ff98",
];

/** Of objects without a type of their own: a gray that is not a type's color, so that a real type can have any of them. */
const noTypeColor = "#e4e4e4";

export function colorOfType(type: string): string {
  if (type === "unknown") return noTypeColor;
  return typePalette[placeOf(type)]!;
}

/** For a new type: its default color, or the next free one if another type of the dataset has that color. */
export function colorForNew(type: string, taken: ReadonlySet<string>): string {
  if (type === "unknown") return noTypeColor;
  const own = placeOf(type);
  const after = [...typePalette.slice(own), ...typePalette.slice(0, own)];
  return after.find((color) => !taken.has(color)) ?? colorOfType(type);
}

/**
 * Colors for those of `types` that would share one with another type: the earlier one keeps its default color. Beyond
 * sixteen types nothing is free, and the rest share.
 *
 * @param stored colors that types of the dataset were given; these stay
 */
export function colorsToStore(
  types: readonly string[],
  stored: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const taken = new Set(Object.values(stored).map((color) => color.toLowerCase()));
  const given: [string, string][] = [];
  for (const type of types) {
    if (Object.hasOwn(stored, type)) continue;
    const color = colorForNew(type, taken);
    taken.add(color);
    if (color !== colorOfType(type)) given.push([type, color]);
  }
  return Object.fromEntries(given);
}

/** Types that a dataset defines: all with a style, except those that were merely given a color. */
export function definedTypes(styles: Readonly<Record<string, unknown>>): string[] {
  const isColorOnly = (style: unknown): boolean =>
    typeof style === "object" && style !== null && "colorOnly" in style && Object.keys(style).length === 2;
  return Object.keys(styles).filter((type) => !isColorOnly(styles[type]));
}

/** FNV-1a over the code units, with the high bits mixed into the low ones, since names mostly differ at their ends. */
function placeOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 8) % typePalette.length;
}
