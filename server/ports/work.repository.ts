/** The work of people in datasets, by the revisions that they saved. */

export interface WorkQuery {
  readonly datasetIds: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  /** Absent: everyone. */
  readonly authorId?: string;
}

/** A save of a person: no import, and no result of a job. */
export interface SavedWork {
  readonly datasetId: string;
  readonly revision: number;
  readonly setName: string;
  readonly authorId: string;
  /** Their login then. */
  readonly authorName: string;
  readonly createdMs: number;
  readonly activeMs: number;
}

/** A track that a save wrote or deleted, as it was written; a deleted one as it was before. */
export interface SavedTrack {
  readonly datasetId: string;
  readonly revision: number;
  readonly id: number;
  /** Best type. */
  readonly label: string | null;
  readonly begin: number;
  readonly end: number;
}

export interface WorkRepository {
  /** In no particular order. */
  listSaves(query: WorkQuery, limit: number): Promise<SavedWork[]>;
  /** Each track of each of these saves once. */
  listSavedTracks(query: WorkQuery, limit: number): Promise<SavedTrack[]>;
}
