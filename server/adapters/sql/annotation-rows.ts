/** The rows of annotations: the columns of a record, and which records of a set a query finds. */
import type { AnnotationKind, AnnotationRecord } from "../../domain/annotation-save.ts";
import type { AnnotationScope } from "../../ports/annotation.repository.ts";
import {
  existsAt,
  isChangedAfter,
  isChangedIn,
  isCurrent,
  isPublished,
  isWrittenBy,
  revisionColumns,
} from "./revision-range.ts";
import type { Db } from "./tables.ts";

/**
 * Characters of a type that are significant when types are counted and sorted: PostgreSQL's index takes no rows above
 * 2704 bytes.
 */
export const maxLabelLength = 500;

export const writtenColumns = [
  ...(["dataset_id", "set_name", "kind", "id", revisionColumns[0]] as const).map((name) => ({ name })),
  ...(["label", "begin_frame", "end_frame"] as const).map((name) => ({ name })),
  { name: "payload", isTextOfBytes: true },
  ...(["cut_at", "confidence", "size"] as const).map((name) => ({ name })),
] as const;

export function rowOf(
  { datasetId, setName }: AnnotationScope,
  revision: number,
  { kind, id, label, begin, end, payload, ranks }: AnnotationRecord,
  cutAt: number | null,
): unknown[] {
  const shortLabel = label?.slice(0, maxLabelLength).toWellFormed() ?? null;
  const key = [datasetId, setName, kind, id, revision];
  return [...key, shortLabel, begin, end, payload, cutAt, ranks?.confidence ?? null, ranks?.size ?? null];
}

/** Records of every dataset and set that are part of its newest revision. */
export const currentRecords = (db: Db) => db.selectFrom("annotations").where(isCurrent);

/** Queries for the records of a set. None of them finds staged ones. */
export function recordsOf(db: Db, { datasetId, setName }: AnnotationScope, kind?: AnnotationKind) {
  const all = db
    .selectFrom("annotations")
    .where("dataset_id", "=", datasetId)
    .where("set_name", "=", setName)
    .$if(kind !== undefined, (records) => records.where("kind", "=", kind ?? "track"));
  return {
    /** Versions that exist at a revision. */
    at: (revision: number) => all.where(existsAt(revision)),
    current: () => all.where(isCurrent),
    /** Every version that a revision wrote. */
    published: () => all.where(isPublished),
    /** Versions written by revisions up to this one. */
    writtenBy: (revision: number) => all.where(isWrittenBy(revision)),
    /** Versions that a revision after this one wrote or ended. */
    changedAfter: (revision: number) => all.where(isChangedAfter(revision)),
    /** Versions that these revisions wrote, and those that they ended. */
    changedIn: (revisions: readonly number[]) => {
      const [written, ended] = isChangedIn(revisions);
      return [all.where(written), all.where(ended)] as const;
    },
  };
}
