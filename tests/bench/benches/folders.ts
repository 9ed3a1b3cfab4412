/**
 * A folder of 100,000 datasets, on SQLite and on PostgreSQL: a page of it, by name and by last change, its last page,
 * and the page of an administrator, which skips access lists. Each is compared with the same page of a folder of 100.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { Client } from "pg";

import { signIn } from "../../crash/crash-rounds.ts";
import { insertStatements, type Row as DatabaseRow } from "../../support/insert-rows.ts";
import { createSchema, startPostgres } from "../../support/postgres.ts";
import { startServerProcess } from "../../support/server-process.ts";
import { clientOf } from "../../support/test-server.ts";
import type { Bench } from "../context.ts";
import { measure } from "../measure.ts";
import type { Row } from "../row.ts";

const many = 100_000;
const few = 100;
const pageSize = 50;
const rounds = 11;
const pages = [
  { name: "first by name", who: "owner", sort: "lowerName", isLast: false },
  { name: "last by name", who: "owner", sort: "lowerName", isLast: true },
  { name: "first by change", who: "owner", sort: "updated", isLast: false },
  { name: "last by change", who: "owner", sort: "updated", isLast: true },
  { name: "first by change, administrator", who: "admin", sort: "updated", isLast: false },
] as const;

/**
 * Inserts rows bypassing the API, and refreshes the statistics that a database would have gathered in the meantime.
 */
type Insert = (statements: Iterable<string>) => Promise<void>;

async function measureFolders(
  storage: string,
  env: Readonly<Record<string, string>>,
  into: (folder: string) => Insert,
) {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-bench-folders-"));
  const server = await startServerProcess({ dataFolder: folder, env });
  try {
    const names = { login: "owner", email: "owner@example.org", firstName: "O", lastName: "W" };
    const { _id: id, authToken } = await clientOf(server.url).call("user.register", {
      ...names,
      password: "correct horse",
    });
    const tokens = { owner: authToken?.token ?? "", admin: await signIn(server) };
    const insert = into(folder);
    const client = clientOf(server.url, tokens.owner);
    const parents: { id: string; count: number }[] = [];
    for (const count of [many, few]) {
      const at = { parentType: "user", parentId: id, name: `of ${count}` } as const;
      const parent = await client.call("folder.create", at);
      await insert(rowsIn(parent._id, id, count));
      parents.push({ id: parent._id, count });
    }
    await insert(["ANALYZE"]);
    const rows: Row[] = [];
    for (const { name, who, sort, isLast } of pages) {
      const ask = (parent: { id: string; count: number }) => async (): Promise<void> => {
        const offset = isLast ? parent.count - pageSize : 0;
        const query = `parentType=folder&parentId=${parent.id}&limit=${pageSize}&offset=${offset}&sort=${sort}&sortdir=1`;
        const headers = { "Girder-Token": tokens[who] };
        const answer = await fetch(`${server.url}/api/v1/folder?${query}`, { headers });
        const shown = (await answer.json()) as readonly unknown[];
        if (shown.length !== pageSize) throw new Error(`${shown.length} rows came instead of ${pageSize}`);
      };
      const [large, small] = parents as [(typeof parents)[0], (typeof parents)[0]];
      const times = await measure(
        new Map([
          ["large", { run: ask(large) }],
          ["small", { run: ask(small) }],
        ]),
        rounds,
      );
      const [value, peer] = [times.get("large")?.median ?? NaN, times.get("small")?.median ?? NaN];
      rows.push({
        name: `server: page of ${many} datasets, ${name}, ${storage}`,
        value,
        unit: "ms",
        peer: `of ${few} datasets`,
        ratio: peer / value,
      });
    }
    return rows;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function* rowsIn(parentId: string, ownerId: string, count: number): Generator<string> {
  const ids = Array.from({ length: count }, (_, n) => `${parentId.slice(-8)}${n.toString(16).padStart(16, "0")}`);
  const folders = ids.map((id, n): DatabaseRow => {
    const name = `dataset ${(n * 7919) % count}`;
    return {
      id,
      name,
      lower_name: name,
      sort_name: name,
      description: "",
      parent_type: "folder",
      parent_id: parentId,
      base_parent_type: "user",
      base_parent_id: ownerId,
      creator_id: ownerId,
      public: 0,
      size: n * 31,
      meta: '{"annotate":true,"fps":10,"type":"image-sequence","confidenceFilters":{"default":0.1}}',
      is_dataset: 1,
      is_published: 0,
      foreign_media_id: null,
      created_ms: 1e12 + n,
      updated_ms: 1e12 + ((n * 104_729) % count),
      access_list: `of ${parentId}`,
    };
  });
  yield* insertStatements("folders", folders);
  const entry = { subject_type: "user", subject_id: ownerId, level: 2 };
  yield* insertStatements("folder_access", [{ list_id: `of ${parentId}`, ...entry }]);
}

export const folderBenches: readonly Bench[] = [
  {
    name: "server: folder of many datasets",
    async run() {
      const embedded = await measureFolders("SQLite", {}, (folder) => async (statements) => {
        const db = new DatabaseSync(join(folder, "wakeline.db"));
        db.exec("PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE");
        for (const statement of statements) db.exec(statement);
        db.exec("COMMIT");
        db.close();
      });
      const postgres = await startPostgres();
      try {
        const { url } = await createSchema(postgres.url);
        const insert: Insert = async (statements) => {
          const client = new Client({ connectionString: url });
          await client.connect();
          for (const statement of statements) await client.query(statement);
          await client.end();
        };
        return [...embedded, ...(await measureFolders("PostgreSQL", { DATABASE_URL: url }, () => insert))];
      } finally {
        await postgres.close();
      }
    },
  },
];
