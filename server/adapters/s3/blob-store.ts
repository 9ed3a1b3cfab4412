/**
 * The `BlobStore` on S3. Contents are objects `blobs/ab/<sha256>`. An unfinished upload is a row of objects
 * `uploads/<id>/<offset>-<random>`, one per call, so that any server of a site can take the next call; committing joins
 * them inside S3. An object appears only when it is complete, so a call that is interrupted leaves nothing, and it is
 * never overwritten: the hashed bytes are the joined ones, whatever other servers receive at the same time.
 */
import { createHash, type Hash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { RequestError } from "../../base/errors.ts";
import type { BlobRef, BlobStore, ByteRange, SignedAddress } from "../../ports/blob-store.ts";
import { openBucket, type Bucket } from "./bucket.ts";
import type { S3Location } from "./location.ts";
import { openSigner, type Signer } from "./signer.ts";

/** S3's minimum for every part of a multipart upload except the last. */
export const minPartBytes = 5 * 1024 * 1024;

/** The bytes of one call. */
interface Piece {
  key: string;
  offset: number;
  size: number;
}

/** An upload as far as this server knows it. Saves calls to S3, each of which costs as much as many bytes. */
interface Running {
  pieces: readonly Piece[];
  length: number;
  /** Absent if this server has not seen all bytes of the upload. */
  hash?: Hash;
  /** Result of `digest` for these pieces. */
  ref?: BlobRef;
  /** No other server knows the upload, so there are no other pieces. */
  isOwn: boolean;
}

/** @throws Error with a message for users if the bucket cannot be reached */
export async function openS3BlobStore(location: S3Location): Promise<BlobStore & { close(): void }> {
  const bucket = openBucket(location);
  await bucket.check();
  await removeOrphanedCopies();
  return new S3BlobStore(bucket, openSigner(location));
}

/** Prefix of folders of local copies; the id of the process that made them follows. */
const copies = "wakeline-blob-";
/** Prefix of the contents, which are named by their hash. */
const blobs = "blobs/";

/** Removes the copies left by killed servers. */
async function removeOrphanedCopies(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^wakeline-blob-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It belongs to another user, but it exists.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

class S3BlobStore implements BlobStore {
  readonly isShared = true;
  readonly #bucket: Bucket;
  readonly #signer: Signer | undefined;
  readonly #running = new Map<string, Running>();
  readonly sign?: (hash: string) => Promise<SignedAddress>;

  constructor(bucket: Bucket, signer: Signer | undefined) {
    this.#bucket = bucket;
    this.#signer = signer;
    if (signer !== undefined) this.sign = (hash) => signer.sign(blobKey(hash));
  }

  async begin(uploadId: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number> {
    const none = { pieces: [], length: 0, hash: createHash("sha256"), isOwn: true };
    return await this.#write(uploadId, none, source, maxBytes);
  }

  async append(uploadId: string, offset: number, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number> {
    const known = this.#running.get(uploadId);
    this.#running.delete(uploadId);
    const continues = known?.length === offset && known.hash !== undefined;
    const before = continues ? known : { pieces: await this.#cutAt(uploadId, offset), length: offset, isOwn: false };
    return await this.#write(
      uploadId,
      offset === 0 ? { ...before, hash: createHash("sha256") } : before,
      source,
      maxBytes,
    );
  }

  async digest(uploadId: string, size?: number): Promise<BlobRef> {
    // Another server may have received what followed, or something else instead.
    if (this.#running.get(uploadId)?.length !== size) this.#running.delete(uploadId);
    const { ref } = await this.#digested(uploadId);
    return ref;
  }

  async commit(uploadId: string, ref: BlobRef): Promise<void> {
    const target = blobKey(ref.hash);
    if (await this.#bucket.has(target)) return;
    try {
      await this.#join(uploadId, ref, target);
    } catch (error) {
      this.#running.delete(uploadId);
      if (!(error instanceof Error && error.name === "NoSuchKey")) throw error;
      throw replaced();
    }
  }

  async discard(uploadId: string): Promise<void> {
    const known = this.#running.get(uploadId);
    this.#running.delete(uploadId);
    const keys = known?.isOwn === true ? known.pieces : await this.#found(uploadId);
    await this.#bucket.remove(keys.map((piece) => piece.key));
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
    this.#signer?.close();
  }

  /** Appends the next piece. */
  async #write(
    uploadId: string,
    { pieces, length, hash, isOwn }: Running,
    source: AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<number> {
    let size = 0;
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const bytes of source) {
        size += bytes.length;
        if (size > maxBytes) throw new RequestError("Received too many bytes.");
        hash?.update(bytes);
        yield bytes;
      }
    };
    const key = pieceKey(uploadId, length);
    await this.#bucket.upload(key, Readable.from(counted()));
    const written = { pieces: [...pieces, { key, offset: length, size }], length: length + size, isOwn };
    this.#running.set(uploadId, hash === undefined ? written : { ...written, hash });
    return written.length;
  }

  async #join(uploadId: string, ref: BlobRef, target: string): Promise<void> {
    const { pieces, ref: own } = await this.#digested(uploadId);
    if (own.hash !== ref.hash) throw replaced();
    const filled = pieces.filter((piece) => piece.size > 0);
    const [first, ...others] = filled;
    if (first === undefined) return await this.#bucket.upload(target, Readable.from([]));
    if (others.length === 0) return await this.#bucket.copy(first.key, target);
    if (filled.slice(0, -1).every((piece) => piece.size >= minPartBytes)) {
      return await this.#bucket.join(
        filled.map((piece) => piece.key),
        target,
      );
    }
    await this.#bucket.upload(target, Readable.from(this.#concatenated(filled)));
  }

  /** The pieces and their digest, cached. */
  async #digested(uploadId: string): Promise<{ pieces: readonly Piece[]; ref: BlobRef }> {
    const known = this.#running.get(uploadId);
    if (known?.ref !== undefined) return { pieces: known.pieces, ref: known.ref };
    const pieces = known?.hash === undefined ? contiguousPieces(await this.#found(uploadId)) : known.pieces;
    const hash = known?.hash?.copy() ?? createHash("sha256");
    if (known?.hash === undefined) for await (const bytes of this.#concatenated(pieces)) hash.update(bytes);
    const ref = { hash: hash.digest("hex"), size: endOf(pieces) };
    this.#running.set(uploadId, { isOwn: false, ...known, pieces, length: ref.size, ref });
    return { pieces, ref };
  }

  /** Sorted by offset. */
  async #found(uploadId: string): Promise<Piece[]> {
    const prefix = uploadPrefix(uploadId);
    const objects = await this.#bucket.list(prefix);
    return objects
      .map(({ key, size }) => ({ key, size, offset: Number.parseInt(key.slice(prefix.length), 10) }))
      .sort((a, b) => a.offset - b.offset);
  }

  /**
   * Removes everything after the offset: the rest of an upload that a client resumes from there.
   * @returns the remaining pieces
   */
  async #cutAt(uploadId: string, offset: number): Promise<Piece[]> {
    const pieces = await this.#found(uploadId);
    const kept = contiguousPieces(pieces.filter((piece) => piece.offset < offset));
    const last = kept.at(-1);
    if (last !== undefined && last.offset + last.size > offset) {
      const parts: Uint8Array[] = [];
      for await (const bytes of this.#bucket.read(last.key, { start: 0, end: offset - last.offset })) parts.push(bytes);
      const head = { key: pieceKey(uploadId, last.offset), offset: last.offset, size: offset - last.offset };
      await this.#bucket.upload(head.key, Readable.from(parts));
      kept.splice(-1, 1, head);
    }
    await this.#bucket.remove(pieces.filter((piece) => !kept.includes(piece)).map((piece) => piece.key));
    return kept;
  }

  async *#concatenated(pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
    for (const { key, size } of pieces) if (size > 0) yield* this.#bucket.read(key);
  }
}

const replaced = (): RequestError =>
  new RequestError("Another request has replaced bytes of this upload. Upload the file again.", 409);

/** Contiguous pieces from the first byte on; the longest of several at the same offset. */
function contiguousPieces(pieces: readonly Piece[]): Piece[] {
  const row: Piece[] = [];
  for (const offset of new Set(pieces.map((piece) => piece.offset))) {
    if (offset !== endOf(row)) continue;
    const [longest] = pieces.filter((piece) => piece.offset === offset).sort((a, b) => b.size - a.size);
    if (longest !== undefined) row.push(longest);
  }
  return row;
}

function endOf(row: readonly Piece[]): number {
  const last = row.at(-1);
  return last === undefined ? 0 : last.offset + last.size;
}

function uploadPrefix(uploadId: string): string {
  if (!/^[0-9a-f]{24}$/.test(uploadId)) throw new TypeError(`not an upload id: ${uploadId}`);
  return `uploads/${uploadId}/`;
}

/** Keys sort by offset, and are unique. */
const pieceKey = (uploadId: string, offset: number): string =>
  `${uploadPrefix(uploadId)}${String(offset).padStart(16, "0")}-${randomBytes(8).toString("hex")}`;

function blobKey(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new TypeError(`not a content hash: ${hash}`);
  return `${blobs}${hash.slice(0, 2)}/${hash}`;
}
