import { expect, test } from "vitest";
import { applyChanges, parseAttributeChanges, parseConfigurationPatch } from "./dataset-configuration.ts";

test("a patch sets what is given and always the version", () => {
  expect(
    parseConfigurationPatch({
      confidenceFilters: { default: "0.2" },
      timeFilters: null,
      attributes: null,
    }),
  ).toEqual({
    ok: true,
    value: { set: { confidenceFilters: { default: 0.2 }, version: 1 }, remove: ["timeFilters"] },
  });
});

test("an unknown field is refused in the known words", () => {
  expect(parseConfigurationPatch({ foo: 1 })).toEqual({
    ok: false,
    message:
      "1 validation error for MetadataMutableUpdateArgs\nfoo\n  extra fields not permitted (type=value_error.extra)",
  });
});

test.each([
  [{ confidenceFilters: { default: "high" } }, "confidenceFilters -> default\n  value is not a valid float"],
  [{ customTypeStyling: [] }, "customTypeStyling\n  value is not a valid dict"],
  [{ timeFilters: ["a"] }, "timeFilters -> 0\n  value is not a valid integer"],
  [{ cameraTransformTypes: { "l::r": "bend" } }, "unexpected value; permitted: 'translation'"],
  [
    { cameraHomographies: { "l::r": { AtoB: [["x"]] } } },
    "cameraHomographies -> l::r -> AtoB -> 0 -> 0\n  value is not a valid float",
  ],
  [
    { cameraCorrespondences: { "l::r": [{ id: 1, a: [1, 2], b: [1] }] } },
    "cameraCorrespondences -> l::r -> 0 -> b\n  wrong tuple length 1, expected 2",
  ],
  [{ datasetInfo: [] }, "datasetInfo\n  value is not a valid dict"],
])("%j is refused", (patch, text) => {
  const result = parseConfigurationPatch(patch);
  expect(result.ok ? "" : result.message).toContain(text);
});

test("attribute definitions need a datatype and are stored under their key", () => {
  const good = {
    belongs: "track" as const,
    datatype: "text" as const,
    key: "track_sex",
    name: "sex",
  };
  expect(parseAttributeChanges({ upsert: [good], delete: ["a"] })).toEqual({
    ok: true,
    value: { upsert: [good], delete: ["a"] },
  });
  expect(parseAttributeChanges({ upsert: [{ ...good, datatype: "date" }] }).ok).toBe(false);
  expect(
    applyChanges({ a: 1, b: 2 }, (entry: typeof good) => entry.key, {
      upsert: [good],
      delete: ["a"],
    }),
  ).toEqual({
    b: 2,
    track_sex: good,
  });
});
