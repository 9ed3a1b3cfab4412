/** Unfinished uploads. */
import type { UploadRecord } from "./records.ts";

export interface UploadRepository {
  insert(upload: UploadRecord): Promise<void>;
  /** Moves `received` forward if it still is `from`; `false`: somebody else was faster. */
  advance(id: string, from: number, to: number, nowMs: number): Promise<boolean>;
  remove(id: string): Promise<void>;
  find(id: string): Promise<UploadRecord | undefined>;
  /** Not touched since `beforeMs`. */
  listStale(beforeMs: number): Promise<UploadRecord[]>;
  list(): Promise<UploadRecord[]>;
}
