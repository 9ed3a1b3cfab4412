/** Saving annotations, their revisions, and their types over many datasets. */
import {
  anyShape,
  booleanShape,
  documentShape,
  exactly,
  integerShape,
  listOf,
  nullable,
  objectOf,
  optional,
  textShape,
  type TypeOf,
} from "../json-shape.ts";
import { dateShape, type ErrorReply, idShape } from "./basics.ts";

export const revisionShape = documentShape("Revision", {
  dataset: idShape,
  author_id: idShape,
  author_name: textShape,
  revision: integerShape,
  additions: integerShape,
  deletions: integerShape,
  created: dateShape,
  description: textShape,
  /** `null` is the default set. */
  set: nullable(textShape),
});
export type Revision = TypeOf<typeof revisionShape>;

/** The revision since which each value of a track has been unchanged. */
export const blameShape = exactly({
  fields: listOf(
    exactly({
      /** `bounds`, `confidencePairs`, `attributes/sex`, ... */
      path: textShape,
      /** `null`: a field of the track. */
      frame: nullable(integerShape),
      revision: integerShape,
      /** `false`: the value may be older, since older versions were not examined. */
      isExact: booleanShape,
    }),
  ),
  /** The revisions named by the fields. */
  revisions: listOf(revisionShape),
});
export type Blame = TypeOf<typeof blameShape>;

const kindChangesShape = exactly({ upsert: listOf(anyShape), delete: listOf(integerShape) });

/** Changes of a set since a revision. */
export const setChangesShape = objectOf(
  {
    /** The newest revision of the dataset: the state that the changes lead to. */
    revision: integerShape,
  },
  {
    /** Absent: too much has changed. Read everything. */
    changes: exactly({ tracks: kindChangesShape, groups: kindChangesShape }),
  },
);
export type SetChangesReply = TypeOf<typeof setChangesShape>;

/**
 * The features of a track in a save that only has the changes since `baseRevision`. If they do not fit the stored
 * track, the answer is 400, and all features must be sent.
 */
export interface FeatureChanges {
  /** Features of new frames, and replaced ones. */
  upsert?: unknown[];
  /** Frames whose feature is deleted. */
  delete?: number[];
  /** Number of features afterwards. */
  count: number;
}

/**
 * Body of `PATCH dive_annotation`. `features` of a track may be `FeatureChanges`. `saveId` and `baseRevision` are
 * additions to DIVE's api, used to recognize retries and conflicts, and so is `activeMs`.
 */
export interface SaveAnnotationsBody {
  tracks?: { upsert?: unknown[]; delete?: (number | string)[] };
  groups?: { upsert?: unknown[]; delete?: (number | string)[] };
  set?: string;
  /** For the same id, the first answer is repeated and nothing is written. */
  saveId?: string;
  /** How long the user worked on these changes, without pauses. */
  activeMs?: number;
  /** The revision that was edited; if another user has saved the same tracks since then, the answer is 409. */
  baseRevision?: number;
}

export const saveReplyShape = exactly({
  /** Records written. */
  updated: integerShape,
  /** Records replaced or deleted. */
  deleted: integerShape,
  /** The revision this save made; the latest one when nothing changed. */
  revision: integerShape,
});
export type SaveAnnotationsReply = TypeOf<typeof saveReplyShape>;

/** Body of the 409 answer of a save. */
export interface SaveConflict extends ErrorReply {
  type: "conflict";
  extra: {
    head: number;
    /** Tracks written or deleted by both sides. */
    tracks: number[];
    groups: number[];
    /** Those of `tracks` that the base revision did not have: two users drew different tracks under one id. */
    created: number[];
    /** This id and all above it are free. */
    nextTrackId: number;
  };
}

export const typeSummaryShape = documentShape("TypeSummary", {
  /** The type. */
  _id: textShape,
  count: integerShape,
  datasets: listOf(
    exactly({
      id: idShape,
      name: textShape,
      /** First frame with the type, in frames of the dataset. */
      firstFrame: integerShape,
      /** `#rrggbb`; absent: the type was not given a color in the dataset. */
      color: optional(textShape),
      /** For a camera: the dataset that combines it with the others. */
      rig: optional(exactly({ id: idShape, name: textShape, camera: textShape })),
    }),
  ),
});
export type TypeSummary = TypeOf<typeof typeSummaryShape>;
