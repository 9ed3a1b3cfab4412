/**
 * Reads a zip archive entry by entry, wherever its bytes are kept: its directory first, then what is wanted of it, as
 * streams.
 */
import { configure, type Entry, Reader, ZipReader } from "@zip.js/zip.js";

import { RequestError } from "./errors.ts";
import type { ReadRange } from "./zip-directory.ts";
import { readNames } from "./zip-names.ts";

configure({ useWebWorkers: false, chunkSize: 1024 * 1024 });

export interface ArchivedFile {
  /** As the archive has it, with `/` between folders. */
  readonly path: string;
  /** Bytes, as the directory says. */
  readonly size: number;
  /** Of the bytes in the archive. */
  readonly packedSize: number;
  readonly isEncrypted: boolean;
  /** A link, a device or a pipe: nothing that has bytes of its own. */
  readonly isSpecial: boolean;
  /** A program, on systems that know that. */
  readonly isExecutable: boolean;
  /** Its bytes, at most `size`; fails when there are others than the directory says. */
  read(): AsyncIterable<Uint8Array>;
}

export interface ReadArchive {
  /** Without folders. */
  readonly files: readonly ArchivedFile[];
  /** The encoding that the names were read in, where the archive does not say it. */
  readonly guessedEncoding: string | undefined;
}

const isRegular = (mode: number): boolean => mode === 0 || mode === 0o100000 || mode === 0o040000;

/** @throws RequestError for what is no archive, and for one with more than `mostEntries` */
export async function openArchive(size: number, read: ReadRange, mostEntries: number): Promise<ReadArchive> {
  const entries: FileEntry[] = [];
  let count = 0;
  try {
    // Names are checked and reported by the code that uses them.
    const reader = new ZipReader(new RangeReader(size, read), { filenameValidation: "tolerant" });
    for await (const entry of reader.getEntriesGenerator()) {
      if (++count > mostEntries) throw tooMany(mostEntries);
      if (!entry.directory) entries.push(entry);
    }
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw Object.assign(new RequestError("The archive cannot be read: it is damaged, or no zip archive."), {
      cause: error,
    });
  }
  const { decode, guessed } = readNames(entries.filter(isUnclear).map(({ rawFilename }) => rawFilename));
  const nameOf = (entry: FileEntry): string => (isUnclear(entry) ? decode(entry.rawFilename) : entry.filename);
  // Some programs of Windows write its own separator, which zip does not know.
  return {
    files: entries.map((entry) => fileOf(entry, nameOf(entry).replaceAll("\\", "/"))),
    guessedEncoding: guessed,
  };
}

type FileEntry = Entry & { readonly directory: false };

/** Neither says that its name is UTF-8, nor has a plain one. */
function isUnclear({ filenameUTF8, rawFilename }: FileEntry): boolean {
  return !filenameUTF8 && rawFilename.some((byte) => byte >= 0x80);
}

const tooMany = (most: number): RequestError => new RequestError(`The archive has more than ${most} files.`);

function fileOf(entry: FileEntry, path: string): ArchivedFile {
  const { uncompressedSize: size, compressedSize: packedSize, encrypted } = entry;
  const rights = entry.externalFileAttributes >>> 16;
  const mode = rights & 0o170000;
  return {
    ...{
      path,
      size,
      packedSize,
      isEncrypted: encrypted,
      isSpecial: !isRegular(mode),
      isExecutable: (rights & 0o111) !== 0,
    },
    read: () => bytesOf(entry, size),
  };
}

async function* bytesOf(entry: FileEntry, size: number): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const stop = new AbortController();
  const written = entry.getData(writable, { checkSignature: true, signal: stop.signal });
  // The stream does not always end with an error where reading does.
  const failure = written.then(() => new Promise<never>(() => undefined));
  failure.catch(() => undefined);
  const reader = readable.getReader();
  let length = 0;
  try {
    const next = () => Promise.race([reader.read(), failure]);
    for (let read = await next(); !read.done; read = await next()) {
      length += read.value.length;
      if (length > size) throw damaged(entry.filename);
      yield read.value;
    }
    await written;
    if (length !== size) throw damaged(entry.filename);
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw Object.assign(damaged(entry.filename), { cause: error });
  } finally {
    // Also when the reader has left.
    stop.abort();
  }
}

const damaged = (path: string): RequestError =>
  new RequestError(
    `${path.slice(0, 200)} in the archive is damaged: its bytes are not those that the archive announces.`,
  );

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
