/**
 * A place whose files are media of the site without being copied: a folder of the server, or a bucket. The site reads
 * it and never writes to it. Keys are paths below the place with `/`; none leads outside, and each file has one key.
 * Adapters run `contract/media-source.ts`.
 */
import type { Readable } from "node:stream";

import { RequestError } from "../base/errors.ts";
import type { ByteRange, SignedAddress } from "./blob-store.ts";

export interface MediaObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Changes when the file changes. */
  readonly etag: string;
}

/**
 * Why a file is not part of the media source: its name is not a valid key, or it is a link or a special file, such as a
 * pipe.
 */
export type LeftOutReason = "name" | "link" | "special";

export interface ListOptions {
  /** List only keys after this one. */
  readonly after?: string;
  /** Called for entries of the place that are left out of the list. */
  readonly onLeftOut?: (path: string, reason: LeftOutReason) => void;
}

type MediaVersion = Pick<MediaObject, "key" | "etag">;

export interface MediaSource {
  /**
   * Sorted by the bytes of the keys.
   * @param folder ends with `/`; empty: the whole source
   */
  list(folder: string, options?: ListOptions): AsyncIterable<MediaObject>;
  /** `undefined`: there is no such file, or the key is none. */
  stat(key: string): Promise<MediaObject | undefined>;
  /** The stream fails with `MediaChangedError` if the file is no longer this version. */
  read(version: MediaVersion, range?: ByteRange): Readable;
  /**
   * Path of the file itself, for tools that need one; absent if it is on another machine.
   * @throws MediaChangedError
   */
  localPath?(version: MediaVersion): Promise<string>;
  /** Absent if only the server may read. A later read may get another version. */
  sign?(version: MediaVersion): Promise<SignedAddress>;
}

export interface MediaSources {
  /** Clients may read some of the places themselves. */
  readonly someSign: boolean;
  /**
   * Opens a place; one object per location.
   * @param location an absolute path, or `s3://bucket/prefix`
   * @throws RequestError if the operator has not allowed it, or it does not exist
   */
  open(location: string): Promise<MediaSource>;
}

export class MediaChangedError extends RequestError {
  constructor(key: string) {
    super(
      `${key.slice(-200)} is no longer in its storage, or has changed since it was imported. Ask an administrator to import the storage again.`,
      409,
    );
  }
}
