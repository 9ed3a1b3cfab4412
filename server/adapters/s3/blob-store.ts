/**
 * The `BlobStore` on S3. Contents are objects `blobs/ab/<sha256>`. An unfinished upload is a row of objects
 * `uploads/<id>/<offset>`, one for each call, so that any server of a site can take the next call; committing joins them
 * inside S3. An object appears only when all its bytes have come, which is what makes a call that is cut off leave nothing.
 */
import { createHash, type Hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { RequestError } from "../../base/errors.ts";
import type { BlobRef, BlobStore, ByteRange } from "../../ports/blob-store.ts";
import { openBucket, type Bucket } from "./bucket.ts";
import type { S3Location } from "./location.ts";

/** What S3 asks of every part of a multipart upload but the last. */
export const minPartBytes = 5 * 1024 * 1024;

/** The bytes of one call. */
interface Piece {
  key: string;
  offset: number;
  size: number;
}

/** The hash of an upload so far, in the server that took all of its calls. */
interface RunningHash {
  length: number;
  hash: Hash;
}

/** @throws Error with a text for people when the bucket cannot be reached */
export async function openS3BlobStore(location: S3Location): Promise<BlobStore & { close(): void }> {
  const bucket = openBucket(location);
  await bucket.check();
  await removeCopiesOfTheDead();
  return new S3BlobStore(bucket);
}

/** Folders of local copies, with the process that made them. */
const copies = "wakeline-blob-";
/** Where the contents lie, by their hash. */
const blobs = "blobs/";

/** A server that was killed leaves its copies behind. */
async function removeCopiesOfTheDead(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^wakeline-blob-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's, but there.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

class S3BlobStore implements BlobStore {
  readonly isShared = true;
  readonly #bucket: Bucket;
  readonly #running = new Map<string, RunningHash>();

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async append(uploadId: string, offset: number, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number> {
    const hash = this.#continueHash(uploadId, offset);
    await this.#cutAt(uploadId, offset);
    let length = offset;
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const bytes of source) {
        length += bytes.length;
        if (length > offset + maxBytes) throw new RequestError("Received too many bytes.");
        hash?.update(bytes);
        yield bytes;
      }
    };
    await this.#bucket.upload(pieceKey(uploadId, offset), Readable.from(counted()));
    if (hash !== undefined) this.#running.set(uploadId, { hash, length });
    return length;
  }

  async digest(uploadId: string): Promise<BlobRef> {
    const pieces = await this.#pieces(uploadId);
    const size = pieces.reduce((sum, piece) => sum + piece.size, 0);
    const running = this.#running.get(uploadId);
    if (running?.length === size) return { hash: running.hash.copy().digest("hex"), size };
    const hash = createHash("sha256");
    for await (const bytes of this.#concatenated(pieces)) hash.update(bytes);
    return { hash: hash.digest("hex"), size };
  }

  async commit(uploadId: string, ref: BlobRef): Promise<void> {
    const target = blobKey(ref.hash);
    if (await this.#bucket.has(target)) return;
    const pieces = (await this.#pieces(uploadId)).filter((piece) => piece.size > 0);
    const [first, ...others] = pieces;
    if (first === undefined) return await this.#bucket.upload(target, Readable.from([]));
    if (others.length === 0) return await this.#bucket.copy(first.key, target);
    if (pieces.slice(0, -1).every((piece) => piece.size >= minPartBytes)) {
      return await this.#bucket.join(
        pieces.map((piece) => piece.key),
        target,
      );
    }
    await this.#bucket.upload(target, Readable.from(this.#concatenated(pieces)));
  }

  async discard(uploadId: string): Promise<void> {
    this.#running.delete(uploadId);
    await this.#bucket.remove((await this.#pieces(uploadId)).map((piece) => piece.key));
  }

  async listUploads(): Promise<string[]> {
    return (await this.#bucket.listFolders("uploads/")).map((key) => key.slice("uploads/".length, -1));
  }

  async capacity(): Promise<Record<never, number>> {
    return {};
  }

  async hasAny(): Promise<boolean> {
    return await this.#bucket.hasAny(blobs);
  }

  async has(hash: string): Promise<boolean> {
    return await this.#bucket.has(blobKey(hash));
  }

  read(hash: string, range?: ByteRange): Readable {
    const key = blobKey(hash);
    if (range !== undefined && range.end <= range.start) return Readable.from([]);
    return Readable.from(this.#bucket.read(key, range), { objectMode: false });
  }

  async remove(hash: string): Promise<void> {
    await this.#bucket.remove([blobKey(hash)]);
  }

  async withLocalFile<T>(hash: string, work: (path: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), `${copies}${process.pid}-`));
    try {
      const path = join(folder, hash);
      await pipeline(this.read(hash), createWriteStream(path));
      return await work(path);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  close(): void {
    this.#bucket.close();
  }

  /** In ascending order, without gaps. */
  async #pieces(uploadId: string): Promise<Piece[]> {
    const prefix = uploadPrefix(uploadId);
    const found = await this.#bucket.list(prefix);
    return found
      .map(({ key, size }) => ({ key, size, offset: Number(key.slice(prefix.length)) }))
      .sort((a, b) => a.offset - b.offset);
  }

  /** Drops what lies behind the offset: the rest of an upload that somebody begins again from there. */
  async #cutAt(uploadId: string, offset: number): Promise<void> {
    const pieces = await this.#pieces(uploadId);
    const straddling = pieces.find((piece) => piece.offset < offset && piece.offset + piece.size > offset);
    if (straddling !== undefined) {
      const head = this.#bucket.read(straddling.key, { start: 0, end: offset - straddling.offset });
      const parts: Uint8Array[] = [];
      for await (const bytes of head) parts.push(bytes);
      await this.#bucket.upload(straddling.key, Readable.from(parts));
    }
    await this.#bucket.remove(pieces.filter((piece) => piece.offset >= offset).map((piece) => piece.key));
  }

  async *#concatenated(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
    for (const { key, size } of pieces) if (size > 0) yield* this.#bucket.read(key);
  }

  #continueHash(uploadId: string, offset: number): Hash | undefined {
    const running = this.#running.get(uploadId);
    this.#running.delete(uploadId);
    if (offset === 0) return createHash("sha256");
    return running?.length === offset ? running.hash : undefined;
  }
}

function uploadPrefix(uploadId: string): string {
  if (!/^[0-9a-f]{24}$/.test(uploadId)) throw new TypeError(`not an upload id: ${uploadId}`);
  return `uploads/${uploadId}/`;
}

/** Names sort as their numbers do. */
const pieceKey = (uploadId: string, offset: number): string =>
  `${uploadPrefix(uploadId)}${String(offset).padStart(16, "0")}`;

function blobKey(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new TypeError(`not a content hash: ${hash}`);
  return `${blobs}${hash.slice(0, 2)}/${hash}`;
}
