/** Images of large sets: a core restored from one equals one that loaded pages. */
import { randomBytes } from "node:crypto";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { zstdDecompressSync } from "node:zlib";

import { expect, test, vi } from "vitest";

import { type AnnotationCore, createCore } from "#core";

import { cacheFolder } from "../../server/adapters/disk/cache-folder.ts";
import { useCleanUps } from "../support/clean-ups.ts";
import { createImageDataset } from "../support/dataset.ts";
import { isSecondStorage } from "../support/storage.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const { add: cleanUp, temporaryFolder } = useCleanUps();
const text = (core: AnnotationCore): string =>
  new TextDecoder().decode(core.writer.writeDiveJson({ style: "compact" }).bytes);

interface Answer {
  readonly status: number;
  readonly revision: number;
  /** Expected revision of the image. */
  readonly ofSet: number;
  readonly bytes: Buffer;
}

function ask({ url, token }: TestServer, query: Record<string, string | number>, encodings = "gzip, zstd") {
  const address = `${url}/api/v1/dive_annotation/image?${new URLSearchParams(query as Record<string, string>)}`;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  get(address, { headers: { "Girder-Token": token, "Accept-Encoding": encodings } }, (response) => {
    const revision = Number(response.headers["wakeline-revision"]);
    const ofSet = Number(response.headers["wakeline-set-revision"]);
    buffer(response).then((bytes) => resolve({ status: response.statusCode ?? 0, revision, ofSet, bytes }), reject);
  }).on("error", reject);
  return promise;
}

function trackOf(id: number) {
  const features = Array.from({ length: 20 }, (_, at) => ({
    frame: at,
    bounds: [id / 3, at, id / 3 + 20, at + 10.5],
    keyframe: true,
    interpolate: true,
  }));
  return { id, begin: 0, end: 19, confidencePairs: [[`type ${id % 5}`, 0.5]], attributes: { of: id }, features };
}

async function save({ client }: TestServer, folderId: string, ids: readonly number[], set?: string): Promise<number> {
  const group = { id: 1, begin: 0, end: 3, members: { 1: { ranges: [[0, 3]] } }, confidencePairs: [["school", 1]] };
  const groups = { upsert: ids.includes(1) ? [group] : [], delete: [] };
  const body = { tracks: { upsert: ids.map(trackOf), delete: [] }, groups, ...(set !== undefined && { set }) };
  return (await client.call("annotation.save", { folderId, body: body as never })).revision;
}

async function fromPages({ client }: TestServer, folderId: string, revision: number): Promise<AnnotationCore> {
  const core = await createCore();
  core.reader.beginLoad(NaN);
  const bytesOf = async (kind: "tracks" | "groups") =>
    new Uint8Array(await (await client.fetch(`annotation.${kind}`, { folderId, revision })).arrayBuffer());
  core.reader.loadTrackPage(await bytesOf("tracks"));
  core.reader.loadGroupPage(await bytesOf("groups"));
  core.reader.endLoad();
  return core;
}

async function fromImage({ bytes }: Answer): Promise<{ core: AnnotationCore; note: unknown }> {
  const core = await createCore();
  const reading = core.reader.readImage();
  reading.push(zstdDecompressSync(bytes));
  reading.end();
  core.assertIntegrity();
  return { core, note: JSON.parse(reading.note ?? "") as unknown };
}

