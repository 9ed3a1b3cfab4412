import { expect, test } from "vitest";
import { parseAnnotationSave } from "./annotation-save.ts";

const track = (more: object = {}): object => ({
  id: 1,
  begin: 0,
  end: 1,
  features: [
    { frame: 0, bounds: [1, 2, 3, 4], keyframe: true },
    { frame: 1, bounds: [1, 2, 3, 4], keyframe: true },
  ],
  ...more,
});

async function payloadOf(entry: object): Promise<Record<string, unknown>> {
  const result = await parseAnnotationSave({ tracks: { upsert: [entry] } });
  if (!result.ok) throw new Error(result.message);
  return JSON.parse(result.value.upsert[0]!.payload as string) as Record<string, unknown>;
}

async function messageOf(body: unknown): Promise<string> {
  const result = await parseAnnotationSave(body);
  if (result.ok) throw new Error("expected a refusal");
  return result.message;
}

test("what may be missing gets its default, every feature gets attributes, keys are in order", async () => {
  const stored = await payloadOf(track());
  expect(JSON.stringify(stored)).toBe(
    '{"attributes":{},"begin":0,"confidencePairs":[],"end":1,"features":[' +
      '{"attributes":{},"bounds":[1,2,3,4],"frame":0,"keyframe":true},' +
      '{"attributes":{},"bounds":[1,2,3,4],"frame":1,"keyframe":true}],"id":1}',
  );
});

test("numbers given as text are numbers, bounds lose their fractions, properties of geometries become texts", async () => {
  const feature = {
    frame: "0",
    bounds: ["1.9", -2.9, 3, 4],
    geometry: {
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          properties: { key: 1, hidden: true },
          geometry: { type: "Point", coordinates: [1, "2.5"] },
        },
      ],
    },
  };
  const stored = await payloadOf({
    id: "7",
    begin: 0,
    end: 0,
    features: [feature],
    confidencePairs: [["fish", "0.5"]],
  });
  expect(stored).toMatchObject({
    id: 7,
    confidencePairs: [["fish", 0.5]],
    features: [
      {
        bounds: [1, -2, 3, 4],
        geometry: {
          features: [{ properties: { key: "1", hidden: "True" }, geometry: { coordinates: [1, 2.5] } }],
        },
      },
    ],
  });
});

test("nulls of the model vanish, nulls inside attributes stay, unknown fields stay", async () => {
  const stored = await payloadOf(track({ meta: null, attributes: { a: null, __proto__x: 1 }, review: { by: "ada" } }));
  expect(stored).not.toHaveProperty("meta");
  expect(stored).toMatchObject({ attributes: { a: null }, review: { by: "ada" } });
});

test("a key named __proto__ is a key like any other", async () => {
  const result = await parseAnnotationSave(
    JSON.parse('{"tracks":{"upsert":[{"id":1,"begin":0,"end":0,"attributes":{"__proto__":{"x":1}}}]}}'),
  );
  expect(result.ok && result.value.upsert[0]!.payload).toContain('"attributes":{"__proto__":{"x":1}}');
});

test("frames that do not match begin and end are refused in the known words", async () => {
  expect(await messageOf({ tracks: { upsert: [track({ features: [{ frame: 0, bounds: [1, 2, 3, 4] }] })] } })).toBe(
    "1 validation error for AnnotationUpdateArgs\ntracks -> upsert -> 0 -> features\n" +
      "  trackId=1 end=1 does not match features[-1]=0 (type=value_error)",
  );
  expect(
    await messageOf({
      tracks: { upsert: [track({ begin: 0, features: [{ frame: 1, bounds: [1, 2, 3, 4] }] })] },
    }),
  ).toContain("trackId=1 begin=0 does not match features[0]=1");
});

