import { expect, test } from "vitest";
import { ctimeText, pythonFloatText, pythonJsonLine, pythonJsonText } from "./python-text.ts";

test.each([
  [5, "5.0"],
  [0, "0.0"],
  [-0, "-0.0"],
  [0.1, "0.1"],
  [29.97002997002997, "29.97002997002997"],
  [1e-5, "1e-05"],
  [1.5e-7, "1.5e-07"],
  [0.0001, "0.0001"],
  [1e16, "1e+16"],
  [123456789012345680000, "1.2345678901234568e+20"],
  [1e15, "1000000000000000.0"],
  [1e-100, "1e-100"],
])("%d prints as Python prints it: %s", (value, text) => {
  expect(pythonFloatText(value)).toBe(text);
});

test("JSON on one line is spaced and escaped like Python's", () => {
  expect(pythonJsonLine({ a: ["é", 1], b: { c: null } })).toBe('{"a": ["\\u00e9", 1], "b": {"c": null}}');
});

test("the day of the month is padded with a blank", () => {
  expect(ctimeText(new Date("2024-05-01T12:34:56.789Z"))).toBe("Wed May  1 12:34:56 2024");
});

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
