/** Sessions, by the hash of their token. */
import type { TokenRecord } from "./records.ts";

export interface TokenRepository {
  insert(token: TokenRecord): Promise<void>;
  findByHash(hash: string): Promise<TokenRecord | undefined>;
  /** Newest first. */
  listOfUser(userId: string): Promise<TokenRecord[]>;
  /** Records that the token was used at this time. */
  touch(id: string, lastUseMs: number): Promise<void>;
  setScopes(id: string, scopes: readonly string[]): Promise<void>;
  /** @returns whether it existed: of two concurrent calls, one gets true */
  remove(id: string): Promise<boolean>;
  /** Signs a user out everywhere, except with the token `keepId`. */
  removeOfUser(userId: string, keepId?: string): Promise<void>;
  /** Ends the sessions that a key has started. */
  removeOfApiKey(apiKeyId: string): Promise<void>;
  /** @returns how many were removed */
  removeExpired(nowMs: number): Promise<number>;
}
