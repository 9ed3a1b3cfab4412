/** S3 keeps the contract of the port: against a real server that speaks its protocol. */
import { createHash, randomBytes } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openS3BlobStore } from "../../server/adapters/s3/blob-store.ts";
import { parseS3Url } from "../../server/adapters/s3/location.ts";
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
  await expect(openS3BlobStore(missing)).rejects.toThrow("there is no such bucket");
});
