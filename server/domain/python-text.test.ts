import { expect, test } from "vitest";
import { pythonDateText } from "./python-text.ts";

test("dates", () => {
  const date = new Date("2024-05-01T12:34:56.789Z");
  expect(pythonDateText(date)).toBe("2024-05-01 12:34:56.789000+00:00");
  expect(pythonDateText(new Date("2024-05-01T12:34:56Z"))).toBe("2024-05-01 12:34:56+00:00");
});
