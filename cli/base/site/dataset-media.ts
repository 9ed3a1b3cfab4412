/** The server's facts about a dataset's pictures, as far as annotation files need them. */

import type { DatasetFacts } from "#core/formats/exchange/dataset-file";
import { parseTypeHierarchy } from "#core/formats/dive-config/type-hierarchy";
import type { ImageSize } from "#core/types";
import { videoFrameCount } from "#schemas/video-frames";
import type { ApiClient } from "#schemas/client";
import type { Dataset, DatasetMedia } from "#schemas/wire";
import type { Connection } from "../connection/connection.ts";
import { interrupted } from "../process/interrupt.ts";

export interface DatasetPictures {
  /** For an image sequence, in frame order: names take precedence over frame numbers there. */
  readonly imageNames: readonly string[];
  readonly frameCount: number | undefined;
  /** Only for videos. */
  readonly imageSize: ImageSize | undefined;
  /** For pictures, in frame order; absent when none is known. */
  readonly imageSizes?: readonly (ImageSize | undefined)[];
  /** Names that a file about several videos may have for this one. */
  readonly videoNames: readonly string[];
}

export async function readPictures({ client }: Connection, dataset: Dataset): Promise<DatasetPictures> {
  const { id, type } = dataset;
  if (type === "multi") return { imageNames: [], frameCount: undefined, imageSize: undefined, videoNames: [] };
  const { imageData, video } = await readMeasured(client, id);
  if (type === "video")
    return {
      imageNames: [],
      frameCount: videoFrameCount(dataset),
      imageSize: sizeOf(video) ?? sizeOf(dataset.ffprobe_info),
      videoNames: [video?.filename ?? "", dataset.name].filter((name) => name !== ""),
    };
  return {
    imageNames: type === "image-sequence" ? imageData.map(({ filename }) => filename) : [],
    frameCount: imageData.length === 0 ? undefined : imageData.length,
    imageSize: undefined,
    videoNames: [],
    ...(imageData.some(sizeOf) && { imageSizes: imageData.map(sizeOf) }),
  };
}

/** The server measures a limited number of pictures per request: it is asked until no more are measured. */
async function readMeasured(client: ApiClient, id: string): Promise<DatasetMedia> {
  for (let known = -1; ;) {
    const media = await client.call("dataset.media", { id, sizes: true }, { signal: interrupted });
    const measured = media.imageData.filter(sizeOf).length;
    if (measured === media.imageData.length || measured === known) return media;
    known = measured;
  }
}

/** The facts passed to writers of files. */
export function datasetFactsOf(dataset: Dataset, { imageNames, imageSize, imageSizes }: DatasetPictures): DatasetFacts {
  const { type, fps, name, datasetInfo } = dataset;
  const hierarchy = parseTypeHierarchy(dataset.typeHierarchy);
  return {
    name,
    type: type === "video" || type === "large-image" ? type : "image-sequence",
    fps,
    imageNames,
    datasetInfo,
    ...(imageSize !== undefined && { imageSize }),
    ...(imageSizes !== undefined && { imageSizes }),
    ...(hierarchy.ok && { typeHierarchy: hierarchy.hierarchy }),
  };
}

interface Facts {
  readonly width?: unknown;
  readonly height?: unknown;
}

function sizeOf(facts: object = {}): ImageSize | undefined {
  const [width, height] = [Number((facts as Facts).width), Number((facts as Facts).height)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}
