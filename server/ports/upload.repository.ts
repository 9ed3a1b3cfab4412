/** Uploads in progress, and for a while those that are complete. */
import type { UploadRecord } from "./records.ts";

export interface UploadRepository {
  insert(upload: UploadRecord): Promise<void>;
  /** Advances `received` if it still is `from`; `false`: another request was faster. */
  advance(id: string, from: number, to: number, nowMs: number): Promise<boolean>;
  /** Stores the resulting file. `false`: there is one already. */
  finish(id: string, fileId: string, nowMs: number): Promise<boolean>;
  remove(id: string): Promise<void>;
  find(id: string): Promise<UploadRecord | undefined>;
  /** Not changed since `beforeMs`. */
  listStale(beforeMs: number): Promise<UploadRecord[]>;
  /** Uploads in progress. */
  list(): Promise<UploadRecord[]>;
}
