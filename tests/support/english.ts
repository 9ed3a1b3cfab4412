/**
 * Begins each file of unit tests in English, and loads all English texts, since there is no page to do so. The path is
 * computed, so that the catalog does not count as an import of every test: `npm test -- --changed` runs those that
 * import texts themselves.
 */
import type * as Texts from "../../web/base/texts/index.ts";

const path = `${import.meta.dirname}/../../web/base/texts/index.ts`;
const { loadTexts, setLanguage } = (await import(path)) as typeof Texts;
await loadTexts("pages", "commands", "account", "multicam", "admin", "viewer");
// An earlier file of the same process may have left another language.
await setLanguage("en");
