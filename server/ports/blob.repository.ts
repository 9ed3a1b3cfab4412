/**
 * Which contents the blob store has. A content is claimed before its bytes are stored, referenced by files afterwards,
 * and swept when nothing has referenced or claimed it for a while; marking it `sweeping` first keeps a claim from
 * racing with the deletion of the bytes.
 */

/** Size of an image as stored: `width` and `height` before it is rotated upright. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
  /** Exif orientation: 1 is upright; from 5 on, width and height are swapped. */
  readonly orientation: number;
}

export interface BlobRepository {
  /** Announces that the caller is about to store this content. `false`: it is being swept right now, try again. */
  claim(hash: string, size: number, nowMs: number): Promise<boolean>;
  /** Whether this content exists and will stay. Call it in the transaction in which a file starts to reference it. */
  isKept(hash: string): Promise<boolean>;
  /**
   * Marks contents that no file references and that were not claimed after `beforeMs`.
   * @returns their hashes, at most `limit`
   */
  markUnreferenced(beforeMs: number, limit: number): Promise<string[]>;
  /** Whether anything is stored. */
  hasAny(): Promise<boolean>;
  remove(hash: string): Promise<void>;
  /**
   * Facts by hash for contents that were measured; `undefined` for those that are not images. Contents not yet measured
   * are left out.
   */
  pictureFacts(hashes: readonly string[]): Promise<Map<string, PictureFacts | undefined>>;
  setPictureFacts(facts: ReadonlyMap<string, PictureFacts | undefined>): Promise<void>;
}
