/**
 * Stored bytes, addressed by the SHA-256 of their content, so that copies share storage and a name can never point to
 * half a file. Unfinished uploads are kept apart and become content in one step. Adapters run `contract/blob-store.ts`.
 *
 * @throws StorageFullError, StorageReadOnlyError (base/errors) from every method that writes
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
  /** Exclusive. */
  end: number;
}

/** Where clients read bytes themselves, without credentials. */
export interface SignedAddress {
  readonly url: string;
  /** How long it is valid from now on. */
  readonly seconds: number;
}

export interface BlobStore {
  /** Other servers use the same store: an upload unknown to this server may belong to another one. */
  readonly isShared: boolean;
  /**
   * Writes bytes into an unfinished upload from `offset` on; the first call creates it. Bytes already stored after
   * `offset` (from a call that was interrupted) are dropped. When the promise resolves, the bytes survive a power cut.
   * @returns the new length
   * @throws RequestError `Received too many bytes.` if more than `maxBytes` arrive; the upload then ends at `offset`
   */
  append(uploadId: string, offset: number, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number>;
  /**
   * Like `append` at offset 0, for an upload whose id is new and known only to this caller: there can be nothing to
   * drop.
   */
  begin(uploadId: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number>;
  /**
   * The hash and size of an unfinished upload.
   * @param size known to the caller; if it matches the store's own record, nothing is looked up
   */
  digest(uploadId: string, size?: number): Promise<BlobRef>;
  /** Turns the upload into the content `ref`, as returned by `digest`. Calling it again after success does nothing. */
  commit(uploadId: string, ref: BlobRef): Promise<void>;
  /** Deletes an unfinished upload; does nothing if it is unknown. */
  discard(uploadId: string): Promise<void>;
  /** Unfinished uploads in the store. */
  listUploads(): Promise<string[]>;

  /** Bytes on the volume it writes to; empty if unknown. */
  capacity(): Promise<{ free?: number; total?: number }>;

  /** Whether the store has any content. */
  hasAny(): Promise<boolean>;
  has(hash: string): Promise<boolean>;
  /** The content, or a part of it. @throws if there is no such content */
  read(hash: string, range?: ByteRange): Readable;
  /** Absent if only the server may read. There need not be such a content. */
  sign?(hash: string): Promise<SignedAddress>;
  remove(hash: string): Promise<void>;
  /**
   * Calls `work` with the path of a local file with the content, for tools that need a path. The file must not be
   * changed or kept.
   */
  withLocalFile<T>(hash: string, work: (path: string) => Promise<T>): Promise<T>;
}
