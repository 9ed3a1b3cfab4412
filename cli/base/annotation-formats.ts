/** The formats that can be named on the command line. */

import { annotationFormats } from "#core/formats/annotation-formats";
import type { AnnotationFormat } from "#core/types";

export const formatNames = Object.keys(annotationFormats) as readonly AnnotationFormat[];

/** What files can be converted to. */
export type TargetFormat = AnnotationFormat | "dive-config";

export const targetNames: readonly TargetFormat[] = [...formatNames, "dive-config"];

/** Of the files of a format, with the dot. */
export function extensionOf(format: TargetFormat): string {
  return format === "dive-config" ? ".config.json" : annotationFormats[format].extension;
}
