/**
 * Contract of every `BlobStore`. An adapter's test calls this with functions that open an empty store and reopen it.
 */
import { createHash, randomBytes } from "node:crypto";

import { expect, test } from "vitest";

import { newObjectId } from "../../base/object-id.ts";
import type { BlobStore } from "../blob-store.ts";

export interface BlobStoreSetup {
  open(): Promise<BlobStore>;
  /** Opens the store as after a restart of the process: only contents that were promised to be safe remain. */
  reopen(): Promise<BlobStore>;
}

const unlimited = Number.MAX_SAFE_INTEGER;
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function* pieces(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

async function store(blobs: BlobStore, bytes: Uint8Array): Promise<string> {
  const id = newObjectId();
  await blobs.append(id, 0, pieces(bytes), unlimited);
  const ref = await blobs.digest(id);
  await blobs.commit(id, ref);
  await blobs.discard(id);
  return ref.hash;
}

export function describeBlobStore({ open, reopen }: BlobStoreSetup): void {
  test("bytes come back as they were, whole and in ranges", async () => {
    const blobs = await open();
    expect(await blobs.hasAny()).toBe(false);
    const bytes = randomBytes(10_000);
    const hash = await store(blobs, bytes);
    expect(hash).toBe(sha256(bytes));
    expect(await blobs.has(hash)).toBe(true);
    expect(await blobs.hasAny()).toBe(true);
    expect(await collect(blobs.read(hash))).toEqual(bytes);
    expect(await collect(blobs.read(hash, { start: 10, end: 20 }))).toEqual(bytes.subarray(10, 20));
    expect(await collect(blobs.read(hash, { start: 9999, end: 10_000 }))).toEqual(bytes.subarray(9999));
    expect(await collect(blobs.read(hash, { start: 5, end: 5 }))).toEqual(Buffer.alloc(0));
  });

  test("0 bytes are a content too", async () => {
    const blobs = await open();
    const hash = await store(blobs, new Uint8Array());
    expect(hash).toBe(sha256(new Uint8Array()));
    expect(await collect(blobs.read(hash))).toEqual(Buffer.alloc(0));
  });

  test("an upload in several calls goes on after a restart", async () => {
    const bytes = randomBytes(5000);
    const id = newObjectId();
    const before = await open();
    expect(await before.append(id, 0, pieces(bytes.subarray(0, 3000)), unlimited)).toBe(3000);
    const after = await reopen();
    expect(await after.listUploads()).toContain(id);
    expect(await after.append(id, 3000, pieces(bytes.subarray(3000)), unlimited)).toBe(5000);
    expect(await after.digest(id)).toEqual({ hash: sha256(bytes), size: 5000 });
  });

  test("what is past the offset is dropped", async () => {
    const blobs = await open();
    const id = newObjectId();
    await blobs.append(id, 0, pieces(Buffer.from("abcdef")), unlimited);
    await blobs.append(id, 3, pieces(Buffer.from("XY")), unlimited);
    expect(await blobs.digest(id)).toEqual({ hash: sha256(Buffer.from("abcXY")), size: 5 });
  });

  test("an upload that is new begins without a look, and goes on and ends as any other", async () => {
    const blobs = await open();
    const bytes = randomBytes(3000);
    const id = newObjectId();
    await expect(blobs.begin(id, pieces(bytes), 2999)).rejects.toThrow("Received too many bytes.");
    await blobs.discard(id);
    expect(await blobs.listUploads()).toEqual([]);
    expect(await blobs.begin(id, pieces(bytes.subarray(0, 1000)), unlimited)).toBe(1000);
    expect(await blobs.append(id, 1000, pieces(bytes.subarray(1000)), unlimited)).toBe(3000);
    const ref = { hash: sha256(bytes), size: 3000 };
    for (const size of [3000, undefined, 2999]) expect(await blobs.digest(id, size)).toEqual(ref);
    await blobs.commit(id, ref);
    await blobs.discard(id);
    expect(await blobs.listUploads()).toEqual([]);
    expect(await collect(blobs.read(ref.hash))).toEqual(bytes);
  });

  test("too many bytes are refused, and the upload stays where it was", async () => {
    const blobs = await open();
    const id = newObjectId();
    await blobs.append(id, 0, pieces(Buffer.from("abc")), 10);
    await expect(blobs.append(id, 3, pieces(Buffer.from("defgh"), 2), 4)).rejects.toThrow("Received too many bytes.");
    expect(await blobs.digest(id)).toEqual({ hash: sha256(Buffer.from("abc")), size: 3 });
  });

  test("a source that breaks leaves an upload that goes on from the old offset", async () => {
    const blobs = await open();
    const id = newObjectId();
    await blobs.append(id, 0, pieces(Buffer.from("abc")), unlimited);
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from("zzz");
      throw new Error("connection lost");
    };
    await expect(blobs.append(id, 3, broken(), unlimited)).rejects.toThrow("connection lost");
    await blobs.append(id, 3, pieces(Buffer.from("def")), unlimited);
    expect((await blobs.digest(id)).hash).toBe(sha256(Buffer.from("abcdef")));
  });

  test("committing twice, and committing what is there already, are fine", async () => {
    const blobs = await open();
    const bytes = randomBytes(100);
    const first = newObjectId();
    const second = newObjectId();
    for (const id of [first, second]) await blobs.append(id, 0, pieces(bytes), unlimited);
    const ref = await blobs.digest(first);
    for (const id of [first, first, second]) await blobs.commit(id, ref);
    for (const id of [first, second, second]) await blobs.discard(id);
    expect(await blobs.listUploads()).toEqual([]);
    expect(await collect(blobs.read(ref.hash))).toEqual(bytes);
  });

  test("a removed content is gone; removing it again is fine", async () => {
    const blobs = await open();
    const hash = await store(blobs, randomBytes(10));
    await blobs.remove(hash);
    await blobs.remove(hash);
    expect(await blobs.has(hash)).toBe(false);
    await expect(collect(blobs.read(hash))).rejects.toThrow(hash);
  });

  test("a tool gets a local file", async () => {
    const blobs = await open();
    const bytes = randomBytes(100);
    const hash = await store(blobs, bytes);
    const { readFile } = await import("node:fs/promises");
    expect(await blobs.withLocalFile(hash, (path) => readFile(path))).toEqual(bytes);
  });
}
