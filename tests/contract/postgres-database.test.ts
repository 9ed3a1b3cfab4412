/** PostgreSQL follows the contract of the port, with one server and with two. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { Client } from "pg";

import { createSchema, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { describeAnnotations } from "../../server/ports/contract/annotations.ts";
import { describeJobQueue } from "../../server/ports/contract/job-queue.ts";
import { describeJobs } from "../../server/ports/contract/jobs.ts";
import { describeDatabase } from "../../server/ports/contract/database.ts";
import { describeReview } from "../../server/ports/contract/review.ts";
import { folderRecord, userRecord } from "../../server/ports/contract/example-records.ts";
import type { AnnotationRecord } from "../../server/domain/annotation-save.ts";
import type { Database, Scope } from "../../server/ports/database.ts";
import { openPostgresDatabase } from "../../server/adapters/postgres/database.ts";
import { migrate } from "../../server/adapters/postgres/migrate.ts";
import { openPostgresEventBus } from "../../server/adapters/postgres/event-bus.ts";
import { connect, openPools } from "../../server/adapters/postgres/pools.ts";
import { ScopeLocks } from "../../server/adapters/postgres/scope-locks.ts";
import { BusyError } from "../../server/base/errors.ts";
import { describeEventBus } from "../../server/ports/contract/event-bus.ts";
import type { EventBus } from "../../server/ports/event-bus.ts";

const quiet = { warn: () => undefined };
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function schema(): Promise<string> {
  const { url, drop } = await createSchema(server.url);
  cleanUps.push(drop);
  return url;
}

async function open(url?: string): Promise<Database> {
  const database = await openPostgresDatabase(url ?? (await schema()), quiet);
  cleanUps.push(() => database.close());
  return database;
}

describe("contract", () => {
  // Separate: the setup of one is useless to the others.
  describe("database", () => {
    describeDatabase(() => open());
  });
  describe("annotations", () => {
    describeAnnotations(() => open());
  });
  describe("jobs", () => {
    describeJobs(() => open());
  });
  describe("queue", () => {
    describeJobQueue(() => open());
  });
  describe("review", () => {
    describeReview(() => open());
  });
});

async function openBus(url?: string): Promise<EventBus> {
  const bus = await openPostgresEventBus(url ?? (await schema()), quiet, () => undefined);
  cleanUps.push(() => bus.close());
  return bus;
}

describe("contract of the event bus", () => {
  describeEventBus(() => openBus());
});

test("servers of a site hear each other, those of another site in the same database do not", async () => {
  const url = await schema();
  const [first, second, stranger] = [await openBus(url), await openBus(url), await openBus()];
  const heard: unknown[] = [];
  for (const [name, bus] of Object.entries({ first, second, stranger })) bus.subscribe("jobs", () => heard.push(name));
  await first.publish({ topic: "jobs", payload: null });
  await expect.poll(() => heard.length).toBe(2);
  expect(heard.toSorted()).toEqual(["first", "second"]);
});

/** A connection that sends and hears notifications as a server of another version does. */
async function otherVersion(url: string): Promise<{ heard: string[]; send(text: string): Promise<void> }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  cleanUps.push(() => client.end());
  const { rows } = await client.query<{ channel: string }>("SELECT 'wakeline_' || current_schema() AS channel");
  const channel = rows[0]!.channel;
  const heard: string[] = [];
  client.on("notification", ({ payload = "" }) => heard.push(payload));
  await client.query(`LISTEN "${channel}"`);
  return { heard, send: async (text) => void (await client.query("SELECT pg_notify($1, $2)", [channel, text])) };
}

test("servers of the previous version and of this one hear each other's events", async () => {
  const url = await schema();
  const [bus, other] = [await openBus(url), await otherVersion(url)];
  const received: unknown[] = [];
  bus.subscribe("jobs", (payload) => received.push(payload));
  const encoded = (payload: unknown) => Buffer.from(JSON.stringify({ topic: "jobs", payload })).toString("base64");
  const old = encoded("from the previous version");
  await other.send(`0123456789ab:0+${old.slice(0, 10)}`);
  await other.send(`0123456789ab:0.${old.slice(10)}`);
  await expect.poll(() => received).toEqual(["from the previous version"]);

  other.heard.length = 0;
  // Pieces of the same length would be equal, and PostgreSQL would send only one of them.
  const long = "é".repeat(40_000);
  await bus.publish({ topic: "jobs", payload: long });
  await expect.poll(() => received).toHaveLength(2);
  await expect.poll(() => other.heard.at(-1)).toMatch(/^[0-9a-f]{12}:\d+\./);
  const pieces = other.heard.map((text) => /^[0-9a-f]{12}:\d+[+.](.*)$/.exec(text)?.[1]);
  expect(pieces.join("")).toBe(encoded(long));
});

