/** Who is signed in, by the hash of what they carry. */
import type { TokenRecord } from "./records.ts";

export interface TokenRepository {
  insert(token: TokenRecord): Promise<void>;
  findByHash(hash: string): Promise<TokenRecord | undefined>;
  /** Newest first. */
  listOfUser(userId: string): Promise<TokenRecord[]>;
  /** It was in use at that time. */
  touch(id: string, lastUseMs: number): Promise<void>;
  setScopes(id: string, scopes: readonly string[]): Promise<void>;
  /** @returns whether it was there: of two calls at once, one gets true */
  remove(id: string): Promise<boolean>;
  /** Signs a user out everywhere, except with the token `keepId`. */
  removeOfUser(userId: string, keepId?: string): Promise<void>;
  /** Ends what a key has started. */
  removeOfApiKey(apiKeyId: string): Promise<void>;
  /** @returns how many were removed */
  removeExpired(nowMs: number): Promise<number>;
}
