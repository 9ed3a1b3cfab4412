/**
 * The manifest of a backup: written last, so that an interrupted backup is not mistaken for a complete one; names the
 * folder of its tables, so that an interrupted backup does not damage the previous one.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { newObjectId } from "../base/object-id.ts";

const format = "wakeline-backup";
const version = 2;

export interface Manifest {
  readonly format: typeof format;
  readonly version: number;
  /** Folder of the tables, inside that of the backup. Version 1 lacks this field: `tables`. */
  readonly tables: string;
  /** Number of the last migration applied to the database. */
  readonly schema: number;
  readonly created: string;
  /** Row counts by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly blobs: number;
  readonly blobBytes: number;
  /** SHA-256 of contents that files refer to, but that were missing from the storage. */
  readonly missing: readonly string[];
}

export const newManifest = (facts: Omit<Manifest, "format" | "version">): Manifest => ({
  format,
  version,
  ...facts,
});

const tablesName = /^tables(-[0-9a-f]{24})?$/;
export const newTablesName = (): string => `tables-${newObjectId()}`;
export const isTablesName = (name: string): boolean => tablesName.test(name);

export const manifestPath = (folder: string): string => join(folder, "manifest.json");
export const tablePath = (folder: string, tables: string, table: string): string =>
  join(folder, tables, `${table}.jsonl`);
export const blobPath = (folder: string, hash: string): string => join(folder, "blobs", hash.slice(0, 2), hash);

/** @throws Error with a message for users */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(manifestPath(folder), "utf8");
  } catch (error) {
    throw new Error(`${folder} is not a backup, or an incomplete one: it has no manifest.json.`, { cause: error });
  }
  const manifest = { tables: "tables", ...(JSON.parse(text) as Partial<Manifest>) } as Manifest;
  if (manifest.format !== format || !isTablesName(manifest.tables)) {
    throw new Error(`${folder} is not a Wakeline backup.`);
  }
  if (manifest.version > version) {
    throw new Error(
      `${folder} is a backup of a newer Wakeline (version ${String(manifest.version)}). Update Wakeline.`,
    );
  }
  return manifest;
}
