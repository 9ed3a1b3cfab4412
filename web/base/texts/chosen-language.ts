/** The language chosen in this browser; by default the best match of the browser's languages. */
import { computed, type ReadonlySignal } from "@preact/signals-core";
import { storedSignal } from "../stored-signal.ts";
import { setLanguage } from "./index.ts";
import { bestLanguage, languages, type LanguageCode } from "./languages.ts";

const stored = storedSignal<LanguageCode | "auto">("wakeline.language", "auto", isLanguage);

/** The user's choice; "auto" by default. */
export const languageChoice: ReadonlySignal<LanguageCode | "auto"> = stored;

export const chosenLanguage = computed<LanguageCode>(() =>
  stored.value === "auto" ? bestLanguage(navigator.languages) : stored.value,
);

export function isLanguage(value: unknown): value is LanguageCode {
  return typeof value === "string" && Object.hasOwn(languages, value);
}

/** @throws if its texts cannot be loaded; the language is unchanged then */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  await setLanguage(code);
  stored.value = code;
}
