/** The annotation formats that can be named on the command line. Apart from the core, so that help does not load it. */

import type { AnnotationFormat } from "#core/types";

export const annotationFormats = ["viame-csv", "dive-json"] as const satisfies readonly AnnotationFormat[];
