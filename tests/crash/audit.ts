/**
 * Looks behind the api, at what lies in the database and on the disk after a crash: nothing there is half of something. A
 * server that has just started has tidied up; what is allowed to remain is named here.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { Client } from "pg";

export type Query = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Rows that must not be there, and what each would mean. */
const impossible: readonly (readonly [string, string])[] = [
  [
    "annotations of a revision that is not in the log",
    `SELECT DISTINCT a.dataset_id, a.rev_created FROM annotations a WHERE NOT EXISTS
      (SELECT 1 FROM revisions r WHERE r.dataset_id = a.dataset_id AND r.revision = a.rev_created)`,
  ],
  [
    "annotations ended by a revision that is not in the log",
    `SELECT DISTINCT a.dataset_id, a.rev_deleted FROM annotations a WHERE a.rev_deleted IS NOT NULL AND NOT EXISTS
      (SELECT 1 FROM revisions r WHERE r.dataset_id = a.dataset_id AND r.revision = a.rev_deleted)`,
  ],
  [
    "revisions whose numbers have gaps",
    "SELECT dataset_id FROM revisions GROUP BY dataset_id HAVING count(*) <> max(revision) OR min(revision) <> 1",
  ],
  [
    "a track that is there twice at once",
    `SELECT dataset_id, set_name, kind, id FROM annotations WHERE rev_deleted IS NULL
      GROUP BY dataset_id, set_name, kind, id HAVING count(*) > 1`,
  ],
  [
    "annotations of a dataset that is gone",
    "SELECT DISTINCT dataset_id FROM annotations WHERE dataset_id NOT IN (SELECT id FROM folders)",
  ],
  [
    "revisions of a dataset that is gone",
    "SELECT DISTINCT dataset_id FROM revisions WHERE dataset_id NOT IN (SELECT id FROM folders)",
  ],
  [
    "folders whose parent is gone",
    "SELECT id FROM folders WHERE parent_type = 'folder' AND parent_id NOT IN (SELECT id FROM folders)",
  ],
  ["items without a file", "SELECT id, name FROM items WHERE id NOT IN (SELECT item_id FROM files)"],
  ["files without a content", "SELECT id, name FROM files WHERE link_url IS NULL AND blob_hash IS NULL"],
  [
    "files of another size than their content",
    "SELECT f.id FROM files f JOIN blobs b ON b.hash = f.blob_hash WHERE f.size <> b.size",
  ],
  [
    "items of another size than their files",
    "SELECT i.id FROM items i JOIN files f ON f.item_id = i.id GROUP BY i.id, i.size HAVING i.size <> sum(f.size)",
  ],
  [
    "folders of another size than their items",
    `SELECT f.id, f.name FROM folders f LEFT JOIN items i ON i.folder_id = f.id
      GROUP BY f.id, f.name, f.size HAVING f.size <> coalesce(sum(i.size), 0)`,
  ],
  ["uploads that have more than their size", "SELECT id FROM uploads WHERE received > size"],
];

/** @returns one sentence for each thing that must not be */
async function auditRows(query: Query): Promise<string[]> {
  const findings: string[] = [];
  for (const [what, sql] of impossible) {
    const rows = await query(sql);
    if (rows.length > 0) findings.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return findings;
}

/** The embedded database and the files beside it, of a server that has been killed: nothing has tidied up yet. */
export async function auditDatabaseFile(dataFolder: string): Promise<string[]> {
  const db = new DatabaseSync(join(dataFolder, "wakeline.db"));
  try {
    const query: Query = async (sql) => db.prepare(sql).all();
    const [integrity, keys] = [await query("PRAGMA integrity_check"), await query("PRAGMA foreign_key_check")];
    const findings = await auditRows(query);
    if (integrity.length !== 1 || integrity[0]?.["integrity_check"] !== "ok") {
      findings.push(`integrity_check: ${JSON.stringify(integrity.slice(0, 3))}`);
    }
    if (keys.length > 0) findings.push(`foreign_key_check: ${JSON.stringify(keys.slice(0, 3))}`);
    return findings;
  } finally {
    db.close();
  }
}

/** The files of a server that has started again and has nothing to do. */
export async function auditFiles(dataFolder: string): Promise<string[]> {
  const db = new DatabaseSync(join(dataFolder, "wakeline.db"), { readOnly: true });
  try {
    const findings: string[] = [];
    const uploads = new Map(
      db
        .prepare("SELECT id, received FROM uploads")
        .all()
        .map((row) => [row["id"], row["received"]]),
    );
    for (const name of readdirSync(join(dataFolder, "uploads"))) {
      const id = name.replace(/\.part$/, "");
      if (!uploads.has(id)) findings.push(`uploads/${name} belongs to nobody`);
    }
    const blobs = db.prepare("SELECT hash, size FROM blobs WHERE hash IN (SELECT blob_hash FROM files)").all();
    for (const { hash, size } of blobs as { hash: string; size: number }[]) {
      const path = join(dataFolder, "blobs", hash.slice(0, 2), hash);
      const found = existsSync(path) ? statSync(path).size : "nothing";
      if (found !== size) findings.push(`content ${hash} has ${size} bytes, on the disk is ${found}`);
    }
    const known = new Set(
      db
        .prepare("SELECT hash FROM blobs")
        .all()
        .map((row) => row["hash"]),
    );
    for (const folder of readdirSync(join(dataFolder, "blobs"))) {
      for (const name of readdirSync(join(dataFolder, "blobs", folder))) {
        if (!known.has(name)) findings.push(`blobs/${folder}/${name} is in no row`);
      }
    }
    return findings;
  } finally {
    db.close();
  }
}

export async function auditPostgres(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await auditRows(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows);
  } finally {
    await client.end();
  }
}
