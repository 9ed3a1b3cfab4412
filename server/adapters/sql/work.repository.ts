/** The work of people in datasets, in SQL. */
import type { SavedTrack, SavedWork, WorkQuery, WorkRepository } from "../../ports/work.repository.ts";
import { chunks } from "./queries.ts";
import { loggedColumns } from "./revision-range.ts";
import type { Db } from "./tables.ts";

export function workRepository(db: Db): WorkRepository {
  const saves = (datasetIds: readonly string[], { fromMs, toMs, authorId }: WorkQuery) =>
    db
      .selectFrom("revisions")
      .where("revisions.dataset_id", "in", datasetIds)
      .where("revisions.description", "=", "save")
      .where("revisions.created_ms", ">=", fromMs)
      .where("revisions.created_ms", "<", toMs)
      .$if(authorId !== undefined, (own) => own.where("revisions.author_id", "=", authorId ?? ""));
  const touched = (datasetIds: readonly string[], query: WorkQuery, by: (typeof loggedColumns)[number]) =>
    saves(datasetIds, query)
      .innerJoin("annotations", (join) =>
        join
          .onRef("annotations.dataset_id", "=", "revisions.dataset_id")
          .onRef("annotations.set_name", "=", "revisions.set_name")
          .onRef(by, "=", "revisions.revision")
          .on("annotations.kind", "=", "track"),
      )
      .select([
        ...(["revisions.dataset_id", "revisions.revision", "annotations.id", "annotations.label"] as const),
        ...(["annotations.begin_frame", "annotations.end_frame"] as const),
      ]);

  return {
    async listSaves(query, limit) {
      const work: SavedWork[] = [];
      for (const chunk of chunks(query.datasetIds)) {
        const rows = await saves(chunk, query)
          .selectAll("revisions")
          .limit(limit - work.length)
          .execute();
        for (const row of rows) {
          work.push({
            datasetId: row.dataset_id,
            revision: Number(row.revision),
            setName: row.set_name,
            authorId: row.author_id,
            authorName: row.author_name,
            createdMs: Number(row.created_ms),
            activeMs: Number(row.active_ms),
          });
        }
        if (work.length >= limit) break;
      }
      return work;
    },
    async listSavedTracks(query, limit) {
      const tracks = new Map<string, SavedTrack>();
      for (const chunk of chunks(query.datasetIds)) {
        // First the written tracks: a track that was changed is ended, too.
        for (const by of loggedColumns) {
          const rows = await touched(chunk, query, by).limit(limit).execute();
          for (const { dataset_id: datasetId, revision, id, label, begin_frame: begin, end_frame: end } of rows) {
            const key = `${datasetId} ${revision} ${id}`;
            if (tracks.has(key)) continue;
            const numbers = {
              revision: Number(revision),
              id: Number(id),
              begin: Number(begin),
              end: Number(end),
            };
            tracks.set(key, { datasetId, label, ...numbers });
          }
          if (tracks.size >= limit) return [...tracks.values()];
        }
      }
      return [...tracks.values()];
    },
  };
}
