/**
 * The context for checking an annotation file before it is imported: the frames and pictures of its dataset, as far as
 * known.
 */
import type { ImageSize } from "#core/types";
import type { MediaFile } from "#schemas/wire";
import { videoFrameCount } from "#schemas/video-frames";
import { endingOf } from "#schemas/media-files";
import { api } from "../../api/client.ts";
import { pictureSizeOf } from "../picture-size.ts";

export interface ImportMedia {
  /** Annotation frames per second. */
  readonly fps: number;
  /** The video's own rate, if the dataset has it. */
  readonly originalFps?: number | undefined;
  /** Frame numbers are times, so they can be converted to another rate. */
  readonly isVideo: boolean;
  /** In frame order; empty for a video. */
  readonly imageNames: readonly string[];
  readonly frameCount?: number | undefined;
  readonly imageSize?: ImageSize | undefined;
  /** Of each picture, in frame order, if they may differ. */
  readonly imageSizes?: readonly (ImageSize | undefined)[] | undefined;
  /** Names that a file about several videos may have for this one. */
  readonly videoNames?: readonly string[] | undefined;
}

/** For a dataset that is not open. With several cameras, there are no common facts. */
export async function loadImportMedia(id: string, fileName: string): Promise<ImportMedia> {
  const dataset = await api.call("dataset.get", { id });
  const { type, fps, originalFps } = dataset;
  if (type === "multi") return { fps, isVideo: false, imageNames: [] };
  const isVideo = type === "video";
  // Positions in these may be relative to the picture.
  const isRelative = !["yml", "yaml"].includes(endingOf(fileName));
  const media = await api.call("dataset.media", { id, ...(isRelative && !isVideo && { sizes: true }) });
  const imageSizes = media.imageData.map(sizeOf);
  const isUnmeasured = imageSizes.every((size) => size === undefined);
  const imageSize = isRelative && isUnmeasured ? await pictureSizeOf(media) : undefined;
  const { length } = media.imageData;
  return {
    fps,
    originalFps,
    isVideo,
    imageNames: type === "image-sequence" ? media.imageData.map(({ filename }) => filename) : [],
    frameCount: isVideo ? videoFrameCount(dataset) : length > 0 ? length : undefined,
    imageSize,
    ...(!isUnmeasured && { imageSizes }),
    ...(isVideo && { videoNames: [media.video?.filename ?? "", dataset.name].filter((name) => name !== "") }),
  };
}

function sizeOf({ width, height }: MediaFile): ImageSize | undefined {
  return width === undefined || height === undefined ? undefined : { width, height };
}
