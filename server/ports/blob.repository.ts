/**
 * Which contents the blob store holds. A content is claimed before its bytes are stored, referenced by files afterwards,
 * and swept when nothing has referenced or claimed it for a while; marking it `sweeping` first keeps a claim from racing
 * with the deletion of the bytes.
 */

/** How large a picture is, as it is stored: `width` and `height` before it is turned upright. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
  /** Of Exif: 1 is upright, from 5 on width and height change places. */
  readonly orientation: number;
}

export interface BlobRepository {
  /** Announces that a caller is about to store this content. `false`: it is just being swept, try again. */
  claim(hash: string, size: number, nowMs: number): Promise<boolean>;
  /** Whether this content is there and stays: asked in the transaction in which a file begins to rely on it. */
  isKept(hash: string): Promise<boolean>;
  /**
   * Marks contents that no file references and that were not claimed after `beforeMs`.
   * @returns their hashes, at most `limit`
   */
  markUnreferenced(beforeMs: number, limit: number): Promise<string[]>;
  /** Anything is stored at all. */
  hasAny(): Promise<boolean>;
  remove(hash: string): Promise<void>;
  /** By hash: the facts of contents that were measured, `undefined` of those that are no picture. Others are left out. */
  pictureFacts(hashes: readonly string[]): Promise<Map<string, PictureFacts | undefined>>;
  setPictureFacts(facts: ReadonlyMap<string, PictureFacts | undefined>): Promise<void>;
}
