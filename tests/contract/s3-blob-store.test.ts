/** S3 follows the contract of the port: with a real server that speaks its protocol. */
import { createHash, randomBytes } from "node:crypto";
import { type ChannelListener, subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openS3BlobStore } from "../../server/adapters/s3/blob-store.ts";
import { parseS3Url } from "../../server/adapters/s3/location.ts";
import { openS3MediaSource } from "../../server/adapters/s3/media-source.ts";
import { newObjectId } from "../../server/base/object-id.ts";
import type { BlobStore } from "../../server/ports/blob-store.ts";
import { describeBlobStore } from "../../server/ports/contract/blob-store.ts";
import { createBucket, type S3Server, startS3 } from "../support/s3.ts";

let server: S3Server;
let url = "";
const stores: { close(): void }[] = [];
const reopen = async (): Promise<BlobStore> => {
  const store = await openS3BlobStore(parseS3Url(url));
  stores.push(store);
  return store;
};
const open = async (): Promise<BlobStore> => {
  url = await createBucket(server.endpoint);
  return await reopen();
};
beforeAll(async () => {
  server = await startS3();
});
afterAll(async () => {
  for (const store of stores) store.close();
  await server.close();
});

describe("contract", () => {
  describeBlobStore({ open, reopen });
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

test("an upload whose calls went to two servers is joined inside S3", async () => {
  const [first, second] = [await open(), await reopen()];
  const bytes = randomBytes(12 * 1024 * 1024);
  const half = 6 * 1024 * 1024;
  const id = newObjectId();
  await first.append(id, 0, once(bytes.subarray(0, half)), half);
  await second.append(id, half, once(bytes.subarray(half)), half);
  const ref = await second.digest(id);
  expect(ref).toEqual({ hash: createHash("sha256").update(bytes).digest("hex"), size: bytes.length });
  await second.commit(id, ref);
  await second.discard(id);
  const parts: Buffer[] = [];
  for await (const part of first.read(ref.hash, { start: half - 5, end: half + 5 })) parts.push(part as Buffer);
  expect(Buffer.concat(parts)).toEqual(bytes.subarray(half - 5, half + 5));
  expect(await first.listUploads()).toEqual([]);
});

/** Stores a unique content. @returns its hash */
async function storeNew(store: BlobStore, bytes: Uint8Array): Promise<string> {
  const id = newObjectId();
  const ref = await store.digest(id, await store.begin(id, once(bytes), bytes.length));
  await store.commit(id, ref);
  await store.discard(id);
  return ref.hash;
}

test("calls cost time: a small content takes four of them", async () => {
  const store = await open();
  const calls: string[] = [];
  const count = ({ request }: { request: ClientRequest }): void =>
    void (request.host === "127.0.0.1" && calls.push(request.method));
  subscribe("http.client.request.start", count as ChannelListener);
  try {
    await storeNew(store, randomBytes(100));
  } finally {
    unsubscribe("http.client.request.start", count as ChannelListener);
  }
  expect(calls).toEqual(["PUT", "HEAD", "PUT", "POST"]);
});

test("bytes that reach another server for the same place do not become the content of the first one's hash", async () => {
  const [first, second] = [await open(), await reopen()];
  const id = newObjectId();
  const [wanted, others] = [randomBytes(100), randomBytes(100)];
  await first.append(id, 0, once(wanted), 100);
  await second.append(id, 0, once(others), 100);
  const ref = await first.digest(id, 100);
  await expect(first.commit(id, ref)).rejects.toThrow("Another request has replaced bytes of this upload.");
  expect(await first.has(ref.hash)).toBe(false);
  // The last value to arrive remains.
  expect(await first.digest(id, 100)).toEqual({ hash: createHash("sha256").update(others).digest("hex"), size: 100 });
});

test("bytes received by another server belong to the upload", async () => {
  const [first, second] = [await open(), await reopen()];
  const id = newObjectId();
  await first.append(id, 0, once(Buffer.from("abc")), 3);
  await second.append(id, 3, once(Buffer.from("def")), 3);
  const ref = await first.digest(id, 6);
  expect(ref).toEqual({ hash: createHash("sha256").update("abcdef").digest("hex"), size: 6 });
  await first.commit(id, ref);
  await second.discard(id);
  expect(await first.listUploads()).toEqual([]);
});

test("a reader that gives up early does not hold the connection", async () => {
  const store = await open();
  const id = newObjectId();
  await store.append(id, 0, once(randomBytes(1_000_000)), 1_000_000);
  const ref = await store.digest(id);
  await store.commit(id, ref);
  for (let round = 0; round < 100; round++) {
    const stream = store.read(ref.hash);
    for await (const _ of stream) break;
    expect(stream.destroyed).toBe(true);
  }
});

test("an address that cannot be used is explained", async () => {
  expect(() => parseS3Url("https://bucket")).toThrow("must start with s3://");
  expect(() => parseS3Url("s3://key:secret@bucket")).toThrow("must not carry credentials");
  const missing = parseS3Url((await createBucket(server.endpoint)).replace("test-", "gone-"));
  await expect(openS3BlobStore(missing)).rejects.toThrow(/there is no such bucket.* Check BLOB_URL, /);
  // A bucket of media is configured elsewhere.
  const ofMedia = { ...missing, setting: "The address" };
  await expect(openS3MediaSource(ofMedia)).rejects.toThrow(/Check the address, /);
});
