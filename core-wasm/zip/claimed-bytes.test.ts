/** Sizes that archives claim, from their directories only: written by our own writer, and broken ones. */
import { expect, test } from "vitest";

import { claimedBytes } from "./claimed-bytes.ts";
import type { ReadRange } from "./read.ts";
import { zipStream } from "./write.ts";

async function archiveOf(sizes: readonly number[]): Promise<Buffer> {
  const entries = sizes.map((size, n) => ({
    name: `${"folder/".repeat(n % 7)}${n}.png`,
    modifiedMs: 0,
    async *open() {
      yield Buffer.alloc(size);
    },
  }));
  const parts: Uint8Array[] = [];
  for await (const part of zipStream(entries)) parts.push(part);
  return Buffer.concat(parts);
}

/** In pieces of a few bytes, as a slow store may return them. */
const reader = (bytes: Buffer): ReadRange =>
  async function* (start, end) {
    for (let at = start; at < end; at += 7) yield bytes.subarray(at, Math.min(at + 7, end));
  };
const claimOf = (bytes: Buffer, limit = Infinity): Promise<number | undefined> =>
  claimedBytes(bytes.length, reader(bytes), limit);

/** The same archive without the zip64 records before its end. */
const withoutZip64 = (archive: Buffer): Buffer => Buffer.concat([archive.subarray(0, -98), archive.subarray(-22)]);

test("the sizes of all entries, with zip64 or without, after other bytes and in front of a comment", async () => {
  const archive = await archiveOf([0, 5, 1000, 70_000, 3]);
  expect(await claimOf(archive)).toBe(71_008);
  expect(await claimOf(withoutZip64(archive))).toBe(71_008);
  expect(await claimOf(Buffer.concat([Buffer.alloc(500, "x"), withoutZip64(archive)]))).toBe(71_008);
  const commented = Buffer.concat([archive, Buffer.from("a comment")]);
  commented.writeUInt16LE(9, archive.length - 2);
  expect(await claimOf(commented)).toBe(71_008);
  expect(await claimOf(await archiveOf([]))).toBe(0);
});

test("other files than archives claim nothing", async () => {
  const archive = await archiveOf([5, 6]);
  const elsewhere = withoutZip64(archive);
  elsewhere.writeUInt32LE(0xfffffff0, elsewhere.length - 10);
  const inside = withoutZip64(archive);
  inside.writeUInt32LE(100, inside.length - 10);
  const broken = [
    Buffer.alloc(0),
    Buffer.from("PK"),
    archive.subarray(0, -30),
    elsewhere,
    inside,
    Buffer.alloc(70_000),
  ];
  for (const bytes of broken) expect(await claimOf(bytes)).toBeUndefined();
});

test("counting stops at the limit: a directory of any length is not read to its end", async () => {
  const archive = await archiveOf(Array.from({ length: 500 }, () => 10));
  let length = 0;
  const counted: ReadRange = async function* (start, end) {
    for await (const bytes of reader(archive)(start, end)) {
      length += bytes.length;
      yield bytes;
    }
  };
  const claimed = await claimedBytes(archive.length, counted, 100);
  expect(claimed).toBeGreaterThan(100);
  const tail = Math.min(archive.length, 22 + 0xffff + 20 + 56);
  expect(length).toBeLessThan(tail + 2000);
});
