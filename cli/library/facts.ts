/** Facts about the dataset in a written file: as given by the caller, otherwise as in the file that was read. */

import type { DatasetFacts } from "#core/formats/exchange/dataset-file";
import type { ReadReport } from "#core/types";
import { compareNatural } from "#schemas/natural-sort";

export interface ManifestFacts {
  readonly to: string;
  readonly media?: DatasetFacts["type"] | undefined;
  readonly fps?: number | undefined;
  readonly imageNames?: readonly string[] | undefined;
  readonly imageSize?: DatasetFacts["imageSize"] | undefined;
  readonly imageSizes?: DatasetFacts["imageSizes"] | undefined;
  /** The display name of the dataset. */
  readonly name?: string | undefined;
}

export function factsOf(given: ManifestFacts, report: ReadReport): DatasetFacts {
  const { media, to, fps, imageNames, imageSizes, name } = given;
  const imageSize = given.imageSize ?? report.imageSize;
  const rate = fps ?? report.fps;
  const isCoco = (format: string): boolean => format === "coco" || format === "kwcoco";
  // Between COCO files the core keeps the names, including folders. A file with a frame rate is a video.
  const isVideo = report.format === "viame-csv" && rate !== undefined && media !== "image-sequence";
  const isKept = isCoco(to) && isCoco(report.format);
  const isUsable = !isKept && !isVideo && (to !== "kwcoco" || isInOrder(report.imageNames ?? []));
  const names = imageNames ?? (isUsable ? report.imageNames : undefined);
  return {
    type: media ?? (names === undefined && rate !== undefined ? "video" : "image-sequence"),
    fps: rate,
    imageNames: names ?? [],
    datasetInfo: report.datasetInfo,
    ...(imageSize !== undefined && { imageSize }),
    ...(imageSizes !== undefined && { imageSizes }),
    ...(report.typeHierarchy !== undefined && { typeHierarchy: report.typeHierarchy }),
    ...(name !== undefined && { name }),
  };
}

/** Readers refuse KWCOCO whose frames are not in the natural order of their names. */
function isInOrder(imageNames: readonly string[]): boolean {
  const names = imageNames.filter((name) => name !== "");
  return names.every((name, index) => index === 0 || compareNatural(names[index - 1] ?? "", name) <= 0);
}
