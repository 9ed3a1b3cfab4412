/**
 * Reads zip archives from any source: the directory first, then only the requested files. An archive's own sizes and
 * checksums are not trusted: unpacked bytes are checked against them on the way.
 */
import { BlobReader, configure, type Entry, Reader, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";

import { readNames } from "./entry-names.ts";

// The size of a request, if the bytes are stored elsewhere.
configure({ useWebWorkers: false, chunkSize: 1024 * 1024 });

/** Returns the bytes from `start` up to `end`. */
export type ReadRange = (start: number, end: number) => AsyncIterable<Uint8Array>;

export type ZipSource = Uint8Array | Blob | { readonly size: number; readonly read: ReadRange };

export interface ZipFile {
  /** As in the archive, with `/` between folders. */
  readonly path: string;
  /** Bytes, according to the directory. */
  readonly size: number;
  /** Number of bytes in the archive. */
  readonly packedSize: number;
  readonly isEncrypted: boolean;
  /** A link, a device or a pipe: it has no bytes of its own. */
  readonly isSpecial: boolean;
  /** A program, on systems that support the flag. */
  readonly isExecutable: boolean;
  /** Its bytes, at most `size`. @throws ZipError when they differ from the directory */
  read(): AsyncIterable<Uint8Array>;
  /** The version for a synchronous receiver: faster for small files. @throws ZipError; what `take` throws */
  unpack(take: (part: Uint8Array) => void): Promise<void>;
}

export interface OpenZip {
  /** Without folders. */
  readonly files: readonly ZipFile[];
  /** The encoding used for the names, if the archive does not declare it. */
  readonly guessedEncoding: string | undefined;
}

/**
 * `broken`: not a complete zip archive; `many`: it has too many entries; `damaged`: one of its files is; `packed`: one
 * of its files is compressed in a way that is not read.
 */
export class ZipError extends Error {
  readonly fault: "broken" | "many" | "damaged" | "packed";

  constructor(fault: ZipError["fault"], message: string, cause?: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}

/** @param maxEntries includes folders, which take as long to read. @throws ZipError */
export async function openZip(source: ZipSource, maxEntries: number): Promise<OpenZip> {
  const entries: FileEntry[] = [];
  let count = 0;
  try {
    // Names are checked and reported by the code that uses them.
    const options = { checkSignature: true, filenameValidation: "tolerant" } as const;
    const reader = new ZipReader(readerOf(source), options);
    for await (const entry of reader.getEntriesGenerator()) {
      if (!entry.directory && !readMethods.has(entry.compressionMethod)) throw packed(entry);
      if (++count > maxEntries) throw new ZipError("many", `has more than ${maxEntries} files`);
      if (!entry.directory) entries.push(entry);
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError("broken", messageOf(error), error);
  }
  const { decode, guessed } = readNames(entries.filter(hasUnknownEncoding).map(({ rawFilename }) => rawFilename));
  const nameOf = (entry: FileEntry): string => (hasUnknownEncoding(entry) ? decode(entry.rawFilename) : entry.filename);
  return {
    files: entries.map((entry) => fileOf(entry, plainPath(nameOf(entry)))),
    guessedEncoding: guessed,
  };
}

/** Some Windows programs write their own separator, which zip does not allow; others begin every name with a dot. */
const plainPath = (name: string): string => name.replaceAll("\\", "/").replaceAll(/(^|\/)(\.\/)+/g, "$1");

/** Stored, Deflate and Deflate64; 99 stands for encrypted members. */
const readMethods: ReadonlySet<number> = new Set([0, 8, 9, 99]);
const methodNames: Readonly<Record<number, string>> = {
  1: "Shrink",
  6: "Implode",
  12: "bzip2",
  14: "LZMA",
  93: "Zstandard",
  95: "xz",
  98: "PPMd",
};

function packed({ filename, compressionMethod: method }: Entry): ZipError {
  const name = methodNames[method] ?? `the method ${method}`;
  return new ZipError(
    "packed",
    `has files compressed with ${name}, ${JSON.stringify(filename.slice(0, 200))} among them, and Deflate is read: make the archive again with that`,
  );
}

type FileEntry = Entry & { readonly directory: false };

/** Its name is neither marked as UTF-8 nor plain ASCII. */
function hasUnknownEncoding({ filenameUTF8, rawFilename }: FileEntry): boolean {
  return !filenameUTF8 && rawFilename.some((byte) => byte >= 0x80);
}

const isRegular = (mode: number): boolean => mode === 0 || mode === 0o100000 || mode === 0o040000;

function fileOf(entry: FileEntry, path: string): ZipFile {
  const { uncompressedSize: size, compressedSize: packedSize, encrypted: isEncrypted } = entry;
  const rights = entry.externalFileAttributes >>> 16;
  return {
    path,
    size,
    packedSize,
    isEncrypted,
    isSpecial: !isRegular(rights & 0o170000),
    isExecutable: (rights & 0o111) !== 0,
    read: () => bytesOf(entry, path, size),
    async unpack(take) {
      let length = 0;
      /** Thrown by the receiver: zip.js would wrap it. */
      let refusal: { readonly reason: unknown } | undefined;
      const write = (part: Uint8Array): void => {
        length += part.length;
        try {
          if (length > size) throw damaged(path);
          take(part);
        } catch (reason) {
          refusal = { reason };
          throw reason;
        }
      };
      try {
        await entry.getData(new WritableStream({ write }));
      } catch (error) {
        throw refusal === undefined ? damaged(path, error) : refusal.reason;
      }
      if (length !== size) throw damaged(path);
    },
  };
}

async function* bytesOf(entry: FileEntry, path: string, size: number): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const stop = new AbortController();
  const written = entry.getData(writable, { signal: stop.signal });
  // The stream does not always end with an error when reading does.
  const failure = written.then(() => new Promise<never>(() => undefined));
  failure.catch(() => undefined);
  const reader = readable.getReader();
  let length = 0;
  try {
    const next = () => Promise.race([reader.read(), failure]);
    for (let read = await next(); !read.done; read = await next()) {
      length += read.value.length;
      if (length > size) throw damaged(path);
      yield read.value;
    }
    await written;
    if (length !== size) throw damaged(path);
  } catch (error) {
    throw error instanceof ZipError ? error : damaged(path, error);
  } finally {
    // Also when the consumer has stopped reading.
    stop.abort();
  }
}

function damaged(path: string, cause?: unknown): ZipError {
  const what = `${path.slice(0, 200)} in the archive is damaged`;
  return new ZipError("damaged", `${what}: its bytes are not those that the archive announces.`, cause);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function readerOf(source: ZipSource): Reader<unknown> {
  if (source instanceof Uint8Array) return new Uint8ArrayReader(source);
  return source instanceof Blob ? new BlobReader(source) : new RangeReader(source.size, source.read);
}

class RangeReader extends Reader<undefined> {
  readonly #read: ReadRange;

  constructor(size: number, read: ReadRange) {
    super(undefined);
    this.size = size;
    this.#read = read;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const end = Math.min(this.size, index + length);
    if (index >= end) return new Uint8Array();
    const bytes = new Uint8Array(end - index);
    let at = 0;
    for await (const part of this.#read(index, end)) {
      bytes.set(part.subarray(0, bytes.length - at), at);
      at += part.length;
    }
    return bytes.subarray(0, Math.min(at, bytes.length));
  }
}
