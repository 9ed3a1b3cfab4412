/** Media sources registered by administrators. */

export interface MediaSourceRecord {
  readonly id: string;
  /** Unique. */
  readonly name: string;
  /** Passed to `MediaSources.open`. */
  readonly location: string;
  readonly createdMs: number;
}

export interface MediaSourceRepository {
  insert(source: MediaSourceRecord): Promise<void>;
  update(id: string, changes: Pick<MediaSourceRecord, "name" | "location">): Promise<void>;
  find(id: string): Promise<MediaSourceRecord | undefined>;
  /** Oldest first. */
  list(): Promise<MediaSourceRecord[]>;
  /** Fails while files refer to it. */
  remove(id: string): Promise<void>;
}
