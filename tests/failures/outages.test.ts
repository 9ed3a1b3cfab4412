/**
 * Two servers under load while what they need breaks, one thing after the other: PostgreSQL restarts, S3 is away, the
 * clock is set. `WAKELINE_OUTAGE_SECONDS=20` makes each outage that long.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { ApiClient } from "#schemas";

import { auditPostgres } from "../crash/audit.ts";
import { signIn } from "../crash/crash-rounds.ts";
import { createImageDataset } from "../support/dataset.ts";
import { type EventReader, readEvents } from "../support/event-reader.ts";
import { type HookReceiver, openHookReceiver } from "../support/hook-receiver.ts";
import { createSchema, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { createBucket, s3Credentials, type S3Server, startS3 } from "../support/s3.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { clientOf } from "../support/test-server.ts";

const outageMs = 1000 * Number(process.env["WAKELINE_OUTAGE_SECONDS"] ?? 1);
/** A stopping server waits 10 s for responses in progress. */
const stopMs = 15_000;
const datasetCount = 4;

let postgres: PostgresServer;
let s3: S3Server;
let receiver: HookReceiver;
let databaseUrl: string;
let folder: string;
let servers: readonly ServerProcess[] = [];
let clients: readonly ApiClient[];
let streams: readonly Follower[];
let datasets: readonly string[];

