/**
 * The folder of an installation, and the lock that keeps two servers from using it at once. The lock is SQLite's own on a
 * small file: the operating system lets go of it when the process ends, however it ends.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export interface DataFolder {
  readonly path: string;
  release(): void;
}

/** @throws Error with a text for people when the folder is in use or cannot be written */
export function lockDataFolder(path: string): DataFolder {
  try {
    // Passwords' hashes lie in it: nobody else on the machine has to read them.
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`The data folder ${path} cannot be created: ${(error as Error).message}`, { cause: error });
  }
  const owner = join(path, "server.pid");
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(path, "lock.db"), { timeout: 0 });
    lock.exec("BEGIN EXCLUSIVE");
    writeFileSync(owner, `${process.pid}\n`);
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) {
      throw new Error(
        `The data folder ${path} is in use by another Wakeline server (process ${readOwner(owner)}). Stop that one, or choose another folder with --data or WAKELINE_DATA.`,
        { cause: error },
      );
    }
    throw new Error(`The data folder ${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
  return { path, release: () => lock.close() };
}

const SQLITE_BUSY = 5;

function readOwner(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    // The other server has not come as far as writing it.
    return "unknown";
  }
}
