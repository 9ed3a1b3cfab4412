import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { formatTable } from "./table.ts";
import { textWidth } from "./terminal.ts";
import type { Output } from "./io.ts";

const columns = [{ title: "id" }, { title: "name", flexible: true }, { title: "fps", align: "right" }] as const;
const rows = [
  ["65f0", "reef", 5],
  ["65f1", "a very long name of a dataset with 三好 in it", 29.97],
];
const terminal = (width: number): Output =>
  Object.assign(new PassThrough(), { isTTY: true, columns: width }) as unknown as Output;
const pipe = new PassThrough() as unknown as Output;

test("a pipe gets fields between tabs, whole and without heading", () => {
  expect(formatTable(pipe, columns, rows)).toBe(
    "65f0\treef\t5\n65f1\ta very long name of a dataset with 三好 in it\t29.97\n",
  );
});

test("a terminal gets aligned columns that fit", () => {
  const text = stripVTControlCharacters(formatTable(terminal(40), columns, rows));
  expect(text.split("\n")).toEqual([
    "ID    NAME                           FPS",
    "65f0  reef                             5",
    "65f1  a very long name of a data…  29.97",
    "",
  ]);
});

test.each([80, 60, 40, 30])("no line is wider than %i columns", (width) => {
  const lines = formatTable(terminal(width), columns, rows).trimEnd().split("\n");
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
});

test("no name can break the table", () => {
  expect(formatTable(pipe, columns, [["1", "tab\there\nand \u001b[2Jmore", 1]])).toBe("1\ttab here and more\t1\n");
});
