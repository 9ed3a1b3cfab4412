/**
 * Chunks of long tracks in SQL. A version of a track has the chunks that exist at the revision which wrote it: whatever
 * changes a chunk also writes a new version of its track.
 */
import { sql } from "kysely";

import type { AnnotationRecord } from "../../domain/annotation-save.ts";
import { cutRecord, type FeatureChunk, longTrackLength } from "../../domain/feature-chunks.ts";
import type { AnnotationRepository, AnnotationScope, StagedRecords } from "../../ports/annotation.repository.ts";
import { recordsOf } from "./annotation-rows.ts";
import { insertMany } from "./many-rows.ts";
import { chunks as someOf } from "./queries.ts";
import {
  chunkBelongs,
  copiedInto,
  endedIn,
  existsAt,
  isCurrent,
  isEnded,
  isStaged,
  isWrittenAfter,
  publishedIn,
  revisionColumns,
} from "./revision-range.ts";
import type { Db } from "./tables.ts";

/** The payload of a row of `annotations` with all of its features. */
export const wholePayload = sql<string>`CASE WHEN annotations.cut_at IS NULL THEN annotations.payload
  ELSE substr(annotations.payload, 1, CAST(annotations.cut_at AS INTEGER))
    || coalesce((SELECT string_agg(chunk.payload, '' ORDER BY chunk.first_frame) FROM feature_chunks AS chunk
      WHERE chunk.dataset_id = annotations.dataset_id AND chunk.set_name = annotations.set_name
        AND chunk.track_id = annotations.id AND ${chunkBelongs}), '')
    || substr(annotations.payload, CAST(annotations.cut_at AS INTEGER) + 1) END`;

const chunkColumns = ["dataset_id", "set_name", "track_id", "first_frame", ...revisionColumns] as const;
const contentColumns = ["last_frame", "feature_count", "payload"] as const;
const columns = [...chunkColumns, ...contentColumns] as const;

interface CutRows {
  readonly rows: unknown[][];
  readonly cut: { readonly id: number; readonly chunks: readonly FeatureChunk[] }[];
}

