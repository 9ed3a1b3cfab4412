/**
 * Checks the database and the disk directly after a crash: no write may be incomplete. A newly started server has
 * cleaned up; what may remain is listed here.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { Client } from "pg";

import { openPostgresDatabase } from "../../server/adapters/postgres/database.ts";
import { openSqliteDatabase } from "../../server/adapters/sqlite/database.ts";
import type { Database } from "../../server/ports/database.ts";

/**
 * @returns one sentence per violation: findings of `wakeline admin doctor`, and violations that only these tests
 *   exclude
 */
async function auditRows(database: Database): Promise<string[]> {
  const found = await database.consistency.find();
  return found.map(({ what, count, examples }) => `${count} ${what}: ${examples.join(" ")}`);
}

/** Uploads create item and file together; only the API creates items without one. */
const itemsWithoutFile = "SELECT id, name FROM items WHERE id NOT IN (SELECT item_id FROM files) LIMIT 3";

/** The embedded database and the files next to it, of a killed server that has not cleaned up yet. */
export async function auditDatabaseFile(dataFolder: string): Promise<string[]> {
  const path = join(dataFolder, "wakeline.db");
  const findings: string[] = [];
  const db = new DatabaseSync(path);
  try {
    const [integrity, keys] = [
      db.prepare("PRAGMA integrity_check").all(),
      db.prepare("PRAGMA foreign_key_check").all(),
    ];
    if (integrity.length !== 1 || integrity[0]?.["integrity_check"] !== "ok") {
      findings.push(`integrity_check: ${JSON.stringify(integrity.slice(0, 3))}`);
    }
    if (keys.length > 0) findings.push(`foreign_key_check: ${JSON.stringify(keys.slice(0, 3))}`);
    const bare = db.prepare(itemsWithoutFile).all();
    if (bare.length > 0) findings.push(`items without a file: ${JSON.stringify(bare)}`);
  } finally {
    db.close();
  }
  const database = await openSqliteDatabase(path);
  try {
    return [...findings, ...(await auditRows(database))];
  } finally {
    await database.close();
  }
}

/** The files of a server that has restarted and is idle. */
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
      if (!uploads.has(id)) findings.push(`uploads/${name} belongs to no one`);
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
  const { rows: bare } = await client.query(itemsWithoutFile).finally(() => client.end());
  const database = await openPostgresDatabase(url, { warn: () => undefined });
  try {
    const findings = bare.length > 0 ? [`items without a file: ${JSON.stringify(bare)}`] : [];
    return [...findings, ...(await auditRows(database))];
  } finally {
    await database.close();
  }
}
