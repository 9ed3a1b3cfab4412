/**
 * Arbitrary DIVE documents: everything the format supports, and names and numbers that have broken readers. Small, so
 * that ids, frames and names collide often.
 */
import * as fc from "fast-check";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const hostileNames = [
  "fish",
  "sea star",
  "Ünïcødé 魚 \u{1f41f}",
  "=cmd()",
  "+1",
  "-",
  "@x",
  "'quoted",
  'a"b',
  "a,b",
  "a\nb",
  "a\r\nb",
  "a.b$c",
  "__proto__",
  "constructor",
  "(atr) x",
  "#hash",
  "1",
  "7",
  "",
  " ",
  "true",
  "\\",
  "\u0001",
  "a\0b",
  "\u2028",
  " padded ",
  "e\u0301",
  "x".repeat(300),
];

/** Names of attributes and members unknown to every reader. No two of them begin with the same word. */
const nameChoices = [
  "sex",
  "size class",
  "a/b",
  "~",
  "10",
  "名前",
  "constructor",
  "toString",
  "",
  'quo"te',
  "com,ma",
  "length",
  "rotation",
  "userAttributes",
];
const memberChoices = ["meta", "extra info", "a/b", "~tilde", "0x", "名前", "toString", "rotation", "reviewed"];
/** Names with a meaning in other formats. */
const foreignMembers = ["score", "id", "bbox", "track_id", "dive_notes", "track_attributes"];
const foreignDocumentMembers = ["info", "images", "annotations", "categories", "videos"];

const hostileName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("fish", "crab", "scallop") },
  { weight: 2, arbitrary: fc.constantFrom(...hostileNames) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }) },
);

/** Any finite f64 except -0, which JSON of other programs does not distinguish. */
const anyNumber = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Object.is(value, -0) ? 0 : value))
  // VIAME CSV turns integers with this many digits into floats, which may coincide.
  .filter((value) => Math.abs(value) < 1e15 || Math.abs(value) >= 1e21);
const coordinate = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -20, max: 4000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 400_000 }).map((value) => value / 100) },
  { weight: 1, arbitrary: fc.constantFrom(0.5, 1.5, 2.5, -0.5, 1e-7, 1e21, 123456789.125) },
  { weight: 1, arbitrary: anyNumber },
);
const confidence = fc.oneof(
  fc.constantFrom(0, 0.5, 1, 1, 0.123456789),
  fc.constantFrom(-1, -0.5, 2.5, 1),
  fc.integer({ min: 0, max: 1000 }).map((value) => value / 1000),
);

const anyText = fc.oneof(
  fc.constantFrom("f", "m", "", "true", "False", "5", "1e3", " 5", "NaN", "a\nb", '"', "None", "a, b", "'x"),
  hostileName,
);
const anyJson: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.oneof(fc.integer(), anyNumber),
    anyText,
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b c", "名"), tie("json"), { maxKeys: 2, noNullPrototype: true }),
  ),
})).json;

const attributes = fc.dictionary(fc.constantFrom(...nameChoices), anyJson, { maxKeys: 3, noNullPrototype: true });
/** Attributes made by the readers of MOT and KPF. */
const madeAttributes = fc.record(
  {
    visibility: fc.oneof(fc.constantFrom<Json>(-1, 0, 0.25, 1, "1"), anyNumber),
    ignored: fc.constantFrom<Json>(true, true, false, "true"),
    activityIds: fc.constantFrom("0", "1", "0 1", "2 3"),
    srcStatus: fc.constantFrom("good", "", " ", "good bad"),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const anyAttributes = fc.oneof({ weight: 4, arbitrary: attributes }, { weight: 1, arbitrary: madeAttributes });
function membersOf(names: readonly string[], foreign: readonly string[]): fc.Arbitrary<Record<string, Json>> {
  const name = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom(...foreign) },
  );
  return fc.dictionary(name, anyJson, { maxKeys: 2, noNullPrototype: true });
}
const unknownMembers = membersOf(memberChoices, foreignMembers);
/** Valid and invalid COCO values under these names. */
const mask = fc.constantFrom<Json>({ counts: [1, 2], size: [1, 3] }, { size: [2, 2], counts: "x" });
const cocoMembers = fc.record(
  {
    segmentation: fc.oneof(
      anyJson,
      mask,
      fc.array(mask, { maxLength: 2 }),
      fc.constantFrom<Json>([[1, 2, 3, 4, 5, 6]], [1, 2, 3, 4, 5, 6], {
        exterior: [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      }),
    ),
    keypoints: fc.oneof(
      anyJson,
      fc.constantFrom<Json>([1, 2, 2], [1, 2, 2, 3, 4, 1], [1, 2, 0, 3, 4, 0], [1, 2, 2, 3, 4, "1"]),
    ),
    num_keypoints: anyJson,
    iscrowd: fc.oneof(anyJson, fc.constantFrom(0, 1)),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const pairs = fc
  .uniqueArray(fc.tuple(hostileName, confidence), { selector: ([type]) => type, maxLength: 3 })
  .map((list) => list.toSorted(([, a], [, b]) => b - a));

const point = fc.tuple(coordinate, coordinate);
const ring = fc.array(point, { minLength: 3, maxLength: 5 });
const geometry = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant("Polygon"), coordinates: fc.array(ring, { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("Point"), coordinates: point }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("LineString"),
      coordinates: fc.array(point, { minLength: 2, maxLength: 3 }),
    }),
  },
);
const feature = fc.record({
  type: fc.constant("Feature"),
  properties: fc.record({ key: fc.constantFrom("", "1", "2", "head", "tail", "HeadTails", "left eye", "名") }),
  geometry,
});
/** Head and tail, usually with their line. */
const headTail = fc.tuple(point, point, fc.constantFrom("none", "line", "line", "turned")).map(([head, tail, line]) => {
  const shape = (key: string, type: string, coordinates: unknown): object => ({
    type: "Feature",
    properties: { key },
    geometry: { type, coordinates },
  });
  const ends = line === "turned" ? [tail, head] : [head, tail];
  return [
    shape("head", "Point", head),
    shape("tail", "Point", tail),
    ...(line === "none" ? [] : [shape("HeadTails", "LineString", ends)]),
  ];
});
const collection = fc.record({
  type: fc.constant("FeatureCollection"),
  features: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.uniqueArray(feature, {
        selector: ({ properties: { key }, geometry: { type } }) => `${type} ${key}`,
        maxLength: 4,
      }),
    },
    { weight: 1, arbitrary: headTail },
  ),
});

