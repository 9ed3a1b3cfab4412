/**
 * The annotations of a dataset as a file. Which options follow from which facts of the dataset is decided here, so that
 * server and viewer write the same bytes.
 */
import { pythonFloatText } from "./python-text.ts";
import type { AnnotationCore, AnnotationFormat, ExportFilter, WriteReport } from "../types.ts";

export interface DatasetFacts {
  readonly type: "video" | "image-sequence" | "large-image";
  /** Annotation frames per second. */
  readonly fps: number | undefined;
  /** Names of the pictures in frame order; needed for an image sequence. */
  readonly imageNames: readonly string[];
  readonly datasetInfo: Readonly<Record<string, unknown>> | undefined;
}

export interface DatasetFileOptions {
  readonly filter?: ExportFilter;
  /** Named in the header of a CSV when a past revision is written. */
  readonly revision?: number | undefined;
  /** C `ctime` text for the header of a CSV. Default now, in UTC. */
  readonly exportedTime?: string;
}

export function writeDatasetFile(
  core: AnnotationCore,
  format: AnnotationFormat,
  { type, fps, imageNames, datasetInfo }: DatasetFacts,
  { filter = {}, revision, exportedTime }: DatasetFileOptions = {},
): WriteReport {
  if (format === "dive-json") return core.writeDiveJson({ ...(fps !== undefined && fps > 0 && { fps }), filter });
  return core.writeViameCsv({
    mediaType: type,
    ...(fps !== undefined && type === "video" && { fps, fpsText: pythonFloatText(fps) }),
    ...(type === "image-sequence" && { imageNames }),
    ...(revision !== undefined && { revision }),
    ...(datasetInfo !== undefined && { datasetInfo }),
    ...(exportedTime !== undefined && { exportedTime }),
    filter,
  });
}
