/** API keys, which scripts sign in with. */
import type { ApiKeyRecord, Page, Sort } from "./records.ts";

export type ApiKeySort = "name" | "created" | "lastUse";

export interface ApiKeyRepository {
  insert(key: ApiKeyRecord): Promise<void>;
  update(id: string, changes: Partial<Omit<ApiKeyRecord, "id" | "userId" | "hash" | "hint">>): Promise<void>;
  remove(id: string): Promise<void>;
  removeOfUser(userId: string): Promise<void>;
  find(id: string): Promise<ApiKeyRecord | undefined>;
  findByHash(hash: string): Promise<ApiKeyRecord | undefined>;
  listOfUser(userId: string, page: Page, sort: Sort<ApiKeySort>): Promise<ApiKeyRecord[]>;
}
