/**
 * The rules between rows, each with the query that finds violations and the statements that fix them, in this order.
 */
import { sql } from "kysely";

import { firstStage } from "../../ports/annotation.repository.ts";
import type { ConsistencyRepository, Inconsistency } from "../../ports/consistency.repository.ts";
import { rawRows } from "./raw-rows.ts";
import type { Db } from "./tables.ts";

interface Rule {
  readonly what: string;
  readonly find: string;
  /** Absent: only a backup helps. */
  readonly repair?: readonly string[];
}

const exampleCount = 3;

const parentIsGone = `(parent_type = 'folder' AND parent_id NOT IN (SELECT id FROM folders)
    AND parent_id NOT IN (SELECT id FROM trash)
  OR parent_type = 'user' AND parent_id NOT IN (SELECT id FROM users)
  OR parent_type = 'collection' AND parent_id NOT IN (SELECT id FROM collections))`;
const baseIsGone = `(base_parent_type = 'user' AND base_parent_id NOT IN (SELECT id FROM users)
  OR base_parent_type = 'collection' AND base_parent_id NOT IN (SELECT id FROM collections))`;
const firstAdministrator = "(SELECT id FROM users WHERE admin = 1 ORDER BY created_ms, id LIMIT 1)";
const toTheTop = (where: string): string[] => [
  `UPDATE folders SET base_parent_type = 'user', base_parent_id = ${firstAdministrator} WHERE ${where} AND ${baseIsGone}`,
  `UPDATE folders SET parent_type = base_parent_type, parent_id = base_parent_id,
    name = name || ' (' || id || ')', lower_name = lower_name || ' (' || id || ')',
    sort_name = sort_name || ' (' || id || ')' WHERE ${where}`,
];

/** Every folder with the user or collection at the top of its tree. */
const tree = `WITH RECURSIVE tree (id, top_type, top_id) AS (
  SELECT id, parent_type, parent_id FROM folders WHERE parent_type <> 'folder'
  UNION ALL
  SELECT folders.id, tree.top_type, tree.top_id FROM folders JOIN tree
    ON folders.parent_id = tree.id AND folders.parent_type = 'folder')`;
const isElsewhere = "(base_parent_type <> top_type OR base_parent_id <> top_id)";

/** The folder with the smallest id in a cycle, as seen from each of its folders. */
const rings = `WITH RECURSIVE up (start, id, depth) AS (
  SELECT id, parent_id, 1 FROM folders WHERE parent_type = 'folder'
  UNION
  SELECT up.start, folders.parent_id, up.depth + 1 FROM up JOIN folders ON folders.id = up.id
    WHERE folders.parent_type = 'folder' AND up.id <> up.start AND up.depth < 1000)
  SELECT start AS id FROM up WHERE start = id`;

const datasetIsGone = "dataset_id NOT IN (SELECT id FROM folders)";
const hookedFolderIsGone = "folder_id IS NOT NULL AND folder_id NOT IN (SELECT id FROM folders)";
const webhookIsGone = "webhook_id NOT IN (SELECT id FROM webhooks)";
const threadIsGone = "thread_id NOT IN (SELECT id FROM comments)";
const accessOfNothing = `(model = 'collection' AND document_id NOT IN (SELECT id FROM collections)
  OR model = 'job' AND document_id NOT IN (SELECT id FROM jobs))`;
const accessOfNobody = `(subject_type = 'user' AND subject_id NOT IN (SELECT id FROM users)
  OR subject_type = 'group' AND subject_id NOT IN (SELECT id FROM groups))`;
const userIsGone = "user_id NOT IN (SELECT id FROM users)";
const sizeOfFile = "(SELECT size FROM blobs WHERE hash = files.blob_hash)";
const sizeOfItem = "(SELECT coalesce(sum(size), 0) FROM files WHERE item_id = items.id)";
const sizeOfFolder = "(SELECT coalesce(sum(size), 0) FROM items WHERE folder_id = folders.id)";

