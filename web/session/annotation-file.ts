/**
 * The open annotations as a file, unsaved changes included, written by the core in this page: it works without a network,
 * and its bytes are those of the server's export when everything is saved.
 */
import { writeAnnotationPieces } from "#core/formats/annotation-formats";
import type { AnnotationFormat } from "#core/types";
import { slugify } from "#schemas/slug";
import type { Workspace } from "./workspace.ts";

export interface AnnotationFile {
  readonly name: string;
  readonly content: Blob;
}

/** `filter` leaves out what is below the thresholds; the default leaves out nothing. */
export function writeAnnotationFile(
  { core, dataset, revision }: Workspace,
  format: AnnotationFormat,
  filter?: { readonly thresholds: Readonly<Record<string, number>> },
): AnnotationFile {
  const { media, fps, datasetInfo, name } = dataset;
  const imageNames = media.kind === "image-sequence" ? media.images.map((image) => image.filename) : [];
  const facts = { type: media.kind, fps, imageNames, datasetInfo };
  // A blob takes its piece out of this page's memory, which never holds the file.
  const blobs: Blob[] = [];
  for (const piece of writeAnnotationPieces(core, format, facts, { revision, ...(filter && { filter }) }))
    blobs.push(new Blob([piece]));
  return format === "viame-csv"
    ? { name: slugify(`${name}.csv`), content: new Blob(blobs, { type: "text/csv" }) }
    : { name: slugify(`${name}.dive.json`), content: new Blob(blobs, { type: "application/json" }) };
}
