/** Two servers on one PostgreSQL and one S3: whichever a client reaches, it is the same site. */
import { createHash } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ApiError } from "#schemas";

import { StorageGoneError } from "../../server/base/errors.ts";
import { openPostgresDatabase } from "../../server/adapters/postgres/database.ts";
import { auditPostgres } from "../crash/audit.ts";
import { createImageDataset } from "../support/dataset.ts";
import { readEvents } from "../support/event-reader.ts";
import { createSchema, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { createBucket, type S3Server, startS3 } from "../support/s3.ts";
import { clientOf, startTestServer, type TestServer } from "../support/test-server.ts";

let postgres: PostgresServer;
let s3: S3Server;
let databaseUrl: string;
let servers: readonly [TestServer, TestServer];
beforeAll(async () => {
  [postgres, s3] = [await startPostgres(), await startS3()];
  databaseUrl = (await createSchema(postgres.url)).url;
  const blobUrl = await createBucket(s3.endpoint);
  const flags = { databaseUrl, blobUrl, limits: { minChunkBytes: 0 } };
  servers = [await startTestServer(flags), await startTestServer(flags)];
});
afterAll(async () => {
  for (const server of servers ?? []) await server.close();
  await postgres?.close();
  await s3?.close();
});

test("the chunks of an upload may go to one server and the other in turn", async () => {
  const [first, second] = servers;
  const folderId = await createImageDataset(first.client, "chunks");
  const content = new Uint8Array(5 * 100_000).map((_, index) => (index * 31) % 251);
  const target = { parentType: "folder", parentId: folderId, name: "a.bin", size: content.length } as const;
  const { _id: uploadId } = await first.client.call("file.create", target);
  let last: unknown;
  for (let n = 0; n < 5; n++) {
    const body = content.slice(n * 100_000, (n + 1) * 100_000);
    last = await (n % 2 === 0 ? second : first).client.call("file.chunk", { uploadId, offset: n * 100_000, body });
  }
  const { _id: id } = last as { _id: string };
  for (const { client } of servers) {
    const bytes = await (await client.fetch("file.download", { id })).arrayBuffer();
    const sha256 = (of: Uint8Array): string => createHash("sha256").update(of).digest("hex");
    expect(sha256(new Uint8Array(bytes))).toBe(sha256(content));
  }
});

test("of two saves from one revision, sent to two servers at once, one gets the conflict", async () => {
  const folderId = await createImageDataset(servers[0].client, "conflict");
  for (let round = 0; round < 10; round++) {
    const save = async ({ client }: TestServer, name: string): Promise<unknown> => {
      const upsert = [
        { id: 1, begin: 0, end: 0, confidencePairs: [[name, 1]], features: [{ frame: 0, bounds: [0, 0, 1, 1] }] },
      ];
      const body = { baseRevision: round, saveId: `${round}-${name}`, tracks: { upsert, delete: [] } };
      return await client.call("annotation.save", { folderId, body }).then(
        ({ revision }) => revision,
        (error: unknown) => (error instanceof ApiError ? error.status : error),
      );
    };
    const results = await Promise.all([save(servers[0], "one"), save(servers[1], "two")]);
    expect(results.toSorted()).toEqual([409, round + 1].toSorted());
    const winner = results[0] === 409 ? "two" : "one";
    for (const { client } of servers) {
      const tracks = await client.call("annotation.tracks", { folderId });
      expect(tracks.map(({ confidencePairs }) => confidencePairs)).toEqual([[[winner, 1]]]);
    }
  }
  expect(await auditPostgres(databaseUrl)).toEqual([]);
});

/** During `work`, a third server is in the middle of writing into the dataset. */
async function whileWritten<T>(datasetId: string, work: () => Promise<T>): Promise<T> {
  const third = await openPostgresDatabase(databaseUrl, { warn: () => undefined });
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const writing = third.transaction({ dataset: datasetId }, async (tx) => {
    await tx.folders.update(datasetId, { updatedMs: Date.now() });
    begin();
    await over;
  });
  try {
    await Promise.race([begun, writing]);
    return await work();
  } finally {
    end();
    await writing.finally(() => third.close());
  }
}

const oneTrack = (name: string) => ({
  id: 1,
  begin: 0,
  end: 0,
  confidencePairs: [[name, 1]] as [string, number][],
  features: [{ frame: 0, bounds: [0, 0, 1, 1] as [number, number, number, number] }],
});

test("while one dataset is being written for long, nothing else waits for it, and nothing fails", async () => {
  const [first] = servers;
  const held = await createImageDataset(first.client, "held");
  const own = await Promise.all(servers.map(({ client }, n) => createImageDataset(client, `own ${n}`)));
  const user = await first.createUser("busy1");
  const save = ({ client }: TestServer, folderId: string) =>
    client.call("annotation.save", { folderId, body: { tracks: { upsert: [oneTrack("fish")], delete: [] } } });
  const signIn = async ({ url }: TestServer): Promise<void> => {
    const authorization = `Basic ${btoa(`${user.login}:${user.password}`)}`;
    const { status } = await fetch(`${url}/api/v1/user/authentication`, { headers: { authorization } });
    expect(status).toBe(200);
  };
  const longest: Record<string, number> = {};
  const timed = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const since = performance.now();
    await work();
    longest[what] = Math.max(longest[what] ?? 0, performance.now() - since);
  };
  // More than a server's number of write connections.
  let waiting: Promise<unknown>[] = [];
  await whileWritten(held, async () => {
    waiting = servers.flatMap((server) => Array.from({ length: 8 }, () => save(server, held)));
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        servers.flatMap((server, n) => {
          const folderId = own[n] ?? "";
          const { client } = server;
          const parent = { parentType: "folder", parentId: folderId } as const;
          const body = new Uint8Array([1, 2, 3]);
          return [
            timed("save", () => save(server, folderId)),
            timed("sign-in", () => signIn(server)),
            timed("upload", () => client.call("file.create", { ...parent, name: `r${round}`, size: 3, body })),
            timed("folder", () => client.call("folder.create", { ...parent, name: `folder ${round}` })),
            timed("metadata", () =>
              client.call("dataset.update", { id: folderId, body: { confidenceFilters: { default: 0.2 } } }),
            ),
          ];
        }),
      );
    }
  });
  for (const [what, ms] of Object.entries(longest)) expect(ms, what).toBeLessThan(3000);
  await Promise.all(waiting);
  expect((await first.client.call("annotation.revisions", { folderId: held })).length).toBe(16);
  expect(await auditPostgres(databaseUrl)).toEqual([]);
});

