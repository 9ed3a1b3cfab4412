/**
 * The open annotations as a file, unsaved changes included. The core in this page writes it, so it works offline, and
 * its bytes equal the server's export if everything is saved.
 */
import { writeAnnotationPieces } from "#core/formats/annotation-formats";
import { formatTable } from "#core/formats/format-table";
import type { AnnotationFormat, ImageSize, Loss } from "#core/types";
import { slugify } from "#schemas/slug";
import type { Workspace } from "../workspace.ts";

export interface AnnotationFile {
  readonly name: string;
  readonly content: Blob;
  /** Losses: everything that the format cannot hold. */
  readonly losses: readonly Loss[];
}

interface WriteSelection {
  /** Leaves out tracks below the thresholds; by default none. */
  readonly filter?: { readonly thresholds: Readonly<Record<string, number>> } | undefined;
  /** Size of the pictures, if known. */
  readonly imageSize?: ImageSize | undefined;
}

export function writeAnnotationFile(
  { core, dataset, configuration, document }: Workspace,
  format: AnnotationFormat,
  { filter, imageSize }: WriteSelection = {},
): AnnotationFile {
  const { media, fps, name } = dataset;
  const { datasetInfo } = configuration.values.peek();
  const imageNames = media.kind === "image-sequence" ? media.images.map((image) => image.filename) : [];
  const facts = { type: media.kind, fps, imageNames, datasetInfo, name, ...(imageSize && { imageSize }) };
  // A blob moves each piece out of this page's memory, which never holds the whole file.
  const blobs: Blob[] = [];
  const pieces = writeAnnotationPieces(core, format, facts, {
    revision: document.address.revision,
    ...(filter && { filter }),
  });
  let step = pieces.next();
  for (; step.done !== true; step = pieces.next()) blobs.push(new Blob([step.value]));
  const content = new Blob(blobs, { type: formatTable[format].mimeType });
  return { name: slugify(`${name}${formatTable[format].downloadEnding}`), content, losses: step.value.losses };
}
