/** Saving annotations, their revisions, and their types over many datasets. */
import type { ObjectId } from "../generated/types.ts";
import type { ErrorReply, IsoDate } from "./basics.ts";

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

export interface TypeSummary {
  /** The type. */
  _id: string;
  count: number;
  datasets: { id: ObjectId; name: string }[];
}
