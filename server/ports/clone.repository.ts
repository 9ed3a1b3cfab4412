/** Clones: what each was made from, and which media existed at that moment. */

export interface CloneRecord {
  readonly datasetId: string;
  /** The dataset that was cloned: the owner of the media, or another clone of it. It may have been deleted. */
  readonly sourceId: string;
  /** When an owner of the media withdrew them from this clone. */
  readonly cutMs: number | null;
}

/** One item of the dataset that owns the media. */
export interface PinnedItem {
  readonly itemId: string;
  /** Identifies its content at that moment: the hash or, for media read in place, the etag; `null`: it had none. */
  readonly blobHash: string | null;
}

export interface CloneRepository {
  insert(clone: CloneRecord): Promise<void>;
  find(datasetId: string): Promise<CloneRecord | undefined>;
  /** Clones that show media of these folders or were made from them. */
  listFrom(sourceIds: readonly string[]): Promise<CloneRecord[]>;
  /** @returns how many were clones and not yet cut */
  cut(datasetIds: readonly string[], ms: number): Promise<number>;
  /** Also removes their pins. */
  removeMany(datasetIds: readonly string[]): Promise<void>;
  /** Pins every item that the folder contains now. */
  pinFolder(datasetId: string, folderId: string): Promise<void>;
  insertPins(datasetId: string, pins: readonly PinnedItem[]): Promise<void>;
  /** @param itemIds only these; absent: all */
  listPins(datasetId: string, itemIds?: readonly string[]): Promise<PinnedItem[]>;
}
