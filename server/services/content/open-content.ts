/**
 * The only reader of a file's bytes, wherever they are stored. No other code looks into `FileRecord.content`, except
 * the code that stores it: the repositories, and `file-placement.ts`, where content becomes a file.
 */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { ContentLostError, RequestError } from "../../base/errors.ts";
import { makeWorkFolder } from "../../base/work-folder.ts";
import type { ByteRange, SignedAddress } from "../../ports/blob-store.ts";
import type { Ports } from "../../ports/index.ts";
import { MediaChangedError } from "../../ports/media-source.ts";
import type { FileContent, FileRecord } from "../../ports/records.ts";

export interface DirectAddress extends SignedAddress {
  /** ETag with which these bytes come; `null`: the address cannot have others. */
  readonly etag: string | null;
}

export interface OpenContent {
  /** Bytes. */
  readonly size: number;
  /** Identifies these bytes: other bytes have another etag. */
  readonly etag: string;
  /** Identifies them among the bytes of all files. */
  readonly key: string;
  /** `withLocalFile` copies nothing. */
  readonly isLocal: boolean;
  /** URL where clients fetch the bytes themselves. The bytes of a link are available only there. */
  readonly redirect?: string;
  /** Where clients may read the bytes themselves; absent if they may not. */
  sign?(): Promise<DirectAddress>;
  read(range?: ByteRange): Readable;
  /** Like `read`, but resolves when the first bytes have arrived. @throws ContentLostError */
  start(range?: ByteRange): Promise<Readable>;
  /**
   * Calls `work` with the path of a local file with the bytes, for tools that need a path. The file must not be changed
   * or kept.
   */
  withLocalFile<T>(work: (path: string) => Promise<T>): Promise<T>;
}

export type ContentPorts = Pick<Ports, "blobs" | "database" | "mediaSources">;

/** Whether there are bytes to read: a link only points elsewhere. */
export const hasBytes = (file: FileRecord | undefined): file is FileRecord => file !== undefined && etagOf(file) !== "";

/** The etag of a file, without opening it; empty if it has no content. */
export function etagOf({ content }: FileRecord): string {
  if (content?.kind === "blob") return content.hash;
  return content?.kind === "source" ? content.etag : "";
}

/** Identifies the bytes among those of all files, as a key for caches of derived data. */
export function keyOf(file: FileRecord): string {
  const { content } = file;
  return content?.kind === "source" ? JSON.stringify([content.source, content.key, content.etag]) : etagOf(file);
}

type SourceContent = Extract<FileContent, { kind: "source" }>;

/** The media source that contains the bytes; `undefined`: the site stores them itself. */
export const sourceOf = ({ content }: FileRecord): SourceContent | undefined =>
  content?.kind === "source" ? content : undefined;

/** The bytes are in a media source on another machine. Does not ask the source. */
export async function isElsewhere({ database, mediaSources }: ContentPorts, file: FileRecord): Promise<boolean> {
  const content = sourceOf(file);
  const record = content && (await database.mediaSources.find(content.source));
  return record !== undefined && (await mediaSources.open(record.location)).localPath === undefined;
}

/** Clients may read the bytes themselves. Does not ask the source. */
export async function isSigned({ blobs, database, mediaSources }: ContentPorts, file: FileRecord): Promise<boolean> {
  if (file.content?.kind === "blob") return blobs.sign !== undefined;
  const content = sourceOf(file);
  const record = content && (await database.mediaSources.find(content.source));
  return record !== undefined && (await mediaSources.open(record.location)).sign !== undefined;
}

/** Where a link points. */
export const linkOf = ({ content }: FileRecord): string | undefined =>
  content?.kind === "link" ? content.url : undefined;

/** For a file the caller may read. @throws MediaChangedError */
export const openContent = async (ports: ContentPorts, file: FileRecord): Promise<OpenContent> =>
  await opened(ports, file, true);

/** The same for work that need not know before it reads whether the file has changed: a media source is asked once. */
export const openToRead = async (ports: ContentPorts, file: FileRecord): Promise<OpenContent> =>
  await opened(ports, file, false);

/** @param isChecked whether the file has changed is found now, not while its bytes are read */
async function opened(ports: ContentPorts, file: FileRecord, isChecked: boolean): Promise<OpenContent> {
  const { content } = file;
  const facts = { size: file.size, etag: etagOf(file), key: keyOf(file) };
  if (content?.kind === "blob") return { ...facts, ...storedBytes(ports, content.hash, file) };
  if (content?.kind === "source") return { ...facts, ...(await bytesInPlace(ports, content, isChecked)) };
  const redirect = linkOf(file);
  const refuse = (): never => {
    throw new RequestError(`The file ${file.name} is a link: its bytes are not on this server.`);
  };
  return {
    ...facts,
    isLocal: false,
    read: refuse,
    start: refuse,
    withLocalFile: refuse,
    ...(redirect && { redirect }),
  };
}

type Bytes = Pick<OpenContent, "isLocal" | "read" | "sign" | "start" | "withLocalFile">;

const storedBytes = (ports: ContentPorts, hash: string, file: FileRecord): Bytes => ({
  isLocal: !ports.blobs.isShared,
  ...(ports.blobs.sign !== undefined && { sign: async () => ({ ...(await ports.blobs.sign!(hash)), etag: null }) }),
  read: (range) => ports.blobs.read(hash, range),
  start: (range) => withStoredFiles(ports, [file], () => started(ports.blobs.read(hash, range))),
  withLocalFile: (work) => withStoredFiles(ports, [file], () => ports.blobs.withLocalFile(hash, work)),
});

async function started(bytes: Readable): Promise<Readable> {
  await once(bytes, "readable");
  return bytes;
}

/**
 * Runs work that reads these files. If it fails and one of them is no longer stored, that is reported as the reason: a
 * decoder would call the file damaged.
 * @throws ContentLostError
 */
export async function withStoredFiles<T>(
  { blobs }: Pick<ContentPorts, "blobs">,
  files: readonly FileRecord[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ContentLostError) throw error;
    for (const { name, content } of files) {
      // A storage that does not answer already throws its own error.
      const isThere = content?.kind !== "blob" || (await blobs.has(content.hash).catch(() => true));
      if (!isThere) throw new ContentLostError(name, error);
    }
    throw error;
  }
}

async function bytesInPlace(
  { database, mediaSources }: ContentPorts,
  content: SourceContent,
  isChecked: boolean,
): Promise<Bytes> {
  const record = await database.mediaSources.find(content.source);
  if (record === undefined) throw new MediaChangedError(content.key);
  const source = await mediaSources.open(record.location);
  if (isChecked && (await source.stat(content.key))?.etag !== content.etag) throw new MediaChangedError(content.key);
  const read: Bytes["read"] = (range) => source.read(content, range);
  return {
    isLocal: source.localPath !== undefined,
    ...(source.sign !== undefined && {
      sign: async () => ({ ...(await source.sign!(content)), etag: content.etag }),
    }),
    read,
    start: (range) => started(read(range)),
    async withLocalFile(work) {
      if (source.localPath !== undefined) return await work(await source.localPath(content));
      const folder = await makeWorkFolder("media");
      try {
        const path = join(folder, "copy");
        await pipeline(read(), createWriteStream(path));
        return await work(path);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The bytes, opened when the first of them is requested. */
export async function* readContent(
  ports: ContentPorts,
  file: FileRecord,
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  const { read } = await openContent(ports, file);
  yield* read(range) as AsyncIterable<Uint8Array>;
}
