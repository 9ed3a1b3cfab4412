import { expect, test } from "vitest";
import { pythonDateText, pythonJsonText } from "./python-text.ts";

test("JSON is indented by two and escaped like Python's", () => {
  expect(
    pythonJsonText({
      version: 1,
      a: [],
      o: {},
      t: "é\u{1F41F}\n",
      l: [1, 2.5, null, true],
      u: undefined,
    }),
  ).toBe(
    '{\n  "version": 1,\n  "a": [],\n  "o": {},\n  "t": "\\u00e9\\ud83d\\udc1f\\n",\n  "l": [\n    1,\n    2.5,\n    null,\n    true\n  ]\n}',
  );
});

test("dates", () => {
  const date = new Date("2024-05-01T12:34:56.789Z");
  expect(pythonDateText(date)).toBe("2024-05-01 12:34:56.789000+00:00");
  expect(pythonDateText(new Date("2024-05-01T12:34:56Z"))).toBe("2024-05-01 12:34:56+00:00");
});
