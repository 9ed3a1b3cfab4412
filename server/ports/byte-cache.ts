/**
 * Bytes that can be reproduced, kept for a while: limited in size, least recently used evicted first. Callers must be
 * able to work without it. Each server has its own.
 */

export interface CachedBytes {
  readonly length: number;
  /** Can be called once. The bytes stay available until the stream ends, even if they are evicted meanwhile. */
  stream(): AsyncIterable<Uint8Array>;
  /** Call this instead of `stream` if the bytes are not needed. */
  close(): Promise<void>;
}

export interface ByteCache {
  /** `undefined`: not cached, or unreadable. */
  find(key: string): Promise<CachedBytes | undefined>;
  has(key: string): Promise<boolean>;
  /** Stores all the bytes or nothing. */
  put(key: string, bytes: Uint8Array): Promise<void>;
}
