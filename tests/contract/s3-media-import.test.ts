/** Media of a bucket: imported in place, read by ranges; no video is downloaded as a whole. */
import { createHash } from "node:crypto";

import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { DefaultQueryExecutor } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { JobStatus } from "#schemas";

import { loadSampleMedia } from "../../server/sample/sample-media.ts";
import { createBucket, type S3Server, startS3 } from "../support/s3.ts";
import { type SmallObject, startSmallS3 } from "../support/small-s3.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let s3: S3Server;
let server: TestServer;
let place: URL;
let film: Uint8Array;

beforeAll(async () => {
  s3 = await startS3();
  place = new URL(await createBucket(s3.endpoint));
  place.pathname = "/cruise";
  film = (await loadSampleMedia()).video.files[0]!.bytes;
  server = await startTestServer({ mediaRoots: [place.href] });
  const client = new S3Client({ endpoint: s3.endpoint, region: "us-east-1", forcePathStyle: true });
  const put = (Key: string, Body: Uint8Array | string) =>
    client.send(new PutObjectCommand({ Bucket: place.host, Key: `cruise/${Key}`, Body }));
  await put("2024/reef.mp4", film);
  await put("2024/reef.csv", "0,a.mp4,0,1,2,30,40,1,-1,fish,1\n");
  client.destroy();
});
afterAll(async () => {
  await server.close();
  await s3.close();
});

test("a video in a bucket becomes a dataset with its annotations, is sent by ranges, and no job fetches it", async () => {
  const { _id: id } = await server.client.call("assetstore.create", { name: "bucket", type: 2, root: place.href });
  const parent = { parentType: "user", parentId: server.userId } as const;
  const { _id: destinationId } = await server.client.call("folder.create", { ...parent, name: "cruise" });
  const asked = { id, importPath: "", destinationId, dryRun: false };
  const { _id: jobId } = await server.client.call("assetstore.import", asked);
  await jobsEnd(server);
  expect(await server.client.call("job.get", { id: jobId })).toMatchObject({ status: JobStatus.success });
  const [folder] = await server.client.call("folder.list", { parentType: "folder", parentId: destinationId });
  const [reef] = await server.client.call("folder.list", { parentType: "folder", parentId: folder!._id });
  expect(reef).toMatchObject({ name: "reef", meta: { annotate: true } });
  expect(await server.client.call("annotation.tracks", { folderId: reef!._id })).toMatchObject([{ id: 0 }]);
  const { video } = await server.client.call("dataset.media", { id: reef!._id });
  const part = await server.fetch(video!.url, { headers: { Range: "bytes=100-199" } });
  expect([part.status, part.headers.get("Content-Range")]).toEqual([206, `bytes 100-199/${film.length}`]);
  const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  const whole = new Uint8Array(await (await server.fetch(video!.url)).arrayBuffer());
  expect(sha256(whole)).toBe(sha256(film));
  expect((await server.fetch(`/api/v1/dive_dataset/${reef!._id}/thumbnail`)).status).toBe(200);
  // The job that clients wait for runs on the server itself: no worker decodes the video.
  const jobs = await server.client.call("job.list", {});
  expect(jobs.filter(({ type }) => type === "convert")).toMatchObject([{ handler: "local" }]);
});

async function jobsEnd({ client }: TestServer): Promise<void> {
  await vi.waitFor(
    async () => {
      if ((await client.call("job.queued", {})).outstanding > 0) throw new Error("jobs go on");
    },
    { timeout: 60_000, interval: 50 },
  );
}

test("each video of a bucket costs two reads of its parts, and importing or checking again only lists", async () => {
  const count = 20;
  const object = (etag: string): SmallObject => ({
    size: film.length,
    etag,
    bytes: (start, end) => film.subarray(start, end),
  });
  const objects = new Map(Array.from({ length: count }, (_, n) => [`films/${n}.mp4`, object(`v${n}`)]));
  const bucket = await startSmallS3(objects);
  const other = await startTestServer({ mediaRoots: [bucket.location] });
  try {
    const { client, userId } = other;
    const { _id: id } = await client.call("assetstore.create", { name: "films", type: 2, root: bucket.location });
    const parent = { parentType: "user", parentId: userId } as const;
    const { _id: destinationId } = await client.call("folder.create", { ...parent, name: "films" });
    const run = async (start: () => Promise<{ _id: string }>): Promise<unknown[]> => {
      bucket.reset();
      const { _id: jobId } = await start();
      await jobsEnd(other);
      const { get, head, list, bytes } = bucket.sent;
      return [(await client.call("job.get", { id: jobId })).log?.join("").trim(), get, head, list, bytes > 0];
    };
    const asked = { id, importPath: "", destinationId, dryRun: false };
    const first = await run(() => client.call("assetstore.import", asked));
    expect(first).toEqual([`${count} datasets, ${count} new.`, 2 * count, count, 1, true]);
    const again = await run(() => client.call("assetstore.import", asked));
    expect(again).toEqual([`${count} datasets, 0 new.`, 0, 0, 1, false]);
    objects.set("films/3.mp4", object("other"));
    expect(await run(() => client.call("assetstore.check", { id }))).toEqual([
      expect.stringContaining("19 files as imported, 1 changed, 0 gone, 0 new."),
      ...[0, 0, 1, false],
    ]);
  } finally {
    await other.close();
    await bucket.close();
  }
});

