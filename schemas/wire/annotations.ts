/** Saving annotations, their revisions, and their types over many datasets. */
import {
  booleanShape,
  documentShape,
  exactly,
  integerShape,
  listOf,
  nullable,
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

/** Since which revision the values of a track are what they are. */
export const blameShape = exactly({
  fields: listOf(
    exactly({
      /** `bounds`, `confidencePairs`, `attributes/sex`, ... */
      path: textShape,
      /** `null`: of the track. */
      frame: nullable(integerShape),
      revision: integerShape,
      /** `false`: it may have been there before that already; older versions were not looked at. */
      isExact: booleanShape,
    }),
  ),
  /** Those that the fields name. */
  revisions: listOf(revisionShape),
});
export type Blame = TypeOf<typeof blameShape>;

/**
 * Features of a track in a save that says only what changes of them since `baseRevision`. Where that does not fit the stored
 * track, the answer is 400, and all features are to be sent.
 */
export interface FeatureChanges {
  /** Of new frames, and of those whose feature is another one. */
  upsert?: unknown[];
  /** Frames whose feature goes. */
  delete?: number[];
  /** How many features there are then. */
  count: number;
}

/**
 * Body of `PATCH dive_annotation`. `features` of a track may be `FeatureChanges`. `saveId` and `baseRevision` are ours:
 * retries and conflicts are recognised by them.
 */
export interface SaveAnnotationsBody {
  tracks?: { upsert?: unknown[]; delete?: (number | string)[] };
  groups?: { upsert?: unknown[]; delete?: (number | string)[] };
  set?: string;
  /** Same id again: the first answer is given again and nothing is written. */
  saveId?: string;
  /** The revision the edits were made on; if someone else has saved the same tracks since then, the answer is 409. */
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
    /** Both sides wrote or deleted these. */
    tracks: number[];
    groups: number[];
    /** Those of `tracks` that the base revision did not have: two people drew different tracks under one id. */
    created: number[];
    /** Free, and so is everything above it. */
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
      /** Where the type begins, in frames of the dataset. */
      firstFrame: integerShape,
      /** Of a camera: the dataset that shows it together with the others. */
      rig: optional(exactly({ id: idShape, name: textShape, camera: textShape })),
    }),
  ),
});
export type TypeSummary = TypeOf<typeof typeSummaryShape>;
