/** The result of a merge in a format, with the dataset facts from the three files. */

import { mergeImages, mergePictureNames } from "#core/diff/merge-pictures";
import type { MergeResult } from "#core/diff/merge";
import { annotationFormats, writeAnnotationPieces } from "#core/formats/annotation-formats";
import { isAnnotationFormat } from "#core/formats/format-table";
import { isEqual } from "#core/json";
import type { AnnotationFormat, CocoDocument, Loss } from "#core/types";
import { openCore } from "../base/annotations/core.ts";
import type { Document } from "./read-document.ts";
import { WrittenContent } from "./written-content.ts";

export interface MergedOptions {
  /** Default: the format of the files, or that of the side that changed it. */
  readonly to?: AnnotationFormat | undefined;
  /** Pictures per second. */
  readonly fps?: number | undefined;
  readonly imageNames?: readonly string[] | undefined;
  readonly exportedTime?: string;
}

/** @param documents base, a, b */
export async function mergedContent(
  { document }: MergeResult,
  documents: readonly Document[],
  { to, imageNames, ...options }: MergedOptions,
): Promise<{ format: AnnotationFormat; content: WrittenContent; losses: readonly Loss[] }> {
  const core = await openCore();
  await annotationFormats["dive-json"].read(core, document, {});
  const fps = options.fps ?? mergeValues(documents.map(({ report }) => report.fps));
  const kind = mergeValues(documents.map((one) => one.kind));
  const format = to ?? (kind !== undefined && isAnnotationFormat(kind) ? kind : "dive-json");
  const coco =
    format === "coco" || format === "kwcoco"
      ? mergeCoco(documents.map((one) => one.core.reader.cocoDocument))
      : undefined;
  core.reader.keepCocoDocument(coco);
  // The document has them, including folders.
  const read = mergePictureNames(coco === undefined ? documents.map(({ report }) => report.imageNames) : []);
  const names = imageNames ?? read.names;
  const typeHierarchy = mergeValues(documents.map(({ report }) => report.typeHierarchy));
  const facts = {
    type: names === undefined && fps !== undefined ? "video" : "image-sequence",
    fps,
    imageNames: names ?? [],
    datasetInfo: mergeValues(documents.map(({ report }) => report.datasetInfo)),
    ...(typeHierarchy !== undefined && { typeHierarchy }),
  } as const;
  const { exportedTime } = options;
  const pieces = writeAnnotationPieces(core, format, facts, exportedTime === undefined ? {} : { exportedTime });
  return { format, content: new WrittenContent(pieces), losses: imageNames === undefined ? read.losses : [] };
}

/** Annotations refer to frames, not to ids of images. */
function mergeCoco(documents: readonly (CocoDocument | undefined)[]): CocoDocument | undefined {
  const [base, a, b] = documents;
  if (base === undefined || a === undefined || b === undefined) return undefined;
  const info = mergeValues([base.info, a.info, b.info]) ?? {};
  const categories = mergeValues([base.categories, a.categories, b.categories]) ?? [];
  return { info, categories, ...mergeImages(base, a, b) };
}

/** Facts other than annotations: a changed value wins, that of A first. */
function mergeValues<T>([base, a, b]: readonly T[]): T | undefined {
  return isEqual(a, base) ? b : a;
}
