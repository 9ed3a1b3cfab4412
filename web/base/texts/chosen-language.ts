/** The language somebody has chosen in this browser; until then the best of those the browser asks for. */
import { computed } from "@preact/signals-core";
import { storedSignal } from "../stored-signal.ts";
import { speak } from "./index.ts";
import { bestLanguage, languages, type LanguageCode } from "./languages.ts";

const stored = storedSignal<LanguageCode | "auto">(
  "wakeline.language",
  "auto",
  (value) => typeof value === "string" && value in languages,
);

export const chosenLanguage = computed<LanguageCode>(() =>
  stored.value === "auto" ? bestLanguage(navigator.languages) : stored.value,
);

/** @throws when its words cannot be loaded; everything stays as it was then */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  await speak(code);
  stored.value = code;
}