const entryIsGone = "(trash_id IS NOT NULL AND trash_id NOT IN (SELECT id FROM trash))";
const trashedIsGone = "folder_id NOT IN (SELECT id FROM folders)";

const rules: readonly Rule[] = [
  {
    what: "entries of the trash whose folder is gone",
    find: `SELECT id FROM trash WHERE ${trashedIsGone}`,
    repair: [`DELETE FROM trash WHERE ${trashedIsGone}`],
  },
  {
    what: "folders in the trash without an entry there",
    find: `SELECT id, name FROM folders WHERE ${entryIsGone}`,
    repair: [`UPDATE folders SET trash_id = NULL WHERE ${entryIsGone}`],
  },
  {
    what: "folders that lie in themselves",
    find: rings,
    // Moves the first folder of each cycle; the others are below it.
    repair: toTheTop(`id IN (SELECT min(id) FROM (${rings}) AS ring)`),
  },
  {
    what: "folders whose parent is gone",
    find: `SELECT id, name FROM folders WHERE ${parentIsGone}`,
    repair: toTheTop(parentIsGone),
  },
  {
    what: "folders that belong to another user or collection than their parent",
    find: `${tree} SELECT folders.id, folders.name FROM folders JOIN tree ON tree.id = folders.id WHERE ${isElsewhere}`,
    repair: [
      `${tree} UPDATE folders SET base_parent_type = tree.top_type, base_parent_id = tree.top_id FROM tree
        WHERE tree.id = folders.id AND ${isElsewhere}`,
    ],
  },
  {
    what: "annotations of a dataset that is gone",
    find: `SELECT DISTINCT dataset_id FROM annotations WHERE ${datasetIsGone}`,
    repair: [`DELETE FROM annotations WHERE ${datasetIsGone}`],
  },
  {
    what: "features of a dataset that is gone",
    find: `SELECT DISTINCT dataset_id FROM feature_chunks WHERE ${datasetIsGone}`,
    repair: [`DELETE FROM feature_chunks WHERE ${datasetIsGone}`],
  },
  {
    what: "revisions of a dataset that is gone",
    find: `SELECT DISTINCT dataset_id FROM revisions WHERE ${datasetIsGone}`,
    repair: [`DELETE FROM revisions WHERE ${datasetIsGone}`],
  },
  {
    what: "media pinned for a clone that is gone",
    find: `SELECT DISTINCT dataset_id FROM clone_media WHERE ${datasetIsGone}`,
    repair: [`DELETE FROM clone_media WHERE ${datasetIsGone}`],
  },
  {
    what: "notes of a clone that is gone",
    find: `SELECT dataset_id FROM clones WHERE ${datasetIsGone}`,
    repair: [`DELETE FROM clones WHERE ${datasetIsGone}`],
  },
  {
    what: "comments on a dataset that is gone",
    find: `SELECT DISTINCT dataset_id FROM comments WHERE ${datasetIsGone}`,
    repair: [`DELETE FROM comments WHERE ${datasetIsGone}`],
  },
  {
    what: "tasks of a dataset that is gone",
    find: `SELECT DISTINCT dataset_id FROM tasks WHERE ${datasetIsGone}`,
    repair: [`DELETE FROM tasks WHERE ${datasetIsGone}`],
  },
  {
    what: "webhooks of a folder that is gone",
    find: `SELECT id FROM webhooks WHERE ${hookedFolderIsGone}`,
    repair: [
      `DELETE FROM webhook_deliveries WHERE webhook_id IN (SELECT id FROM webhooks WHERE ${hookedFolderIsGone})`,
      `DELETE FROM webhooks WHERE ${hookedFolderIsGone}`,
    ],
  },
  {
    what: "messages to a webhook that is gone",
    find: `SELECT id FROM webhook_deliveries WHERE ${webhookIsGone}`,
    repair: [`DELETE FROM webhook_deliveries WHERE ${webhookIsGone}`],
  },
  {
    what: "replies to a comment that is gone",
    find: `SELECT id FROM comments WHERE ${threadIsGone}`,
    repair: [`DELETE FROM comments WHERE ${threadIsGone}`],
  },
  {
    what: "access lists of something that is gone",
    find: `SELECT DISTINCT model, document_id FROM access WHERE ${accessOfNothing}`,
    repair: [`DELETE FROM access WHERE ${accessOfNothing}`],
  },
  {
    what: "rights of users and groups that are gone",
    find: `SELECT model, document_id, subject_type, subject_id FROM access WHERE ${accessOfNobody}
      UNION SELECT 'folder', list_id, subject_type, subject_id FROM folder_access WHERE ${accessOfNobody}`,
    repair: [`DELETE FROM access WHERE ${accessOfNobody}`, `DELETE FROM folder_access WHERE ${accessOfNobody}`],
  },
  {
    what: "identities of users that are gone",
    find: `SELECT issuer, subject FROM identities WHERE ${userIsGone}`,
    repair: [`DELETE FROM identities WHERE ${userIsGone}`],
  },
  {
    what: "files of another size than their content",
    find: `SELECT id, name FROM files WHERE size <> ${sizeOfFile}`,
    repair: [`UPDATE files SET size = ${sizeOfFile} WHERE size <> ${sizeOfFile}`],
  },
  {
    what: "items of another size than their files",
    find: `SELECT id, name FROM items WHERE size <> ${sizeOfItem}`,
    repair: [`UPDATE items SET size = ${sizeOfItem} WHERE size <> ${sizeOfItem}`],
  },
  {
    what: "folders of another size than their items",
    find: `SELECT id, name FROM folders WHERE size <> ${sizeOfFolder}`,
    repair: [`UPDATE folders SET size = ${sizeOfFolder} WHERE size <> ${sizeOfFolder}`],
  },
  {
    what: "uploads that have more than their size",
    find: "SELECT id, name FROM uploads WHERE received > size",
    repair: ["DELETE FROM uploads WHERE received > size"],
  },
  {
    what: "files without a content",
    find: "SELECT id, name FROM files WHERE link_url IS NULL AND blob_hash IS NULL AND source_id IS NULL",
  },
  {
    what: "annotations of a revision that is not in the log",
    find: `SELECT DISTINCT a.dataset_id, a.rev_created FROM annotations a WHERE a.rev_created < ${firstStage} AND NOT EXISTS
      (SELECT 1 FROM revisions r WHERE r.dataset_id = a.dataset_id AND r.revision = a.rev_created)`,
  },
  {
    what: "annotations ended by a revision that is not in the log",
    find: `SELECT DISTINCT a.dataset_id, a.rev_deleted FROM annotations a WHERE a.rev_deleted < ${firstStage} AND NOT EXISTS
      (SELECT 1 FROM revisions r WHERE r.dataset_id = a.dataset_id AND r.revision = a.rev_deleted)`,
  },
  {
    what: "datasets whose revisions have gaps",
    find: "SELECT dataset_id FROM revisions GROUP BY dataset_id HAVING count(*) <> max(revision) OR min(revision) <> 1",
  },
  {
    what: "tracks and groups that are there twice at once",
    find: `SELECT dataset_id, set_name, kind, id FROM annotations WHERE rev_deleted IS NULL
      GROUP BY dataset_id, set_name, kind, id HAVING count(*) > 1`,
  },
];

export function consistencyRepository(db: Db): ConsistencyRepository {
  return {
    kinds: rules.map(({ what }) => what),
    async find() {
      const inconsistencies: Inconsistency[] = [];
      for (const { what, find, repair } of rules) {
        const rows = await rawRows(db, sql<Record<string, unknown>>`(${sql.raw(find)})`);
        if (rows.length === 0) continue;
        const examples = rows.slice(0, exampleCount).map((row) => JSON.stringify(row));
        inconsistencies.push({ what, count: rows.length, examples, repairable: repair !== undefined });
      }
      return inconsistencies;
    },
    async repair() {
      for (const { repair = [] } of rules) for (const statement of repair) await sql.raw(statement).execute(db);
    },
  };
}
