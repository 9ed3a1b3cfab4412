/** The audit log: entries are added and read, never changed or removed. */
import type { AuditArea, AuditRecord, Page, Paged } from "./records.ts";

export interface AuditQuery extends Page {
  readonly area?: AuditArea;
  /** Part of the login of the actor, or of the name of the object. */
  readonly text?: string;
}

export interface AuditRepository {
  append(record: AuditRecord): Promise<void>;
  /** Newest first. */
  list(query: AuditQuery): Promise<Paged<AuditRecord>>;
}
