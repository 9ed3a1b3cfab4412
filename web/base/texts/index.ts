/**
 * Every text that people read in the web application: `t("viewer.save")`, `t("viewer.unsaved", { count: 3 })`.
 *
 * English is complete and defines the keys; a translation is one more file of the same shape, and what it lacks is
 * shown in English. Texts are looked up when they are drawn, never kept in module-level constants.
 */
import { formatText } from "./catalogue.ts";
import type { KeyOf, Text, Translation, ValuesFor } from "./catalogue.ts";
import { en } from "./en/index.ts";

export type TextKey = KeyOf<typeof en>;
export type Texts = Translation<typeof en>;

interface Language {
  readonly code: string;
  readonly texts: Texts;
  readonly plurals: Intl.PluralRules;
}

const english: Language = { code: "en", texts: en, plurals: new Intl.PluralRules("en") };
let current: Language = english;

/** The text in the chosen language. Texts with placeholders require their values. */
export function t<Key extends TextKey>(key: Key, ...values: ValuesFor<typeof en, Key>): string;
export function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const translated = find(current.texts, key);
  if (translated !== undefined) return formatText(translated, values, current.plurals);
  const text = find(english.texts, key);
  // Only reachable past the type checker: show the key, so that the gap can be found and the page still works.
  return text === undefined ? key : formatText(text, values, english.plurals);
}

/** Chooses the language of all texts asked for from now on; the caller draws the page anew. */
export function setLanguage(code: string, texts: Texts): void {
  current = code === "en" ? english : { code, texts, plurals: new Intl.PluralRules(code) };
}

/** BCP 47 code, for `<html lang>` and for `Intl`. */
export function languageCode(): string {
  return current.code;
}

function find(texts: Texts, key: string): Text | undefined {
  const dot = key.indexOf(".");
  const area: Readonly<Record<string, Text | undefined>> | undefined = texts[key.slice(0, dot) as keyof Texts];
  return area?.[key.slice(dot + 1)];
}
