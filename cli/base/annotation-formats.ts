/** The annotation formats that can be named on the command line. */

import { annotationFormats } from "#core/formats/annotation-formats";
import type { AnnotationFormat } from "#core/types";

export const formatNames = Object.keys(annotationFormats) as readonly AnnotationFormat[];
