/**
 * Language and theme belong to the account: any browser the user signs in with shows the last choice. A choice made
 * before signing in counts like any other.
 */
import { setPreferences } from "../api/account.ts";
import { session } from "../api/session.ts";
import { chooseLanguage, isLanguage, languageChoice } from "../base/texts/chosen-language.ts";
import { chooseColorScheme, colorSchemeChoice } from "../ui/color-scheme.ts";

/** What this browser showed when it was last in step with an account, or began. Other values have been chosen since. */
const known = { language: languageChoice.peek(), theme: colorSchemeChoice.peek() };

/** Shows what the signed-in account has chosen, but for what has just been chosen here. */
export async function adoptPreferences(): Promise<void> {
  const now = session.peek();
  if (now.state !== "signedIn") return;
  const { language, theme } = now.user;
  if (theme !== undefined && colorSchemeChoice.peek() === known.theme) {
    known.theme = theme;
    chooseColorScheme(theme);
  }
  if (isLanguage(language) && languageChoice.peek() === known.language) {
    // Its words cannot be loaded: the language stays what it is.
    await chooseLanguage(language).catch(() => undefined);
    known.language = languageChoice.peek();
  }
}

/** Gives the account what has been chosen here since. @throws ApiError when it cannot be kept */
export async function keepPreferences(): Promise<void> {
  const language = languageChoice.value;
  const theme = colorSchemeChoice.value;
  const changes = {
    ...(language !== known.language && language !== "auto" ? { language } : {}),
    ...(theme !== known.theme && theme !== undefined ? { theme } : {}),
  };
  Object.assign(known, changes);
  if (Object.keys(changes).length > 0) await setPreferences(changes);
}
