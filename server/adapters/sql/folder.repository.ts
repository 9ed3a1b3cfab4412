/** Folders in SQL. */
import { sql, type Expression, type Selectable, type SqlBool, type Updateable } from "kysely";

import { mapYielding } from "../../base/turns.ts";
import { listingOf } from "../../domain/dataset.ts";
import type {
  DatasetSearch,
  FolderQuery,
  FolderRepository,
  FolderSort,
  TreeContents,
} from "../../ports/folder.repository.ts";
import type { FolderRecord, Meta, Page, Viewer } from "../../ports/records.ts";
import { namesOf } from "./names-of.ts";
import { insertMany } from "./many-rows.ts";
import { rawRows } from "./raw-rows.ts";
import type { Ranks } from "./ranks.ts";
import type { DescribedBy } from "./described-by.ts";
import type { Db } from "./tables.ts";
import {
  beginsWith,
  chunks,
  contains,
  hasEntry,
  inColumns,
  matches,
  paged,
  precedes,
  readable,
  words,
} from "./queries.ts";
import { bit } from "./tables.ts";
import type { FoldersTable } from "./tables/tree.ts";

const sortColumns = {
  name: "name",
  lowerName: "sort_name",
  created: "created_ms",
  updated: "updated_ms",
  size: "size",
  annotate: "is_dataset",
} as const satisfies Record<FolderSort, keyof FoldersTable>;

/** A page in the second half is read from the end: a database skips all rows before a page. */
function windowOf({ limit, offset }: Page, total: number): Page & { readonly isFromEnd: boolean } {
  if (limit === 0 || offset <= total / 2) return { limit, offset, isFromEnd: false };
  const left = Math.max(0, Math.min(limit, total - offset));
  return { limit: left, offset: Math.max(0, total - offset - left), isFromEnd: true };
}

/** With more tracks than this they are not checked one by one: that takes longer than a list may. */
const maxScanned = 20_000;

