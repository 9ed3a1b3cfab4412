import { expect, test } from "vitest";
import { cutStart, cutText, padText, printable, textWidth } from "./terminal.ts";

test("text of others cannot move the cursor, change colors or turn the direction of the line", () => {
  expect(printable("a\u001b[31mred\u001b[0m\u0007b")).toBe("aredb");
  expect(printable("two\r\nlines\tand a tab")).toBe("two lines and a tab");
  expect(printable("\u202Egnp.exe\u009b2J")).toBe("gnp.exe");
  expect(printable("\u001b]0;title\u0007name 🐟")).toBe("name 🐟");
});

test.each([
  ["reef", 4],
  ["三好", 4],
  ["🐟🐠", 4],
  ["👩‍🔬", 2],
  ["é", 1],
  ["e\u0301", 1],
  ["Дظ", 2],
  ["❤️", 2],
  ["\u001b[1mbold\u001b[0m", 4],
])("%j takes %i columns", (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test("cuts between characters that people see", () => {
  expect(cutText("a long name", 20)).toBe("a long name");
  expect(cutText("a long name", 7)).toBe("a long…");
  expect(cutText("👩‍🔬👩‍🔬👩‍🔬", 4)).toBe("👩‍🔬…");
  expect(textWidth(cutText("三好三好", 6))).toBeLessThanOrEqual(6);
});

test("cuts paths at their start", () => {
  expect(cutStart("runs/a.csv", 10)).toBe("runs/a.csv");
  expect(cutStart("runs/station 4/left.csv", 14)).toBe("…on 4/left.csv");
  for (const width of [2, 3, 8, 9]) expect(textWidth(cutStart("三好/三好三好.csv", width))).toBeLessThanOrEqual(width);
});

test("pads to columns, not to code units", () => {
  expect(padText("三", 4)).toBe("三  ");
  expect(padText("7", 3, "right")).toBe("  7");
});