test.each([
  [[], "__root__\n  value is not a valid dict"],
  ["x", "__root__\n  value is not a valid dict"],
  [{ tracks: [] }, "tracks\n  value is not a valid dict"],
  [{ tracks: { upsert: {} } }, "tracks -> upsert\n  value is not a valid list"],
  [{ tracks: { upsert: [{ begin: 0, end: 0 }] } }, "tracks -> upsert -> 0 -> id\n  field required"],
  [
    { tracks: { upsert: [{ id: "x", begin: 0, end: 0 }] } },
    "tracks -> upsert -> 0 -> id\n  value is not a valid integer",
  ],
  [{ tracks: { upsert: [{ id: -1, begin: 0, end: 0 }] } }, "greater than or equal to 0"],
  [{ tracks: { upsert: [{ id: 1, begin: 0, end: 2 ** 53 }] } }, "less than or equal to"],
  [
    { tracks: { upsert: [track({ features: [{ frame: 0 }] })] } },
    "features -> 0 -> bounds\n  field required (type=value_error.missing)",
  ],
  [
    { tracks: { upsert: [track({ features: [{ frame: 0, bounds: [1, 2, 3] }] })] } },
    "wrong tuple length 3, expected 4",
  ],
  [{ tracks: { upsert: [track({ features: [{ frame: 0, bounds: [1, 2, 3, Infinity] }] })] } }, "bounds -> 3"],
  [{ tracks: { upsert: [track({ features: [{ frame: 0, bounds: null }] })] } }, "value is not a valid tuple"],
  [{ tracks: { upsert: [track(), track()] } }, "id 1 appears twice"],
  [{ tracks: { delete: ["x"] } }, "tracks -> delete -> 0\n  value is not a valid integer"],
  [{ groups: { upsert: [{ id: 0, begin: 0, end: 1, members: { a: { ranges: [] } } }] } }, "members -> a"],
  [
    { groups: { upsert: [{ id: 0, begin: 0, end: 1, members: { 1: { ranges: [[0]] } } }] } },
    "wrong tuple length 1, expected 2",
  ],
  [{ set: {} }, "set\n  str type expected"],
  [{ set: "s".repeat(201) }, "at most 200 characters"],
])("%j is refused", async (body, text) => {
  expect(await messageOf(body)).toContain(text);
});

test("hundreds of mistakes are counted, not all listed", async () => {
  const message = await messageOf({ tracks: { delete: Array.from({ length: 300 }, () => "x") } });
  expect(message).toMatch(/^300 validation errors for AnnotationUpdateArgs/);
  expect(message).toMatch(/\(280 more\)$/);
});

test("the label is the best pair, the first of equals", async () => {
  const result = await parseAnnotationSave({
    tracks: {
      upsert: [
        {
          id: 1,
          begin: 0,
          end: 0,
          confidencePairs: [
            ["a", 0.2],
            ["b", 0.9],
            ["c", 0.9],
          ],
        },
      ],
      delete: ["3"],
    },
    set: "model-a",
  });
  expect(result).toMatchObject({
    ok: true,
    value: { upsert: [{ label: "b" }], delete: [{ kind: "track", id: 3 }], setName: "model-a" },
  });
});

test("a plain feature is checked in a short way, with the same result", async () => {
  const values = [0, 3, -1, 2.75, -0.5, 2_147_483_647, 2_147_483_648, 1e16, 1e300, "4", null, true, [], {}];
  const features: Record<string, unknown>[] = values.flatMap((value) => [
    { bounds: [1, 2.5, 3, 4], frame: value },
    { frame: 1, bounds: [1, value, 3, 4], keyframe: true },
    { frame: 1, bounds: [1, 2, 3, 4, value] },
    { frame: 1, bounds: value },
    { keyframe: value, interpolate: false, frame: 1, bounds: [1, 2, 3, 4] },
    { frame: 1, bounds: [1, 2, 3, 4], keyframe: false, interpolate: value, attributes: { b: 1, a: [value] } },
    { frame: 1, bounds: [1, 2, 3, 4], attributes: value },
    { frame: 1, bounds: [1, 2, 3, 4], flick: value },
  ]);
  let kept = 0;
  for (const feature of features) {
    const saved = (more: object) => {
      const frame = Number(feature["frame"]) || 0;
      const entry = { id: 1, begin: frame, end: frame, features: [{ ...feature, ...more }] };
      return parseAnnotationSave({ tracks: { upsert: [entry] } });
    };
    const plain = await saved({});
    // A null field changes nothing, but the feature is not plain.
    expect(plain, JSON.stringify(feature)).toEqual(await saved({ other: null }));
    if (plain.ok) kept++;
  }
  expect(kept).toBeGreaterThan(20);
  expect(features.length - kept).toBeGreaterThan(20);
});