export function foldersRepository(db: Db, describedBy: DescribedBy, ranks: Ranks): FolderRepository {
  const select = (query: FolderQuery, viewer: Viewer) => {
    let folders = db.selectFrom("folders").where(readable("folders", "folder", viewer));
    if (query.parent !== undefined) {
      folders = folders.where("parent_id", "=", query.parent.id).where("parent_type", "=", query.parent.type);
    } else {
      // Folders in the trash have no parent folder.
      folders = folders.where("folders.trash_id", "is", null);
    }
    if (query.name !== undefined) folders = folders.where("name", "=", query.name);
    if (query.prefix !== undefined) {
      const prefix = query.prefix;
      folders = folders.where(beginsWith("lower_name", prefix.toLowerCase()));
    }
    if (query.text !== undefined) {
      folders = folders.where(matches(query.text, inColumns("lower_name", "description")));
    }
    if (query.datasetsOnly === true) folders = folders.where("is_dataset", "=", 1);
    if (query.trainedOnly === true) {
      folders = folders.where(sql<SqlBool>`folders.meta LIKE '%"trained_pipeline":%'`);
    }
    const source = query.showingMediaOf;
    if (source !== undefined) {
      folders = folders.where((eb) => eb.or([eb("folders.id", "=", source), eb("foreign_media_id", "=", source)]));
    }
    if (query.privateOnly === true) folders = folders.where("public", "=", 0);
    const sharedWith = query.sharedWith;
    const either: Expression<SqlBool>[] = [];
    if (query.published === true) either.push(sql<SqlBool>`folders.is_published = 1`);
    if (sharedWith !== undefined) either.push(isSharedWith("folders", sharedWith));
    if (query.createdBy !== undefined) either.push(sql<SqlBool>`folders.creator_id = ${query.createdBy}`);
    if (either.length > 0) folders = folders.where((eb) => eb.or(either));
    if (query.topmostSharedOnly === true && sharedWith !== undefined) {
      folders = folders.where(
        sql<SqlBool>`NOT EXISTS (SELECT 1 FROM folders AS parent WHERE parent.id = folders.parent_id
          AND parent.public = 0 AND ${isSharedWith("parent", sharedWith)})`,
      );
    }
    return folders;
  };

  return {
    async insert(folder) {
      await db.insertInto("folders").values(toRow(folder)).execute();
    },
    async insertMany(folders) {
      const [first] = folders;
      if (first === undefined) return;
      const columns = Object.keys(toRow(first)).map((name) => ({ name: name as keyof FolderRow }));
      const rows = await mapYielding(folders, (folder) => {
        const row = toRow(folder);
        return columns.map(({ name }) => row[name]);
      });
      await insertMany(db, "folders", columns, rows);
    },
    async update(id, changes) {
      await db.updateTable("folders").set(toChanges(changes)).where("id", "=", id).execute();
    },
    async updateMany(ids, changes) {
      for (const some of chunks(ids)) {
        await db.updateTable("folders").set(toChanges(changes)).where("id", "in", some).execute();
      }
    },
    async removeMany(ids) {
      for (const some of chunks(ids)) await db.deleteFrom("folders").where("id", "in", some).execute();
    },
    async find(id) {
      const row = await db.selectFrom("folders").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromRow(row);
    },
    async findMany(ids) {
      const found: FolderRecord[] = [];
      for (const some of chunks(ids)) {
        const rows = await db.selectFrom("folders").selectAll().where("id", "in", some).execute();
        found.push(...(await mapYielding(rows, fromRow)));
      }
      return found;
    },
    async findByName(parent, name) {
      const row = await db
        .selectFrom("folders")
        .selectAll()
        .where("parent_id", "=", parent.id)
        .where("parent_type", "=", parent.type)
        .where("name", "=", name)
        .executeTakeFirst();
      return row && fromRow(row);
    },
    async list(query, sort, viewer) {
      const folders = select(query, viewer);
      const counted = await folders.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
      const total = Number(counted.n);
      const column = sortColumns[sort.by];
      const direction = sort.descending ? "desc" : "asc";
      const { isFromEnd, ...window } = windowOf(query, total);
      if (isFromEnd && window.limit === 0) return { rows: [], total };
      // An index finds the ids; rows are wide, and only those of the page are read.
      const ordered = folders
        .select("folders.id as id")
        .orderBy(column, isFromEnd === sort.descending ? "asc" : "desc")
        .orderBy("folders.id", isFromEnd ? "desc" : "asc");
      const page = paged(ordered, window);
      const rows = await db
        .selectFrom(page.as("page"))
        .innerJoin("folders", "folders.id", "page.id")
        .selectAll("folders")
        .orderBy(column, direction)
        .orderBy("folders.id")
        .execute();
      return { rows: await mapYielding(rows, fromRow), total };
    },
    async searchDatasets(sought, limit, viewer) {
      const datasets = db
        .selectFrom("folders")
        .where("is_dataset", "=", 1)
        .where("trash_id", "is", null)
        .where(readable("folders", "folder", viewer));
      const newest = datasets.select("id").orderBy("updated_ms", "desc").orderBy("id").limit(maxSearched);
      const rows = await datasets
        .$if("label" in sought, (all) => all.where("id", "in", newest))
        .where(matchesSearch(sought, describedBy))
        .selectAll()
        .orderBy("updated_ms", "desc")
        .orderBy("id")
        .limit(limit)
        .execute();
      return await mapYielding(rows, fromRow);
    },
    async position(query, sort, viewer, folder) {
      const column = sortColumns[sort.by];
      const value = toRow(folder)[column];
      const row = await select(query, viewer)
        .where(precedes([`folders.${column}`, "folders.id"], sort.descending, { value, id: folder.id }))
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return Number(row.n);
    },
    async count(parent, viewer) {
      const row = await select({ parent, limit: 0, offset: 0 }, viewer)
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return Number(row.n);
    },
    async sizesOf(type, ids) {
      const sizes = new Map<string, number>();
      for (const some of chunks(ids)) {
        const rows = await db
          .selectFrom("folders")
          .select((eb) => ["base_parent_id", eb.fn.sum<number>("size").as("bytes")])
          .where("base_parent_id", "in", some)
          .where("base_parent_type", "=", type)
          .groupBy("base_parent_id")
          .execute();
        for (const { base_parent_id: id, bytes } of rows) sizes.set(id, Number(bytes));
      }
      return sizes;
    },
    async listSubtreeIds(id) {
      const tree = sql<{ id: string; depth: number }>`(
        WITH RECURSIVE tree (id, depth) AS (
          SELECT id, 0 FROM folders WHERE id = ${id}
          UNION ALL
          SELECT folders.id, tree.depth + 1 FROM folders JOIN tree ON folders.parent_id = tree.id
        )
        SELECT id, depth FROM tree)`;
      return (await rawRows(db, tree, ["depth", "id"])).map((row) => row.id);
    },
    async countTree(id, viewer) {
      const counts = sql<Record<keyof TreeContents, number | string>>`(
        WITH RECURSIVE tree (id, is_dataset, is_inside, size) AS (
          SELECT id, is_dataset, 0, size FROM folders
            WHERE (id = ${id} OR parent_id = ${id}) AND ${readable("folders", "folder", viewer)}
          UNION
          SELECT folders.id, folders.is_dataset, CASE WHEN tree.is_inside + tree.is_dataset > 0 THEN 1 ELSE 0 END,
            folders.size
            FROM folders JOIN tree ON folders.parent_id = tree.id WHERE ${readable("folders", "folder", viewer)}
        ), places AS (
          SELECT id, MAX(is_dataset) AS is_dataset, MAX(is_inside) AS is_inside, MAX(size) AS size FROM tree GROUP BY id
        ), live AS (
          SELECT COUNT(*) AS tracks, COUNT(DISTINCT annotations.label) AS types
            FROM annotations JOIN places ON places.id = annotations.dataset_id
            WHERE annotations.kind = 'track' AND annotations.rev_deleted IS NULL AND annotations.label IS NOT NULL
        )
        SELECT
          (SELECT COUNT(*) FROM places WHERE is_dataset = 0 AND is_inside = 0 AND id <> ${id}) AS folders,
          (SELECT COUNT(*) FROM places WHERE is_dataset = 1 AND is_inside = 0) AS datasets,
          (SELECT COUNT(*) FROM items JOIN places ON places.id = items.folder_id
            WHERE places.is_dataset = 0 AND places.is_inside = 0) AS files,
          (SELECT tracks FROM live) AS tracks,
          (SELECT types FROM live) AS types,
          CASE WHEN (SELECT tracks FROM live) > ${maxScanned} THEN -1 ELSE (
            SELECT COUNT(*) FROM annotations JOIN places ON places.id = annotations.dataset_id
              WHERE annotations.kind = 'track' AND annotations.rev_deleted IS NULL
                AND annotations.label IS NOT NULL AND ${ranks.isReviewed}) END AS reviewed,
          (SELECT COALESCE(SUM(size), 0) FROM places) AS bytes)`;
      const [row] = await rawRows(db, counts);
      const count = (name: keyof TreeContents): number => Number(row?.[name] ?? 0);
      return {
        folders: count("folders"),
        datasets: count("datasets"),
        files: count("files"),
        tracks: count("tracks"),
        types: count("types"),
        bytes: count("bytes"),
        reviewed: count("reviewed") < 0 ? null : count("reviewed"),
      };
    },
    async listAncestors(id) {
      const ancestors = sql<Selectable<FoldersTable> & { depth: number }>`(
        WITH RECURSIVE up (id, depth) AS (
          SELECT parent_id, 1 FROM folders WHERE id = ${id} AND parent_type = 'folder'
          UNION ALL
          SELECT folders.parent_id, up.depth + 1 FROM folders JOIN up ON folders.id = up.id
          WHERE folders.parent_type = 'folder'
        )
        SELECT folders.*, up.depth FROM up JOIN folders ON folders.id = up.id)`;
      return (await rawRows(db, ancestors, ["depth"])).map(fromRow);
    },
    async addSize(id, bytes) {
      await db
        .updateTable("folders")
        .set((eb) => ({ size: eb("size", "+", bytes) }))
        .where("id", "=", id)
        .execute();
    },
  };
}

