/**
 * What is loaded together: the texts of the log-in page, those of the other pages, those of the administration, those of the viewer. A language has a
 * file for each part, so that a page loads the words it shows, in one language.
 */
import type { Translation } from "./catalogue.ts";
import type { adminPart } from "./en/admin.part.ts";
import type { pages } from "./en/pages.part.ts";
import type { start } from "./en/start.part.ts";
import type { viewerPart } from "./en/viewer.part.ts";

export interface Parts {
  readonly start: Translation<typeof start>;
  readonly pages: Translation<typeof pages>;
  readonly admin: Translation<typeof adminPart>;
  readonly viewer: Translation<typeof viewerPart>;
}

export type Part = keyof Parts;
