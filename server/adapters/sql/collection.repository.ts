/** Collections in SQL. */
import type { Selectable, Updateable } from "kysely";

import type { CollectionRepository, CollectionSort } from "../../ports/collection.repository.ts";
import type { CollectionRecord, Meta } from "../../ports/records.ts";
import { namesOf } from "./names-of.ts";
import type { Db } from "./tables.ts";
import { beginsWith, inColumns, matches, paged, readable } from "./queries.ts";
import { bit } from "./tables.ts";
import type { CollectionsTable } from "./tables/tree.ts";

const sortColumns = {
  name: "name",
  lowerName: "sort_name",
  created: "created_ms",
  updated: "updated_ms",
} as const satisfies Record<CollectionSort, keyof CollectionsTable>;

export function collectionsRepository(db: Db): CollectionRepository {
  return {
    async insert(collection) {
      await db
        .insertInto("collections")
        .values({ ...toRow(collection), id: collection.id })
        .execute();
    },
    async update(id, changes) {
      await db.updateTable("collections").set(toChanges(changes)).where("id", "=", id).execute();
    },
    async remove(id) {
      await db.deleteFrom("collections").where("id", "=", id).execute();
    },
    async find(id) {
      const row = await db.selectFrom("collections").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromRow(row);
    },
    async findByName(name) {
      const row = await db.selectFrom("collections").selectAll().where("name", "=", name).executeTakeFirst();
      return row && fromRow(row);
    },
    async list({ text, prefix, ...page }, sort, viewer) {
      let query = db.selectFrom("collections").where(readable("collections", "collection", viewer));
      if (text !== undefined) query = query.where(matches(text, inColumns("lower_name", "description")));
      if (prefix !== undefined) query = query.where(beginsWith("lower_name", prefix.toLowerCase()));
      const { n } = await query.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
      const rows = await paged(
        query
          .selectAll()
          .orderBy(sortColumns[sort.by], sort.descending ? "desc" : "asc")
          .orderBy("id"),
        page,
      ).execute();
      return { rows: rows.map(fromRow), total: Number(n) };
    },
  };
}

function toRow(collection: CollectionRecord): CollectionsTable {
  return {
    id: collection.id,
    ...namesOf(collection.name),
    description: collection.description,
    public: bit(collection.public),
    meta: JSON.stringify(collection.meta),
    created_ms: collection.createdMs,
    updated_ms: collection.updatedMs,
  };
}

function toChanges(changes: Partial<CollectionRecord>): Updateable<CollectionsTable> {
  const row: Updateable<CollectionsTable> = {};
  if (changes.name !== undefined) Object.assign(row, namesOf(changes.name));
  if (changes.description !== undefined) row.description = changes.description;
  if (changes.public !== undefined) row.public = bit(changes.public);
  if (changes.meta !== undefined) row.meta = JSON.stringify(changes.meta);
  if (changes.updatedMs !== undefined) row.updated_ms = changes.updatedMs;
  return row;
}

function fromRow(row: Selectable<CollectionsTable>): CollectionRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    public: row.public === 1,
    meta: JSON.parse(row.meta) as Meta,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  };
}