/** How many datasets a search of annotations covers. */
const maxSearched = 1000;

function matchesSearch(sought: DatasetSearch, describedBy: DescribedBy): Expression<SqlBool> {
  if ("types" in sought) {
    const any = sought.types.map((type) => contains("folders.meta", `"type":${JSON.stringify(type)}`));
    return any.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(any, sql` OR `)})`;
  }
  if ("metadata" in sought) {
    // Most texts occur in few documents: only those are parsed.
    const escaped = words(sought.metadata).map((word) => JSON.stringify(word).slice(1, -1));
    const somewhere = sql.join(
      escaped.map((word) => contains("folders.meta", word)),
      sql` AND `,
    );
    return sql<SqlBool>`(CASE WHEN ${somewhere} THEN ${describedBy(sought.metadata)} ELSE FALSE END)`;
  }
  return sql<SqlBool>`EXISTS (SELECT 1 FROM annotations WHERE annotations.dataset_id = folders.id
    AND annotations.set_name = '' AND annotations.kind = 'track' AND annotations.rev_deleted IS NULL
    AND ${beginsWith(sql<string>`lower(annotations.label)`, sought.label.toLowerCase())})`;
}

/** Created by another, known user, and this user is in the access list. */
function isSharedWith(table: string, userId: string): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${table}.creator_id`)} <> ${userId} AND ${hasEntry(table, "folder", userId)})`;
}

/** All columns except the access list, which is passed separately. */
type FolderRow = Omit<FoldersTable, "access_list">;

function toRow(folder: FolderRecord): FolderRow {
  return {
    id: folder.id,
    ...namesOf(folder.name),
    description: folder.description,
    parent_type: folder.parentType,
    parent_id: folder.parentId,
    base_parent_type: folder.baseParentType,
    base_parent_id: folder.baseParentId,
    creator_id: folder.creatorId,
    public: bit(folder.public),
    size: folder.size,
    ...metaColumns(folder.meta),
    foreign_media_id: folder.foreignMediaId,
    trash_id: folder.trashId,
    created_ms: folder.createdMs,
    updated_ms: folder.updatedMs,
  };
}

function metaColumns(meta: Meta): Pick<FoldersTable, "meta" | "is_dataset" | "is_published"> {
  const { isDataset, isPublished } = listingOf(meta);
  return {
    meta: JSON.stringify(meta),
    is_dataset: bit(isDataset),
    is_published: bit(isPublished),
  };
}

function toChanges(changes: Partial<FolderRecord>): Updateable<FoldersTable> {
  const row: Updateable<FoldersTable> = {};
  if (changes.name !== undefined) Object.assign(row, namesOf(changes.name));
  if (changes.description !== undefined) row.description = changes.description;
  if (changes.parentType !== undefined) row.parent_type = changes.parentType;
  if (changes.parentId !== undefined) row.parent_id = changes.parentId;
  if (changes.baseParentType !== undefined) row.base_parent_type = changes.baseParentType;
  if (changes.baseParentId !== undefined) row.base_parent_id = changes.baseParentId;
  if (changes.creatorId !== undefined) row.creator_id = changes.creatorId;
  if (changes.public !== undefined) row.public = bit(changes.public);
  if (changes.size !== undefined) row.size = changes.size;
  if (changes.meta !== undefined) Object.assign(row, metaColumns(changes.meta));
  if (changes.foreignMediaId !== undefined) row.foreign_media_id = changes.foreignMediaId;
  if (changes.trashId !== undefined) row.trash_id = changes.trashId;
  if (changes.createdMs !== undefined) row.created_ms = changes.createdMs;
  if (changes.updatedMs !== undefined) row.updated_ms = changes.updatedMs;
  return row;
}

function fromRow(row: Selectable<FoldersTable>): FolderRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    parentType: row.parent_type,
    parentId: row.parent_id,
    baseParentType: row.base_parent_type,
    baseParentId: row.base_parent_id,
    creatorId: row.creator_id,
    public: row.public === 1,
    size: row.size,
    meta: JSON.parse(row.meta) as Meta,
    foreignMediaId: row.foreign_media_id,
    trashId: row.trash_id,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  };
}
