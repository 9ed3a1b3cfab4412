/** Backs up an installation into a folder, while its servers keep running. */
import { createHash } from "node:crypto";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { makeFolder } from "../base/make-folder.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { DatabaseDump, DumpRow } from "../ports/database-dump.ts";
import {
  blobPath,
  isTablesName,
  manifestPath,
  newManifest,
  newTablesName,
  tablePath,
  type Manifest,
} from "./manifest.ts";

/** Characters per write. */
const chunkLength = 256 * 1024;

export interface BackupOptions {
  /** Called with the number of contents copied, and the total. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * An existing backup in the folder stays valid until this one is complete.
 * @throws the reason of the signal: the next backup replaces the files written so far
 */
export async function takeBackup(
  dump: DatabaseDump,
  blobs: Pick<BlobStore, "has" | "read">,
  folder: string,
  created: Date,
  { onProgress = () => undefined, signal }: BackupOptions = {},
): Promise<Manifest> {
  makeFolder(folder);
  const tables = newTablesName();
  const rows: Record<string, number> = {};
  const hashes = new Map<string, number>();
  for await (const table of dump.tables()) {
    rows[table.name] = await writeRows(tablePath(folder, tables, table.name), table.rows, (row) => {
      signal?.throwIfAborted();
      // Only contents that files refer to: the others are about to be swept.
      if (table.name === "files" && typeof row["blob_hash"] === "string") {
        hashes.set(row["blob_hash"], Number(row["size"]));
      }
    });
  }
  const missing: string[] = [];
  let [done, blobBytes] = [0, 0];
  for (const [hash, size] of hashes) {
    if (await copyBlob(blobs, hash, size, blobPath(folder, hash), signal)) blobBytes += size;
    else missing.push(hash);
    onProgress(++done, hashes.size);
  }
  const manifest = newManifest({
    tables,
    schema: dump.schema,
    created: created.toISOString(),
    rows,
    blobs: hashes.size - missing.length,
    blobBytes,
    missing,
  });
  await writeWhole(manifestPath(folder), [`${JSON.stringify(manifest, undefined, 2)}\n`]);
  for (const name of await readdir(folder)) {
    if (isTablesName(name) && name !== tables) await rm(join(folder, name), { recursive: true, force: true });
  }
  return manifest;
}

async function writeRows(path: string, rows: AsyncIterable<DumpRow>, look: (row: DumpRow) => void): Promise<number> {
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    let chunk = "";
    for await (const row of rows) {
      look(row);
      count++;
      chunk += `${JSON.stringify(row)}\n`;
      if (chunk.length < chunkLength) continue;
      yield chunk;
      chunk = "";
    }
    yield chunk;
  }
  await writeWhole(path, lines());
  return count;
}

/** `false` if it is missing from the storage. */
async function copyBlob(
  blobs: Pick<BlobStore, "has" | "read">,
  hash: string,
  size: number,
  target: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  signal?.throwIfAborted();
  const there = await stat(target).catch(() => undefined);
  if (there?.size === size) return true;
  if (!(await blobs.has(hash))) return false;
  const digest = createHash("sha256");
  async function* checked(): AsyncGenerator<Uint8Array> {
    for await (const bytes of blobs.read(hash) as AsyncIterable<Uint8Array>) {
      signal?.throwIfAborted();
      digest.update(bytes);
      yield bytes;
    }
    if (digest.digest("hex") !== hash)
      throw new Error(`The stored content ${hash} is damaged: its bytes have changed.`);
  }
  await writeWhole(target, checked());
  return true;
}

/** The file gets its name once all of it is on the disk. */
async function writeWhole(
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  makeFolder(dirname(path));
  const unfinished = `${path}.part`;
  const file = await open(unfinished, "w");
  try {
    // Not `write`, which may write only a part on a disk that is nearly full.
    for await (const piece of pieces) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
