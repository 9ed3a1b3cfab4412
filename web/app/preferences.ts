/**
 * Language and theme are stored with the account: any browser the user signs in with shows the last choice. A choice
 * made before signing in counts like any other.
 */
import { setPreferences } from "../api/account.ts";
import { session } from "../api/session.ts";
import { chooseLanguage, isLanguage, languageChoice } from "../base/texts/chosen-language.ts";
import { chooseColorScheme, colorSchemeChoice } from "../ui/theme/color-scheme.ts";

/**
 * The values of this browser when it was last in sync with an account, or at the start. Different values were chosen
 * since.
 */
const known = { language: languageChoice.peek(), theme: colorSchemeChoice.peek() };

/** Applies the account's choices, except where the user has just chosen something here. */
export async function adoptPreferences(): Promise<void> {
  const now = session.peek();
  if (now.state !== "signedIn") return;
  const { language, theme } = now.user;
  if (theme !== undefined && colorSchemeChoice.peek() === known.theme) {
    known.theme = theme;
    chooseColorScheme(theme);
  }
  if (isLanguage(language) && languageChoice.peek() === known.language) {
    // If its texts cannot be loaded, the language is unchanged.
    await chooseLanguage(language).catch(() => undefined);
    known.language = languageChoice.peek();
  }
}

/** Stores choices made here in the account. @throws ApiError if they cannot be stored */
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
