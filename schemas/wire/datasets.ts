/** Folders that hold media and annotations, and how they become such. */
import type {
  DatasetConfiguration,
  DatasetFacts,
  DatasetType,
  ObjectId,
  StereoCalibration,
} from "../generated/types.ts";
import type { Folder } from "./documents.ts";

/** Folder metadata that this product reads; other keys are kept. */
export type FolderMeta = DatasetFacts &
  Omit<DatasetConfiguration, "version"> & { version?: number } & { [key: string]: unknown };

/** `GET dive_dataset/{id}`: fixed facts plus the configuration fields that are set. */
export interface Dataset extends Omit<DatasetConfiguration, "version" | "fps"> {
  version: number;
  id: ObjectId;
  name: string;
  type: DatasetType;
  /** `YYYY-MM-DD HH:MM:SS.ffffff+00:00` (a space, not a T). */
  createdAt: string;
  /** Annotation frame rate, frames per second; -1 until the media was read. */
  fps: number;
  annotate: boolean;
  originalFps?: number;
  ffprobe_info?: Record<string, unknown>;
  foreign_media_id?: ObjectId;
  subType?: "stereo" | "multicam";
  multiCamMedia?: {
    defaultDisplay: string;
    cameraOrder: string[];
    cameras: Record<string, { type: DatasetType; imageData: MediaFile[]; videoUrl: string }>;
  };
}

export interface MediaFile {
  id: ObjectId;
  url: string;
  filename: string;
}

/** `GET dive_dataset/{id}/media`. Frame n of an image sequence is `imageData[n]`. */
export interface DatasetMedia {
  imageData: MediaFile[];
  video?: MediaFile;
  sourceVideo?: MediaFile;
}

/**
 * Body of `POST dive_dataset/multicam`; the cameras are datasets in the folder, by name. A type and no interface, so that it
 * is a record of unknown fields as well.
 */
export type NewMultiCam = {
  /** Of the folder. */
  name: string;
  /** -1: that of the cameras. */
  fps: number;
  type: DatasetType;
  subType: "stereo" | "multicam";
  /** The camera that is shown first. */
  defaultDisplay: string;
  cameras: Record<string, { folderId: ObjectId; type: DatasetType }>;
  cameraOrder?: string[];
  /** Items in the folder. */
  calibrationFileId?: ObjectId;
  metadataFileId?: ObjectId;
};

/** `GET dive_dataset/calibration`; `calibration` is what the JSON form says, which `path` and `jsonPath` name. */
export interface Calibration {
  itemId: ObjectId | null;
  jsonItemId: ObjectId | null;
  originalName: string | null;
  path: string | null;
  jsonPath: string | null;
  calibration?: StereoCalibration;
  conversionError?: string;
}

export type FrameMetadataSource = { itemId: ObjectId; name: string } | { name: string; error: string };

export interface FrameMetadataSources {
  cameras: Record<string, FrameMetadataSource>;
  shared?: FrameMetadataSource;
}

export interface ValidateFilesReply {
  ok: boolean;
  message: string;
  type: DatasetType | "";
  media: string[];
  annotations: string[];
  roles: {
    media: string[];
    annotations: string[];
    datasetConfig: string[];
    frameMetadata: string[];
    ignored: string[];
  };
  reasons: Record<string, string>;
}

export interface PostprocessReply {
  folder: Folder;
  warnings: string[];
  job_ids: ObjectId[];
  configurationHierarchyWrite: { action: "none" | "set" | "delete"; hierarchy?: Record<string, string> };
}
