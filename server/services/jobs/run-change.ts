/**
 * The effect of a pipeline's result on the annotation set it is stored in. A run takes minutes, and people save
 * meanwhile: their changes are never replaced.
 */
import type { AnnotationKind, AnnotationRecord } from "../../domain/annotation-save.ts";
import { categoryOf } from "../../domain/pipeline.ts";
import { type FrameRange, renumbered, type ResultCounts, withinFrames } from "../../domain/run-result.ts";
import type { AnnotationScope } from "../../ports/annotation.repository.ts";
import type { Ports } from "../../ports/index.ts";
import {
  type ConcurrentChange,
  applyConcurrentChange,
  largestIds,
  tracksTouchedSince,
} from "../annotations/saved-since.ts";
import { tracksOf } from "../datasets/store-imported.ts";

export interface ResultTarget {
  readonly pipe: string;
  /** Revision of the dataset at the time of the request. */
  readonly revision: number;
  readonly frames: FrameRange | undefined;
  readonly add?: boolean;
}

export type RunChange = ConcurrentChange & ResultCounts;

export async function changeOf(
  { database }: Ports,
  scope: AnnotationScope,
  { add = false, frames, pipe, revision }: ResultTarget,
  records: readonly AnnotationRecord[],
): Promise<RunChange> {
  const { annotations } = database;
  const head = await annotations.head(scope.datasetId, scope.setName);
  if (add) {
    const write = renumbered(records, await largestIds(database, scope));
    return { head, change: { write, end: [] }, found: tracksOf(write).length, replaced: 0, kept: 0 };
  }
  if (frames !== undefined) {
    const areSame = ["utility", "filter"].includes(categoryOf(pipe) ?? "");
    const stored = await readRecords(database, scope, "track", head);
    const touched = await tracksTouchedSince(database, scope, revision, head);
    const within = withinFrames(stored, records, frames, { areSame, touched });
    return { head, replaced: within.change.end.length, ...within };
  }
  const concurrent = await applyConcurrentChange(database, scope, revision, records);
  return { ...concurrent, found: tracksOf(concurrent.change?.write ?? records).length };
}

async function readRecords(
  { annotations }: Ports["database"],
  scope: AnnotationScope,
  kind: AnnotationKind,
  revision: number,
): Promise<AnnotationRecord[]> {
  const order = { by: "id", descending: false, limit: 0, offset: 0 } as const;
  const parts: Uint8Array[] = [];
  for await (const part of annotations.stream({ ...scope, kind, revision }, order)) parts.push(part);
  const documents = JSON.parse(`[${Buffer.concat(parts).toString("utf8")}]`) as {
    id: number;
    begin: number;
    end: number;
  }[];
  return documents.map((document) => ({
    kind,
    id: document.id,
    begin: document.begin,
    end: document.end,
    label: undefined,
    payload: JSON.stringify(document),
  }));
}