const detection = fc
  .record(
    {
      frame: fc.nat({ max: 12 }),
      bounds: fc.tuple(coordinate, coordinate, coordinate, coordinate),
      keyframe: fc.boolean(),
      interpolate: fc.boolean(),
      attributes: anyAttributes,
      notes: fc.array(anyText, { maxLength: 3 }),
      fishLength: fc.oneof(fc.constantFrom(-1, 0, 1, 2.5), anyNumber),
      geometry: collection,
    },
    { requiredKeys: ["frame", "bounds"], noNullPrototype: true },
  )
  .chain((known) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(known) },
      { ...withMembers(known), weight: 2 },
      {
        weight: 1,
        arbitrary: cocoMembers.map((members) => ({ ...known, ...members })),
      },
    ),
  );

function withMembers<T extends object>(known: T): { arbitrary: fc.Arbitrary<T>; weight: number } {
  return { weight: 1, arbitrary: unknownMembers.map((members) => ({ ...known, ...members })) };
}

const detections = fc
  .uniqueArray(detection, { selector: ({ frame }) => frame, maxLength: 4 })
  .map((list) => list.toSorted((a, b) => a.frame - b.frame));

const track = fc
  .record({ confidencePairs: pairs, attributes: anyAttributes, features: detections })
  .map((known) => ({ begin: known.features[0]?.frame ?? 0, end: known.features.at(-1)?.frame ?? 0, ...known }))
  .chain((known) => fc.oneof({ weight: 3, arbitrary: fc.constant(known) }, withMembers(known)));

const range = fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 })).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
const group = fc
  .record({
    begin: fc.nat({ max: 5 }),
    end: fc.integer({ min: 5, max: 12 }),
    confidencePairs: pairs,
    attributes,
    members: fc.dictionary(
      fc.nat({ max: 6 }).map(String),
      fc.record({ ranges: fc.array(range, { minLength: 1, maxLength: 2 }) }),
      { maxKeys: 3, noNullPrototype: true },
    ),
  })
  .chain((known) => fc.oneof({ weight: 3, arbitrary: fc.constant(known) }, withMembers(known)));

const byId = <T extends object>(entry: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<Record<string, T>> =>
  fc
    .uniqueArray(fc.tuple(fc.oneof(fc.nat({ max: 6 }), fc.constant(4294967294)), entry), {
      selector: ([id]) => id,
      maxLength,
    })
    .map((list) => Object.fromEntries(list.map(([id, one]) => [id, { id, ...one }])));

/** Texts of documents. */
export const documents: fc.Arbitrary<string> = fc
  .record({
    tracks: byId(track, 4),
    groups: byId(group, 2),
    members: fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: membersOf([...memberChoices, ...foreignMembers], foreignDocumentMembers) },
      { weight: 1, arbitrary: fc.record({ fps: fc.constantFrom(5, 29.97) }) },
    ),
  })
  .map(({ tracks, groups, members }) => JSON.stringify({ tracks, groups, version: 2, ...members }));
