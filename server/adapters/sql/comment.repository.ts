/** Comments in SQL. */
import type { CommentAnchor, CommentRecord, CommentRepository } from "../../ports/comment.repository.ts";
import { chunks } from "./queries.ts";
import type { Db } from "./tables.ts";
import type { CommentsTable } from "./tables/annotations.ts";

/** Rows of eleven columns that one statement inserts. */
const rowsPerInsert = 80;

export function commentsRepository(db: Db): CommentRepository {
  return {
    async insertMany(comments) {
      for (const chunk of chunks(comments, rowsPerInsert)) {
        await db.insertInto("comments").values(chunk.map(toRow)).execute();
      }
    },
    async update(id, { text, editedMs, resolvedMs, resolvedBy }) {
      const changes = {
        ...(text !== undefined && { text }),
        ...(editedMs !== undefined && { edited_ms: editedMs }),
        ...(resolvedMs !== undefined && { resolved_ms: resolvedMs }),
        ...(resolvedBy !== undefined && { resolved_by: resolvedBy }),
      };
      if (Object.keys(changes).length > 0) await db.updateTable("comments").set(changes).where("id", "=", id).execute();
    },
    async find(id) {
      const row = await db.selectFrom("comments").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromRow(row);
    },
    async list(datasetId) {
      const all = db.selectFrom("comments").selectAll().where("dataset_id", "=", datasetId);
      return (await all.orderBy("created_ms").orderBy("id").execute()).map(fromRow);
    },
    async count(datasetId) {
      const all = db.selectFrom("comments").where("dataset_id", "=", datasetId);
      const { n } = await all.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
      return Number(n);
    },
    async remove(id) {
      await db.deleteFrom("comments").where("id", "=", id).execute();
    },
    async removeThread(threadId) {
      await db.deleteFrom("comments").where("thread_id", "=", threadId).execute();
    },
    async removeDatasets(datasetIds) {
      for (const chunk of chunks(datasetIds)) {
        await db.deleteFrom("comments").where("dataset_id", "in", chunk).execute();
      }
    },
  };
}

const toRow = (comment: CommentRecord): CommentsTable => ({
  id: comment.id,
  dataset_id: comment.datasetId,
  thread_id: comment.threadId,
  author_id: comment.authorId,
  author_login: comment.authorLogin,
  text: comment.text,
  anchor: JSON.stringify(comment.anchor),
  created_ms: comment.createdMs,
  edited_ms: comment.editedMs,
  resolved_ms: comment.resolvedMs,
  resolved_by: comment.resolvedBy,
});

const fromRow = (row: CommentsTable): CommentRecord => ({
  id: row.id,
  datasetId: row.dataset_id,
  threadId: row.thread_id,
  authorId: row.author_id,
  authorLogin: row.author_login,
  text: row.text,
  anchor: JSON.parse(row.anchor) as CommentAnchor,
  createdMs: Number(row.created_ms),
  editedMs: row.edited_ms === null ? null : Number(row.edited_ms),
  resolvedMs: row.resolved_ms === null ? null : Number(row.resolved_ms),
  resolvedBy: row.resolved_by,
});
