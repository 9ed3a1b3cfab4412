/** The formats that can be named on the command line. */

import { formatNames, formatTable, type AnnotationFormat } from "#core/formats/format-table";

export { formatNames };

/** The formats that files can be converted to. */
export type TargetFormat = AnnotationFormat | "dive-config";

export const targetNames: readonly TargetFormat[] = [...formatNames, "dive-config"];

/** Extension of files of a format, with the dot. */
export function extensionOf(format: TargetFormat): string {
  return format === "dive-config" ? ".config.json" : formatTable[format].extension;
}
