/** Who changed what, for good: entries are added and read, nothing changes or removes one. */
import type { AuditArea, AuditRecord, Page, Paged } from "./records.ts";

export interface AuditQuery extends Page {
  readonly area?: AuditArea;
  /** Part of who did it, or of what it was done to. */
  readonly text?: string;
}

export interface AuditRepository {
  append(record: AuditRecord): Promise<void>;
  /** Newest first. */
  list(query: AuditQuery): Promise<Paged<AuditRecord>>;
}
