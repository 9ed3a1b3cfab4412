/**
 * Writes zip archives piece by piece, without compression: media are already compressed, and the same content gives the
 * same bytes. `zipStream` takes bytes as they arrive and writes sizes and checksums after them, so that nothing is read
 * twice; `storedZip` has them in memory and is synchronous, like the format writers. zip64 is used when a number needs
 * it. Format: PKWARE APPNOTE 6.3.10.
 */
import { freeEntryName, safeEntryName } from "./safe-names.ts";

export interface ZipEntry {
  /** With `/` between folders; a name that ends in `/` is an empty folder. */
  readonly name: string;
  readonly modifiedMs: number;
  /** Opens the bytes when it is the entry's turn. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** The checksum of more bytes, continuing from `before` (0 at first). */
export type Crc32 = (bytes: Uint8Array, before: number) => number;

interface WrittenEntry {
  readonly name: Uint8Array;
  readonly time: number;
  readonly date: number;
  /** Sizes follow the data, in zip64 form. */
  readonly isStreamed: boolean;
  readonly offset: number;
  crc: number;
  size: number;
}

type Bytes = Uint8Array<ArrayBuffer>;

const max16 = 0xffff;
const max32 = 0xffffffff;
/** A quarter of a megabyte. */
const pieceBytes = 1 << 18;
/** 1 January 1980. */
const firstDate = 0x21;
const encoder = new TextEncoder();

/** @param crc32 the program's own, if it has a faster one */
export async function* zipStream(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  crc32: Crc32 = plainCrc32,
): AsyncGenerator<Uint8Array> {
  const written: WrittenEntry[] = [];
  const taken = new Set<string>();
  let position = 0;
  for await (const { name: wanted, modifiedMs, open } of entries) {
    const name = encoder.encode(freeEntryName(safeEntryName(wanted), taken));
    const entry: WrittenEntry = { name, ...dosTime(modifiedMs), isStreamed: true, crc: 0, size: 0, offset: position };
    const header = localHeader(entry);
    yield header;
    position += header.length;
    for await (const bytes of open()) {
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      position += bytes.length;
      yield bytes;
    }
    const descriptor = fields([4, 0x08074b50], [4, entry.crc], [8, entry.size], [8, entry.size]);
    yield descriptor;
    position += descriptor.length;
    written.push(entry);
  }
  let size = 0;
  for (const entry of written) {
    const header = centralHeader(entry);
    yield header;
    size += header.length;
  }
  yield endOfArchive(written.length, size, position, true);
}

/** Up to 4 GB, any number of files. */
export function* storedZip(
  files: Iterable<readonly [name: string, content: string | Uint8Array]>,
): Generator<Uint8Array<ArrayBuffer>> {
  const directory: Uint8Array[] = [];
  let [position, count, heldBytes] = [0, 0, 0];
  let held: Uint8Array[] = [];
  for (const [given, text] of files) {
    const name = encoder.encode(given);
    const content = typeof text === "string" ? encoder.encode(text) : text;
    const facts = { crc: plainCrc32(content, 0), size: content.length, time: 0, date: firstDate };
    const entry: WrittenEntry = { name, ...facts, isStreamed: false, offset: position };
    const header = localHeader(entry);
    const length = header.length + content.length;
    if (position + length > max32) throw new RangeError("An archive may have 4 GB.");
    directory.push(centralHeader(entry));
    held.push(header, content);
    [position, count, heldBytes] = [position + length, count + 1, heldBytes + length];
    if (heldBytes < pieceBytes) continue;
    yield joined(held);
    [held, heldBytes] = [[], 0];
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const is64 = count > max16 || position + size > max32;
  yield joined([...held, ...directory, endOfArchive(count, size, position, is64)]);
}

/** The fields shared by both headers: flags, no compression, time, checksum, sizes, length of the name. */
function factsOf(entry: WrittenEntry, isAtData: boolean): Uint8Array {
  const { time, date, name, isStreamed } = entry;
  // Bit 3: sizes follow the data; bit 11: names are UTF-8.
  const flags = isStreamed ? 0x0808 : 0x0800;
  const crc = isStreamed && isAtData ? 0 : entry.crc;
  // The zip64 field announces that the sizes have eight bytes.
  const size = isStreamed ? max32 : entry.size;
  const extraLength = isStreamed ? (isAtData ? 20 : 28) : 0;
  return fields(
    ...([
      [2, flags],
      [2, 0],
      [2, time],
      [2, date],
      [4, crc],
    ] as const),
    ...([
      [4, size],
      [4, size],
      [2, name.length],
      [2, extraLength],
    ] as const),
  );
}

/** The format version required for reading: 4.5 for zip64. */
const versionOf = ({ isStreamed }: WrittenEntry): number => (isStreamed ? 45 : 20);
/** Made on Unix, so the directory includes Unix permissions. */
const madeOnUnix = 3 << 8;

function localHeader(entry: WrittenEntry): Bytes {
  const extra = entry.isStreamed ? [fields([2, 1], [2, 16], [8, 0], [8, 0])] : [];
  return joined([fields([4, 0x04034b50], [2, versionOf(entry)]), factsOf(entry, true), entry.name, ...extra]);
}

function centralHeader(entry: WrittenEntry): Bytes {
  const { name, size, offset, isStreamed } = entry;
  const version = versionOf(entry);
  // rw-r--r--, or rwxr-xr-x for a folder.
  const rights = name.at(-1) === 0x2f ? 0o040755 : 0o100644;
  const about = fields(
    [2, 0],
    [2, 0],
    [2, 0],
    [4, isStreamed ? rights * 2 ** 16 : 0],
    [4, isStreamed ? max32 : offset],
  );
  const extra = isStreamed ? [fields([2, 1], [2, 24], [8, size], [8, size], [8, offset])] : [];
  return joined([
    fields([4, 0x02014b50], [2, isStreamed ? madeOnUnix | version : version], [2, version]),
    ...[factsOf(entry, false), about, name, ...extra],
  ]);
}

/** @param start of the directory, where the files end */
function endOfArchive(count: number, size: number, start: number, is64: boolean): Bytes {
  const count16 = Math.min(count, max16);
  const end = fields(
    ...([
      [4, 0x06054b50],
      [4, 0],
      [2, count16],
      [2, count16],
    ] as const),
    ...([
      [4, Math.min(size, max32)],
      [4, Math.min(start, max32)],
      [2, 0],
    ] as const),
  );
  if (!is64) return end;
  return joined([
    fields([4, 0x06064b50], [8, 44], [2, madeOnUnix | 45], [2, 45], [4, 0], [4, 0]),
    fields([8, count], [8, count], [8, size], [8, start]),
    fields([4, 0x07064b50], [4, 0], [8, start + size], [4, 1]),
    end,
  ]);
}

/** Numbers one after another, little endian. */
function fields(...numbers: readonly (readonly [bytes: number, value: number])[]): Bytes {
  const bytes = new Uint8Array(numbers.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of numbers) {
    for (let index = 0; index < length; index++) bytes[at + index] = Math.floor(value / 256 ** index) % 256;
    at += length;
  }
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function plainCrc32(bytes: Uint8Array, before: number): number {
  let crc = before ^ max32;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ max32) >>> 0;
}

/** MS-DOS date and time, UTC; from 1980 to 2107, in steps of 2 seconds. */
function dosTime(ms: number): { time: number; date: number } {
  const when = new Date(Math.min(Math.max(ms, Date.UTC(1980, 0, 1)), Date.UTC(2107, 11, 31)));
  return {
    time: (when.getUTCHours() << 11) | (when.getUTCMinutes() << 5) | (when.getUTCSeconds() >> 1),
    date: ((when.getUTCFullYear() - 1980) << 9) | ((when.getUTCMonth() + 1) << 5) | when.getUTCDate(),
  };
}
