import { expect, test } from "vitest";
import { utf8 } from "../testing/cores.ts";
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
