/**
 * Stored bytes, addressed by the SHA-256 of their content, so that copies share storage and a name can never point at
 * half a file. Unfinished uploads are kept apart and become a content in one step. Adapters run `contract/blob-store.ts`.
 *
 * @throws StorageFullError, StorageReadOnlyError (base/errors) from everything that writes
 */
import type { Readable } from "node:stream";

export interface BlobRef {
  /** SHA-256, lower-case hex. */
  hash: string;
  /** Bytes. */
  size: number;
}

export interface ByteRange {
  /** First byte. */
  start: number;
  /** After the last byte. */
  end: number;
}

export interface BlobStore {
  /** Other servers use it too: an upload that this one does not know may be another one's. */
  readonly isShared: boolean;
  /**
   * Writes bytes into an unfinished upload from `offset` on; the first call creates it. Bytes already stored after
   * `offset` (the rest of a call that was cut off) are dropped. When the promise resolves, the bytes survive a power
   * cut.
   * @returns the new length
   * @throws RequestError `Received too many bytes.` when more than `maxBytes` come; the upload then ends at `offset`
   */
  append(uploadId: string, offset: number, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number>;
  /**
   * The same at 0 for an upload of a new id, which no other caller knows: there is nothing that would have to be
   * dropped.
   */
  begin(uploadId: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number>;
  /**
   * The hash and size of an unfinished upload.
   * @param size known to the caller; where it agrees with the store's own record, nothing is looked up
   */
  digest(uploadId: string, size?: number): Promise<BlobRef>;
  /** Turns the upload into the content `ref`, which `digest` gave. Calling it again after success does nothing. */
  commit(uploadId: string, ref: BlobRef): Promise<void>;
  /** Drops an unfinished upload; unknown ones are fine. */
  discard(uploadId: string): Promise<void>;
  /** Unfinished uploads that the store still keeps. */
  listUploads(): Promise<string[]>;

  /** Bytes of the place that it writes to; empty when unknown. */
  capacity(): Promise<{ free?: number; total?: number }>;

  /** Whether there is any content at all. */
  hasAny(): Promise<boolean>;
  has(hash: string): Promise<boolean>;
  /** The content, or a part of it. @throws when there is no such content */
  read(hash: string, range?: ByteRange): Readable;
  remove(hash: string): Promise<void>;
  /** Gives `work` a local file with the content: for tools that need a path. The file must not be changed or kept. */
  withLocalFile<T>(hash: string, work: (path: string) => Promise<T>): Promise<T>;
}
