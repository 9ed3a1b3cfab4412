/** The manifest of a backup: written last, so that a backup that was broken off is not taken for one. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const FORMAT = "wakeline-backup";
const VERSION = 1;

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** Number of the last migration that the database had seen. */
  readonly schema: number;
  readonly created: string;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly blobs: number;
  readonly blobBytes: number;
  /** SHA-256 of contents that files name, but that were gone from the storage. */
  readonly missing: readonly string[];
}

export const newManifest = (facts: Omit<Manifest, "format" | "version">): Manifest => ({
  format: FORMAT,
  version: VERSION,
  ...facts,
});

export const manifestPath = (folder: string): string => join(folder, "manifest.json");
export const tablePath = (folder: string, table: string): string => join(folder, "tables", `${table}.jsonl`);
export const blobPath = (folder: string, hash: string): string => join(folder, "blobs", hash.slice(0, 2), hash);

/** @throws Error with a text for people */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(manifestPath(folder), "utf8");
  } catch (error) {
    throw new Error(`${folder} is no backup, or one that was broken off: it has no manifest.json.`, { cause: error });
  }
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== FORMAT) throw new Error(`${folder} is no backup of Wakeline.`);
  if (manifest.version !== VERSION) {
    throw new Error(
      `${folder} is a backup of a newer Wakeline (version ${String(manifest.version)}). Update Wakeline.`,
    );
  }
  return manifest;
}