test("a large set gets an image that says what its pages say, of each revision and set; a small one has none", async () => {
  const dataFolder = await temporaryFolder();
  let server = await startTestServer({ dataFolder });
  cleanUp(() => server.close());
  const images = () => readdir(join(dataFolder, "cache", "annotations")).catch(() => []);
  const folderId = await createImageDataset(server.client, "large");
  expect(await ask(server, { folderId })).toMatchObject({ status: 204, revision: 0 });
  const small = await createImageDataset(server.client, "small");
  await save(server, small, [1, 2]);
  expect(await ask(server, { folderId: small })).toMatchObject({ status: 204, revision: 1 });

  const first = await save(
    server,
    folderId,
    Array.from({ length: 3000 }, (_, id) => id),
  );
  // A set this large will probably be opened soon, so its image is made without a request. A server without a data
  // folder provides no way to observe that.
  if (!isSecondStorage())
    await vi.waitUntil(async () => (await images()).some((name) => !name.endsWith(".part")), { timeout: 20_000 });
  const answer = await ask(server, { folderId });
  expect(answer.status).toBe(200);
  expect(answer).toMatchObject({ revision: first, ofSet: first });
  const { core, note } = await fromImage(answer);
  expect(note).toEqual({ datasetId: folderId, setName: "", revision: first });
  expect([core.trackCount, core.groupCount]).toEqual([3000, 1]);
  expect(text(core)).toBe(text(await fromPages(server, folderId, first)));

  // Requested before it, and made by now.
  expect(await ask(server, { folderId: small })).toMatchObject({ status: 204, revision: 1 });
  expect(await ask(server, { folderId }, "gzip, br")).toMatchObject({ status: 204, revision: first });
  expect(await ask(server, { folderId, revision: first + 1 })).toMatchObject({ status: 204, revision: first + 1 });
  expect(await ask(server, { folderId, revision: -1 })).toMatchObject({ status: 400 });

  // A revision of another set does not change this one.
  const other = await save(server, folderId, [7], "other");
  const again = await ask(server, { folderId });
  expect(again).toMatchObject({ status: 200, revision: other, ofSet: first });
  expect(Buffer.compare(again.bytes, answer.bytes)).toBe(0);
  expect(await ask(server, { folderId, set: "other" })).toMatchObject({ status: 204, revision: other });

  const later = await save(server, folderId, [5000]);
  // After a single change the image is made on request only; concurrent requests share it.
  const [newest, same] = await Promise.all([ask(server, { folderId }), ask(server, { folderId })]);
  expect(newest).toMatchObject({ status: 200, revision: later, ofSet: later });
  expect(Buffer.compare(newest.bytes, same.bytes)).toBe(0);
  expect(await ask(server, { folderId, revision: first })).toMatchObject({
    status: 200,
    revision: first,
    ofSet: first,
  });
  const newer = await fromImage(newest);
  expect(text(newer.core)).toBe(text(await fromPages(server, folderId, later)));

  await server.close();
  server = await startTestServer({ dataFolder });
  // A server without a data folder makes it again.
  expect(await ask(server, { folderId })).toMatchObject({ status: 200, revision: later });
});

test("a cache folder drops what was not asked for the longest, and what a killed server has left", async () => {
  const folder = join(await temporaryFolder(), "cache");
  const cache = cacheFolder(folder, 2500);
  expect(await cache.find("a")).toBeUndefined();
  const contents = new Map(["a", "b", "c"].map((key) => [key, randomBytes(1000)]));
  const read = async (key: string): Promise<Buffer | undefined> => {
    const found = await cache.find(key);
    return found && (await buffer(found.stream()));
  };
  await cache.put("a", contents.get("a")!);
  await cache.put("b", contents.get("b")!);
  const left = join(folder, "left.part");
  await writeFile(left, "half");
  const [old, older] = [new Date(Date.now() - 7200_000), new Date(Date.now() - 9000_000)];
  await utimes(left, old, old);
  for (const name of await readdir(folder)) await utimes(join(folder, name), older, older);
  // A reader finishes its image even after it was evicted.
  const held = await cache.find("b");
  for (const name of await readdir(folder)) await utimes(join(folder, name), older, older);
  expect(await read("a")).toEqual(contents.get("a"));
  await cache.put("c", contents.get("c")!);
  expect([await read("a"), await read("b"), await read("c")]).toEqual([
    contents.get("a"),
    undefined,
    contents.get("c"),
  ]);
  expect(await buffer(held!.stream())).toEqual(contents.get("b"));
  expect(await readdir(folder)).toHaveLength(2);
  // An entry larger than the whole cache is not stored, and evicts nothing.
  await cache.put("d", randomBytes(3000));
  expect(await cache.find("d")).toBeUndefined();
  await cache.put("a", contents.get("b")!);
  expect(await read("a")).toEqual(contents.get("b"));
  for (const name of await readdir(folder)) expect((await readFile(join(folder, name))).length).toBe(1000);
});
