/** A disk that is full or not writable, with the real errors of SQLite and the file system. */
import { DatabaseSync } from "node:sqlite";

import { expect, test } from "vitest";

import { StorageFullError, StorageReadOnlyError } from "../base/errors.ts";
import { translateStorageError } from "./storage-errors.ts";

function failureOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return translateStorageError(error);
  }
  throw new Error("it did not fail");
}

test("a full database", () => {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE t (x TEXT); PRAGMA max_page_count = 3");
  expect(failureOf(() => db.exec("INSERT INTO t VALUES (zeroblob(100000))"))).toBeInstanceOf(StorageFullError);
});

test("a database that cannot be written", () => {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE t (x TEXT); PRAGMA query_only = 1");
  expect(failureOf(() => db.exec("INSERT INTO t VALUES (1)"))).toBeInstanceOf(StorageReadOnlyError);
});

test("a full and a read-only disk; anything else stays as it is", () => {
  const failure = (code: string): unknown => translateStorageError(Object.assign(new Error(code), { code }));
  expect(failure("ENOSPC")).toBeInstanceOf(StorageFullError);
  expect(failure("EDQUOT")).toBeInstanceOf(StorageFullError);
  expect(failure("EROFS")).toBeInstanceOf(StorageReadOnlyError);
  expect(failure("EIO")).toMatchObject({ message: "EIO" });
  expect(translateStorageError("text")).toBe("text");
});
