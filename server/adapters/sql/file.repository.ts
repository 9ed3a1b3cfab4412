/** Files in SQL. */
import type { Insertable, Selectable, Updateable } from "kysely";

import type { FileRepository } from "../../ports/file.repository.ts";
import type { FileContent, FileRecord } from "../../ports/records.ts";
import type { Db } from "./tables.ts";
import type { FilesTable } from "./tables/tree.ts";
import { pictureFactsOf, storePictureFacts } from "./picture-facts.ts";
import { chunks, paged, rowsPerInsert } from "./queries.ts";

const filesPlace = { table: "files", key: "id" } as const;

export function filesRepository(db: Db): FileRepository {
  return {
    async insert(file) {
      await db.insertInto("files").values(toRow(file)).execute();
    },
    async insertMany(files) {
      for (const chunk of chunks(files, rowsPerInsert)) await db.insertInto("files").values(chunk.map(toRow)).execute();
    },
    async update(id, changes) {
      await db.updateTable("files").set(toChanges(changes)).where("id", "=", id).execute();
    },
    async removeMany(ids) {
      for (const chunk of chunks(ids)) await db.deleteFrom("files").where("id", "in", chunk).execute();
    },
    async find(id) {
      const row = await db.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromRow(row);
    },
    async listInItem(itemId, page) {
      const query = db.selectFrom("files").where("item_id", "=", itemId);
      const { n } = await query.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
      const rows = await paged(query.selectAll().orderBy("name").orderBy("id"), page).execute();
      return { rows: rows.map(fromRow), total: Number(n) };
    },
    async listStored({ descending, ...page }) {
      const query = db
        .selectFrom("files")
        .where((eb) => eb.or([eb("blob_hash", "is not", null), eb("source_id", "is not", null)]));
      const { n } = await query.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
      const rows = await paged(query.selectAll().orderBy("id", descending ? "desc" : "asc"), page).execute();
      return { rows: rows.map(fromRow), total: Number(n) };
    },
    async listFromSource(sourceId, { descending, ...page } = { descending: false, limit: 0, offset: 0 }) {
      const query = db.selectFrom("files").selectAll().where("source_id", "=", sourceId);
      return (await paged(query.orderBy("id", descending ? "desc" : "asc"), page).execute()).map(fromRow);
    },
    async countFromSource(sourceId) {
      const query = db.selectFrom("files").where("source_id", "=", sourceId);
      const { n } = await query.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
      return Number(n);
    },
    async listInItems(itemIds) {
      const files: FileRecord[] = [];
      for (const chunk of chunks(itemIds)) {
        const rows = await db
          .selectFrom("files")
          .selectAll()
          .where("item_id", "in", chunk)
          .orderBy("item_id")
          .orderBy("name")
          .orderBy("id")
          .execute();
        files.push(...rows.map(fromRow));
      }
      return files;
    },
    pictureFacts: (ids) => pictureFactsOf(db, filesPlace, ids),
    setPictureFacts: (facts) => storePictureFacts(db, filesPlace, facts),
    async removeInItems(itemIds) {
      for (const chunk of chunks(itemIds)) await db.deleteFrom("files").where("item_id", "in", chunk).execute();
    },
  };
}

function toRow(file: FileRecord): Insertable<FilesTable> {
  return {
    id: file.id,
    item_id: file.itemId,
    name: file.name,
    mime_type: file.mimeType,
    size: file.size,
    ...toColumns(file.content),
    creator_id: file.creatorId,
    created_ms: file.createdMs,
    updated_ms: file.updatedMs,
  };
}

type ContentColumns = Pick<FilesTable, "blob_hash" | "link_url" | "source_id" | "source_key" | "source_etag">;

function toColumns(content: FileContent | null): ContentColumns {
  const source = content?.kind === "source" ? content : undefined;
  return {
    blob_hash: content?.kind === "blob" ? content.hash : null,
    link_url: content?.kind === "link" ? content.url : null,
    source_id: source?.source ?? null,
    source_key: source?.key ?? null,
    source_etag: source?.etag ?? null,
  };
}

function contentOf(row: ContentColumns): FileContent | null {
  const { blob_hash: hash, link_url: url, source_id: source, source_key: key, source_etag: etag } = row;
  if (hash !== null) return { kind: "blob", hash };
  if (source !== null && key !== null && etag !== null) return { kind: "source", source, key, etag };
  return url === null ? null : { kind: "link", url };
}

const notMeasured = { width: null, height: null, orientation: null } as const;

function toChanges(changes: Partial<FileRecord>): Updateable<FilesTable> {
  const row: Updateable<FilesTable> = {};
  if (changes.itemId !== undefined) row.item_id = changes.itemId;
  if (changes.name !== undefined) row.name = changes.name;
  if (changes.mimeType !== undefined) row.mime_type = changes.mimeType;
  if (changes.size !== undefined) row.size = changes.size;
  if (changes.content !== undefined) Object.assign(row, toColumns(changes.content), notMeasured);
  if (changes.creatorId !== undefined) row.creator_id = changes.creatorId;
  if (changes.createdMs !== undefined) row.created_ms = changes.createdMs;
  if (changes.updatedMs !== undefined) row.updated_ms = changes.updatedMs;
  return row;
}

function fromRow(row: Selectable<FilesTable>): FileRecord {
  return {
    id: row.id,
    itemId: row.item_id,
    name: row.name,
    mimeType: row.mime_type,
    size: row.size,
    content: contentOf(row),
    creatorId: row.creator_id,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  };
}
