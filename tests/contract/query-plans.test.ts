/**
 * A page of a user's jobs, a page of a large folder, and the most frequent queries use indexes: on both databases,
 * among 10,000 jobs and as many datasets.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

import { type CompiledQuery, type Logger, sql } from "kysely";
import { Client } from "pg";
import { expect, test } from "vitest";

import { insertStatements, jobAccessRow, jobRow } from "../support/insert-rows.ts";
import { createSchema, startPostgres } from "../support/postgres.ts";
import type { Repositories } from "../../server/ports/database.ts";
import { userRecord } from "../../server/ports/contract/example-records.ts";
import { outstandingStatuses } from "../../server/domain/job-status.ts";
import { PooledConnection, postgres } from "../../server/adapters/postgres/dialect.ts";
import { migrate as migratePostgres } from "../../server/adapters/postgres/migrate.ts";
import { openPools } from "../../server/adapters/postgres/pools.ts";
import { ScopeLocks } from "../../server/adapters/postgres/scope-locks.ts";
import { sqlite, ThreadsConnection } from "../../server/adapters/sqlite/dialect.ts";
import { migrate as migrateSqlite } from "../../server/adapters/sqlite/migrate.ts";
import { describedInSqlite } from "../../server/adapters/sql/described-by.ts";
import { ranksInSqlite } from "../../server/adapters/sql/ranks.ts";
import { createRepositories } from "../../server/adapters/sql/repositories.ts";
import type { Db } from "../../server/adapters/sql/tables.ts";
import { kyselyOver } from "../../server/adapters/sql/one-connection.ts";

const users = Array.from({ length: 100 }, (_, n) => userRecord(`user${n}`));
const [ada] = users as [(typeof users)[0]];
const page = { limit: 50, offset: 0 };
const newest = { by: "created", descending: true } as const;
const inLarge = { parent: { type: "folder", id: "large" } as const, ...page };
const viewer = { userId: ada.id, seesAll: false };
const administrator = { userId: ada.id, seesAll: true };

const reviewed = {
  datasetIds: ["d17"],
  setName: "",
  types: [],
  leastConfidence: undefined,
  isReviewed: undefined,
  lastChange: undefined,
  sort: "confidence",
  descending: true,
  after: undefined,
  limit: 2,
} as const;

/** The queries, and the index that each must use. */
const questions: readonly (readonly [string, string | RegExp, (of: Repositories) => Promise<unknown>])[] = [
  ["own", "jobs_by_user", ({ jobs }) => jobs.list({ userId: ada.id, ...page }, newest, viewer)],
  ["own, far back", "jobs_by_user", ({ jobs }) => jobs.list({ userId: ada.id, limit: 50, offset: 50 }, newest, viewer)],
  [
    "own, by status",
    "jobs_by_user",
    ({ jobs }) => jobs.list({ userId: ada.id, statuses: [0, 1, 2], ...page }, newest, viewer),
  ],
  [
    "own, by type and change",
    "jobs_by_user",
    ({ jobs }) =>
      jobs.list({ userId: ada.id, types: ["convert"], ...page }, { by: "updated", descending: true }, viewer),
  ],
  ["own types", "jobs_by_user", ({ jobs }) => jobs.typesAndStatuses({ userId: ada.id }, viewer)],
  ["newest of all", "jobs_by_creation", ({ jobs }) => jobs.list(page, newest, administrator)],
  ["of a dataset", "jobs_by_dataset", ({ jobs }) => jobs.count({ datasetId: "d17", statuses: outstandingStatuses })],
  ...(["lowerName", "created", "updated", "size"] as const).map(
    (by) =>
      [
        `a folder by ${by}`,
        {
          lowerName: "folders_by_name",
          created: "folders_by_creation",
          updated: "folders_by_change",
          size: "folders_by_size",
        }[by],
        ({ folders }: Repositories) => folders.list(inLarge, { by, descending: false }, viewer),
      ] as const,
  ),
  [
    "labels and where they begin",
    /COVERING INDEX annotations_live|Index (Only )?Scan (on|using) annotations_/,
    ({ annotations }) => annotations.countLabels(["d17", "d18"]),
  ],
  [
    "what revisions changed",
    /annotations_created[^]*annotations_ended/,
    ({ annotations }) => annotations.touchedBy({ datasetId: "d17", setName: "" }, [3, 4], "track"),
  ],
  ...(["confidence", "size"] as const).map(
    (sort) =>
      [
        `the first tracks by ${sort}`,
        new RegExp(`(COVERING INDEX|Index (Only )?Scan using) annotations_by_${sort}`),
        ({ review }: Repositories) => review.page({ ...reviewed, sort, after: undefined }),
      ] as const,
  ),
  [
    "the next tracks by confidence",
    /(COVERING INDEX|Index (Only )?Scan using) annotations_by_confidence/,
    ({ review }) => review.page({ ...reviewed, after: { rank: 0.5, datasetId: "d17", trackId: 3 } }),
  ],
  ["tracks without stored ranks", "annotations_unranked", ({ review }) => review.findUnranked()],
  ["notifications", "notifications_by_user", ({ notifications }) => notifications.listSince(ada.id, 1, 100)],
];

