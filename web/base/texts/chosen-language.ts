/** The language chosen in this browser; until then the best of those the browser asks for. */
import { computed, type ReadonlySignal } from "@preact/signals-core";
import { storedSignal } from "../stored-signal.ts";
import { speak } from "./index.ts";
import { bestLanguage, languages, type LanguageCode } from "./languages.ts";

const stored = storedSignal<LanguageCode | "auto">("wakeline.language", "auto", isLanguage);

/** What was chosen; "auto" until then. */
export const languageChoice: ReadonlySignal<LanguageCode | "auto"> = stored;

export const chosenLanguage = computed<LanguageCode>(() =>
  stored.value === "auto" ? bestLanguage(navigator.languages) : stored.value,
);

export function isLanguage(value: unknown): value is LanguageCode {
  return typeof value === "string" && Object.hasOwn(languages, value);
}

/** @throws when its words cannot be loaded; everything stays as it was then */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  await speak(code);
  stored.value = code;
}
