/** Clones: what each was made from, and the media that were there at that moment. */

export interface CloneRecord {
  readonly datasetId: string;
  /** The dataset that was cloned: the media source, or another clone of it. It may be gone. */
  readonly sourceId: string;
  /** When an owner of the media took them away from this clone. */
  readonly cutMs: number | null;
}

/** One item of the media source. */
export interface PinnedItem {
  readonly itemId: string;
  /** Names its content at that moment: the hash or, of media in place, the etag; `null`: it had none. */
  readonly blobHash: string | null;
}

export interface CloneRepository {
  insert(clone: CloneRecord): Promise<void>;
  find(datasetId: string): Promise<CloneRecord | undefined>;
  /** Those that show media of these folders or were made from them. */
  listFrom(sourceIds: readonly string[]): Promise<CloneRecord[]>;
  /** @returns how many were clones and not cut before */
  cut(datasetIds: readonly string[], ms: number): Promise<number>;
  /** With what is pinned. */
  removeMany(datasetIds: readonly string[]): Promise<void>;
  /** Pins every item that the folder holds now. */
  pinFolder(datasetId: string, folderId: string): Promise<void>;
  insertPins(datasetId: string, pins: readonly PinnedItem[]): Promise<void>;
  /** @param itemIds only these; absent: all */
  listPins(datasetId: string, itemIds?: readonly string[]): Promise<PinnedItem[]>;
}
