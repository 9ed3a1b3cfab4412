import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("cells are quoted where they must be, and are not formulas to a spreadsheet", () => {
  const rows = [
    ["User", "Count"],
    ['a,"b"', 1],
    ["=1+1", 2],
    ["@x", -3],
  ];
  expect(toCsv(rows)).toBe('User,Count\r\n"a,""b""",1\r\n\'=1+1,2\r\n\'@x,-3');
});

test("no cell is a formula where spreadsheets separate by semicolons, as in German, or read wide signs, as in Japanese", () => {
  const cells = ["fish;=cmd|' /C calc'!A0", "＝1+1", "\n=1", "a;b", "a-b; c", "one\t@x", "a\n-1"];
  const found = cells.map((cell) => toCsv([[cell]]));
  expect(found).toEqual([
    ...["fish;'=cmd|' /C calc'!A0", "'＝1+1", `"\n'=1"`, "a;b", "a-b; c", "one\t'@x", `"a\n'-1"`],
  ]);
});
