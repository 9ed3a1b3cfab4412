/**
 * The folder of an installation, and the lock that keeps two servers from using it at once. The lock is SQLite's own on
 * a small file: the operating system releases it when the process ends, however it ends. Next to it the server writes
 * its URL, for commands that work on the folder.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { makeFolder } from "../../base/make-folder.ts";

export interface DataFolder {
  readonly path: string;
  /** Publishes the URL until the folder is released, or the next server starts. */
  announce(url: string): void;
  release(): void;
}

/** @throws Error with a message for users if the folder is in use or not writable */
export function lockDataFolder(path: string): DataFolder {
  try {
    // It contains password hashes, which other users of the machine must not read.
    makeFolder(path, 0o700);
  } catch (error) {
    throw new Error(`The data folder ${path} cannot be created: ${(error as Error).message}`, { cause: error });
  }
  const owner = join(path, "server.pid");
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(path, "lock.db"), { timeout: 0 });
    lock.exec("BEGIN EXCLUSIVE");
    writeFileSync(owner, `${process.pid}\n`);
    // Left by a server that was killed.
    rmSync(addressFile(path), { force: true });
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) {
      throw new Error(
        `The data folder ${path} is in use by another Wakeline server (process ${readOwner(owner)}). Stop that one, or choose another folder with --data or WAKELINE_DATA.`,
        { cause: error },
      );
    }
    throw new Error(`The data folder ${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
  return {
    path,
    announce: (url) => writeFileSync(addressFile(path), `${url}\n`),
    release: () => {
      rmSync(addressFile(path), { force: true });
      lock.close();
    },
  };
}

/** URL of the server that uses the folder; after a crash, its last one. Undefined if none was published. */
export function announcedUrl(path: string): string | undefined {
  try {
    return readFileSync(addressFile(path), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

const addressFile = (path: string): string => join(path, "server.url");

const sqliteBusy = 5;

function readOwner(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    // The other server has not written it yet.
    return "unknown";
  }
}