test("a notification that cannot be read counts as a gap, and later events are heard", async () => {
  const url = await schema();
  const bus = await openPostgresEventBus(url, quiet, (error) => received.push(error));
  cleanUps.push(() => bus.close());
  const received: unknown[] = [];
  bus.subscribe("jobs", (payload) => received.push(payload));
  bus.onGap(() => received.push("gap"));
  const other = await otherVersion(url);
  const rest = Buffer.from(JSON.stringify({ topic: "jobs", payload: "half of it" }))
    .toString("base64")
    .slice(10);
  const texts = ["", "garbage", `0123456789ab:0:0.${rest}`, `0123456789ab:1.${rest}`, "0123456789ab:2.bnVsbA=="];
  for (const text of texts) await other.send(text);
  await bus.publish({ topic: "jobs", payload: "heard" });
  await expect.poll(() => received).toEqual([...texts.map(() => "gap"), "heard"]);
});

test("after a fast restart of the database there is one connection for events, each event comes once, and it closes", async () => {
  const own = await startPostgres();
  cleanUps.push(() => own.close());
  const { url } = await createSchema(own.url);
  const buses = [await openBus(url), await openBus(url)] as const;
  const heard: unknown[] = [];
  for (const bus of buses) bus.subscribe("jobs", (payload) => heard.push(payload));
  const connections = async (): Promise<number> => {
    const client = new Client({ connectionString: own.url });
    await client.connect();
    const { rows } = await client.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'wakeline events'",
    );
    await client.end();
    return (rows[0] as { n: number }).n;
  };
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const long = "é".repeat(30_000);
  const deliver = async (): Promise<unknown[]> => {
    heard.length = 0;
    for (const payload of [1, long, 2]) await buses[0].publish({ topic: "jobs", payload });
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(6);
    // Time for duplicates to arrive.
    await new Promise((resolve) => setTimeout(resolve, 100));
    return heard.map((payload) => (payload === long ? "long" : payload)).toSorted();
  };
  const before = { connections: await connections(), delivered: await deliver(), timers: timers() };
  expect(before).toMatchObject({ connections: 2, delivered: [1, 1, 2, 2, "long", "long"] });
  for (let restart = 0; restart < 2; restart++) {
    await own.restart();
    await expect.poll(connections, { timeout: 10_000 }).toBe(2);
    // Time for another attempt to connect, if one is still scheduled.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect({ connections: await connections(), delivered: await deliver() }).toEqual({
      connections: before.connections,
      delivered: before.delivered,
    });
    expect(timers()).toBeLessThanOrEqual(before.timers);
  }
  for (const bus of buses) await bus.close();
  await expect.poll(connections).toBe(0);
  // While the database is unavailable: no attempt to connect may outlive it.
  const late = await openBus(url);
  await own.stop();
  await late.close();
  await own.start();
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(await connections()).toBe(0);
});

test("transactions of two servers run one after the other, and neither loses what the other wrote", async () => {
  const url = await schema();
  const servers = await Promise.all([open(url), open(url)]);
  const ada = userRecord("ada1");
  const folder = folderRecord("a", ada);
  await servers[0].users.insert(ada);
  await servers[0].folders.insert(folder);
  const grow = (database: Database) =>
    database.transaction("site", async (tx) => {
      const before = await tx.folders.find(folder.id);
      await new Promise((resolve) => setTimeout(resolve, 1));
      await tx.folders.update(folder.id, { size: (before?.size ?? 0) + 1 });
    });
  await Promise.all(Array.from({ length: 40 }, (_, index) => grow(servers[index % 2] ?? servers[0])));
  expect((await servers[1].folders.find(folder.id))?.size).toBe(40);
});

test("more transactions and streams than connections wait for each other without a deadlock", async () => {
  const database = await open();
  const ada = userRecord("ada1");
  await database.users.insert(ada);
  const work = Array.from({ length: 60 }, (_, index) =>
    database.transaction("site", async (tx) => {
      await tx.settings.set(`key${index}`, index);
      expect(await database.users.find(ada.id)).toEqual(ada);
    }),
  );
  await Promise.all(work);
  expect(await database.settings.get("key59")).toBe(59);
});

