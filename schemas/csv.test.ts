import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("cells are quoted where they must be, and are no formulas to a spreadsheet", () => {
  const rows = [
    ["User", "Count"],
    ['a,"b"', 1],
    ["=1+1", 2],
    ["@x", -3],
  ];
  expect(toCsv(rows)).toBe('User,Count\r\n"a,""b""",1\r\n\'=1+1,2\r\n\'@x,-3');
});
