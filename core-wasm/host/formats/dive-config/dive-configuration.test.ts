import { expect, test } from "vitest";
import { utf8 } from "../../testing/cores.ts";
import { CoreError, type Problem } from "../../types.ts";
import { diveConfigurationText, looksLikeConfiguration, readDiveConfiguration } from "./dive-configuration.ts";

test("the configuration file holds version and the fields that are set, nothing else", () => {
  expect(
    diveConfigurationText({
      fps: 5,
      annotate: true,
      type: "video",
      confidenceFilters: { default: 0.1 },
      timeFilters: null,
    }),
  ).toBe('{\n  "version": 1,\n  "confidenceFilters": {\n    "default": 0.1\n  },\n  "fps": 5\n}');
});

test.each([
  [{ version: 1 }, false],
  [{ version: 1, attributes: {} }, false],
  [{ typeHierarchy: null }, true],
  [{ confidenceFilters: { default: 0 } }, true],
  [{ fps: 5 }, true],
  [{ 0: { trackId: 0 } }, false],
])("%j looks like a configuration: %s", (value, expected) => {
  expect(looksLikeConfiguration(value)).toBe(expected);
});

test("without a schema the hierarchy is checked all the same", () => {
  const { configuration, problems } = readDiveConfiguration(utf8('{"fps":"x","typeHierarchy":{"a":"a"}}'));
  expect(problems.map(({ code }) => code)).toEqual(["configuration-hierarchy"]);
  expect(configuration).toEqual({ fps: "x" });
});

test("findings say where they are, and a text that ends early says at which byte", () => {
  const text = '{\n  "fps": 5,\n  "typeHierarchy": {"a": "a"},\n  "ünknown": 1}';
  const { problems } = readDiveConfiguration(utf8(text));
  expect(problems.map(({ code, line, column }) => [code, line, column])).toEqual([
    ["configuration-hierarchy", 3, 3],
    ["configuration-key-unknown", 4, 3],
  ]);
  for (const [cut, place] of [
    ['{"fps": 5,', { line: 1, column: 11 }],
    ['{"fps":\n"ü', { line: 2, column: 3 }],
  ] as const) {
    const bytes = utf8(cut);
    const problem = problemOf(() => readDiveConfiguration(bytes));
    expect(problem).toMatchObject({ code: "json-ends-early", ...place });
    expect(problem?.message).toContain(`at byte ${bytes.length},`);
  }
  expect(problemOf(() => readDiveConfiguration(utf8("{\n5")))).toMatchObject({
    code: "json-syntax",
    line: 2,
    column: 1,
  });
});

function problemOf(read: () => unknown): Problem | undefined {
  try {
    read();
  } catch (error) {
    if (error instanceof CoreError) return error.problem;
    throw error;
  }
  return undefined;
}
