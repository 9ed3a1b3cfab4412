/**
 * Which contents the blob store holds. A content is claimed before its bytes are stored, referenced by files afterwards,
 * and swept when nothing has referenced or claimed it for a while; marking it `sweeping` first keeps a claim from racing
 * with the deletion of the bytes.
 */

export interface BlobRepository {
  /** Announces that somebody is about to store this content. `false`: it is just being swept, try again. */
  claim(hash: string, size: number, nowMs: number): Promise<boolean>;
  /** Whether this content is there and stays: asked in the transaction in which a file begins to rely on it. */
  isKept(hash: string): Promise<boolean>;
  /** Marks contents that no file references and nobody claimed after `beforeMs`. @returns their hashes, at most `limit` */
  markUnreferenced(beforeMs: number, limit: number): Promise<string[]>;
  /** Anything is stored at all. */
  hasAny(): Promise<boolean>;
  remove(hash: string): Promise<void>;
}
