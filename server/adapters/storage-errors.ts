/** Translates errors of the operating system or a database about a disk into domain errors. */
import { BusyError, DomainError, StorageFullError, StorageGoneError, StorageReadOnlyError } from "../base/errors.ts";

/** The domain error for a full or unwritable disk, or a storage that does not answer; any other error unchanged. */
export function translateStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DomainError) return error;
  const { code, errcode } = error as Error & { code?: string; errcode?: number };
  if (code === "ENOSPC" || code === "EDQUOT" || errcode === sqliteFull) return new StorageFullError();
  if (code === "EROFS" || code === "EACCES" || code === "EPERM" || primary(errcode) === sqliteReadonly) {
    return new StorageReadOnlyError();
  }
  if (code === pgDiskFull) return new StorageFullError();
  if (code === pgReadOnly) return new StorageReadOnlyError();
  if (code === pgLockNotAvailable || code === pgDeadlock) return new BusyError();
  if (damaged.has(primary(errcode) ?? 0)) return new Error(damagedText(error.message), { cause: error });
  if (isGone(code, error.message)) return new StorageGoneError(error);
  return error;
}

// SQLite result codes (https://sqlite.org/rescode.html); the low byte is the primary one.
const sqliteReadonly = 8;
const sqliteFull = 13;
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damaged: ReadonlySet<number> = new Set([11, 26]);
const damagedText = (why: string): string =>
  `The database file is damaged (${why}). Stop the server, keep the file, and restore a backup: \`wakeline admin restore\`.`;
const primary = (code: number | undefined): number | undefined => (code === undefined ? undefined : code & 0xff);

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const pgDiskFull = "53100";
const pgReadOnly = "25006";
const pgLockNotAvailable = "55P03";
const pgDeadlock = "40P01";

const networkCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"],
]);

/**
 * PostgreSQL: connection failures (class 08), and a server that is stopping, has crashed or is starting (57P01 to
 * 57P03).
 */
function isGone(code: string | undefined, message: string): boolean {
  if (code !== undefined && (networkCodes.has(code) || /^(08[0-9A-Z]{3}|57P0[123])$/.test(code))) return true;
  // oxlint-disable-next-line wakeline/no-message-match -- what `pg` says has no code
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    message,
  );
}
