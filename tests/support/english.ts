/**
 * Unit tests read all English texts: no page is there to load them. The path is computed, so that the catalogue is not
 * taken for an import of every test: `npm test -- --changed` runs those that read texts themselves.
 */
import type * as Texts from "../../web/base/texts/index.ts";

const path = `${import.meta.dirname}/../../web/base/texts/index.ts`;
const { loadTexts } = (await import(path)) as typeof Texts;
await loadTexts("pages", "commands", "account", "multicam", "admin", "viewer");
