/** PostgreSQL and S3 become unavailable under a running server and return. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { ApiError, type ApiClient, JobStatus } from "#schemas";

import { openS3BlobStore } from "../../server/adapters/s3/blob-store.ts";
import { parseS3Url } from "../../server/adapters/s3/location.ts";
import { signIn } from "../crash/crash-rounds.ts";
import { auditPostgres } from "../crash/audit.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createSchema, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { createBucket, s3Credentials, type S3Server, startS3 } from "../support/s3.ts";
import { startServerProcess, type ServerProcess } from "../support/server-process.ts";
import { clientOf } from "../support/test-server.ts";

let postgres: PostgresServer;
let s3: S3Server;
let server: ServerProcess;
let client: ApiClient;
let folderId: string;
let databaseUrl: string;
let blobUrl: string;
let dataFolder: string;
beforeAll(async () => {
  [postgres, s3] = [await startPostgres(), await startS3()];
  databaseUrl = (await createSchema(postgres.url)).url;
  dataFolder = await mkdtemp(join(tmpdir(), "wakeline-gone-"));
  blobUrl = await createBucket(s3.endpoint);
  const env = { DATABASE_URL: databaseUrl, BLOB_URL: blobUrl, WAKELINE_MIN_CHUNK_BYTES: "0" };
  server = await startServerProcess({ dataFolder, env: { ...env, ...s3Credentials } });
  client = clientOf(server.url, await signIn(server));
  folderId = await createImageDataset(client, "here");
});
afterAll(async () => {
  await server?.kill();
  await postgres?.close();
  await s3?.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const save = (count: number): Promise<unknown> => {
  const upsert = Array.from({ length: count }, (_, id) => ({
    id,
    begin: 0,
    end: 0,
    features: [{ frame: 0, bounds: [0, 0, 1, 1] }],
  }));
  return client.call("annotation.save", { folderId, body: { tracks: { upsert, delete: [] } } });
};
const upload = (name: string): Promise<unknown> =>
  client.call("file.create", {
    parentType: "folder",
    parentId: folderId,
    name,
    size: 3,
    body: new Uint8Array([1, 2, name.length]),
  });
const statusOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : error),
  );

test("PostgreSQL goes away in the middle of saves: 503, nothing half-done, and it goes on when it is back", async () => {
  await save(10);
  const busy = Promise.all(Array.from({ length: 8 }, () => statusOf(save(3000))));
  await new Promise((resolve) => setTimeout(resolve, 400));
  await postgres.stop();
  for (const status of await busy) expect([200, 503]).toContain(status);
  expect(await statusOf(save(1))).toBe(503);
  expect(await statusOf(client.call("annotation.tracks", { folderId }))).toBe(503);
  expect(await statusOf(upload("a"))).toBe(503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const ready = await fetch(`${server.url}/readyz`);
  const parts = { status: "not ready", database: false, files: true, space: true };
  expect([ready.status, await ready.json()]).toEqual([503, parts]);

  await postgres.start();
  await expect.poll(() => statusOf(save(20)), { timeout: 20_000 }).toBe(200);
  const tracks = await client.call("annotation.tracks", { folderId });
  expect([20, 3000]).toContain(tracks.length);
  expect(await auditPostgres(databaseUrl)).toEqual([]);
  expect(await statusOf(upload("b"))).toBe(200);
  // Events arrive again too, and it is still the same process.
  expect((await fetch(`${server.url}/readyz?again`)).status).toBeLessThan(504);
});

test("local copies that a killed server has left are removed at the next start", async () => {
  const gone = spawnSync(process.execPath, ["-e", ""]).pid;
  const left = join(tmpdir(), `wakeline-blob-${gone}-abc123`);
  const inUse = join(tmpdir(), `wakeline-blob-${process.pid}-abc123`);
  for (const folder of [left, inUse]) await mkdir(folder);
  const blobs = await openS3BlobStore(parseS3Url(await createBucket(s3.endpoint)));
  blobs.close();
  expect([existsSync(left), existsSync(inUse)]).toEqual([false, true]);
  await rm(inUse, { recursive: true });
});

test("S3 goes away: uploads and downloads say so, annotations go on, and it is found again", async () => {
  expect(await statusOf(upload("first"))).toBe(200);
  const [item] = await client.call("item.list", { folderId, name: "first" });
  const [file] = await client.call("item.files", { id: item?._id ?? "" });
  const download = async (): Promise<unknown> =>
    await client.fetch("file.download", { id: file?._id ?? "" }).then((answer) => answer.arrayBuffer());
  await s3.stop();
  expect(await statusOf(upload("second"))).toBe(503);
  expect(await statusOf(download())).not.toBe(200);
  expect(await statusOf(save(5))).toBe(200);
  await s3.start();
  await expect.poll(() => statusOf(upload("second")), { timeout: 20_000 }).toBe(200);
  expect(await statusOf(download())).toBe(200);
  const names = (await client.call("item.list", { folderId, limit: 0 })).map(({ name }) => name);
  expect(names.filter((name) => name === "second")).toHaveLength(1);
});

test("a conversion that finds S3 away waits for it, says so in its log, and succeeds when it is back", async () => {
  const me = await client.call("user.me", {});
  const metadata = { fps: 1, type: "image-sequence" };
  const place = { parentType: "user", parentId: me?._id ?? "", name: "converted" } as const;
  const { _id: id } = await client.call("folder.create", { ...place, metadata });
  const picture = Buffer.concat([Buffer.from("P5 4 4 255\n"), Buffer.alloc(16, 100)]);
  const file = { parentType: "folder", parentId: id, name: "a.pgm", size: picture.length, body: picture } as const;
  await client.call("file.create", file);
  await s3.stop();
  await client.call("rpc.postprocess", { id });
  const job = async () => {
    const [latest] = await client.call("job.list", { limit: 1 });
    return await client.call("job.get", { id: latest?._id ?? "" });
  };
  await expect.poll(async () => String((await job()).log), { timeout: 20_000 }).toContain("starts again in");
  expect((await job()).status).toBe(JobStatus.running);
  await s3.start();
  await expect.poll(async () => (await job()).status, { timeout: 30_000 }).toBe(JobStatus.success);
  expect((await client.call("dataset.media", { id })).imageData.map(({ filename }) => filename)).toEqual(["a.png"]);
});

test("the line of the start names what holds the data, and no folder that is not used", () => {
  expect(server.storage).toEqual({ dataFolder: null, database: expect.stringMatching(/^postgres:/), blobs: blobUrl });
});
