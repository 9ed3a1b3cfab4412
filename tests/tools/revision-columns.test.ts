/**
 * The columns of revisions belong to one file: a query that compares them by itself may forget about staged rows, which
 * are not part of any revision.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFiles, repository } from "./files.ts";

const owners = [
  "server/adapters/sql/revision-range.ts",
  "server/adapters/sql/tables/annotations.ts",
  // Its rules are about the columns.
  "server/adapters/sql/consistency.repository.ts",
  // Where stage numbers begin.
  "server/ports/annotation.repository.ts",
];

const namesRevisionColumn = (text: string): boolean => /\b(rev_created|firstStage)\b/.test(text);

test("only their owner names the columns of revisions", () => {
  const files = projectFiles().filter(
    (path) => /^server\/.*(?<!\.test)\.ts$/.test(path) && !path.startsWith("server/adapters/sql/migrations/"),
  );
  expect(files.length).toBeGreaterThan(100);
  const naming = files.filter((path) => namesRevisionColumn(readFileSync(join(repository, path), "utf8")));
  expect(naming.toSorted()).toEqual(owners.toSorted());
});

test("a query of its own is noticed", () => {
  expect(namesRevisionColumn('.where("rev_created", "<=", revision)')).toBe(true);
  expect(namesRevisionColumn("sql`rev_created < ${firstStage}`")).toBe(true);
});