test("an event of one server reaches the streams of the other", async () => {
  const [first, second] = servers;
  const answer = await second.fetch("/api/v1/notification/stream?timeout=20");
  const heard = (async () => {
    let text = "";
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(piece).toString("utf8");
      if (text.includes("from the first")) return true;
    }
    return false;
  })();
  await first.server.services.notifications.publish(first.userId, "test", { text: "from the first" });
  expect(await heard).toBe(true);
});

test("what is saved on one server is announced to readers on the other, and to no one else", async () => {
  const [first, second] = servers;
  const stranger = await first.createUser("stranger1");
  const folderId = await createImageDataset(first.client, "told");
  const open = (token: string) =>
    readEvents((signal) => second.fetch("/api/v1/notification/stream?since=1e12", { token, signal }));
  const [reader, other] = [await open(second.token), await open(stranger.token)];
  try {
    const track = {
      id: 0,
      begin: 0,
      end: 0,
      confidencePairs: [["fish", 1]],
      features: [{ frame: 0, bounds: [0, 0, 1, 1] }],
    };
    await first.client.call("annotation.save", { folderId, body: { tracks: { upsert: [track], delete: [] } } });
    const own = await createImageDataset(stranger.client, "the stranger's own");
    await stranger.client.call("annotation.save", { folderId: own, body: { tracks: { upsert: [track], delete: [] } } });
    const [event] = await reader.next(1);
    expect(event).toMatchObject({ type: "annotations_saved", data: { datasetId: folderId, revision: 1, set: "" } });
    // The first event the stranger receives is about their own dataset.
    const [heard] = await other.next(1);
    expect(heard).toMatchObject({ type: "annotations_saved", data: { datasetId: own, authorName: "stranger1" } });
  } finally {
    reader.close();
    other.close();
  }
});

test("a session of one server holds on the other, and ends on both", async () => {
  const [first, second] = servers;
  const { login, password } = await first.createUser("both1");
  const authorization = `Basic ${btoa(`${login}:${password}`)}`;
  const reply = await fetch(`${second.url}/api/v1/user/authentication`, { headers: { authorization } });
  const { token } = ((await reply.json()) as { authToken: { token: string } }).authToken;
  expect(await clientOf(first.url, token).call("user.me", {})).toMatchObject({ login });
  await clientOf(second.url, token).call("user.logout", {});
  await expect(clientOf(first.url, token).call("user.me", {})).resolves.toBeNull();
});

test("a connection that is lost inside a transaction ends that transaction and nothing else", async () => {
  const own = await startPostgres();
  const database = await openPostgresDatabase((await createSchema(own.url)).url, { warn: () => undefined });
  try {
    const lost = database.transaction("site", async (tx) => {
      await tx.settings.set("half", true);
      await own.stop();
      // Time for the event to arrive while no query runs.
      await new Promise((resolve) => setTimeout(resolve, 200));
      await tx.settings.set("whole", true);
    });
    await expect(lost).rejects.toThrow(StorageGoneError);
    await own.start();
    expect(await database.settings.get("half")).toBeUndefined();
    await database.settings.set("after", true);
  } finally {
    await database.close();
    await own.close();
  }
});
