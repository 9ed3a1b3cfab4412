/** Every schema: documents that it accepts, and its messages about others. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { conforms, findViolations, schemaNames, type SchemaName } from "./validators.ts";

const feature = { frame: 0, bounds: [1, 2, 3.5, 4] };
const track = { id: 1, begin: 0, end: 0, confidencePairs: [["fish", 0.9]], attributes: {}, features: [feature] };
const group = {
  id: 0,
  begin: 0,
  end: 4,
  confidencePairs: [["school", 1]],
  attributes: {},
  members: { "1": { ranges: [[0, 4]] } },
};
const lens = { fx: 1, fy: 1, cx: 2, cy: 2 };
const attribute = { belongs: "detection", datatype: "text", name: "sex", key: "detection_sex" };
const polygon = {
  type: "Feature",
  properties: { key: "" },
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  },
};

const pack = {
  format: "wakeline-model-pack",
  version: 1,
  kind: "detector",
  name: "Fish",
  licence: "MIT",
  model: "a.onnx",
  files: [{ path: "a.onnx", bytes: 9, sha256: "0".repeat(64) }],
  input: { width: 640, height: 640 },
};

const valid: Readonly<Record<SchemaName, readonly unknown[]>> = {
  track: [
    track,
    { ...track, features: [], unknown: "kept", meta: { a: [1] } },
    {
      ...track,
      features: [
        {
          ...feature,
          keyframe: true,
          interpolate: false,
          attributes: { sex: null, userAttributes: { ada1: { sex: "f" } } },
          geometry: { type: "FeatureCollection", features: [polygon] },
          head: [1, 2],
          tail: [3, 4],
          fishLength: 12.5,
          notes: ["a note"],
        },
      ],
    },
  ],
  group: [group, { ...group, members: {} }],
  attribute: [
    attribute,
    { ...attribute, values: ["f", "m"], color: "#ff0000", user: true, editor: { type: "combo" } },
    { ...attribute, datatype: "number", editor: { type: "slider", range: [0, 10], steps: 1 } },
  ],
  "annotation-document": [
    { version: 2, tracks: {}, groups: {} },
    { version: 2, fps: 5, tracks: { "1": track }, groups: { "0": group } },
  ],
  "dataset-configuration": [
    {},
    { version: 1, fps: -1, confidenceFilters: { default: 0.1 }, attributes: { detection_sex: attribute } },
    {
      customTypeStyling: { fish: { color: "red", strokeWidth: 2, opacity: 0.5, fill: true, showLabel: false } },
      typeHierarchy: { cod: "fish" },
      attributeTrackFilters: {
        big: { name: "big", attribute: "length", type: "detection", filter: { op: ">", val: 3 } },
      },
      timeFilters: [0, 100],
      datasetInfo: { vessel: "x" },
      cameraHomographies: { "l::r": { AtoB: [[1, 0, 0]] } },
      cameraCorrespondences: { "l::r": [{ id: "p", a: [1, 2], b: [3, 4] }] },
    },
  ],
  "project-configuration": [
    {},
    {
      $schema: "./project-configuration.schema.json",
      validate: {
        files: ["annotations"],
        all: true,
        strict: false,
        types: ["fish"],
        baseline: "known.json",
        rules: { "track-gap": "off", "csv-*": "error" },
        overrides: [{ files: ["old/**"], rules: { "*": "warning", "box-empty": "on" } }],
      },
    },
  ],
  "release-manifest": [
    { version: 1, created: "2026-01-01T00:00:00.000Z", media: [], annotations: [] },
    {
      version: 1,
      name: "reef",
      created: "2026-01-01T00:00:00.000Z",
      media: [
        { path: "a.mp4", kind: "video", content: ["0".repeat(32), ""], looks: ["0".repeat(16), ""], seconds: [0, 1] },
      ],
      annotations: [
        {
          path: "a.csv",
          bytes: 1,
          sha256: "a".repeat(64),
          format: "viame-csv",
          counts: { tracks: 1, detections: 2, groups: 0 },
          columns: { "detection.bounds": "b".repeat(64) },
          schema: { types: ["fish"], attributes: {} },
          ledger: { skipped: 0, problems: {} },
          tracks: { "1": { "detection.bounds": "c".repeat(12) } },
          groups: {},
        },
      ],
    },
  ],
  "model-pack": [
    pack,
    {
      ...pack,
      input: { ...pack.input, name: "images", resize: "stretch", layout: "nhwc", colours: "bgr", mean: [0, 0, 0] },
      output: { layout: "detr", boxes: "boxes", scores: "logits", activation: "softmax" },
      classes: ["cod"],
      confidence: 0.5,
      overlap: 1,
    },
  ],
  "stereo-calibration": [{ R: [], T: [], calibrations: { left: lens, right: { ...lens, k1: 0.1 } }, squareSize: 85 }],
  "dataset-facts": [
    {},
    { annotate: "yes", type: "video", originalFps: 29.97, metadataFileItemId: "0".repeat(24), unknown: 1 },
    { type: "multi", multiCam: { cameras: { left: { folderId: "a".repeat(24), type: "video" } } } },
  ],
};

const broken: readonly (readonly [SchemaName, unknown, pointer: string, message: string])[] = [
  ["track", [], "", "must be object"],
  ["track", { ...track, id: undefined }, "", "must have required property 'id'"],
  ["track", { ...track, id: 1.5 }, "/id", "must be integer"],
  ["track", { ...track, begin: -1 }, "/begin", "must be >= 0"],
  ["track", { ...track, confidencePairs: [["fish"]] }, "/confidencePairs/0", "must NOT have fewer than 2 items"],
  ["track", { ...track, confidencePairs: [["fish", "0.9"]] }, "/confidencePairs/0/1", "must be number"],
  [
    "track",
    { ...track, features: [{ ...feature, bounds: [1, 2, 3] }] },
    "/features/0/bounds",
    "must NOT have fewer than 4 items",
  ],
  [
    "track",
    { ...track, features: [{ ...feature, bounds: [1, 2, 3, null] }] },
    "/features/0/bounds/3",
    "must be number",
  ],
  ["group", { ...group, members: { "1": {} } }, "/members/1", "must have required property 'ranges'"],
  ["attribute", { ...attribute, belongs: "group" }, "/belongs", 'must be one of "track", "detection"'],
  ["annotation-document", { version: 3, tracks: {}, groups: {} }, "/version", "must be 2"],
  [
    "annotation-document",
    { version: 2, tracks: { "1": { ...track, end: "0" } }, groups: {} },
    "/tracks/1/end",
    "must be integer",
  ],
  [
    "stereo-calibration",
    { R: [], T: [], calibrations: { left: lens } },
    "/calibrations",
    "must have required property 'right'",
  ],
  ["model-pack", { ...pack, kind: "oracle" }, "/kind", 'must be one of "detector", "segmenter", "tracker", "text"'],
  ["model-pack", { ...pack, clases: ["cod"] }, "", "has `clases`, which means nothing there"],
  ["model-pack", { ...pack, input: { width: 640.5, height: 640 } }, "/input/width", "must be integer"],
  ["project-configuration", { validate: { ruls: {} } }, "/validate", "has `ruls`, which means nothing there"],
  [
    "project-configuration",
    { validate: { rules: { "track-gap": "info" } } },
    "/validate/rules/track-gap",
    'must be one of "off", "on", "warning", "error"',
  ],
  ["release-manifest", { version: 2, created: "", media: [], annotations: [] }, "/version", "must be 1"],
  [
    "release-manifest",
    { version: 1, created: "", media: [{ path: "a", kind: "video", content: ["x"], looks: [] }], annotations: [] },
    "/media/0/content/0",
    'must match pattern "^([0-9a-f]{32})?$"',
  ],
  ["dataset-facts", { metadataFileItemId: "X" }, "/metadataFileItemId", 'must match pattern "^[0-9a-f]{24}$"'],
  ["dataset-configuration", { confidenceFilters: { "a/b~c": "high" } }, "/confidenceFilters/a~1b~0c", "must be number"],
  [
    "dataset-configuration",
    { cameraCorrespondences: { "l::r": [{ id: 1, a: [1, 2], b: [1] }] } },
    "/cameraCorrespondences/l::r/0/b",
    "must NOT have fewer than 2 items",
  ],
  ["dataset-configuration", { attributes: { k: { ...attribute, name: 3 } } }, "/attributes/k/name", "must be string"],
];

test("there is a validator for every schema file, and cases for every validator", () => {
  const files = readdirSync(new URL("./json/", import.meta.url)).filter((name) => name.endsWith(".schema.json"));
  expect(files.map((file) => file.replace(".schema.json", "")).toSorted()).toEqual(schemaNames.toSorted());
  expect(new Set(broken.map(([name]) => name))).toEqual(new Set(schemaNames));
});

test.each(schemaNames)("%s takes valid documents", (name) => {
  for (const document of valid[name]) {
    expect(findViolations(name, document)).toEqual([]);
    expect(conforms(name, document)).toBe(true);
  }
});

test.each(broken)("%s refuses %j at %s", (name, document, pointer, message) => {
  expect(conforms(name, document)).toBe(false);
  expect(findViolations(name, document)).toContainEqual({ pointer, message });
});

test("finds every violation, not only the first", () => {
  const document = { ...track, id: "1", features: [{ frame: 0 }, { ...feature, frame: -1 }] };
  expect(findViolations("track", document).map(({ pointer }) => pointer)).toEqual([
    "/id",
    "/features/0",
    "/features/1/frame",
  ]);
});
