/** A queue of 10,000 jobs: lists, pages, filters, cancelling and streams stay correct. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { newObjectId } from "../../../server/base/object-id.ts";
import { workerHandler } from "../../../server/domain/job-status.ts";
import { readEvents } from "../../support/event-reader.ts";
import { insertStatements, jobAccessRow, jobRow } from "../../support/insert-rows.ts";
import { storageOf } from "../../support/storage.ts";
import { startTestServer, type TestServer, type TestUser } from "../../support/test-server.ts";

const jobCount = 10_000;
const types = ["convert", "pipelines", "training"];
/** Inactive, queued, running, done, failed. */
const statuses = [0, 1, 2, 3, 4];

type Job = {
  readonly id: string;
  readonly user_id: string;
  readonly type: string;
  readonly status: number;
  readonly created_ms: number;
  readonly updated_ms: number;
};

let server: TestServer;
/** Each owns every tenth job. */
let users: TestUser[];
let ada: TestUser;
/** Oldest first. */
let jobs: Job[];

/** Bypassing the server: ten thousand calls would take a minute. */
async function insert(statements: Iterable<string>): Promise<void> {
  const storage = await storageOf(server.dataFolder);
  if (storage === undefined) {
    const database = new DatabaseSync(join(server.dataFolder, "wakeline.db"));
    for (const statement of statements) database.exec(statement);
    database.close();
    return;
  }
  const client = new Client({ connectionString: storage.databaseUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  server = await startTestServer();
  users = [];
  for (let n = 0; n < 10; n++) users.push(await server.createUser(`user${n}`));
  ada = users[0] as TestUser;
  jobs = Array.from({ length: jobCount }, (_, n) => ({
    id: newObjectId(),
    user_id: users[n % 10]?.id ?? "",
    type: types[n % 3] ?? "",
    status: statuses[n % 7] ?? 3,
    created_ms: 1_000_000 + n,
    updated_ms: 2_000_000 - n,
  }));
  await insert(insertStatements("jobs", jobs.map(jobRow)));
  await insert(insertStatements("access", jobs.map(jobAccessRow)));
});
afterAll(() => server?.close());

const own = (): Job[] => jobs.filter(({ user_id }) => user_id === ada.id);
const idsOf = (found: readonly { readonly _id: string }[]): string[] => found.map(({ _id }) => _id);
const ids = (found: readonly Job[]): string[] => found.map(({ id }) => id);

test("pages of a user's jobs follow each other without gaps, newest first, with any filter", async () => {
  const filters = [
    {},
    { statuses: [0, 1, 2] },
    { types: ["training"] },
    { statuses: [3], types: ["convert", "training"] },
  ];
  for (const filter of filters) {
    const expected = own().filter(
      ({ status, type }) => filter.statuses?.includes(status) !== false && filter.types?.includes(type) !== false,
    );
    const found: string[] = [];
    for (let offset = 0; ; offset += 97) {
      const page = await ada.client.call("job.list", { ...filter, limit: 97, offset });
      found.push(...idsOf(page));
      if (page.length < 97) break;
    }
    expect(found).toEqual(ids(expected).reverse());
    expect(found.length).toBeGreaterThan(90);
  }
  const byChange = await ada.client.call("job.list", { limit: 3, offset: 2, sort: "updated", sortdir: 1 });
  expect(idsOf(byChange)).toEqual(ids(own()).reverse().slice(2, 5));
  expect(await ada.client.call("job.list", { limit: 50, offset: jobCount })).toEqual([]);
  expect(await ada.client.call("job.list", { limit: 0 })).toHaveLength(jobCount / 10);
});

test("the jobs of all are seen by who may, counted for everybody", async () => {
  const newest = await server.client.call("job.all", { limit: 20, offset: 5000, sort: "created", sortdir: -1 });
  expect(idsOf(newest)).toEqual(ids(jobs).reverse().slice(5000, 5020));
  expect(idsOf(await ada.client.call("job.all", { limit: 20, offset: 500 }))).toEqual(
    ids(own()).reverse().slice(500, 520),
  );
  expect(await server.client.call("job.list", { userId: ada.id, limit: 1 })).toMatchObject([
    { _id: ids(own()).at(-1) },
  ]);
  expect(await (users[1] as TestUser).client.call("job.list", { userId: ada.id })).toEqual([]);
  const outstanding = jobs.filter(({ status }) => status < 3).length;
  expect(await ada.client.call("job.queued", {})).toEqual({ outstanding });
  for (const whose of ["job.typesAndStatuses", "job.typesAndStatusesAll"] as const) {
    expect(await server.client.call(whose, {})).toEqual(
      whose === "job.typesAndStatuses" ? { types: [], statuses: [] } : { types, statuses },
    );
    expect(await ada.client.call(whose, {})).toEqual({ types, statuses });
  }
});

test("two hundred are cancelled at once: each once, streams tell it, lists and counts follow", async () => {
  const waiting = own()
    .filter(({ status }) => status === 0 || status === 1)
    .slice(0, 200);
  const mine = await readEvents((signal) => server.fetch("/api/v1/notification/stream", { token: ada.token, signal }));
  const other = users[1] as TestUser;
  const theirs = await readEvents((signal) =>
    server.fetch("/api/v1/notification/stream", { token: other.token, signal }),
  );
  const { outstanding } = await ada.client.call("job.queued", {});
  expect(waiting).toHaveLength(200);
  await expect(other.client.call("job.cancel", { id: waiting[0]?.id ?? "" })).rejects.toMatchObject({ status: 403 });
  const answers: number[] = [];
  for (let start = 0; start < 200; start += 20) {
    const some = waiting.slice(start, start + 20).map(({ id }) => ada.client.call("job.cancel", { id }));
    answers.push(...(await Promise.all(some)).map(({ status }) => status));
  }
  expect(new Set(answers)).toEqual(new Set([5]));
  const told = (await mine.next(200)).map(({ type, data }) => [type, data as { _id: string; status: number }] as const);
  expect(told.every(([type, { status }]) => type === "job_status" && status === 5)).toBe(true);
  expect(told.map(([, { _id }]) => _id).sort()).toEqual(ids(waiting).sort());
  mine.close();
  // Other users are not notified.
  await server.server.services.jobs.create({ title: "theirs", type: "x", handler: workerHandler, userId: other.id });
  expect(await theirs.next(1)).toMatchObject([{ type: "job_created", data: { title: "theirs" } }]);
  theirs.close();
  expect(await ada.client.call("job.queued", {})).toEqual({ outstanding: outstanding - 200 + 1 });
  expect(await ada.client.call("job.list", { statuses: [5], limit: 0 })).toHaveLength(200);
  const left = await ada.client.call("job.list", { statuses: [0, 1], limit: 0 });
  expect(left.filter(({ _id }) => ids(waiting).includes(_id))).toEqual([]);
  // A disconnected client reads them in the same order.
  const kept = await ada.client.call("notification.list", {});
  expect(kept.map(({ data }) => (data as { _id: string })._id)).toEqual(told.map(([, { _id }]) => _id));
});
