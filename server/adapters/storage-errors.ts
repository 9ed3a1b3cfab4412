/** What the operating system or a database says about a disk, in words that the services and their callers understand. */
import { StorageFullError, StorageReadOnlyError } from "../base/errors.ts";

/** The domain error for a full or unwritable disk; any other error as it is. */
export function translateStorageError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, errcode } = error as Error & { code?: string; errcode?: number };
  if (code === "ENOSPC" || code === "EDQUOT" || errcode === SQLITE_FULL) return new StorageFullError();
  if (code === "EROFS" || code === "EACCES" || code === "EPERM" || primary(errcode) === SQLITE_READONLY) {
    return new StorageReadOnlyError();
  }
  if (code === PG_DISK_FULL) return new StorageFullError();
  if (code === PG_READ_ONLY) return new StorageReadOnlyError();
  return error;
}

// Result codes of SQLite (https://sqlite.org/rescode.html); the low byte is the primary one.
const SQLITE_READONLY = 8;
const SQLITE_FULL = 13;
const primary = (code: number | undefined): number | undefined => (code === undefined ? undefined : code & 0xff);

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const PG_DISK_FULL = "53100";
const PG_READ_ONLY = "25006";