/**
 * @param explain returns the plan of a query as text
 * @returns the number of plans checked
 */
async function expectIndexes(
  open: (log: Logger) => Db,
  explain: (query: CompiledQuery) => Promise<string>,
): Promise<number> {
  const asked: CompiledQuery[] = [];
  const db = open(({ query }) => void asked.push(query));
  const repositoriesOf = (of: typeof db): Repositories =>
    createRepositories(of, {
      jsonColumn: (text) => sql<Uint8Array>`${text}`,
      describedBy: describedInSqlite,
      ranks: ranksInSqlite,
      queue: { nowMs: sql<number>`0` },
    });
  try {
    for (const user of users) await repositoriesOf(db).users.insert(user);
    const jobs = Array.from({ length: 10_000 }, (_, n) => ({
      id: `job ${n}`,
      user_id: users[n % 100]?.id ?? "",
      dataset_id: `d${n % 500}`,
      status: n % 5,
      created_ms: n,
      updated_ms: 20_000 - n,
    }));
    const notes = jobs.map(({ id, user_id, created_ms }) => {
      return { id, user_id, type: "job_status", data: "{}", created_ms, updated_ms: created_ms, expires_ms: 1 };
    });
    const folders = jobs.map(({ id, created_ms }, n) => ({
      id,
      name: id,
      lower_name: id,
      sort_name: id,
      description: "",
      parent_type: "folder",
      parent_id: n % 2 === 0 ? "large" : `p${n}`,
      base_parent_type: "user",
      base_parent_id: ada.id,
      creator_id: ada.id,
      public: 0,
      size: n,
      meta: "{}",
      is_dataset: 1,
      is_published: 0,
      foreign_media_id: null,
      created_ms,
      updated_ms: 20_000 - n,
      access_list: "hers",
    }));
    const shared = [{ list_id: "hers", subject_type: "user", subject_id: ada.id, level: 2 }];
    const annotations = jobs.map(({ dataset_id }, n) => ({
      dataset_id,
      set_name: "",
      kind: "track",
      id: n,
      rev_created: Math.floor(n / 500) + 1,
      rev_deleted: null,
      label: `type ${n % 7}`,
      begin_frame: n,
      end_frame: n,
      payload: "{}",
      confidence: (n % 100) / 100,
      size: n % 1000,
    }));
    const tables = {
      annotations,
      jobs: jobs.map(jobRow),
      access: jobs.map(jobAccessRow),
      folder_access: shared,
      notifications: notes,
      folders,
    };
    for (const [table, rows] of Object.entries(tables)) {
      for (const statement of insertStatements(table, rows)) await sql.raw(statement).execute(db);
    }
    await sql`ANALYZE`.execute(db);
    for (const [what, index, ask] of questions) {
      asked.length = 0;
      await ask(repositoriesOf(db));
      // Lists of folders also run a count, and sorted tracks look for those without ranks.
      expect([what, asked.length]).toEqual([what, /^(a folder|the (first|next) tracks)/.test(what) ? 2 : 1]);
      const plan = await explain(asked.at(-1) as CompiledQuery);
      expect(plan, what).toMatch(index);
      expect(plan, what).not.toMatch(
        /SCAN (jobs|notifications|folders|annotations)(?! USING INDEX| USING COVERING INDEX annotations_unranked)|Seq Scan on (jobs|notifications|folders|annotations)/,
      );
    }
    return questions.length;
  } finally {
    await db.destroy();
  }
}

test("SQLite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-plans-"));
  const path = join(folder, "test.db");
  migrateSqlite(path);
  const plans = new DatabaseSync(path);
  const threads = new ThreadsConnection(path);
  try {
    const looked = await expectIndexes(
      (log) => kyselyOver(threads, sqlite, { log, close: () => threads.close() }),
      async ({ sql: text, parameters }) => {
        const rows = plans.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...(parameters as SQLInputValue[]));
        return rows.map(({ detail }) => String(detail)).join("\n");
      },
    );
    expect(looked).toBe(18);
  } finally {
    plans.close();
    rmSync(folder, { recursive: true });
  }
});

test("PostgreSQL", async () => {
  const server = await startPostgres();
  const { url } = await createSchema(server.url);
  const pools = openPools(url, { warn: () => undefined });
  const plans = new Client({ connectionString: url });
  try {
    await plans.connect();
    await migratePostgres(pools.writers, "here");
    expect((await pools.readers.query("SHOW jit")).rows).toEqual([{ jit: "off" }]);
    const looked = await expectIndexes(
      (log) =>
        kyselyOver(new PooledConnection(pools, new ScopeLocks(pools.writers)), postgres, {
          log,
          close: () => pools.close(),
        }),
      async ({ sql: text, parameters }) => {
        const { rows } = await plans.query<Record<string, string>>(`EXPLAIN ${text}`, [...parameters]);
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      },
    );
    expect(looked).toBe(18);
  } finally {
    await plans.end();
    await server.close();
  }
});
