/** Jobs, with their logs. */
import type { JobRecord, Page, Sort, Viewer } from "./records.ts";

export type JobSort = "created" | "updated" | "when" | "title" | "type" | "status";

export interface JobQuery {
  /** `null`: jobs without an owner. */
  userId?: string | null;
  parentId?: string;
  datasetId?: string;
  types?: readonly string[];
  statuses?: readonly number[];
  handlers?: readonly string[];
  /** `null`: jobs without a key. */
  dedupeKey?: string | null;
  /** Not changed since then. */
  updatedBeforeMs?: number;
}

export interface JobRepository {
  insert(job: JobRecord): Promise<void>;
  update(id: string, changes: Partial<Omit<JobRecord, "id">>): Promise<void>;
  /** Also removes its log; the caller removes the access list. */
  remove(id: string): Promise<void>;
  find(id: string): Promise<JobRecord | undefined>;
  /** Jobs that the viewer may read. */
  list(query: JobQuery & Page, sort: Sort<JobSort>, viewer: Viewer): Promise<JobRecord[]>;
  count(query: JobQuery): Promise<number>;
  /** Each type and each status that occurs, sorted. */
  typesAndStatuses(query: JobQuery, viewer: Viewer): Promise<{ types: string[]; statuses: number[] }>;
  /** The pieces of the log, oldest first. */
  log(id: string): Promise<string[]>;
  /** @param keep how many pieces remain, including the new one */
  appendLog(id: string, text: string, keep: number): Promise<void>;
  clearLog(id: string): Promise<void>;
}
