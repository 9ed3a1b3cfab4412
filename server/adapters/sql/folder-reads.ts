/** Finding folders: by id and name, as lists, and by a search of datasets. */
import { sql, type Expression, type SqlBool } from "kysely";

import { mapYielding } from "../../base/turns.ts";
import type { DatasetSearch, FolderQuery, FolderRepository, FolderSort } from "../../ports/folder.repository.ts";
import type { FolderRecord, Page, Viewer } from "../../ports/records.ts";
import type { DescribedBy } from "./described-by.ts";
import { fromRow, toRow } from "./folder-rows.ts";
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
import type { Db } from "./tables.ts";
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

/** How many datasets a search of annotations covers. */
const maxSearched = 1000;

export function folderReads(
  db: Db,
  describedBy: DescribedBy,
): Pick<FolderRepository, "find" | "findMany" | "findByName" | "list" | "searchDatasets" | "position" | "count"> {
  return {
    async find(id) {
      const row = await db.selectFrom("folders").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromRow(row);
    },
    async findMany(ids) {
      const folders: FolderRecord[] = [];
      for (const chunk of chunks(ids)) {
        const rows = await db.selectFrom("folders").selectAll().where("id", "in", chunk).execute();
        folders.push(...(await mapYielding(rows, fromRow)));
      }
      return folders;
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
      const folders = foldersOf(db, query, viewer);
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
      const row = await foldersOf(db, query, viewer)
        .where(precedes([`folders.${column}`, "folders.id"], sort.descending, { value, id: folder.id }))
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return Number(row.n);
    },
    async count(parent, viewer) {
      const row = await foldersOf(db, { parent, limit: 0, offset: 0 }, viewer)
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return Number(row.n);
    },
  };
}

/** The folders that match, and that the viewer may read. */
function foldersOf(db: Db, query: FolderQuery, viewer: Viewer) {
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
}

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
