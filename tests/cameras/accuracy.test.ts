/** The page about exactness says what the code does. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accuracyPage, accuracyTables, withTables } from "./accuracy.ts";

test("the tables of docs/accuracy.md are those of the code, and keep what is promised", async () => {
  const page = readFileSync(accuracyPage, "utf8");
  const tables = await accuracyTables();
  expect(withTables(page, tables), "To accept: npx node tests/cameras/accuracy.ts, then read the difference.").toBe(
    page,
  );
  const cells = tables.split("\n").map((line) => line.split(" | "));
  const aligned = cells.filter(([camera = ""]) => camera.endsWith("fps"));
  expect(aligned.map((row) => Number(row[4]) <= 0.5)).toEqual([true, true, true, true]);
  const lines = cells.filter(([from = ""]) => /^\| (left|right)$/.test(from));
  expect(lines.map((row) => Number.parseFloat(row[3] ?? "") < 1)).toEqual([true, true]);
  // Far away lengths are too long on average where points are not hit exactly: the page says so.
  const near = cells.filter(([distance]) => /^\| [124] m$/.test(distance ?? ""));
  const exact = near.filter((row) => row[2] === "0 px" || row[2] === "0.25 px");
  expect(exact.map((row) => Math.abs(Number.parseFloat(row[3] ?? "")) < 0.5)).toEqual(exact.map(() => true));
  expect(exact.length).toBe(6);
});
