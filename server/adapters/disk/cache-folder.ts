/**
 * A `ByteCache` in a folder, one file per key. A file gets its name when it is complete, and its time is that of its
 * last use, so a killed server leaves at most a temporary file, which the next one removes. Nothing is synced: readers
 * detect damage from a power cut, and the bytes are made again.
 */
import { createHash } from "node:crypto";
import { access, mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { newObjectId } from "../../base/object-id.ts";
import type { ByteCache, CachedBytes } from "../../ports/byte-cache.ts";

/** Bytes per read from the disk. */
const pieceBytes = 256 * 1024;
const temporary = ".part";
/** Temporary files that another process is writing are younger. */
const abandonedAfterMs = 60 * 60 * 1000;

/** @param folder created when something is stored */
export function cacheFolder(folder: string, maxBytes: number): ByteCache {
  const pathOf = (key: string): string => join(folder, createHash("sha256").update(key).digest("hex"));
  return {
    async find(key) {
      const path = pathOf(key);
      try {
        return await openFile(path);
      } catch {
        return undefined;
      }
    },
    has: (key) =>
      access(pathOf(key)).then(
        () => true,
        () => false,
      ),
    async put(key, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (bytes.length > maxBytes) return;
      await evictUntil(folder, maxBytes - bytes.length);
      const part = join(folder, newObjectId() + temporary);
      try {
        await writeFile(part, bytes, { mode: 0o600 });
        await rename(part, pathOf(key));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
  };
}

async function openFile(path: string): Promise<CachedBytes> {
  const file = await open(path);
  const { size } = await file.stat();
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
  return {
    length: size,
    stream: () => file.createReadStream({ highWaterMark: pieceBytes }),
    close: () => file.close(),
  };
}

/** Removes the oldest files until the rest has no more than `maxBytes`. */
async function evictUntil(folder: string, maxBytes: number): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { path, size, mtimeMs, isAbandoned: name.endsWith(temporary) && mtimeMs < Date.now() - abandonedAfterMs };
    }),
  );
  let bytes = 0;
  for (const { path, size, isAbandoned } of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
    bytes += size;
    if (bytes > maxBytes || isAbandoned) await rm(path, { force: true });
  }
}
