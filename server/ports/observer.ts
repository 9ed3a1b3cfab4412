/** Receives timings and counts of a server. */

export interface Observer {
  /** A call to the database or the blob store has ended. @param operation `folders.find`, `append`... */
  storageCall(part: "database" | "blobs", operation: string, seconds: number, ok: boolean): void;
  /** A revision was committed. @param kind first word of its description, lower case: `save`, `import`, `rollback` */
  revision(kind: string, additions: number, deletions: number): void;
  /** Bytes of an upload were stored. */
  received(bytes: number): void;
  /** A file was committed. */
  file(): void;
}