beforeAll(async () => {
  [postgres, s3, receiver] = [await startPostgres(), await startS3(), await openHookReceiver()];
  databaseUrl = (await createSchema(postgres.url)).url;
  folder = await mkdtemp(join(tmpdir(), "wakeline-outages-"));
  const env = {
    DATABASE_URL: databaseUrl,
    BLOB_URL: await createBucket(s3.endpoint),
    WAKELINE_MIN_CHUNK_BYTES: "0",
    WAKELINE_WEBHOOK_HOSTS: receiver.host,
    WAKELINE_WORKER_QUEUES: "",
    NODE_OPTIONS: `--import=${import.meta.resolve("../support/movable-clock.js")}`,
    ...s3Credentials,
  };
  const first = await startServerProcess({ dataFolder: join(folder, "a"), env });
  servers = [first, await startServerProcess({ dataFolder: join(folder, "b"), env })];
  const token = await signIn(first);
  clients = servers.map(({ url }) => clientOf(url, token));
  const [client] = clients as [ApiClient];
  datasets = await Promise.all(Array.from({ length: datasetCount }, (_, n) => createImageDataset(client, `load ${n}`)));
  await client.call("webhook.create", { body: { url: receiver.url, events: ["annotations.saved"] } });
  streams = servers.map(({ url }, n) => follow(url, token, clients[n]!));
  await Promise.all(streams.map(({ opened }) => opened));
});
afterAll(async () => {
  for (const server of servers) await server.kill();
  for (const stream of streams ?? []) await stream.close();
  await postgres?.close();
  await s3?.close();
  await receiver?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Saves and uploads without pause at both servers. */
function startLoad() {
  const saved = datasets.map(() => [] as number[]);
  const uploaded: string[] = [];
  let count = 0;
  const over = new AbortController();
  let refused = 0;
  const repeat = async (work: (n: number) => Promise<void>): Promise<void> => {
    while (!over.signal.aborted) {
      await work(count++).catch(async () => {
        refused++;
        // Clients wait after a refusal.
        await wait(50);
      });
    }
  };
  const feature = { frame: 0, bounds: [0, 0, 1, 1] as [number, number, number, number] };
  const working = [
    ...datasets.map((folderId, at) =>
      repeat(async (n) => {
        const upsert = [{ id: n, begin: 0, end: 0, features: [feature] }];
        const tracks = { upsert, delete: [] };
        await clients[n % 2]!.call("annotation.save", { folderId, body: { tracks } });
        saved[at]!.push(n);
      }),
    ),
    repeat(async (n) => {
      const name = `file ${n}`;
      const target = { parentType: "folder", parentId: datasets[0]!, name } as const;
      await clients[n % 2]!.call("file.create", { ...target, size: 3, body: new Uint8Array([n, 1, 2]) });
      uploaded.push(name);
    }),
  ];
  return {
    get refused() {
      return refused;
    },
    async end() {
      over.abort();
      await Promise.all(working);
      return { saved, uploaded };
    },
  };
}

const readiness = async ({ url }: ServerProcess) => {
  const response = await fetch(`${url}/readyz`);
  return { ...((await response.json()) as { database: boolean; files: boolean }), status: response.status };
};

/** Connections to the database, and what the servers' event loops wait for. */
async function openThings(): Promise<Readonly<Record<string, number>>> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(
    "SELECT count(*) FROM pg_stat_activity WHERE datname IS NOT NULL",
  );
  await client.end();
  const counts: Record<string, number> = { connections: Number(rows[0]?.count) };
  for (const [n, { url }] of servers.entries()) {
    const text = await (await fetch(`${url}/metrics`)).text();
    for (const [, type = "", value] of text.matchAll(/^nodejs_active_resources\{type="(\w+)"\} (\d+)/gm)) {
      if (["Timeout", "Immediate", "MessagePort"].includes(type)) counts[`${type} of server ${n}`] = Number(value);
    }
  }
  return counts;
}

/** Conditions that hold after every outage under load. */
async function expectWhole({ saved, uploaded }: Awaited<ReturnType<ReturnType<typeof startLoad>["end"]>>) {
  for (const server of servers)
    await expect.poll(() => readiness(server), { timeout: 20_000 }).toMatchObject({ status: 200 });
  for (const client of clients) {
    for (const [at, folderId] of datasets.entries()) {
      const ids = new Set((await client.call("annotation.tracks", { folderId })).map(({ id }) => id));
      expect(
        saved[at]!.filter((id) => !ids.has(id)),
        "acknowledged saves that are lost",
      ).toEqual([]);
      expect(saved[at]!.length).toBeGreaterThan(0);
    }
    const names = new Set(
      (await client.call("item.list", { folderId: datasets[0]!, limit: 0 })).map(({ name }) => name),
    );
    expect(
      uploaded.filter((name) => !names.has(name)),
      "acknowledged uploads that are lost",
    ).toEqual([]);
  }
  await expectTold();
  expect(await auditPostgres(databaseUrl)).toEqual([]);
}

/** Every revision is announced once by each stream, and with one message of the webhook. */
async function expectTold(): Promise<void> {
  const wanted = (await revisionsOf(clients[0]!)).toSorted();
  const hooked = (): string[] => {
    const byDelivery = new Map(receiver.received.map(({ delivery, message }) => [delivery, message]));
    return [...byDelivery.values()].map(({ dataset, data }) => `${dataset?.id} ${String(data["revision"])}`).toSorted();
  };
  await expect.poll(hooked, { timeout: 60_000 }).toEqual(wanted);
  for (const { told, read } of streams) {
    const missing = (): string[] => wanted.filter((one) => !told.includes(one) && !read.has(one));
    await expect.poll(missing, { timeout: 20_000 }).toEqual([]);
    expect(
      told.filter((one, at) => told.indexOf(one) !== at),
      "announced twice",
    ).toEqual([]);
  }
}

interface Announcement {
  readonly type: string;
  readonly data: { readonly datasetId: string; readonly revision: number };
}

interface Follower {
  /** Revisions announced by the stream. */
  readonly told: string[];
  /** Revisions that were there whenever the stream began. */
  readonly read: Set<string>;
  readonly opened: Promise<void>;
  close(): Promise<void>;
}

/** Follows a server as a page does: when the stream ends, it opens another one and reads the current state. */
function follow(url: string, token: string, client: ApiClient): Follower {
  const [told, read] = [[] as string[], new Set<string>()];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const over = new AbortController();
  let reader: EventReader | undefined;
  const headers = { "Girder-Token": token };
  const once = async (): Promise<void> => {
    reader = await readEvents((signal) => fetch(`${url}/api/v1/notification/stream?since=1e12`, { headers, signal }));
    for (const one of await revisionsOf(client)) read.add(one);
    open();
    while (!over.signal.aborted) {
      const [event] = (await reader.next(1)) as unknown as Announcement[];
      if (event?.type === "annotations_saved") told.push(`${event.data.datasetId} ${event.data.revision}`);
    }
  };
  const following = (async () => {
    while (!over.signal.aborted) await once().catch(() => wait(100));
  })();
  return {
    told,
    read,
    opened,
    async close() {
      over.abort();
      reader?.close();
      await following;
    },
  };
}

async function revisionsOf(client: ApiClient): Promise<string[]> {
  const all = datasets.map(async (folderId) => {
    const revisions = await client.call("annotation.revisions", { folderId, limit: 0 });
    return revisions.map(({ revision }) => `${folderId} ${revision}`);
  });
  return (await Promise.all(all)).flat();
}

/** @param breakIt resolves when the outage is over */
async function underLoad(breakIt: () => Promise<void>): Promise<number> {
  const load = startLoad();
  let done: Awaited<ReturnType<typeof load.end>> | undefined;
  try {
    await wait(500);
    await breakIt();
    await wait(1000);
  } finally {
    done = await load.end();
  }
  await expectWhole(done);
  return load.refused;
}

test("PostgreSQL is away: nothing acknowledged is lost, everything is announced once, and both servers go on", async () => {
  const before = await openThings();
  await underLoad(async () => {
    await postgres.stop();
    for (const server of servers) expect(await readiness(server)).toMatchObject({ status: 503, database: false });
    await wait(outageMs);
    await postgres.start();
  });
  await underLoad(() => postgres.restart());
  await expect.poll(() => more(before), { timeout: 60_000 }).toEqual([]);
}, 240_000);

test("S3 is away: saves go on, uploads are refused, and nothing acknowledged is lost", async () => {
  const before = await openThings();
  const refused = await underLoad(async () => {
    await s3.stop();
    for (const server of servers) expect(await readiness(server)).toMatchObject({ status: 503, files: false });
    await wait(outageMs);
    await s3.start();
  });
  expect(refused).toBeGreaterThan(0);
  await expect.poll(() => more(before), { timeout: 60_000 }).toEqual([]);
}, 240_000);

test("the clock of one server is set a day ahead and back: saves go on and nothing is removed as old", async () => {
  const before = await openThings();
  const [first] = servers as [ServerProcess];
  const refused = await underLoad(async () => {
    process.kill(first.pid, "SIGUSR2");
    await wait(outageMs);
    process.kill(first.pid, "SIGUSR2");
  });
  expect(refused).toBe(0);
  await expect.poll(() => more(before), { timeout: 60_000 }).toEqual([]);
}, 240_000);

test("SIGTERM ends both servers in time, also while PostgreSQL is away", async () => {
  const [first, second] = servers as [ServerProcess, ServerProcess];
  const load = startLoad();
  const timed = async (server: ServerProcess): Promise<void> => {
    const since = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - since).toBeLessThan(stopMs);
  };
  await wait(200);
  await timed(first);
  await postgres.stop();
  await timed(second);
  await load.end();
  await postgres.start();
});

/** Connections and timers that are left over. */
async function more(before: Readonly<Record<string, number>>): Promise<string[]> {
  const now = await openThings();
  // A pool may have opened more of its connections than at the beginning; a server has at most 30.
  const allowed = (name: string, count: number): number => (name === "connections" ? Math.max(count, 60) : count + 10);
  return Object.entries(now)
    .filter(([name, count]) => count > allowed(name, before[name] ?? 0))
    .map(([name, count]) => `${name}: ${before[name] ?? 0}, now ${count}`);
}
