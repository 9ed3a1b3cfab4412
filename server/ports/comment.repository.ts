/** Comments on datasets, in threads of one level: replies name the first comment of their thread. */
/** The subject of a thread; empty: the whole dataset. */
export interface CommentAnchor {
  /** The annotation set of the track; absent: the default one. */
  readonly set?: string;
  readonly camera?: string;
  readonly track?: number;
  readonly frame?: number;
  /** Pixels of the image. */
  readonly x?: number;
  readonly y?: number;
}

export interface CommentRecord {
  readonly id: string;
  readonly datasetId: string;
  /** The first comment of a thread has its own id here. */
  readonly threadId: string;
  readonly authorId: string;
  /** Login at the time of writing: accounts can be deleted. */
  readonly authorLogin: string;
  readonly text: string;
  /** The subject of the thread; empty in replies. */
  readonly anchor: CommentAnchor;
  readonly createdMs: number;
  readonly editedMs: number | null;
  /** Set on the first comment of a thread: when, and by which login, the thread was resolved. */
  readonly resolvedMs: number | null;
  readonly resolvedBy: string | null;
}

export interface CommentRepository {
  insertMany(comments: readonly CommentRecord[]): Promise<void>;
  update(
    id: string,
    changes: Partial<Pick<CommentRecord, "text" | "editedMs" | "resolvedMs" | "resolvedBy">>,
  ): Promise<void>;
  find(id: string): Promise<CommentRecord | undefined>;
  /** Oldest first. */
  list(datasetId: string): Promise<CommentRecord[]>;
  count(datasetId: string): Promise<number>;
  remove(id: string): Promise<void>;
  removeThread(threadId: string): Promise<void>;
  removeDatasets(datasetIds: readonly string[]): Promise<void>;
}
