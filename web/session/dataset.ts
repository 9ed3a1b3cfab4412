/** What the viewer reads of a dataset's metadata and media, checked and in the viewer's own terms. */

import type { Dataset, DatasetMedia as WireMedia, MediaFile } from "#schemas/wire";
import type { TypeStyle } from "./type-styles.ts";

export type DatasetMedia =
  | { readonly kind: "video"; readonly url: string; readonly filename: string }
  | { readonly kind: "image-sequence"; readonly images: readonly MediaFile[] };

export interface DatasetInfo {
  readonly id: string;
  readonly name: string;
  /** Annotation frames per second. */
  readonly fps: number;
  /** The video's own rate, when the dataset names it. */
  readonly originalFps: number | undefined;
  readonly media: DatasetMedia;
  readonly confidenceFilters: Readonly<Record<string, number>> | undefined;
  readonly customTypeStyling: Readonly<Record<string, Partial<TypeStyle>>>;
  /** Free-form facts about the dataset that annotation files carry along. */
  readonly datasetInfo: Readonly<Record<string, unknown>> | undefined;
}

/** A dataset that cannot be opened; the message is for people. */
export class DatasetError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DatasetError";
  }
}

export function toDatasetInfo(dataset: Dataset, media: WireMedia): DatasetInfo {
  return {
    id: dataset.id,
    name: dataset.name,
    fps: dataset.fps,
    originalFps: dataset.originalFps,
    media: toMedia(dataset, media),
    confidenceFilters: dataset.confidenceFilters,
    customTypeStyling: dataset.customTypeStyling ?? {},
    datasetInfo: dataset.datasetInfo,
  };
}

function toMedia(dataset: Dataset, { imageData, video }: WireMedia): DatasetMedia {
  switch (dataset.type) {
    case "video":
      if (video === undefined) {
        throw new DatasetError(`"${dataset.name}" has no playable video yet. It may still be converting: see Jobs.`);
      }
      return { kind: "video", url: video.url, filename: video.filename };
    case "image-sequence":
      if (imageData.length === 0) throw new DatasetError(`"${dataset.name}" has no images.`);
      return { kind: "image-sequence", images: imageData };
    case "multi":
      throw new DatasetError("multi not supported on web yet: the dataset has no camera data");
    case "large-image":
      throw new DatasetError(`"${dataset.name}" is a large image, which this viewer cannot show yet.`);
  }
}
