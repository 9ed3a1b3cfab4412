/**
 * Restores a backup into an empty installation. Contents come first, so that the database never refers to missing ones.
 */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

import { newObjectId } from "../base/object-id.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { DumpedTable, DumpRow } from "../ports/database-dump.ts";
import { blobPath, readManifest, tablePath, type Manifest } from "./manifest.ts";

/**
 * @param load loads all rows into the database, or none
 * @param onProgress called with the number of contents copied, and the total
 * @throws Error with a message for users
 */
export async function restoreBackup(
  folder: string,
  load: (schema: number, tables: AsyncIterable<DumpedTable>) => Promise<void>,
  blobs: BlobStore,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const missing = new Set(manifest.missing);
  let done = 0;
  for await (const row of readRows(tablePath(folder, manifest.tables, "files"))) {
    const hash = row["blob_hash"];
    if (typeof hash !== "string" || missing.has(hash) || (await blobs.has(hash))) continue;
    await restoreBlob(blobs, hash, blobPath(folder, hash));
    onProgress(++done, manifest.blobs);
  }
  await load(manifest.schema, tablesOf(folder, manifest));
  return manifest;
}

async function restoreBlob(blobs: BlobStore, hash: string, path: string): Promise<void> {
  const id = newObjectId();
  try {
    const bytes = createReadStream(path) as AsyncIterable<Buffer>;
    const ref = await blobs.digest(id, await blobs.begin(id, bytes, Number.MAX_SAFE_INTEGER));
    if (ref.hash !== hash) throw new Error(`The backup is damaged: ${path} does not match its name.`);
    await blobs.commit(id, ref);
  } finally {
    await blobs.discard(id);
  }
}

async function* tablesOf(folder: string, { rows, tables }: Manifest): AsyncGenerator<DumpedTable> {
  for (const [name, expected] of Object.entries(rows)) {
    yield { name, rows: countedRows(tablePath(folder, tables, name), expected) };
  }
}

async function* countedRows(path: string, expected: number): AsyncGenerator<DumpRow> {
  let count = 0;
  for await (const row of readRows(path)) {
    count++;
    yield row;
  }
  if (count !== expected) throw new Error(`The backup is damaged: ${path} has ${count} rows instead of ${expected}.`);
}

async function* readRows(path: string): AsyncGenerator<DumpRow> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line !== "") yield JSON.parse(line) as DumpRow;
  }
}
