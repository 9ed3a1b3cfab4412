/** Folders that contain media and annotations, and how they become datasets. */
import type { DatasetType } from "../generated/types.ts";
import {
  booleanShape,
  documentOf,
  documentShape,
  eitherOf,
  exactly,
  extended,
  integerShape,
  listOf,
  mapOf,
  nullable,
  numberShape,
  objectShape,
  oneOf,
  optional,
  patternShape,
  type JsonShape,
  textShape,
  type TypeOf,
} from "../json-shape.ts";
import { idShape } from "./basics.ts";
import { folderFields, folderShape } from "./documents.ts";

const datasetTypeShape: JsonShape<DatasetType> = oneOf("image-sequence", "video", "large-image", "multi");
const subTypeShape = oneOf("stereo", "multicam");

/** Includes the size of its pictures as displayed, in upright, square pixels; absent if unknown. */
export const mediaFileShape = documentShape("MediaFile", {
  id: idShape,
  url: textShape,
  filename: textShape,
  width: optional(integerShape),
  height: optional(integerShape),
});
export type MediaFile = TypeOf<typeof mediaFileShape>;

/** `GET dive_dataset/{id}/media`. Frame n of an image sequence is `imageData[n]`. */
export const mediaShape = documentShape("DatasetMedia", {
  imageData: listOf(mediaFileShape),
  video: optional(mediaFileShape),
  sourceVideo: optional(mediaFileShape),
  /** Clients may read some of the site's files themselves: `dataset.mediaAddress` says where. Absent: none. */
  direct: optional(booleanShape),
});
export type DatasetMedia = TypeOf<typeof mediaShape>;

/** `GET dive_dataset/{id}/media/{mediaId}/address`: where clients read the bytes themselves. */
export const mediaAddressShape = exactly({
  /** Takes no credentials; `null`: the bytes come only from the server. */
  url: nullable(textShape),
  /** How long the address is valid. */
  seconds: numberShape,
  /** The ETag with which the bytes must come; `null`: the address cannot have others. */
  etag: nullable(textShape),
});
export type MediaAddress = TypeOf<typeof mediaAddressShape>;

/** `GET dive_dataset/{id}`: fixed facts plus the configuration fields that are set. */
export const datasetShape = extended("Dataset", "DatasetConfiguration", {
  version: integerShape,
  id: idShape,
  name: textShape,
  type: datasetTypeShape,
  /** `YYYY-MM-DD HH:MM:SS.ffffff+00:00` (a space, not a T). */
  createdAt: patternShape(String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{6})?\+00:00$`),
  /** Annotation frame rate, frames per second; -1 until the media was read. */
  fps: numberShape,
  annotate: booleanShape,
  originalFps: optional(numberShape),
  ffprobe_info: optional(objectShape),
  foreign_media_id: optional(idShape),
  subType: optional(subTypeShape),
  multiCamMedia: optional(
    exactly({
      defaultDisplay: textShape,
      cameraOrder: listOf(textShape),
      cameras: mapOf(exactly({ type: datasetTypeShape, imageData: listOf(mediaFileShape), videoUrl: textShape })),
    }),
  ),
});
export type Dataset = TypeOf<typeof datasetShape>;

/** Body of `POST dive_dataset/multicam`; the cameras are datasets in the folder, by name. */
export const newMultiCamShape = documentShape("NewMultiCam", {
  /** Name of the folder. */
  name: textShape,
  /** -1: that of the cameras. */
  fps: numberShape,
  type: datasetTypeShape,
  subType: subTypeShape,
  /** The camera shown first. */
  defaultDisplay: textShape,
  cameras: mapOf(exactly({ folderId: idShape, type: datasetTypeShape })),
  cameraOrder: optional(listOf(textShape)),
  /** Items in the folder. */
  calibrationFileId: optional(idShape),
  metadataFileId: optional(idShape),
  /** An addition to DIVE's api: allows 2 to 8 cameras with different rates and lengths. */
  timeAlignment: optional(documentOf("TimeAlignment")),
});
export type NewMultiCam = TypeOf<typeof newMultiCamShape>;
export const multiCamFolderShape = documentShape("MultiCamFolder", {
  ...folderFields,
  importWarnings: optional(listOf(textShape)),
});

/**
 * `GET dive_dataset/calibration`; `calibration` is the content of the JSON form; `path` and `jsonPath` are the files.
 */
export const calibrationShape = documentShape("Calibration", {
  itemId: nullable(idShape),
  jsonItemId: nullable(idShape),
  originalName: nullable(textShape),
  path: nullable(textShape),
  jsonPath: nullable(textShape),
  calibration: optional(documentOf("StereoCalibration")),
  conversionError: optional(textShape),
});
export type Calibration = TypeOf<typeof calibrationShape>;

const frameMetadataSourceShape = eitherOf(
  exactly({ itemId: idShape, name: textShape }),
  exactly({ name: textShape, error: textShape }),
);
export type FrameMetadataSource = TypeOf<typeof frameMetadataSourceShape>;
export const frameMetadataSourcesShape = documentShape("FrameMetadataSources", {
  cameras: mapOf(frameMetadataSourceShape),
  shared: optional(frameMetadataSourceShape),
});
export type FrameMetadataSources = TypeOf<typeof frameMetadataSourcesShape>;

export const validateFilesShape = documentShape("ValidateFilesReply", {
  ok: booleanShape,
  message: textShape,
  type: oneOf("image-sequence", "video", "large-image", "multi", ""),
  media: listOf(textShape),
  annotations: listOf(textShape),
  roles: exactly({
    media: listOf(textShape),
    annotations: listOf(textShape),
    datasetConfig: listOf(textShape),
    frameMetadata: listOf(textShape),
    ignored: listOf(textShape),
  }),
  reasons: mapOf(textShape),
});
export type ValidateFilesReply = TypeOf<typeof validateFilesShape>;

const mediaEntryShape = exactly({
  what: textShape,
  where: textShape,
  why: textShape,
  next: optional(textShape),
});

export const postprocessShape = documentShape("PostprocessReply", {
  folder: folderShape,
  warnings: listOf(textShape),
  /** Files left out, changed, joined or replaced; `warnings` repeats those that need attention. */
  entries: optional(listOf(mediaEntryShape)),
  job_ids: listOf(idShape),
  configurationHierarchyWrite: exactly({
    action: oneOf("none", "set", "delete"),
    hierarchy: optional(mapOf(textShape)),
  }),
});
export type PostprocessReply = TypeOf<typeof postprocessShape>;
