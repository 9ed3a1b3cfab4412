/** What the server says of a dataset's pictures, as far as files of annotations are about it. */

import type { DatasetFacts } from "#core/formats/dataset-file";
import { parseTypeHierarchy } from "#core/formats/type-hierarchy";
import type { ImageSize } from "#core/types";
import { videoFrameCount } from "#schemas/video-frames";
import type { Dataset } from "#schemas/wire";
import type { Connection } from "./connection.ts";
import { interrupted } from "./interrupt.ts";

export interface DatasetPictures {
  /** Of an image sequence, in frame order: names go before numbers there. */
  readonly imageNames: readonly string[];
  readonly frameCount: number | undefined;
  /** Of a video; nobody has measured pictures. */
  readonly imageSize: ImageSize | undefined;
}

export async function readPictures({ client }: Connection, dataset: Dataset): Promise<DatasetPictures> {
  const { id, type } = dataset;
  if (type === "multi") return { imageNames: [], frameCount: undefined, imageSize: undefined };
  const { imageData, video } = await client.call("dataset.media", { id }, { signal: interrupted });
  if (type === "video")
    return {
      imageNames: [],
      frameCount: videoFrameCount(dataset),
      imageSize: sizeOf(video) ?? sizeOf(dataset.ffprobe_info),
    };
  return {
    imageNames: type === "image-sequence" ? imageData.map(({ filename }) => filename) : [],
    frameCount: imageData.length === 0 ? undefined : imageData.length,
    imageSize: undefined,
  };
}

/** What writers of files are told. */
export function datasetFactsOf(dataset: Dataset, { imageNames, imageSize }: DatasetPictures): DatasetFacts {
  const { type, fps, name, datasetInfo } = dataset;
  const hierarchy = parseTypeHierarchy(dataset.typeHierarchy);
  return {
    name,
    type: type === "video" || type === "large-image" ? type : "image-sequence",
    fps,
    imageNames,
    datasetInfo,
    ...(imageSize !== undefined && { imageSize }),
    ...(hierarchy.ok && { typeHierarchy: hierarchy.hierarchy }),
  };
}

function sizeOf(facts: Readonly<Record<string, unknown>> = {}): ImageSize | undefined {
  const [width, height] = [Number(facts["width"]), Number(facts["height"])];
  return width > 0 && height > 0 ? { width, height } : undefined;
}
