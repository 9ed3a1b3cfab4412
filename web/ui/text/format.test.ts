import { afterEach, expect, test } from "vitest";
import { setLanguage } from "../../base/texts/index.ts";
import { decimalSeparator, formatFixed } from "../../base/texts/numbers.ts";
import { formatBytes, formatMonth, formatSignificant, formatSpan } from "./format.ts";

afterEach(() => setLanguage("en"));

test("spans of time and sizes are written as the language of the page writes them", async () => {
  expect([formatSpan(60, "day"), formatSpan(1, "year"), formatBytes(1536)]).toEqual(["60 days", "1 year", "1.5 KB"]);
  expect([formatFixed(0.4, 2), decimalSeparator()]).toEqual(["0.40", "."]);
  expect([formatMonth("2026-05"), formatMonth("soon")]).toEqual(["May 2026", "soon"]);
  await setLanguage("de");
  expect([formatSpan(6, "month"), formatSpan(1, "year"), formatBytes(1536)]).toEqual(["6 Monate", "1 Jahr", "1,5 KB"]);
  expect([formatFixed(0.4, 2), decimalSeparator()]).toEqual(["0,40", ","]);
  expect(formatMonth("2026-05")).toBe("Mai 2026");
  expect([formatSignificant(0.000123456), formatSignificant(2)]).toEqual(["0,000123", "2"]);
});