test("each picture of a bucket is read once, and importing again only lists: no request or query for each", async () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const object: SmallObject = { size: png.length, etag: "1", bytes: (start, end) => png.subarray(start, end) };
  const named = (count: number, name: string) => Array.from({ length: count }, (_, n) => name.replace("N", String(n)));
  // The import looks at the first itself, and a job at the others.
  const paths = [...named(4, "few/N.png"), ...named(20, "many/N.png"), ...named(10, "many/wN.webp")];
  const bucket = await startSmallS3(new Map(paths.map((path) => [path, object])));
  const other = await startTestServer({ mediaRoots: [bucket.location] });
  const queries = vi.spyOn(DefaultQueryExecutor.prototype, "executeQuery");
  try {
    const { client, userId } = other;
    const { _id: id } = await client.call("assetstore.create", { name: "pictures", type: 2, root: bucket.location });
    const parent = { parentType: "user", parentId: userId } as const;
    const { _id: destinationId } = await client.call("folder.create", { ...parent, name: "pictures" });
    const asked = { id, importPath: "", destinationId, dryRun: false };
    bucket.reset();
    await client.call("assetstore.import", asked);
    await jobsEnd(other);
    expect(bucket.sent).toMatchObject({ get: paths.length, head: 0, list: 1 });
    bucket.reset();
    for (const { _id: folderId } of await client.call("folder.list", {
      parentType: "folder",
      parentId: destinationId,
    })) {
      const { imageData } = await client.call("dataset.media", { id: folderId, sizes: true });
      expect(imageData.every(({ width, height }) => width === 1 && height === 1)).toBe(true);
    }
    expect(bucket.sent).toMatchObject({ get: 0, head: 0, list: 0 });
    queries.mockClear();
    const { _id: jobId } = await client.call("assetstore.import", asked);
    await jobsEnd(other);
    expect((await client.call("job.get", { id: jobId })).log?.join("")).toBe("2 datasets, 0 new.\n");
    expect(bucket.sent).toMatchObject({ get: 0, head: 0, list: 1 });
    const texts = queries.mock.calls.map(([{ sql }]) => sql);
    expect(texts.filter((sql) => /"(files|items)"/.test(sql)).length).toSatisfy((n: number) => n > 1 && n < 8);
  } finally {
    queries.mockRestore();
    await other.close();
    await bucket.close();
  }
});

test("an administrator chooses among the keys and rights to sign that the operator gave a bucket", async () => {
  const variables = ["ACCESS_KEY_ID", "SECRET_ACCESS_KEY"].map((name) => `WAKELINE_S3_SURVEY_${name}`);
  const signed = new URL(place.href);
  signed.searchParams.set("direct", "true");
  const named = new URL(signed.href);
  named.searchParams.set("credentials", "SURVEY");
  const other = await startTestServer({ mediaRoots: [signed.href, named.href] });
  const { client, userId } = other;
  try {
    const { _id: id } = await client.call("assetstore.create", { name: "bucket", type: 2, root: place.href });
    const parent = { parentType: "user", parentId: userId } as const;
    const { _id: destinationId } = await client.call("folder.create", { ...parent, name: "cruise" });
    await client.call("assetstore.import", { id, importPath: "2024", destinationId, dryRun: false });
    await jobsEnd(other);
    const [reef] = await client.call("folder.list", { parentType: "folder", parentId: destinationId });
    const { video } = await client.call("dataset.media", { id: reef!._id });
    const asked = { id: reef!._id, mediaId: video!.id };
    const isSigned = async () => (await client.call("dataset.mediaAddress", asked)).url !== null;
    const change = async (given: object) => await client.call("assetstore.update", { id, ...given } as never);
    const credentialsOf = ({ root = "" }) => new URL(root).searchParams.get("credentials");

    expect(await isSigned()).toBe(true);
    expect((await change({ sign: false })).checkJob).toBeUndefined();
    expect(await isSigned()).toBe(false);
    await expect(change({ credentials: "OTHER" })).rejects.toThrow("WAKELINE_MEDIA_ROOTS");
    await expect(change({ credentials: "no name" })).rejects.toThrow("not made of capital letters");
    await expect(change({ credentials: "SURVEY" })).rejects.toThrow(`set ${variables.join(" and ")} where it runs`);
    for (const name of variables) process.env[name] = "S3RVER";
    expect(credentialsOf(await change({ credentials: "SURVEY" }))).toBe("SURVEY");
    expect(await isSigned()).toBe(false);
    await change({ sign: true });
    expect(await isSigned()).toBe(true);
    expect(credentialsOf(await change({ credentials: "" }))).toBeNull();

    // Without a right in the operator's settings, no media source gives browsers addresses.
    const plain = await server.client.call("assetstore.create", { name: "plain", type: 2, root: place.href });
    const signs = server.client.call("assetstore.update", { id: plain._id, sign: true });
    await expect(signs).rejects.toThrow("add direct=true");
  } finally {
    for (const name of variables) delete process.env[name];
    await other.close();
  }
});
