/**
 * Every UI text of the web application: `t("viewer.save")`, `t("viewer.unsaved", { count: 3 })`.
 *
 * English defines the keys; each language has all of them. The texts of a part are loaded with the pages that show
 * them, in the current language. Look texts up while rendering and never keep them in module-level constants;
 * components that read signals re-render when the language changes.
 */
import { signal } from "@preact/signals-core";
import { formatText } from "./catalog.ts";
import type { Counting, KeyOf, Text, ValuesFor } from "./catalog.ts";
import type { en } from "./en/index.ts";
import { start } from "./en/start.part.ts";
import { languages, type LanguageCode } from "./languages.ts";
import type { Part } from "./parts.ts";

export type TextKey = KeyOf<typeof en>;

type Area = Readonly<Record<string, Text>>;
type Areas = Readonly<Record<string, Area>>;

interface Spoken extends Counting {
  readonly code: string;
  readonly areas: Areas;
}

// The English texts of the log-in page are always available, so that it can report when the others cannot be loaded.
const spoken = signal<Spoken>({ code: "en", areas: start, ...countingIn("en") });
let wanted: LanguageCode = "en";
const parts = new Set<Part>(["start"]);
const loaded = new Set<Part>(["start"]);

/** The text in the current language. Texts with placeholders require their values. */
export function t<Key extends TextKey>(key: Key, ...values: ValuesFor<typeof en, Key>): string;
export function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const { areas, ...counting } = spoken.value;
  const dot = key.indexOf(".");
  const text = areas[key.slice(0, dot)]?.[key.slice(dot + 1)];
  // Only reachable by circumventing the type checker: show the key, so that the gap is noticed and the page still
  // works.
  return text === undefined ? key : formatText(text, values, counting);
}

/** BCP 47 code, for `<html lang>`. */
export function languageCode(): string {
  return spoken.value.code;
}

/**
 * BCP 47 code for `Intl`: with the browser's region (order of day and month) if its language matches that of the texts.
 */
export function localeCode(): string {
  return inRegion(languageCode());
}

function inRegion(language: string): string {
  return navigator.language.startsWith(language) ? navigator.language : language;
}

function countingIn(language: string): Counting {
  return { plurals: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(inRegion(language)) };
}

/** Loads the texts that a page is about to show. */
export async function loadTexts(...wantedParts: readonly Part[]): Promise<void> {
  if (wantedParts.every((part) => loaded.has(part))) return;
  for (const part of wantedParts) parts.add(part);
  await load();
}

/** Loads a part of a page together with its texts. */
export async function withTexts<Module>(part: Part, module: Promise<Module>): Promise<Module> {
  const [loadedModule] = await Promise.all([module, loadTexts(part)]);
  return loadedModule;
}

/**
 * Sets the language of all texts. The old one is kept until the new texts are loaded.
 * @throws if they cannot be loaded; the language is unchanged then
 */
export async function setLanguage(code: LanguageCode): Promise<void> {
  const before = wanted;
  wanted = code;
  try {
    await load();
  } catch (error) {
    if (wanted === code) wanted = before;
    throw error;
  }
}

/** Loads the missing texts. If another page or language is requested meanwhile, it waits for that as well. */
async function load(): Promise<void> {
  let code: LanguageCode;
  let loading: readonly Part[];
  let areas: readonly object[];
  do {
    code = wanted;
    loading = [...parts];
    areas = await Promise.all(loading.map((part) => languages[code].load[part]()));
  } while (code !== wanted || loading.length !== parts.size);
  for (const part of loading) loaded.add(part);
  setTexts(code, Object.assign({}, ...areas) as Areas);
}

/** Sets texts directly: for tests, and for a pseudo-language. */
export function setTexts(code: string, areas: Areas): void {
  spoken.value = { code, areas, ...countingIn(code) };
}
