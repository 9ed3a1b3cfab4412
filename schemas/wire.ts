/**
 * Documents as api/v1 sends them. Ids are 24 lower-case hex digits; dates are ISO 8601 texts with offset. Fields whose
 * value is unknown are absent, except where `null` is listed.
 */
import type { DatasetConfiguration } from "./generated/types.ts";

/** 24 lower-case hex digits. */
export type ObjectId = string;
/** `YYYY-MM-DDTHH:MM:SS.ffffff+00:00`. */
export type IsoDate = string;
/** -1 none, 0 read, 1 write, 2 administrate. */
export type AccessLevel = -1 | 0 | 1 | 2;
export type ParentType = "user" | "folder" | "collection";

/** Folder metadata that this product reads; other keys are kept. */
export interface FolderMeta extends DatasetConfigurationFields {
  annotate?: boolean | number | string;
  published?: boolean | number | string;
  type?: DatasetType;
  subType?: "stereo" | "multicam";
  originalFps?: number;
  originalFpsString?: string;
  ffprobe_info?: Record<string, unknown>;
  metadataFileItemId?: ObjectId;
  metadataFileOriginalName?: string;
  [key: string]: unknown;
}
type DatasetConfigurationFields = Omit<DatasetConfiguration, "version"> & { version?: number };

export type DatasetType = "image-sequence" | "video" | "large-image" | "multi";

export interface Folder {
  _id: ObjectId;
  _modelType: "folder";
  _accessLevel: AccessLevel;
  name: string;
  description: string;
  public: boolean | null;
  publicFlags: string[];
  created: IsoDate;
  updated: IsoDate;
  /** Bytes of the items directly in it. */
  size: number;
  meta: FolderMeta;
  parentId: ObjectId;
  parentCollection: ParentType;
  creatorId: ObjectId | null;
  baseParentType: "user" | "collection";
  baseParentId: ObjectId;
  /** Folder that holds the media, for a clone. */
  foreign_media_id?: ObjectId;
  /** In dataset and shared lists. */
  ownerLogin?: string;
}

export interface Item {
  _id: ObjectId;
  _modelType: "item";
  name: string;
  description: string;
  created: IsoDate;
  updated: IsoDate;
  size: number;
  meta: Record<string, unknown>;
  creatorId: ObjectId | null;
  folderId: ObjectId;
  baseParentType: "user" | "collection";
  baseParentId: ObjectId;
}

export interface FileDocument {
  _id: ObjectId;
  _modelType: "file";
  name: string;
  mimeType: string;
  itemId: ObjectId;
  exts: string[];
  created: IsoDate;
  updated: IsoDate;
  creatorId: ObjectId | null;
  size: number;
  /** Instead of bytes; only of links. */
  linkUrl?: string;
  /** Where the bytes are; only administrators of the site see it. */
  assetstoreId?: ObjectId;
}

/** An upload that is not complete. */
export interface Upload {
  _id: ObjectId;
  assetstoreId: ObjectId;
  name: string;
  size: number;
  /** Bytes the server has. */
  received: number;
  mimeType: string;
  parentType: "folder" | "item";
  parentId: ObjectId;
  userId: ObjectId;
  created: IsoDate;
  updated: IsoDate;
}

export interface Collection {
  _id: ObjectId;
  _modelType: "collection";
  _accessLevel: AccessLevel;
  name: string;
  description: string;
  public: boolean | null;
  publicFlags: string[];
  created: IsoDate;
  updated: IsoDate;
  size: number;
  meta: Record<string, unknown>;
}

export interface User {
  _id: ObjectId;
  _modelType: "user";
  _accessLevel: AccessLevel;
  login: string;
  firstName: string;
  lastName: string;
  admin: boolean;
  public: boolean;
  created: IsoDate;
  user_private_queue_enabled?: boolean;
  /** From here on: only for the user and administrators. */
  email?: string;
  status?: "enabled" | "disabled" | "pending";
  emailVerified?: boolean;
  groups?: ObjectId[];
  groupInvites?: unknown[];
  otp?: boolean;
  size?: number;
}

export interface Assetstore {
  _id: ObjectId;
  name: string;
  /** 0: a disk, 2: S3. */
  type: 0 | 2;
  created: IsoDate;
  current: boolean;
  hasFiles: boolean;
  capacity: { free: number | null; total: number | null };
}

export interface UserGroup {
  _id: ObjectId;
  _modelType: "group";
  _accessLevel: AccessLevel;
  name: string;
  description: string;
  public: boolean;
  created: IsoDate;
  updated: IsoDate;
  addAllowed: "default" | "no" | "yesmod" | "yesadmin";
  /** What holds on this site where a group says nothing: nobody adds people without asking, groups may allow it. */
  _addToGroupPolicy: "nomod";
  /** For moderators: who asks to join. */
  requests?: { id: ObjectId; login: string; name: string }[];
}

export interface ApiKey {
  _id: ObjectId;
  _modelType: "api_key";
  _accessLevel: AccessLevel;
  active: boolean;
  created: IsoDate;
  /** Whole in the answer that makes it; later its first characters. */
  key: string;
  lastUse: IsoDate | null;
  name: string;
  scope: string[] | null;
  /** Days. */
  tokenDuration: number | null;
  userId: ObjectId;
}

