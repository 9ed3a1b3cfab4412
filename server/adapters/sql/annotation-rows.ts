/** The rows of annotations: the columns of a record, and the rows that exist at a revision. */
import type { AnnotationRecord } from "../../domain/annotation-save.ts";
import { type AnnotationScope, firstStage } from "../../ports/annotation.repository.ts";
import type { Db } from "./tables.ts";

/**
 * Characters of a type that are significant when types are counted and sorted: PostgreSQL's index takes no rows above
 * 2704 bytes.
 */
export const maxLabelLength = 500;

export const writtenColumns = [
  ...(["dataset_id", "set_name", "kind", "id", "rev_created"] as const).map((name) => ({ name })),
  ...(["label", "begin_frame", "end_frame"] as const).map((name) => ({ name })),
  { name: "payload", isTextOfBytes: true },
  { name: "cut_at" },
] as const;

export function rowOf(
  { datasetId, setName }: AnnotationScope,
  revision: number,
  { kind, id, label, begin, end, payload }: AnnotationRecord,
  cutAt: number | null,
): unknown[] {
  const shortLabel = label?.slice(0, maxLabelLength).toWellFormed() ?? null;
  return [datasetId, setName, kind, id, revision, shortLabel, begin, end, payload, cutAt];
}

/** Records that exist at a revision. Staged ones do not. */
export const annotationsVisibleAt = (
  db: Db,
  { datasetId, setName, revision }: AnnotationScope & { readonly revision: number },
) =>
  db
    .selectFrom("annotations")
    .where("dataset_id", "=", datasetId)
    .where("set_name", "=", setName)
    .where("rev_created", "<=", Math.min(revision, firstStage - 1))
    .where((eb) => eb.or([eb("rev_deleted", "is", null), eb("rev_deleted", ">", revision)]));