test("waiting too long for others is an error of its own, and not that the storage is gone", async () => {
  const url = await schema();
  const database = await open(url);
  const pools = openPools(url, quiet);
  cleanUps.push(() => pools.close());
  const locks = new ScopeLocks(pools.writers, 300);
  const begin = async (scopes: readonly Scope[]): Promise<void> => {
    const { client, leave } = await locks.begin(scopes);
    await client.query("COMMIT");
    client.release();
    leave();
  };
  await database.transaction({ dataset: "d" }, async () => {
    await expect(begin([{ dataset: "d" }])).rejects.toThrow(BusyError);
    await expect(begin(["site"])).rejects.toThrow(BusyError);
    await begin([{ dataset: "e" }]);
    await begin([]);
  });
  await begin([{ dataset: "d" }]);
  await begin(["site"]);
  // A pool whose connections are all in use.
  const clients = await Promise.all(Array.from({ length: pools.writers.options.max }, () => connect(pools.writers)));
  pools.writers.options.connectionTimeoutMillis = 100;
  await expect(begin([])).rejects.toThrow(BusyError);
  for (const client of clients) client.release();
  await begin([]);
});

test("a stream that the database breaks off fails, one that its reader gives up does not, and others go on", async () => {
  const url = await schema();
  const database = await open(url);
  const records = Array.from({ length: 3000 }, (_, id): AnnotationRecord => {
    const payload = JSON.stringify({ id, text: "é".repeat(2000) });
    return { kind: "track", id, label: "fish", begin: 0, end: 0, payload };
  });
  await database.annotations.insert({ datasetId: "d", setName: "" }, 1, records);
  const stream = () =>
    database.annotations.stream(
      { datasetId: "d", setName: "", kind: "track", revision: 1 },
      { by: "id", descending: false, limit: 0, offset: 0 },
    );
  const readAll = async (meanwhile: () => Promise<unknown>): Promise<number> => {
    let bytes = 0;
    for await (const piece of stream()) {
      if (bytes === 0) await meanwhile();
      bytes += piece.length;
    }
    return bytes;
  };
  const endOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'COPY%' AND pid <> pg_backend_pid()`;
  const pools = openPools(url, quiet);
  cleanUps.push(() => pools.close());
  const whole = await readAll(async () => undefined);
  expect(whole).toBeGreaterThan(records.length * 4000);
  for (let n = 0; n < 30; n++) for await (const _ of stream()) break;
  await expect(readAll(() => pools.writers.query(endOthers))).rejects.toThrow("storage does not answer");
  expect(await readAll(async () => undefined)).toBe(whole);
});

test("a migration that fails leaves the schema of the step before", async () => {
  const pools = openPools(await schema(), quiet);
  cleanUps.push(() => pools.close());
  const good = { version: 1, name: "good", sql: "CREATE TABLE a (x TEXT)" };
  const bad = { version: 2, name: "bad", sql: "CREATE TABLE b (x TEXT); CREATE TABLE a (x TEXT)" };
  await migrate(pools.writers, "here", [good]);
  await expect(migrate(pools.writers, "here", [good, bad])).rejects.toThrow("already exists");
  expect(await migrate(pools.writers, "here", [good, { ...bad, sql: "CREATE TABLE b (x TEXT)" }])).toEqual(["bad"]);
  await expect(migrate(pools.writers, "here", [good])).rejects.toThrow("newer Wakeline");
});

test("a server that cannot be reached is named, without its password", async () => {
  const refused = openPostgresDatabase("postgres://ada:secret@127.0.0.1:1/db", quiet);
  await expect(refused).rejects.toThrow("postgres://ada@127.0.0.1:1/db cannot be reached");
});

test("a table changed by a newer server costs a transaction one repetition, and what is only read nothing", async () => {
  const url = await schema();
  const database = await open(url);
  const user = userRecord("one");
  await database.transaction("site", (tx) => tx.users.insert(user));
  const find = () => database.transaction({ account: user.id }, (tx) => tx.users.find(user.id));
  const newer = new Client({ connectionString: url });
  await newer.connect();
  cleanUps.push(() => newer.end());
  for (let n = 0; n < 6; n++) await database.users.find(user.id);
  await newer.query("ALTER TABLE users ADD COLUMN of_a_newer_version TEXT");
  expect(await database.users.find(user.id)).toMatchObject({ id: user.id });
  for (let n = 0; n < 6; n++) await find();
  await newer.query("ALTER TABLE users ADD COLUMN of_another_one TEXT");
  await expect(find()).rejects.toThrow(BusyError);
  expect(await find()).toMatchObject({ id: user.id });
});

test("after a statement fails, the others that a transaction sent at once fail too, and nothing is stored", async () => {
  const database = await open();
  const [first, second] = [userRecord("one"), userRecord("two")];
  await database.transaction("site", (tx) => tx.users.insert(first));
  const both = database.transaction("site", (tx) =>
    Promise.all([tx.users.insert(first), tx.users.insert(second), tx.users.find(first.id)]),
  );
  await expect(both).rejects.toMatchObject({ code: "23505" });
  expect(await database.users.find(second.id)).toBeUndefined();
  await database.transaction("site", (tx) => tx.users.insert(second));
});
