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

const unit = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

test.each<readonly [object, string]>([
  [{ confidenceFilters: { default: "high" } }, "confidenceFilters -> default\n  value is not a valid float"],
  [{ customTypeStyling: [] }, "customTypeStyling\n  value is not a valid dict"],
  [{ timeFilters: ["a"] }, "timeFilters -> 0\n  value is not a valid integer"],
  [{ cameraTransformTypes: { "l::r": "bend" } }, "unexpected value; permitted: 'translation'"],
  [
    {
      cameraHomographies: {
        "l::r": {
          AtoB: [
            ["x", 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
          BtoA: unit,
        },
      },
    },
    "cameraHomographies -> l::r -> AtoB -> 0 -> 0\n  value is not a valid float",
  ],
  [
    { cameraHomographies: { "l::r": { AtoB: [[1]], BtoA: unit } } },
    "cameraHomographies -> l::r -> AtoB\n  wrong tuple length 1, expected 3",
  ],
  [{ cameraHomographies: { "l::r": { AtoB: unit } } }, "cameraHomographies -> l::r -> BtoA\n  field required"],
  [
    { cameraHomographies: { "l::r": { AtoB: unit, BtoA: unit, toLeft: unit } } },
    "cameraHomographies -> l::r -> toLeft\n  extra fields not permitted",
  ],
  ...["l", "l:r", "l::", "::r", "l::r::m", "l::l"].flatMap((pair) => [
    [
      { cameraHomographies: { [pair]: { AtoB: unit, BtoA: unit } } },
      `cameraHomographies -> ${pair}\n  a pair`,
    ] as const,
    [{ cameraCorrespondences: { [pair]: [] } }, `cameraCorrespondences -> ${pair}\n  a pair`] as const,
    [{ cameraTransformTypes: { [pair]: "rigid" } }, `cameraTransformTypes -> ${pair}\n  a pair`] as const,
  ]),
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
