/**
 * The language of this page, before its first picture: what was chosen in this browser, else what the browser asks for.
 * Choosing keeps it with the other client settings.
 */
import { effect } from "../base/effect.ts";
import { languageCode, speak } from "../base/texts/index.ts";
import { chosenLanguage } from "../base/texts/chosen-language.ts";

export async function startLanguage(): Promise<void> {
  effect(() => {
    document.documentElement.lang = languageCode();
  });
  const code = chosenLanguage.peek();
  // Its words cannot be loaded: the page speaks English, and says what is wrong with the connection.
  if (code !== "en") await speak(code).catch(() => undefined);
}
