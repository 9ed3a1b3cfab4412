/**
 * Loads all English texts for unit tests, which have no page to do so. The path is computed, so that the catalog does
 * not count as an import of every test: `npm test -- --changed` runs those that import texts themselves.
 */
import type * as Texts from "../../web/base/texts/index.ts";

const path = `${import.meta.dirname}/../../web/base/texts/index.ts`;
const { loadTexts } = (await import(path)) as typeof Texts;
await loadTexts("pages", "commands", "account", "multicam", "admin", "viewer");
