/**
 * The language of this page, set before the first paint: the choice made in this browser, else the browser's own.
 * Choices are stored with the other client settings.
 */
import { effect } from "../base/effect.ts";
import { languageCode, setLanguage } from "../base/texts/index.ts";
import { chosenLanguage } from "../base/texts/chosen-language.ts";

export async function startLanguage(): Promise<void> {
  effect(() => {
    document.documentElement.lang = languageCode();
  });
  const code = chosenLanguage.peek();
  // If its texts cannot be loaded, the page is in English and reports the connection problem.
  if (code !== "en") await setLanguage(code).catch(() => undefined);
}
