/**
 * Tracks and groups with their history. Every record says in which revision it was written and in which one it was
 * replaced or deleted; a revision is read by that interval, so nothing is copied and nothing is lost. Annotation sets are
 * independent: a call names one set and touches no other.
 */
import type { AnnotationKind, AnnotationRecord } from "../domain/annotation-save.ts";
import type { ChunkKey, FeatureChunk, ShortRecord } from "../domain/feature-chunks.ts";
import type { Page, Paged } from "./records.ts";

/** One annotation set of one dataset. The default set has the empty name. */
export interface AnnotationScope {
  datasetId: string;
  setName: string;
}

export interface AnnotationQuery extends AnnotationScope {
  kind: AnnotationKind;
  /** As it was after this revision. */
  revision: number;
}

export type AnnotationSort = "id" | "begin" | "end" | "label";

/** A step of the history: one save, import or clone. */
export interface RevisionRecord extends AnnotationScope {
  /** Counts over all sets of the dataset, from 1. */
  revision: number;
  authorId: string;
  authorName: string;
  description: string;
  /** Records written. */
  additions: number;
  /** Records replaced or deleted. */
  deletions: number;
  createdMs: number;
  /** The client's own name for the save; unique in the dataset. */
  saveId: string | null;
}

export interface AnnotationIds {
  kind: AnnotationKind;
  ids: readonly number[];
}

/** What a record was from a revision on. */
export interface RecordVersion {
  revision: number;
  payload: string;
}

export interface LabelCount {
  label: string;
  datasetId: string;
  count: number;
  /** The first frame of the first track. */
  firstFrame: number;
}

/** Records that are written and part of no revision yet. */
export interface StagedRecords {
  readonly scope: AnnotationScope;
  /** From `stageNumber`. */
  readonly stage: number;
}

/** Revisions stay below; stages begin here. */
export const firstStage = 2 ** 52;
const stagesPerMs = 1000;

/** The first number of what is staged at this time. */
export const stageFrom = (ms: number): number => firstStage + Math.trunc(ms) * stagesPerMs;

/** A number of its own for what is staged now; it says when that began. */
export const stageNumber = (nowMs: number): number => stageFrom(nowMs) + Math.trunc(Math.random() * stagesPerMs);

/** A track as it is stored now; `chunks`: `undefined` when it is whole. */
export interface StoredTrack extends Omit<ShortRecord, "cutAt"> {
  readonly chunks: readonly ChunkKey[] | undefined;
}

/** What a revision does to the chunks of a track; the others stay what they are. */
export interface ChunkChange {
  readonly cutAt: number;
  /** First frames of chunks that end. */
  readonly ended: readonly number[];
  readonly chunks: readonly FeatureChunk[];
}

export interface AnnotationRepository {
  /** The latest revision of a set, or of the dataset when no set is named; 0 before the first. */
  head(datasetId: string, setName?: string): Promise<number>;
  /** Writes records where no other call sees them. Outside of a transaction, each piece is one of its own. */
  stage(staged: StagedRecords, records: readonly AnnotationRecord[]): Promise<void>;
  /** Makes what is staged part of a revision. @returns how many records */
  publish(staged: StagedRecords, revision: number): Promise<number>;
  /** Removes a piece of what is staged. @returns whether there may be more */
  unstage(staged: StagedRecords): Promise<boolean>;
  /** What was staged before, and neither published nor removed. */
  listStaged(beforeMs: number): Promise<StagedRecords[]>;
  /** Versions of one record written up to a revision, the newest first. */
  versions(query: AnnotationQuery & { id: number }, limit: number): Promise<RecordVersion[]>;
  /** Those of these revisions that there are, in no order. */
  findRevisions(datasetId: string, revisions: readonly number[]): Promise<RevisionRecord[]>;
  /** The latest revision of each dataset that has any. */
  heads(datasetIds: readonly string[]): Promise<Map<string, number>>;
  findSave(datasetId: string, saveId: string): Promise<RevisionRecord | undefined>;
  count(query: AnnotationQuery): Promise<number>;
  /** The ids of every `step`-th record, the first one included, in ascending order. */
  idsAtSteps(query: AnnotationQuery, step: number): Promise<number[]>;
  /**
   * The payloads, in pieces that block no other request: UTF-8, whole payloads joined by commas. A snapshot: later
   * saves are not seen. Not inside a transaction, which it would block. `firstId`: from this id on, nothing before it
   * counts.
   */
  stream(
    query: AnnotationQuery & { firstId?: number | undefined },
    sort: { by: AnnotationSort; descending: boolean } & Page,
  ): AsyncIterable<Uint8Array>;
  /** Which of these records were written, replaced or deleted after the revision. */
  touchedSince(scope: AnnotationScope, revision: number, records: AnnotationIds): Promise<number[]>;
  /** Which of these records were there at the revision. */
  existingAt(scope: AnnotationScope, revision: number, records: AnnotationIds): Promise<number[]>;
  /** The largest id that the set has or ever had; -1 when there is none. */
  largestId(scope: AnnotationScope, kind: AnnotationKind): Promise<number>;
  /** Ends the life of the set's current records, of all of them when `records` is absent. @returns how many */
  tombstone(scope: AnnotationScope, revision: number, records?: AnnotationIds): Promise<number>;
  /** Long tracks are cut: `domain/feature-chunks.ts`. */
  insert(scope: AnnotationScope, revision: number, records: readonly AnnotationRecord[]): Promise<void>;
  /** A track of the set as it is now. */
  findTrack(scope: AnnotationScope, id: number): Promise<StoredTrack | undefined>;
  /** The JSON of chunks of it as they are now, by their first frames. */
  findChunks(scope: AnnotationScope, id: number, firstFrames: readonly number[]): Promise<Map<number, string>>;
  /** Another version of a track that is stored in chunks. */
  changeTrack(scope: AnnotationScope, revision: number, record: AnnotationRecord, change: ChunkChange): Promise<void>;
  insertRevision(revision: RevisionRecord): Promise<void>;
  /** The history, of one set when it is named. */
  listRevisions(
    datasetId: string,
    query: { setName?: string; descending: boolean } & Page,
  ): Promise<Paged<RevisionRecord>>;
  /** Sets that occur in the history. */
  listSets(datasetId: string): Promise<string[]>;
  /** Makes `revision` bring the set's records back as they were at `target`. @returns how many were written and ended */
  restore(scope: AnnotationScope, target: number, revision: number): Promise<{ additions: number; deletions: number }>;
  /** How many tracks of the default sets have which best type now, and where they begin. */
  countLabels(datasetIds: readonly string[]): Promise<LabelCount[]>;
  /** Writes the set's tracks and groups of a revision into another dataset, as its revision `as`. @returns how many */
  copy(from: AnnotationScope & { revision: number }, to: AnnotationScope, as?: number): Promise<number>;
  removeDatasets(datasetIds: readonly string[]): Promise<void>;
}
