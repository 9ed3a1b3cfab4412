/**
 * A format of another tool that cannot be read here: its name, and how to convert it. The formats are in
 * `foreign-tables.ts`, `foreign-json.ts` and `foreign-xml.ts`, with how to recognize them; a new reader replaces an entry.
 */
import type { AnnotationFormat } from "../format-table.ts";
import type { TranslatedTool } from "./recognized.ts";

export interface ForeignFormat {
  /** Display name with an article: `a project of Datumaro`. */
  readonly what: string;
  /** Advice on what to do instead, as a complete sentence. */
  readonly importAdvice: string;
  /** It can be read after all, as COCO. */
  readonly translated?: TranslatedTool;
  /** It can be written, too. */
  readonly kind?: AnnotationFormat;
}

/** The message for a file of such a format. */
export function foreignText({ what, importAdvice }: ForeignFormat): string {
  return `This is ${what}, which Wakeline cannot read. ${importAdvice}`;
}

/** The usual advice. */
export const exportCoco = (tool: string, how: string): string =>
  `Export it as COCO from ${tool} (${how}) and import that.`;
