/**
 * Writes a zip archive as a stream: entries stored without compression (media are compressed already), sizes and
 * checksums in data descriptors after the bytes, so that nothing has to be read twice; zip64 where a number needs it.
 * Format: PKWARE APPNOTE 6.3.10.
 */
import { crc32 } from "node:zlib";

export interface ZipEntry {
  /** With `/` between folders; a name that ends in `/` is an empty folder. */
  readonly name: string;
  readonly modifiedMs: number;
  /** The bytes; opened when their turn comes. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

interface WrittenEntry {
  name: Buffer;
  time: number;
  date: number;
  crc: number;
  size: number;
  offset: number;
}

const versionZip64 = 45;
/** Bit 3: sizes follow the data; bit 11: names are UTF-8. */
const flags = 0x0808;
const uint32Max = 0xffffffff;
const uint16Max = 0xffff;

export async function* zipStream(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = [];
  const taken = new Set<string>();
  let position = 0;
  for await (const entry of entries) {
    const { time, date } = dosTime(entry.modifiedMs);
    const record: WrittenEntry = {
      name: Buffer.from(freeEntryName(safeEntryName(entry.name), taken)),
      time,
      date,
      crc: 0,
      size: 0,
      offset: position,
    };
    const header = localHeader(record);
    yield header;
    position += header.length;
    for await (const part of entry.open()) {
      const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
      record.crc = crc32(bytes, record.crc);
      record.size += bytes.length;
      position += bytes.length;
      yield bytes;
    }
    const descriptor = dataDescriptor(record);
    yield descriptor;
    position += descriptor.length;
    written.push(record);
  }
  const start = position;
  for (const record of written) {
    const header = centralHeader(record);
    yield header;
    position += header.length;
  }
  yield endOfArchive(written.length, start, position - start);
}

/** Names that unpack inside the target folder on every system, whatever people called their folders. */
export function safeEntryName(name: string): string {
  const isFolder = name.endsWith("/");
  const parts = name
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .map((part) => (part === ".." ? "__" : part.replaceAll(/[\\:*?"<>|\u0000-\u001f]/g, "_")));
  return parts.join("/") + (isFolder ? "/" : "");
}

/** Names that became equal would overwrite each other when the archive is extracted. */
function freeEntryName(name: string, taken: Set<string>): string {
  const [, stem = name, extension = ""] = /^(.*?)((?:\.[^./]*)?)$/su.exec(name) ?? [];
  let free = name;
  for (let n = 1; taken.has(free) && !name.endsWith("/"); n++) free = `${stem} (${n})${extension}`;
  taken.add(free);
  return free;
}

/** One step of an entry's name: a slash in it must not become a folder. */
export const entryNamePart = (name: string): string =>
  name === ".." || name === "." ? "_" : name.replaceAll("/", "_");

function localHeader(entry: WrittenEntry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(versionZip64, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(entry.time, 10);
  header.writeUInt16LE(entry.date, 12);
  // The zip64 field announces that the descriptor has 8-byte sizes.
  header.writeUInt32LE(uint32Max, 18);
  header.writeUInt32LE(uint32Max, 22);
  header.writeUInt16LE(entry.name.length, 26);
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(16, 2);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, entry.name, extra]);
}

function dataDescriptor(entry: WrittenEntry): Buffer {
  const descriptor = Buffer.alloc(24);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(entry.crc, 4);
  descriptor.writeBigUInt64LE(BigInt(entry.size), 8);
  descriptor.writeBigUInt64LE(BigInt(entry.size), 16);
  return descriptor;
}

function centralHeader(entry: WrittenEntry): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE((3 << 8) | versionZip64, 4);
  header.writeUInt16LE(versionZip64, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(entry.time, 12);
  header.writeUInt16LE(entry.date, 14);
  header.writeUInt32LE(entry.crc, 16);
  header.writeUInt32LE(uint32Max, 20);
  header.writeUInt32LE(uint32Max, 24);
  header.writeUInt16LE(entry.name.length, 28);
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeBigUInt64LE(BigInt(entry.size), 4);
  extra.writeBigUInt64LE(BigInt(entry.size), 12);
  extra.writeBigUInt64LE(BigInt(entry.offset), 20);
  header.writeUInt16LE(extra.length, 30);
  // Unix permissions: rw-r--r--, or rwxr-xr-x for a folder.
  const isFolder = entry.name.at(-1) === 0x2f;
  header.writeUInt32LE(((isFolder ? 0o040755 : 0o100644) << 16) >>> 0, 38);
  header.writeUInt32LE(uint32Max, 42);
  return Buffer.concat([header, entry.name, extra]);
}

function endOfArchive(count: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(56 + 20 + 22);
  // zip64 end of central directory
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE((3 << 8) | versionZip64, 12);
  end.writeUInt16LE(versionZip64, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  // its locator
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(start + length), 64);
  end.writeUInt32LE(1, 72);
  // end of central directory
  end.writeUInt32LE(0x06054b50, 76);
  end.writeUInt16LE(Math.min(count, uint16Max), 84);
  end.writeUInt16LE(Math.min(count, uint16Max), 86);
  end.writeUInt32LE(Math.min(length, uint32Max), 88);
  end.writeUInt32LE(Math.min(start, uint32Max), 92);
  return end;
}

/** MS-DOS date and time, UTC; from 1980 to 2107, in steps of 2 seconds. */
function dosTime(ms: number): { time: number; date: number } {
  const when = new Date(Math.min(Math.max(ms, Date.UTC(1980, 0, 1)), Date.UTC(2107, 11, 31)));
  return {
    time: (when.getUTCHours() << 11) | (when.getUTCMinutes() << 5) | (when.getUTCSeconds() >> 1),
    date: ((when.getUTCFullYear() - 1980) << 9) | ((when.getUTCMonth() + 1) << 5) | when.getUTCDate(),
  };
}
