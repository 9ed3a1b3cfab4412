/** Pasted numbers. */
import { expect, test } from "vitest";
import { numberFromPaste } from "./pasted-number.ts";

test("pasted numbers get the decimal separator of the language, unless a comma may group thousands", () => {
  const pasted = (separator: string, ...texts: readonly string[]) =>
    texts.map((text) => numberFromPaste(text, separator));
  expect(pasted(",", "0.4", " -1.25 ", ".5", "1.234")).toEqual(["0,4", "-1,25", ",5", "1,234"]);
  expect(pasted(",", "0,4", "12", "1.2.3", "a.5", "")).toEqual(Array.from({ length: 5 }, () => undefined));
  expect(pasted(".", "0,4", "12,5", "0,400")).toEqual(["0.4", "12.5", "0.400"]);
  expect(pasted(".", "1,234", "999,000", "0.4")).toEqual([undefined, undefined, undefined]);
});
