/**
 * A pseudo-language for testing: English in brackets, a third longer. A text without brackets is missing from the
 * catalog, and a layout that breaks would break in other languages too. Enable it with
 * `localStorage["wakeline.language"] = '"en-XA"'`.
 */
import type { Text } from "./catalog.ts";

const padding = "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~";

export function markTexts<Areas extends object>(areas: Areas): Areas {
  return mapValues(areas, (area) => mapValues(area as object, (text) => markText(text as Text))) as Areas;
}

function markText(text: Text): Text {
  if (typeof text === "string") return `⟦${text}${padding.slice(0, Math.ceil(text.length / 3))}⟧`;
  return mapValues(text, (form) => markText(form as string)) as Text;
}

function mapValues(record: object, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
