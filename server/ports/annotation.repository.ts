/**
 * Tracks and groups with their history. Every record stores the revision that wrote it and the revision that replaced
 * or deleted it; reading a revision selects by that interval, so nothing is copied and nothing is lost. Annotation sets
 * are independent: each call names one set and affects no other.
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
  /** State after this revision. */
  revision: number;
}

export type AnnotationSort = "id" | "begin" | "end" | "label";

/** A step of the history: one save, import or clone. */
export interface RevisionRecord extends AnnotationScope {
  /** Counted over all sets of the dataset, from 1. */
  revision: number;
  authorId: string;
  authorName: string;
  description: string;
  /** Number of records written. */
  additions: number;
  /** Number of records replaced or deleted. */
  deletions: number;
  createdMs: number;
  /** The client's own id for the save; unique in the dataset. */
  saveId: string | null;
  /** How long the author worked on it, as their page measured it. Written only: `WorkRepository` reads it. */
  activeMs?: number;
}

export interface AnnotationIds {
  kind: AnnotationKind;
  ids: readonly number[];
}

/** The state of a record from a revision on. */
export interface RecordVersion {
  revision: number;
  payload: string;
}

export interface LabelCount {
  label: string;
  datasetId: string;
  count: number;
  /** First frame of the first track. */
  firstFrame: number;
}

/** Records that are written but not yet part of a revision. */
export interface StagedRecords {
  readonly scope: AnnotationScope;
  /** From `stageNumber`. */
  readonly stage: number;
}

/** Revision numbers stay below this; stage numbers start here. */
export const firstStage = 2 ** 52;
const stagesPerMs = 1000;

/** The lowest stage number of records staged at this time. */
export const stageFrom = (ms: number): number => firstStage + Math.trunc(ms) * stagesPerMs;

/** A number for records staged now, one of a thousand for each millisecond; it encodes the time. */
export const stageNumber = (nowMs: number): number => stageFrom(nowMs) + Math.trunc(Math.random() * stagesPerMs);

/** A track as it is stored now; `chunks` is `undefined` if it is stored whole. */
export interface StoredTrack extends Omit<ShortRecord, "cutAt"> {
  readonly chunks: readonly ChunkKey[] | undefined;
}

/** A revision's changes to the chunks of a track; chunks not named stay unchanged. */
export interface ChunkChange {
  readonly cutAt: number;
  /** First frames of the chunks that end. */
  readonly ended: readonly number[];
  readonly chunks: readonly FeatureChunk[];
}

export interface AnnotationRepository {
  /** The latest revision of a set, or of the dataset when no set is named; 0 before the first. */
  head(datasetId: string, setName?: string): Promise<number>;
  /** Writes records that no other call can see. Outside a transaction, each piece is committed separately. */
  stage(staged: StagedRecords, records: readonly AnnotationRecord[]): Promise<void>;
  /** Makes the staged records part of a revision. @returns the number of records */
  publish(staged: StagedRecords, revision: number): Promise<number>;
  /** Removes some of the staged records. @returns whether there may be more */
  unstage(staged: StagedRecords): Promise<boolean>;
  /** Rows staged before this time and neither published nor removed. */
  listStaged(beforeMs: number): Promise<StagedRecords[]>;
  /** Versions of one record written up to a revision, newest first. */
  versions(query: AnnotationQuery & { id: number }, limit: number): Promise<RecordVersion[]>;
  /** Those of these revisions that exist, in no particular order. */
  findRevisions(datasetId: string, revisions: readonly number[]): Promise<RevisionRecord[]>;
  /**
   * The latest revision of each dataset that has one.
   * @param exceptSaves leaves out saves whose ids begin like this
   */
  heads(datasetIds: readonly string[], exceptSaves?: string): Promise<Map<string, number>>;
  findSave(datasetId: string, saveId: string): Promise<RevisionRecord | undefined>;
  count(query: AnnotationQuery): Promise<number>;
  /** The ids of every `step`-th record, starting with the first, in ascending order. */
  idsAtSteps(query: AnnotationQuery, step: number): Promise<number[]>;
  /**
   * The payloads as UTF-8 in pieces that do not block other requests: whole payloads joined by commas. A snapshot:
   * later saves are not seen. Do not call inside a transaction, which it would block. `firstId`: start from this id.
   */
  stream(
    query: AnnotationQuery & { firstId?: number | undefined },
    sort: { by: AnnotationSort; descending: boolean } & Page,
  ): AsyncIterable<Uint8Array>;
  /** Which of these records were written, replaced or deleted after the revision. */
  touchedSince(scope: AnnotationScope, revision: number, records: AnnotationIds): Promise<number[]>;
  /** The ids of records that these revisions wrote, replaced or deleted. */
  touchedBy(scope: AnnotationScope, revisions: readonly number[], kind: AnnotationKind): Promise<number[]>;
  /** Which of these records existed at the revision. */
  existingAt(scope: AnnotationScope, revision: number, records: AnnotationIds): Promise<number[]>;
  /** The largest id that the set has or ever had; -1 if none exists. */
  largestId(scope: AnnotationScope, kind: AnnotationKind): Promise<number>;
  /** The last frame that any set of the dataset has now; -1 if none exists. */
  lastFrame(datasetId: string): Promise<number>;
  /** Ends the set's current records; all of them if `records` is absent. @returns how many */
  tombstone(scope: AnnotationScope, revision: number, records?: AnnotationIds): Promise<number>;
  /** Long tracks are stored in chunks: `domain/feature-chunks.ts`. */
  insert(scope: AnnotationScope, revision: number, records: readonly AnnotationRecord[]): Promise<void>;
  /** The current state of a track of the set. */
  findTrack(scope: AnnotationScope, id: number): Promise<StoredTrack | undefined>;
  /** The current JSON of some of its chunks, by their first frames. */
  findChunks(scope: AnnotationScope, id: number, firstFrames: readonly number[]): Promise<Map<number, string>>;
  /** Writes a new version of a track that is stored in chunks. */
  changeTrack(scope: AnnotationScope, revision: number, record: AnnotationRecord, change: ChunkChange): Promise<void>;
  insertRevision(revision: RevisionRecord): Promise<void>;
  /** The history of the dataset, or of one set if it is named. */
  listRevisions(
    datasetId: string,
    query: { setName?: string; descending: boolean } & Page,
  ): Promise<Paged<RevisionRecord>>;
  /** Sets that occur in the history. */
  listSets(datasetId: string): Promise<string[]>;
  /**
   * Writes a revision that restores the set to its state at `target`. @returns how many records were written and ended
   */
  restore(scope: AnnotationScope, target: number, revision: number): Promise<{ additions: number; deletions: number }>;
  /** How many tracks of the default sets currently have each best type, and where they begin. */
  countLabels(datasetIds: readonly string[]): Promise<LabelCount[]>;
  /** Copies the set's tracks and groups at a revision into another dataset, as its revision `as`. @returns how many */
  copy(from: AnnotationScope & { revision: number }, to: AnnotationScope, as?: number): Promise<number>;
  removeDatasets(datasetIds: readonly string[]): Promise<void>;
}
