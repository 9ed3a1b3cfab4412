/**
 * A folder of this machine as a media source. A key is exactly the name that `list` returns for a file: other ways to
 * reach it (a link, `..`, different case, another Unicode form of the same letters) find nothing, so that nothing
 * outside the folder can be named.
 */
import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { Readable } from "node:stream";

import { RequestError } from "../../base/errors.ts";
import { compareKeys, isMediaKey } from "../../base/media-key.ts";
import type { ByteRange } from "../../ports/blob-store.ts";
import { type ListOptions, MediaChangedError, type MediaObject, type MediaSource } from "../../ports/media-source.ts";

/** Bytes per read. */
const readBytes = 256 * 1024;
/**
 * In case a link was put there meanwhile, it is not followed, and a pipe is not waited for. Windows has neither flag.
 */
const plainly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** @param folder an absolute path; may be a link */
export async function openDiskMediaSource(folder: string): Promise<MediaSource> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined || !(await lstat(root)).isDirectory()) {
    throw new RequestError(`There is no folder ${folder} on the server.`);
  }
  return new DiskMediaSource(root);
}

class DiskMediaSource implements MediaSource {
  /** With links resolved. */
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async *list(folder: string, options: ListOptions = {}): AsyncGenerator<MediaObject> {
    if (folder !== "" && (await this.#pathOf(folder.replace(/\/$/, ""))) === undefined) return;
    yield* this.#walk(folder, options);
  }

  async stat(key: string): Promise<MediaObject | undefined> {
    const path = await this.#pathOf(key);
    return path === undefined ? undefined : await objectAt(path, key);
  }

  read({ key, etag }: MediaObject, range?: ByteRange): Readable {
    return Readable.from(this.#bytes(key, etag, range), { objectMode: false });
  }

  async localPath({ key, etag }: MediaObject): Promise<string> {
    const path = await this.#pathOf(key);
    if (path === undefined || (await objectAt(path, key))?.etag !== etag) throw new MediaChangedError(key);
    return path;
  }

  async *#bytes(key: string, etag: string, range: ByteRange | undefined): AsyncGenerator<Buffer> {
    if (range !== undefined && range.end <= range.start) return;
    const path = await this.#pathOf(key);
    const file = path === undefined ? undefined : await openWithoutLinks(path);
    if (path === undefined || file === undefined) throw new MediaChangedError(key);
    try {
      const opened = await file.stat({ bigint: true });
      // Checks that the opened file is the one that the path names, and still not a link.
      const isSame = (await this.#pathOf(key)) === path && (await lstat(path, { bigint: true })).ino === opened.ino;
      if (!isSame || !opened.isFile() || etagOf(opened) !== etag) throw new MediaChangedError(key);
      const bounds = range === undefined ? {} : { start: range.start, end: range.end - 1 };
      yield* file.createReadStream({ ...bounds, autoClose: false, highWaterMark: readBytes }) as AsyncIterable<Buffer>;
    } finally {
      await file.close();
    }
  }

  async *#walk(folder: string, options: ListOptions): AsyncGenerator<MediaObject> {
    const { after = "", onLeftOut } = options;
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true }).catch((error: unknown) => {
      throw Object.assign(new RequestError(unreadable(folder)), { cause: error });
    });
    const keys = entries.flatMap((entry) => {
      const path = `${folder}${entry.name}`;
      const isFolder = entry.isDirectory();
      if (isMediaKey(entry.name) && (isFolder || entry.isFile())) return [isFolder ? `${path}/` : path];
      onLeftOut?.(path, entry.isSymbolicLink() ? "link" : isFolder || entry.isFile() ? "name" : "special");
      return [];
    });
    for (const key of keys.toSorted(compareKeys)) {
      if (key.endsWith("/")) {
        if (compareKeys(key, after) > 0 || after.startsWith(key)) yield* this.#walk(key, options);
      } else if (compareKeys(key, after) > 0) {
        const object = await objectAt(join(this.#root, key), key);
        if (object !== undefined) yield object;
      }
    }
  }

  /** `undefined`: the key is not the exact name of anything here. */
  async #pathOf(key: string): Promise<string | undefined> {
    if (!isMediaKey(key)) return undefined;
    const path = join(this.#root, ...key.split("/"));
    const real = await realpath(path).catch(() => undefined);
    const start = this.#root.endsWith(sep) ? this.#root : `${this.#root}${sep}`;
    return real === path && real.startsWith(start) ? path : undefined;
  }
}

function unreadable(folder: string): string {
  const what = folder === "" ? "The folder of this media source" : `The folder ${folder} of this media source`;
  return `${what} is not there, or the server may not read it. Put it back or let the server read it, then import again.`;
}

interface FileFacts {
  isFile(): boolean;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

const etagOf = ({ size, mtimeNs }: FileFacts): string => `${size.toString(36)}-${mtimeNs.toString(36)}`;

async function objectAt(path: string, key: string): Promise<MediaObject | undefined> {
  const facts = await lstat(path, { bigint: true }).catch(() => undefined);
  return facts?.isFile() === true ? { key, size: Number(facts.size), etag: etagOf(facts) } : undefined;
}

async function openWithoutLinks(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, plainly);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ELOOP", "ENOTDIR", "ENXIO"].includes(code)) return undefined;
    throw error;
  }
}
