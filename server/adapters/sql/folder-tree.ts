/** Folders as a tree: the folders above and below one, and how much it contains. */
import { sql, type Selectable } from "kysely";

import type { FolderRepository, TreeContents } from "../../ports/folder.repository.ts";
import { fromRow } from "./folder-rows.ts";
import { chunks, readable } from "./queries.ts";
import type { Ranks } from "./ranks.ts";
import { rawRows } from "./raw-rows.ts";
import type { Db } from "./tables.ts";
import type { FoldersTable } from "./tables/tree.ts";

/** With more tracks than this they are not checked one by one: that takes longer than a list may. */
const maxScanned = 20_000;

export function folderTree(
  db: Db,
  ranks: Ranks,
): Pick<FolderRepository, "sizesOf" | "listSubtreeIds" | "countTree" | "listAncestors"> {
  return {
    async sizesOf(type, ids) {
      const sizes = new Map<string, number>();
      for (const chunk of chunks(ids)) {
        const rows = await db
          .selectFrom("folders")
          .select((eb) => ["base_parent_id", eb.fn.sum<number>("size").as("bytes")])
          .where("base_parent_id", "in", chunk)
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
  };
}
