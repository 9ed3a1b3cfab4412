/** The installation: its storage, settings and numbers. */
import type { ObjectId } from "../generated/types.ts";
import type { IsoDate } from "./basics.ts";

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

export interface ServerConfiguration {
  distributedWorker: string | null;
  pipelinesEnabled: boolean;
  trainingEnabled: boolean;
  jobsDisabled: boolean;
  jobsDisabledMessage: string;
}

/** A pipeline as `GET dive_configuration/pipelines` lists it; whoever runs it sends it back. */
export interface Pipe {
  name: string;
  /** Its category. */
  type: string;
  /** The file that describes it. */
  pipe: string;
  /** Where that is, for one that somebody has trained; `null`: it came with the installation. */
  folderId: ObjectId | null;
  metadata?: Record<string, unknown>;
  ownerLogin?: string;
  ownerId?: ObjectId;
}

export interface PipelineCategory {
  pipes: Pipe[];
  description: string;
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