/** What a token may do. */
export interface ScopeDescription {
  id: string;
  name: string;
  description: string;
}

export interface AuthToken {
  token: string;
  expires: IsoDate;
  scope?: string[];
  temporary?: boolean;
}

export interface Login {
  user: User;
  authToken: AuthToken;
  message: string;
}

/** Status numbers of a job. */
export const JobStatus = {
  inactive: 0,
  queued: 1,
  running: 2,
  success: 3,
  error: 4,
  canceled: 5,
  fetchingInput: 820,
  convertingInput: 821,
  convertingOutput: 822,
  pushingOutput: 823,
  canceling: 824,
} as const;
export type JobStatus = (typeof JobStatus)[keyof typeof JobStatus];

export interface Job {
  _id: ObjectId;
  _modelType: "job";
  _accessLevel: AccessLevel;
  title: string;
  type: string;
  status: JobStatus;
  created: IsoDate;
  updated: IsoDate;
  when: IsoDate;
  interval: number;
  progress: { total: number; current: number; message: string } | null;
  /** Only when one job is read. */
  log?: string[];
  meta: Record<string, unknown>;
  public: boolean;
  parentId: ObjectId | null;
  asynchronous: boolean;
  timestamps: { status: JobStatus; time: IsoDate }[];
  handler: string;
  dataset_id?: ObjectId;
  params?: Record<string, unknown>;
  /** For administrators of the site. */
  args?: unknown[];
  kwargs?: Record<string, unknown> | string;
}

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

/** `GET dive_dataset/calibration`; `calibration` is the content of the JSON form. */
export interface Calibration {
  itemId: ObjectId;
  jsonItemId: ObjectId | null;
  originalName: string;
  path: string;
  jsonPath: string | null;
  calibration?: unknown;
  conversionError?: string;
}

export type FrameMetadataSource = { itemId: ObjectId; name: string } | { name: string; error: string };

export interface FrameMetadataSources {
  cameras: Record<string, FrameMetadataSource>;
  shared?: FrameMetadataSource;
}

export interface Revision {
  dataset: ObjectId;
  author_id: ObjectId;
  author_name: string;
  revision: number;
  additions: number;
  deletions: number;
  created: IsoDate;
  description: string;
  /** `null` is the default set. */
  set: string | null;
}

/** Body of `PATCH dive_annotation`. `saveId` and `baseRevision` are ours: retries and conflicts are recognised by them. */
export interface SaveAnnotationsBody {
  tracks?: { upsert?: unknown[]; delete?: (number | string)[] };
  groups?: { upsert?: unknown[]; delete?: (number | string)[] };
  set?: string;
  /** Same id again: the first answer is given again and nothing is written. */
  saveId?: string;
  /** The revision the edits were made on; a save by somebody else of the same tracks since then answers 409. */
  baseRevision?: number;
}

export interface SaveAnnotationsReply {
  /** Records written. */
  updated: number;
  /** Records replaced or deleted. */
  deleted: number;
  /** The revision this save made; the latest one when nothing changed. */
  revision: number;
}

/** Body of the 409 answer of a save. */
export interface SaveConflict extends ErrorReply {
  type: "conflict";
  extra: {
    head: number;
    /** Both sides wrote or deleted these. */
    tracks: number[];
    groups: number[];
    /** Those of `tracks` that the base revision did not have: two people drew different tracks under one id. */
    created: number[];
    /** Free, and so is everything above it. */
    nextTrackId: number;
  };
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

export interface ServerConfiguration {
  distributedWorker: string | null;
  pipelinesEnabled: boolean;
  trainingEnabled: boolean;
  jobsDisabled: boolean;
  jobsDisabledMessage: string;
}

export interface BrandData {
  name?: string;
  logo?: string;
  favicon?: string;
  loginMessage?: string;
  trainingMessage?: string;
  alertMessage?: string;
  vuetify?: unknown;
}

/** `GET dive_configuration/stats`. Months are `YYYY-MM`. */
export interface Statistics {
  table_stats: { datasets: number; jobs: Record<string, number>; newUsers: number };
  groupByUser?: { datasets: Record<string, number>; jobs: Record<string, number> };
  groupByMonth?: {
    datasets: Record<string, number>;
    jobs: Record<string, number>;
    newUsers: Record<string, number>;
  };
}

export interface TypeSummary {
  /** The type. */
  _id: string;
  count: number;
  datasets: { id: ObjectId; name: string }[];
}

/** One event of `GET notification/stream`. */
export interface NotificationEvent {
  _id: ObjectId;
  type: string;
  data: Record<string, unknown>;
  time: IsoDate;
  updated: IsoDate;
  /** Unix seconds. */
  startTime: number;
  updatedTime: number;
  expires: IsoDate;
  userId?: ObjectId;
  tokenId?: ObjectId;
  _girderTime: number;
}

export interface ErrorReply {
  message: string;
  type: "rest" | "validation" | "access" | "girder" | "internal" | "conflict";
  field?: string;
  extra?: unknown;
  identifier?: string;
  uid?: string;
}

export interface AccessList {
  users: { id: ObjectId; level: AccessLevel; flags: string[]; login: string; name: string }[];
  groups: { id: ObjectId; level: AccessLevel; flags: string[]; name: string; description: string }[];
}

export interface RootPathEntry {
  type: ParentType;
  object: Folder | User | Collection;
}
