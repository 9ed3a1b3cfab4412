/**
 * The `BlobStore` on a local disk. Contents are stored in `blobs/ab/<sha256>`, unfinished uploads in
 * `uploads/<id>.part` on the same disk, so that an upload becomes content with a single link. When a promise resolves,
 * the data have been synced.
 */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, copyFile, link, mkdir, open, readdir, rename, rm, statfs, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";

import { RequestError } from "../../base/errors.ts";
import { makeFolder } from "../../base/make-folder.ts";
import type { BlobRef, BlobStore, ByteRange } from "../../ports/blob-store.ts";
import { translateStorageError } from "../storage-errors.ts";

/** Bytes per read: few calls for films, little memory for many readers. */
const readBytes = 256 * 1024;

/** The hash of an upload so far. A Hash cannot be stored: after a restart the upload's file is read again. */
interface RunningHash {
  length: number;
  hash: Hash;
}

/** @param root created if missing */
export async function openDiskBlobStore(root: string): Promise<BlobStore> {
  const uploads = join(root, "uploads");
  const blobs = join(root, "blobs");
  makeFolder(uploads);
  makeFolder(blobs);
  return new DiskBlobStore(uploads, blobs);
}

class DiskBlobStore implements BlobStore {
  readonly isShared = false;
  readonly #uploads: string;
  readonly #blobs: string;
  readonly #running = new Map<string, RunningHash>();

  constructor(uploads: string, blobs: string) {
    this.#uploads = uploads;
    this.#blobs = blobs;
  }

  async append(uploadId: string, offset: number, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number> {
    const path = this.#partPath(uploadId);
    const running = this.#continueHash(uploadId, offset);
    return await translated(async () => {
      const file = await openForWriting(path);
      try {
        await file.truncate(offset);
        const length = await writeFrom(file, offset, source, maxBytes, running?.hash);
        await file.sync();
        if (offset === 0) await syncFolder(this.#uploads);
        if (running !== undefined) this.#running.set(uploadId, { hash: running.hash, length });
        return length;
      } catch (error) {
        // A partial chunk is useless, and may be what fills the disk. If even this fails, the first error is reported.
        await file.truncate(offset).catch(() => undefined);
        throw error;
      } finally {
        await file.close();
      }
    });
  }

  async begin(uploadId: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number> {
    return await this.append(uploadId, 0, source, maxBytes);
  }

  async digest(uploadId: string): Promise<BlobRef> {
    return await translated(async () => {
      const file = await openForWriting(this.#partPath(uploadId));
      try {
        const { size } = await file.stat();
        const running = this.#running.get(uploadId);
        if (running?.length === size) return { hash: running.hash.copy().digest("hex"), size };
        const hash = createHash("sha256");
        for await (const bytes of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>)
          hash.update(bytes);
        return { hash: hash.digest("hex"), size };
      } finally {
        await file.close();
      }
    });
  }

  async commit(uploadId: string, ref: BlobRef): Promise<void> {
    const target = this.#blobPath(ref.hash);
    await translated(async () => {
      if (await exists(target)) return;
      const isNewFolder = (await mkdir(dirname(target), { recursive: true })) !== undefined;
      const source = this.#partPath(uploadId);
      try {
        await link(source, target);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "EEXIST") return;
        if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EMLINK") throw error;
        await copyInPlace(source, target);
      }
      await syncFolder(dirname(target));
      if (isNewFolder) await syncFolder(this.#blobs);
    });
  }

  async discard(uploadId: string): Promise<void> {
    this.#running.delete(uploadId);
    await translated(() => rm(this.#partPath(uploadId), { force: true }));
  }

  async listUploads(): Promise<string[]> {
    return (await readdir(this.#uploads)).filter((name) => name.endsWith(".part")).map((name) => name.slice(0, -5));
  }

  async capacity(): Promise<{ free: number; total: number }> {
    const { bavail, blocks, bsize } = await statfs(this.#blobs);
    return { free: bavail * bsize, total: blocks * bsize };
  }

  async hasAny(): Promise<boolean> {
    for (const folder of await readdir(this.#blobs, { withFileTypes: true })) {
      if (folder.isDirectory() && (await readdir(join(this.#blobs, folder.name))).length > 0) return true;
    }
    return false;
  }

  async has(hash: string): Promise<boolean> {
    return await exists(this.#blobPath(hash));
  }

  read(hash: string, range?: ByteRange): Readable {
    if (range !== undefined && range.end <= range.start) return Readable.from([]);
    const bounds = range === undefined ? {} : { start: range.start, end: range.end - 1 };
    return createReadStream(this.#blobPath(hash), { ...bounds, highWaterMark: readBytes });
  }

  async remove(hash: string): Promise<void> {
    await translated(() => rm(this.#blobPath(hash), { force: true }));
  }

  async withLocalFile<T>(hash: string, work: (path: string) => Promise<T>): Promise<T> {
    return await work(this.#blobPath(hash));
  }

  /**
   * The hash that continues with the next bytes; removed from the map, so that a failed write leaves no stale hash
   * there.
   */
  #continueHash(uploadId: string, offset: number): RunningHash | undefined {
    const running = this.#running.get(uploadId);
    this.#running.delete(uploadId);
    if (offset === 0) return { length: 0, hash: createHash("sha256") };
    return running?.length === offset ? running : undefined;
  }

  #partPath(uploadId: string): string {
    if (!/^[0-9a-f]{24}$/.test(uploadId)) throw new TypeError(`not an upload id: ${uploadId}`);
    return join(this.#uploads, `${uploadId}.part`);
  }

  #blobPath(hash: string): string {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new TypeError(`not a content hash: ${hash}`);
    return join(this.#blobs, hash.slice(0, 2), hash);
  }
}

async function writeFrom(
  file: FileHandle,
  offset: number,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  hash: Hash | undefined,
): Promise<number> {
  let position = offset;
  for await (const bytes of source) {
    if (position + bytes.length > offset + maxBytes) throw new RequestError("Received too many bytes.");
    let written = 0;
    while (written < bytes.length) {
      const result = await file.write(bytes, written, bytes.length - written, position + written);
      written += result.bytesWritten;
    }
    hash?.update(bytes);
    position += bytes.length;
  }
  return position;
}

/** Creates the file if it is missing, and keeps its content otherwise. */
async function openForWriting(path: string): Promise<FileHandle> {
  try {
    return await open(path, "r+");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return await open(path, "w+");
  }
}

/** For file systems without hard links: a copy next to the target, then a rename. */
async function copyInPlace(source: string, target: string): Promise<void> {
  const temporary = `${target}.tmp`;
  await copyFile(source, temporary);
  const file = await open(temporary, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, target);
}

/** Makes the names in a folder survive a power cut. Windows cannot open folders, and does not need this. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translateStorageError(error);
  }
}
