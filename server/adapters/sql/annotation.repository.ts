/** Annotations in SQL: payloads are opaque texts here; what queries need is in separate columns. */
import type { AnnotationRepository } from "../../ports/annotation.repository.ts";
import { annotationReads } from "./annotation-reads.ts";
import { annotationStaging } from "./annotation-staging.ts";
import { annotationWrites } from "./annotation-writes.ts";
import { chunkStore } from "./feature-chunks.ts";
import type { JsonColumn } from "./joined-json.ts";
import { revisionLogOf } from "./revision-log.ts";
import type { Db } from "./tables.ts";

export function annotationsRepository(db: Db, jsonColumn: JsonColumn): AnnotationRepository {
  const featureChunks = chunkStore(db);
  return {
    ...revisionLogOf(db),
    ...featureChunks.repository,
    ...annotationReads(db, jsonColumn),
    ...annotationWrites(db, featureChunks),
    ...annotationStaging(db, featureChunks),
  };
}
