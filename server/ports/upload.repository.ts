/** Uploads on their way, and for a while those that have become a file. */
import type { UploadRecord } from "./records.ts";

export interface UploadRepository {
  insert(upload: UploadRecord): Promise<void>;
  /** Moves `received` forward if it still is `from`; `false`: another request was faster. */
  advance(id: string, from: number, to: number, nowMs: number): Promise<boolean>;
  /** Notes which file came of it. `false`: there is one already. */
  finish(id: string, fileId: string, nowMs: number): Promise<boolean>;
  remove(id: string): Promise<void>;
  find(id: string): Promise<UploadRecord | undefined>;
  /** Not touched since `beforeMs`. */
  listStale(beforeMs: number): Promise<UploadRecord[]>;
  /** Those on their way. */
  list(): Promise<UploadRecord[]>;
}
