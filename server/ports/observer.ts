/** Where the timings and counts of a server go. */

export interface Observer {
  /** One call to the database or the blob store has ended. @param operation `folders.find`, `append`... */
  storageCall(part: "database" | "blobs", operation: string, seconds: number, ok: boolean): void;
  /**
   * A revision has been committed. @param kind first word of its description, in lower case: `save`, `import`,
   * `rollback`
   */
  revision(kind: string, additions: number, deletions: number): void;
  /** Bytes of an upload have been stored. */
  received(bytes: number): void;
  /** A file has been committed. */
  file(): void;
}