/** Rows of records; long tracks without the features that go into chunks. */
export async function cutRows(
  records: readonly AnnotationRecord[],
  row: (record: AnnotationRecord, cutAt: number | null) => unknown[],
): Promise<CutRows> {
  const result: CutRows = { rows: [], cut: [] };
  for (const record of records) {
    // Built on access, which takes a while.
    const { payload } = record;
    const isLong = record.kind === "track" && payload.length >= longTrackLength;
    const cut = isLong ? cutRecord(typeof payload === "string" ? payload : textOf(payload)) : undefined;
    const plain = { ...record, payload: cut?.payload ?? payload };
    result.rows.push(row(plain, cut?.cutAt ?? null));
    if (cut === undefined) continue;
    result.cut.push({ id: record.id, chunks: cut.chunks });
    // Each takes milliseconds, so other work runs in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return result;
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");

type ChunkMethods = Pick<AnnotationRepository, "findTrack" | "findChunks">;

export interface ChunkStore {
  readonly repository: ChunkMethods;
  insert(scope: AnnotationScope, revision: number, id: number, chunks: readonly FeatureChunk[]): Promise<void>;
  /** Ends current chunks: those of some tracks, or all of the set. */
  end(scope: AnnotationScope, revision: number, ids?: readonly number[]): Promise<void>;
  replace(
    scope: AnnotationScope,
    revision: number,
    id: number,
    ended: readonly number[],
    chunks: readonly FeatureChunk[],
  ): Promise<void>;
  stage(scope: AnnotationScope, stage: number, id: number, chunks: readonly FeatureChunk[]): Promise<void>;
  publish(staged: StagedRecords, revision: number): Promise<void>;
  unstage(staged: StagedRecords, ids: readonly number[]): Promise<void>;
  restore(scope: AnnotationScope, target: number, revision: number): Promise<void>;
  copy(from: AnnotationScope & { revision: number }, to: AnnotationScope, as: number): Promise<void>;
}

export function chunkStore(db: Db): ChunkStore {
  const ofSet = ({ datasetId, setName }: AnnotationScope) =>
    db.selectFrom("feature_chunks").where("dataset_id", "=", datasetId).where("set_name", "=", setName);
  const ending = ({ datasetId, setName }: AnnotationScope, revision: number) =>
    db
      .updateTable("feature_chunks")
      .set(endedIn(revision))
      .where("dataset_id", "=", datasetId)
      .where("set_name", "=", setName)
      .where(isCurrent);
  const visible = ({ revision, ...scope }: AnnotationScope & { revision: number }) =>
    ofSet(scope).where(existsAt(revision));
  const put = async (
    { datasetId, setName }: AnnotationScope,
    id: number,
    [created, deleted]: readonly [number, number | null],
    chunks: readonly FeatureChunk[],
  ): Promise<void> => {
    const rows = chunks.map(({ firstFrame, lastFrame, count, json }) => [
      ...[datasetId, setName, id, firstFrame, created, deleted],
      ...[lastFrame, count, json],
    ]);
    await insertMany(
      db,
      "feature_chunks",
      columns.map((name) => ({ name })),
      rows,
    );
  };

  return {
    repository: {
      async findTrack(scope, id) {
        const tracks = recordsOf(db, scope, "track").current();
        const row = await tracks.select(["payload", "cut_at"]).where("id", "=", id).executeTakeFirst();
        if (row === undefined) return undefined;
        const payload = String(row.payload);
        if (row.cut_at === null) return { payload, chunks: undefined };
        const rows = await ofSet(scope)
          .select(["first_frame", "last_frame", "feature_count"])
          .where("track_id", "=", id)
          .where(isCurrent)
          .orderBy("first_frame")
          .execute();
        const chunks = rows.map((each) => ({
          firstFrame: Number(each.first_frame),
          lastFrame: Number(each.last_frame),
          count: Number(each.feature_count),
        }));
        return { payload, chunks };
      },
      async findChunks(scope, id, firstFrames) {
        const payloads = new Map<number, string>();
        for (const chunk of someOf(firstFrames)) {
          const rows = await ofSet(scope)
            .select(["first_frame", "payload"])
            .where("track_id", "=", id)
            .where("first_frame", "in", chunk)
            .where(isCurrent)
            .execute();
          for (const { first_frame: firstFrame, payload } of rows) payloads.set(Number(firstFrame), String(payload));
        }
        return payloads;
      },
    },
    insert: (scope, revision, id, chunks) => put(scope, id, [revision, null], chunks),
    async end(scope, revision, ids) {
      if (ids === undefined) return void (await ending(scope, revision).execute());
      for (const chunk of someOf(ids)) await ending(scope, revision).where("track_id", "in", chunk).execute();
    },
    async replace(scope, revision, id, ended, chunks) {
      for (const chunk of someOf(ended)) {
        await ending(scope, revision).where("track_id", "=", id).where("first_frame", "in", chunk).execute();
      }
      await put(scope, id, [revision, null], chunks);
    },
    stage: (scope, stage, id, chunks) => put(scope, id, [stage, stage], chunks),
    async publish(staged, revision) {
      await db.updateTable("feature_chunks").set(publishedIn(revision)).where(isStaged(staged)).execute();
    },
    async unstage(staged, ids) {
      await db.deleteFrom("feature_chunks").where(isStaged(staged)).where("track_id", "in", ids).execute();
    },
    async restore(scope, target, revision) {
      await ending(scope, revision).where(isWrittenAfter(target)).execute();
      // Chunks that existed at the target and do not any longer; those ended just now are newer.
      await db
        .insertInto("feature_chunks")
        .columns(columns)
        .expression(
          visible({ ...scope, revision: target })
            .where(isEnded)
            .select([
              ...(["dataset_id", "set_name", "track_id", "first_frame"] as const),
              ...copiedInto(revision),
              ...contentColumns,
            ]),
        )
        .execute();
    },
    async copy(from, to, as) {
      await db
        .insertInto("feature_chunks")
        .columns(columns)
        .expression(
          visible(from).select([
            sql.val(to.datasetId).as("dataset_id"),
            sql.val(to.setName).as("set_name"),
            ...(["track_id", "first_frame"] as const),
            ...copiedInto(as),
            ...contentColumns,
          ]),
        )
        .execute();
    },
  };
}
