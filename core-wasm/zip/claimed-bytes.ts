/**
 * Reads how many bytes a zip archive claims to unpack to. Nothing is unpacked, and the claim is not reliable: code that
 * unpacks has to count. Format: PKWARE APPNOTE 6.3.10.
 */

import type { ReadRange } from "./read.ts";

const endBytes = 22;
const maxCommentBytes = 0xffff;
const locatorBytes = 20;
const end64Bytes = 56;
const entryBytes = 46;
const uint32Max = 0xffffffff;
/** Millions of entries; a longer directory claims too much. */
const maxDirectoryBytes = 256 * 1024 * 1024;
const endSignature = 0x06054b50;
const locator64 = 0x07064b50;
const end64 = 0x06064b50;
const entrySignature = 0x02014b50;

/**
 * @param size bytes of the archive
 * @param limit counting stops above it
 * @returns bytes, `undefined` when there is no readable directory
 */
export async function claimedBytes(size: number, read: ReadRange, limit: number): Promise<number | undefined> {
  const place = await findDirectory(size, read);
  if (place === undefined) return undefined;
  if (place.end - place.start > maxDirectoryBytes) return Number.POSITIVE_INFINITY;
  let claimed = 0;
  let isRead = false;
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of read(place.start, place.end)) {
    rest = Buffer.concat([rest, bytes]);
    let at = 0;
    for (let next = entryEnd(rest, at); next !== undefined; next = entryEnd(rest, at)) {
      if (rest.readUInt32LE(at) !== entrySignature) return isRead ? claimed : undefined;
      claimed += sizeOfEntry(rest.subarray(at, next));
      isRead = true;
      at = next;
    }
    if (claimed > limit) return claimed;
    rest = rest.subarray(at);
  }
  return isRead || place.start === place.end ? claimed : undefined;
}

/** Finds the directory: it is directly before its end record, even if other data precede the archive. */
async function findDirectory(size: number, read: ReadRange): Promise<{ start: number; end: number } | undefined> {
  const tailStart = Math.max(0, size - endBytes - maxCommentBytes - locatorBytes - end64Bytes);
  const tail = await readAll(read(tailStart, size));
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature || at + endBytes + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const large = await findDirectory64(tail, at, tailStart, read);
    const end = large?.end ?? tailStart + at;
    const start = end - (large?.length ?? tail.readUInt32LE(at + 12));
    return start < 0 ? undefined : { start, end };
  }
  return undefined;
}

/** With zip64 the numbers are in their own record, before the end record. */
async function findDirectory64(
  tail: Buffer,
  endAt: number,
  tailStart: number,
  read: ReadRange,
): Promise<{ end: number; length: number } | undefined> {
  const at = endAt - locatorBytes;
  if (at < 0 || tail.readUInt32LE(at) !== locator64) return undefined;
  const end = Number(tail.readBigUInt64LE(at + 8));
  if (end + end64Bytes > tailStart + tail.length) return undefined;
  const record = await readAll(read(end, end + end64Bytes));
  if (record.length < end64Bytes || record.readUInt32LE(0) !== end64) return undefined;
  return { end, length: Number(record.readBigUInt64LE(40)) };
}

/** Where the entry at `at` ends; `undefined` while it is incomplete. */
function entryEnd(bytes: Buffer, at: number): number | undefined {
  if (at + entryBytes > bytes.length) return undefined;
  const lengths = bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  const end = at + entryBytes + lengths;
  return end > bytes.length ? undefined : end;
}

function sizeOfEntry(entry: Buffer): number {
  const size = entry.readUInt32LE(24);
  if (size !== uint32Max) return size;
  // The zip64 extra field begins with the size if that does not fit into its usual place.
  const extraEnd = entryBytes + entry.readUInt16LE(28) + entry.readUInt16LE(30);
  for (let at = entryBytes + entry.readUInt16LE(28); at + 12 <= extraEnd; at += 4 + entry.readUInt16LE(at + 2)) {
    if (entry.readUInt16LE(at) === 1) return Number(entry.readBigUInt64LE(at + 4));
  }
  return size;
}

async function readAll(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}
