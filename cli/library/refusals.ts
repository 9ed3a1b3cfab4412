/** Codes for files without annotations. */

import type { FileKind } from "#core/formats/recognize/recognized";

const codes: Readonly<Partial<Record<FileKind, string>>> = {
  empty: "empty-file",
  ambiguous: "format-ambiguous",
  table: "columns-unknown",
  foreign: "format-foreign",
};

/** The code of a finding for a file of this kind. */
export function refusalCode(kind: FileKind): string {
  return codes[kind] ?? "not-annotations";
}
