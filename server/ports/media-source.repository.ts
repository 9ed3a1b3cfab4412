/** Places of media that administrators have registered. */

export interface MediaSourceRecord {
  readonly id: string;
  /** Unique. */
  readonly name: string;
  /** For `MediaSources.open`. */
  readonly location: string;
  readonly createdMs: number;
}

export interface MediaSourceRepository {
  insert(source: MediaSourceRecord): Promise<void>;
  find(id: string): Promise<MediaSourceRecord | undefined>;
  /** Oldest first. */
  list(): Promise<MediaSourceRecord[]>;
  /** Fails while files are in it. */
  remove(id: string): Promise<void>;
}
