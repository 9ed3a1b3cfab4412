/** Converts annotation files to another format. */

import { writeAnnotationFile } from "#core/formats/annotation-formats";
import type { DatasetFacts, WriteOptions } from "#core/formats/exchange/dataset-file";
import type { AnnotationFormat, Loss, Problem } from "#core/types";
import { CoreError } from "#core/types";
import { formatTable, hasRelativePositions } from "#core/formats/format-table";
import type { Content } from "./content.ts";
import { factsOf } from "./facts.ts";
import { readInto, type ReadOptions } from "./read.ts";

export interface ConvertOptions extends ReadOptions {
  readonly to: AnnotationFormat;
  /** The kind of media. Default: as given in the file, otherwise an image sequence. */
  readonly media?: DatasetFacts["type"];
  /** Annotation frames per second. Default: as given in the file. */
  readonly fps?: number;
  /** Which types and confidences are written, and in which style. */
  readonly write?: WriteOptions;
}

export interface Converted {
  /** The file; a zip archive for formats with one file per picture. */
  readonly bytes: Uint8Array;
  readonly format: AnnotationFormat;
  readonly trackCount: number;
  /** Losses: everything that the format cannot hold. */
  readonly losses: readonly Loss[];
  /** Problems of the file that was read: the first 1000. */
  readonly problems: readonly Problem[];
  readonly problemCount: number;
  readonly skippedCount: number;
}

/**
 * Converts annotations of any format.
 * @throws CoreError when the file is refused, and `yolo-size-unknown` when YOLO is written and the size of the pictures
 *   is unknown
 */
export async function convert(
  content: Content,
  { to, media, fps, write, ...read }: ConvertOptions,
): Promise<Converted> {
  const { core, report, problems } = await readInto(content, read);
  const facts = factsOf({ to, media, fps, ...read }, report);
  if (hasRelativePositions(to) && facts.imageSize === undefined && facts.imageSizes === undefined)
    throw new CoreError(
      "yolo-size-unknown",
      `${formatTable[to].title} stores positions as fractions of the picture: pass its size as \`imageSize\`.`,
    );
  const labels = read.labels === undefined ? {} : { labels: read.labels };
  const { bytes, trackCount, losses } = writeAnnotationFile(core, to, facts, { ...labels, ...write });
  const { problemCount, skippedCount } = report;
  return { bytes, format: report.format, trackCount, losses, problems, problemCount, skippedCount };
}
