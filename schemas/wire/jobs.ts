/** Jobs, and the messages that tell of them. */
import type { ObjectId } from "../generated/types.ts";
import type { AccessLevel, IsoDate } from "./basics.ts";

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
