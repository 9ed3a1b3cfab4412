/**
 * Reproducible bytes, kept for a while: bounded in size, and the least recently used go first. Callers must be able to
 * do without. Each server has its own.
 */

export interface CachedBytes {
  readonly length: number;
  /** Once. They are there until it ends, whatever is dropped meanwhile. */
  stream(): AsyncIterable<Uint8Array>;
  /** Instead of reading them. */
  close(): Promise<void>;
}

export interface ByteCache {
  /** `undefined`: there is none, or it cannot be read. */
  find(key: string): Promise<CachedBytes | undefined>;
  has(key: string): Promise<boolean>;
  /** Whole or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
}
