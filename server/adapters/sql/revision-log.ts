/** The log of revisions in SQL: which exist, in which set, and who made them. */
import { type RawBuilder, sql, type SqlBool } from "kysely";

import type { AnnotationRepository, RevisionRecord } from "../../ports/annotation.repository.ts";
import { chunks, paged } from "./queries.ts";
import type { Db, Row } from "./tables.ts";

type RevisionLog = Pick<
  AnnotationRepository,
  "head" | "heads" | "findSave" | "findRevisions" | "insertRevision" | "listRevisions" | "listSets"
>;

export function revisionLogOf(db: Db): RevisionLog {
  return {
    async head(datasetId, setName) {
      let query = db
        .selectFrom("revisions")
        .select((eb) => eb.fn.max("revision").as("head"))
        .where("dataset_id", "=", datasetId);
      if (setName !== undefined) query = query.where("set_name", "=", setName);
      return Number((await query.executeTakeFirst())?.head ?? 0);
    },
    async heads(datasetIds, exceptSaves) {
      const heads = new Map<string, number>();
      for (const chunk of chunks(datasetIds)) {
        const rows = await db
          .selectFrom("revisions")
          .select(["dataset_id", (eb) => eb.fn.max("revision").as("head")])
          .where("dataset_id", "in", chunk)
          .$if(exceptSaves !== undefined, (all) => all.where(isOtherSave(exceptSaves ?? "")))
          .groupBy("dataset_id")
          .execute();
        for (const row of rows) heads.set(row.dataset_id, Number(row.head));
      }
      return heads;
    },
    async findSave(datasetId, saveId) {
      const row = await db
        .selectFrom("revisions")
        .selectAll()
        .where("dataset_id", "=", datasetId)
        .where("save_id", "=", saveId)
        .executeTakeFirst();
      return row && fromRow(row);
    },
    async findRevisions(datasetId, revisions) {
      const records: RevisionRecord[] = [];
      for (const chunk of chunks(revisions)) {
        const rows = await db
          .selectFrom("revisions")
          .selectAll()
          .where("dataset_id", "=", datasetId)
          .where("revision", "in", chunk)
          .execute();
        records.push(...rows.map(fromRow));
      }
      return records;
    },
    async insertRevision(revision) {
      await db.insertInto("revisions").values(toRow(revision)).execute();
    },
    async listRevisions(datasetId, { setName, descending, ...page }) {
      let query = db.selectFrom("revisions").where("dataset_id", "=", datasetId);
      if (setName !== undefined) query = query.where("set_name", "=", setName);
      const { n } = await query.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
      const ordered = query.selectAll().orderBy("revision", descending ? "desc" : "asc");
      return { rows: (await paged(ordered, page).execute()).map(fromRow), total: Number(n) };
    },
    async listSets(datasetId) {
      const rows = await db
        .selectFrom("revisions")
        .select("set_name")
        .distinct()
        .where("dataset_id", "=", datasetId)
        .orderBy("set_name")
        .execute();
      return rows.map((row) => row.set_name);
    },
  };
}

/** The save has another id, or none. */
const isOtherSave = (prefix: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(save_id IS NULL OR substr(save_id, 1, ${sql.lit(prefix.length)}) <> ${prefix})`;

function fromRow(row: Row<"revisions">): RevisionRecord {
  return {
    datasetId: row.dataset_id,
    setName: row.set_name,
    revision: row.revision,
    authorId: row.author_id,
    authorName: row.author_name,
    description: row.description,
    additions: row.additions,
    deletions: row.deletions,
    createdMs: row.created_ms,
    saveId: row.save_id,
  };
}

function toRow(revision: RevisionRecord): Omit<Row<"revisions">, "active_ms"> & { active_ms: number } {
  return {
    dataset_id: revision.datasetId,
    revision: revision.revision,
    set_name: revision.setName,
    author_id: revision.authorId,
    author_name: revision.authorName,
    description: revision.description,
    additions: revision.additions,
    deletions: revision.deletions,
    created_ms: revision.createdMs,
    save_id: revision.saveId,
    active_ms: revision.activeMs ?? 0,
  };
}
