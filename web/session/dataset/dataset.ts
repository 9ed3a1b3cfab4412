/** The viewer's view of a dataset's metadata and media, validated and in the viewer's own terms. */

import type { TimeAlignment } from "#schemas";
import type { Dataset, DatasetMedia as WireMedia, MediaFile } from "#schemas/wire";
import { toConfigurationValues, type ConfigurationValues } from "./configuration-values.ts";

/** Browsers may read it from its storage, without the server. */
interface DirectlyReadable {
  readonly isDirect?: boolean;
}

export type DatasetMedia =
  | ({ readonly kind: "video"; readonly url: string; readonly filename: string } & DirectlyReadable)
  | ({ readonly kind: "image-sequence"; readonly images: readonly MediaFile[] } & DirectlyReadable)
  /** Tiles are requested by item id. */
  | { readonly kind: "large-image"; readonly images: readonly MediaFile[] };

/** The media and annotations of one camera: with several cameras, each is its own dataset. */
export interface CameraInfo {
  readonly name: string;
  readonly datasetId: string;
  /** Annotation frames per second. */
  readonly fps: number;
  /** The video's own rate, if the dataset names it. */
  readonly originalFps: number | undefined;
  readonly media: DatasetMedia;
}

export interface DatasetInfo {
  readonly id: string;
  readonly name: string;
  /** Annotation frames per second. */
  readonly fps: number;
  /** The video's own rate, if the dataset names it. */
  readonly originalFps: number | undefined;
  /** Media of the camera shown first. */
  readonly media: DatasetMedia;
  /** In display order; at least one. */
  readonly cameras: readonly CameraInfo[];
  /** Name of the camera shown first. */
  readonly defaultCamera: string;
  /** A pair of cameras that may be calibrated. */
  readonly isStereo: boolean;
  /** How cameras with their own clocks are aligned; without it, the same frame number is the same time. */
  readonly timeAlignment: TimeAlignment | undefined;
  /** As of opening the dataset; `Configuration` has the current state. */
  readonly configuration: ConfigurationValues;
}

/** A dataset that cannot be opened; the message is for users. */
export class DatasetError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DatasetError";
  }
}

/** For a dataset that claims several cameras but does not name them. */
export const noCameras = "multi not supported on web yet: the dataset has no camera data";

/** The camera name in datasets with one camera. */
const onlyCamera = "default";

/** @param cameras of a dataset with several: each is its own dataset */
export function toDatasetInfo(dataset: Dataset, media: WireMedia, cameras: readonly CameraInfo[] = []): DatasetInfo {
  const all = dataset.type === "multi" ? cameras : [toCameraInfo(onlyCamera, dataset, media)];
  const [first] = all;
  if (first === undefined) throw new DatasetError(noCameras);
  const defaultCamera = dataset.type === "multi" ? dataset.multiCamMedia?.defaultDisplay : first.name;
  const shownFirst = all.find(({ name }) => name === defaultCamera);
  if (shownFirst === undefined) throw new DatasetError("Multicamera dataset without default camera specified");
  return {
    id: dataset.id,
    name: dataset.name,
    fps: dataset.fps > 0 ? dataset.fps : shownFirst.fps,
    originalFps: dataset.originalFps,
    media: shownFirst.media,
    cameras: all,
    defaultCamera: shownFirst.name,
    isStereo: dataset.subType === "stereo",
    timeAlignment: dataset.timeAlignment,
    configuration: toConfigurationValues(dataset),
  };
}

export function toCameraInfo(name: string, dataset: Dataset, media: WireMedia): CameraInfo {
  const { id, fps, originalFps } = dataset;
  return { name, datasetId: id, fps, originalFps, media: toMedia(dataset, media) };
}

function toMedia(dataset: Dataset, { imageData, video, direct }: WireMedia): DatasetMedia {
  const reading = direct === true ? { isDirect: true } : {};
  switch (dataset.type) {
    case "video":
      if (video === undefined) {
        throw new DatasetError(`"${dataset.name}" has no playable video yet. It may still be converting: see Jobs.`);
      }
      return { kind: "video", url: video.url, filename: video.filename, ...reading };
    case "image-sequence":
      if (imageData.length === 0) throw new DatasetError(`"${dataset.name}" has no images.`);
      return { kind: "image-sequence", images: imageData, ...reading };
    case "multi":
      throw new DatasetError(noCameras);
    case "large-image":
      if (imageData.length === 0) throw new DatasetError(`"${dataset.name}" has no images.`);
      return { kind: "large-image", images: imageData };
  }
}
