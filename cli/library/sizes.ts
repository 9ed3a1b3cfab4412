/** Sizes of pictures, for checks. */

import type { AnnotationCore, ImageSize, ReadReport } from "#core/types";

/** Any size will do: rows of YOLO are valid or not regardless of the picture's size. */
export const anySize: ImageSize = { width: 1000, height: 1000 };

/** By frame, as given in the file that was read into the core. */
export function statedSizes(core: AnnotationCore, report: ReadReport): readonly (ImageSize | undefined)[] {
  const { format, imageSizes = [], imageSize, lastFrame = -1 } = report;
  if (format.startsWith("yolo")) return [];
  if (format === "coco" || format === "kwcoco") return core.cocoSizes();
  return imageSizes.length > 0 || imageSize === undefined
    ? imageSizes
    : Array.from({ length: lastFrame + 1 }, () => imageSize);
}
