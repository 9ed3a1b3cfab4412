/**
 * The open annotations as a file, unsaved changes included, written by the core in this page: it works without a network,
 * and its bytes are those of the server's export when everything is saved.
 */
import { writeAnnotationFile as writeFile } from "#core/formats/annotation-formats";
import type { AnnotationFormat } from "#core/types";
import { slugify } from "#schemas/slug";
import type { Session } from "./session.ts";

export interface AnnotationFile {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function writeAnnotationFile({ core, dataset, revision }: Session, format: AnnotationFormat): AnnotationFile {
  const { media, fps, datasetInfo, name } = dataset;
  const imageNames = media.kind === "image-sequence" ? media.images.map((image) => image.filename) : [];
  const { bytes } = writeFile(core, format, { type: media.kind, fps, imageNames, datasetInfo }, { revision });
  return format === "viame-csv"
    ? { name: slugify(`${name}.csv`), mimeType: "text/csv", bytes }
    : { name: slugify(`${name}.dive.json`), mimeType: "application/json", bytes };
}
