/** Items in SQL. The root of their tree is read from the folder, so that moving a folder moves its items too. */
import type { Selectable, Updateable } from "kysely";

import { mapYielding } from "../../base/turns.ts";
import type { ItemRepository, ItemSort } from "../../ports/item.repository.ts";
import type { ItemRecord, Meta, Page, Paged, Sort } from "../../ports/records.ts";
import { namesOf } from "./names-of.ts";
import type { Db } from "./tables.ts";
import type { FoldersTable, ItemsTable } from "./tables/tree.ts";
import { beginsWith, chunks, inColumns, matches, paged, precedes, readable, rowsPerInsert } from "./queries.ts";

const sortColumns = {
  name: "name",
  lowerName: "sort_name",
  created: "created_ms",
  updated: "updated_ms",
  size: "size",
} as const satisfies Record<ItemSort, keyof ItemsTable>;

type ItemRow = Selectable<ItemsTable> & Pick<Selectable<FoldersTable>, "base_parent_type" | "base_parent_id">;

export function itemsRepository(db: Db): ItemRepository {
  const from = () => db.selectFrom("items").innerJoin("folders", "folders.id", "items.folder_id");
  const columns = ["folders.base_parent_type", "folders.base_parent_id"] as const;
  type Items = ReturnType<typeof from>;
  const withText = (query: Items, text: string | undefined): Items =>
    text === undefined ? query : query.where(matches(text, inColumns("items.lower_name", "items.description")));
  const list = async (query: Items, sort: Sort<ItemSort>, page: Page): Promise<Paged<ItemRecord>> => {
    const { n } = await query.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
    const ordered = query
      .selectAll("items")
      .select(columns)
      .orderBy(`items.${sortColumns[sort.by]}`, sort.descending ? "desc" : "asc")
      .orderBy("items.id");
    const rows = await paged(ordered, page).execute();
    return { rows: await mapYielding(rows, fromRow), total: Number(n) };
  };

  return {
    async insert(item) {
      await db.insertInto("items").values(toRow(item)).execute();
    },
    async insertMany(items) {
      for (const chunk of chunks(items, rowsPerInsert)) await db.insertInto("items").values(chunk.map(toRow)).execute();
    },
    async update(id, changes) {
      await db.updateTable("items").set(toChanges(changes)).where("id", "=", id).execute();
    },
    async removeMany(ids) {
      for (const chunk of chunks(ids)) await db.deleteFrom("items").where("id", "in", chunk).execute();
    },
    async find(id) {
      const row = await from().selectAll("items").select(columns).where("items.id", "=", id).executeTakeFirst();
      return row && fromRow(row);
    },
    async findMany(ids) {
      const items: ItemRecord[] = [];
      for (const chunk of chunks(ids)) {
        const rows = await from().selectAll("items").select(columns).where("items.id", "in", chunk).execute();
        for (const item of await mapYielding(rows, fromRow)) items.push(item);
      }
      return items;
    },
    async findByName(folderId, name) {
      const row = await from()
        .selectAll("items")
        .select(columns)
        .where("items.folder_id", "=", folderId)
        .where("items.name", "=", name)
        .executeTakeFirst();
      return row && fromRow(row);
    },
    async listInFolder(folderId, { name, text, pinnedTo, ...page }, sort) {
      let query = from().where("items.folder_id", "=", folderId);
      if (pinnedTo !== undefined) {
        const pinned = db.selectFrom("clone_media").select("item_id").where("dataset_id", "=", pinnedTo);
        query = query.where("items.id", "in", pinned);
      }
      if (name !== undefined) query = query.where("items.name", "=", name);
      return await list(withText(query, text), sort, page);
    },
    async search({ text, prefix, ...page }, sort, viewer) {
      let query = from()
        .where("folders.trash_id", "is", null)
        .where(readable("folders", "folder", viewer));
      if (prefix !== undefined) query = query.where(beginsWith("items.lower_name", prefix.toLowerCase()));
      return await list(withText(query, text), sort, page);
    },
    async position({ folderId, text }, sort, viewer, item) {
      const query =
        folderId === undefined
          ? from()
              .where("folders.trash_id", "is", null)
              .where(readable("folders", "folder", viewer))
          : from().where("items.folder_id", "=", folderId);
      const column = sortColumns[sort.by];
      const value = toRow(item)[column];
      const { n } = await withText(query, text)
        .where(precedes([`items.${column}`, "items.id"], sort.descending, { value, id: item.id }))
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return Number(n);
    },
    async listInFolders(folderIds) {
      const items: ItemRecord[] = [];
      for (const chunk of chunks(folderIds)) {
        const rows = await from()
          .selectAll("items")
          .select(columns)
          .where("items.folder_id", "in", chunk)
          .orderBy("items.name")
          .orderBy("items.id")
          .execute();
        for (const item of await mapYielding(rows, fromRow)) items.push(item);
      }
      return items;
    },
    async listIdsInFolders(folderIds) {
      const ids: string[] = [];
      for (const chunk of chunks(folderIds)) {
        const rows = await db.selectFrom("items").select("id").where("folder_id", "in", chunk).execute();
        for (const row of rows) ids.push(row.id);
      }
      return ids;
    },
    async count(folderId) {
      const row = await db
        .selectFrom("items")
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .where("folder_id", "=", folderId)
        .executeTakeFirstOrThrow();
      return Number(row.n);
    },
    async addSize(id, bytes) {
      await db
        .updateTable("items")
        .set((eb) => ({ size: eb("size", "+", bytes) }))
        .where("id", "=", id)
        .execute();
    },
  };
}

function toRow(item: ItemRecord): ItemsTable {
  return {
    id: item.id,
    folder_id: item.folderId,
    ...namesOf(item.name),
    description: item.description,
    creator_id: item.creatorId,
    size: item.size,
    meta: JSON.stringify(item.meta),
    copy_of_item_id: item.copyOfItemId,
    created_ms: item.createdMs,
    updated_ms: item.updatedMs,
  };
}

function toChanges(changes: Partial<ItemRecord>): Updateable<ItemsTable> {
  const row: Updateable<ItemsTable> = {};
  if (changes.folderId !== undefined) row.folder_id = changes.folderId;
  if (changes.name !== undefined) Object.assign(row, namesOf(changes.name));
  if (changes.description !== undefined) row.description = changes.description;
  if (changes.size !== undefined) row.size = changes.size;
  if (changes.meta !== undefined) row.meta = JSON.stringify(changes.meta);
  if (changes.createdMs !== undefined) row.created_ms = changes.createdMs;
  if (changes.updatedMs !== undefined) row.updated_ms = changes.updatedMs;
  return row;
}

function fromRow(row: ItemRow): ItemRecord {
  return {
    id: row.id,
    folderId: row.folder_id,
    name: row.name,
    description: row.description,
    creatorId: row.creator_id,
    size: row.size,
    meta: JSON.parse(row.meta) as Meta,
    copyOfItemId: row.copy_of_item_id,
    baseParentType: row.base_parent_type,
    baseParentId: row.base_parent_id,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  };
}
