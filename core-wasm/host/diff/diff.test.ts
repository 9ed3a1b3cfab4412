/** A diff reports every kind of change, and nothing for equal content. */
import { describe, expect, test } from "vitest";
import { createCores, utf8 } from "../testing/cores.ts";
import { documents, open, type Document } from "../testing/documents.ts";
import * as fc from "fast-check";
import { diffAnnotations } from "./diff.ts";

/** More than any test has open at once. */
const cores = await createCores(4);

const fish = {
  id: 3,
  begin: 0,
  end: 4,
  confidencePairs: [["fish", 0.5]],
  attributes: { sex: "f", "a/b": 1 },
  features: [
    { frame: 0, bounds: [0, 0, 10, 10], keyframe: true, notes: ["seen"] },
    { frame: 4, bounds: [4, 0, 14, 10], keyframe: true, extra: { deep: [1, { x: 1.5 }] } },
  ],
};
const point = (key: string, x: number) => ({
  type: "Feature",
  properties: { key },
  geometry: { type: "Point", coordinates: [x, 1] },
});
const withFeatures = (features: unknown) => ({ tracks: { 3: { ...fish, features } } });
const [first, last] = fish.features;

function changes(a: unknown, b: unknown) {
  return diffAnnotations(open(cores(), a as Document), open(cores(), b as Document));
}

const cases: readonly (readonly [name: string, b: unknown, expected: readonly object[]])[] = [
  [
    "the type",
    { tracks: { 3: { ...fish, confidencePairs: [["crab", 0.5]] } } },
    [{ path: "confidencePairs", change: "changed", before: [["fish", 0.5]], after: [["crab", 0.5]] }],
  ],
  [
    "an attribute by name",
    { tracks: { 3: { ...fish, attributes: { sex: "m", "a/b": 1 } } } },
    [{ path: "attributes/sex", change: "changed", before: "f", after: "m" }],
  ],
  [
    "an attribute that is gone, its name escaped",
    { tracks: { 3: { ...fish, attributes: { sex: "f" } } } },
    [{ path: "attributes/a~1b", change: "deleted", before: 1 }],
  ],
  [
    "an unknown member of a track",
    { tracks: { 3: { ...fish, meta: { by: "me" } } } },
    [{ path: "meta", change: "added", after: { by: "me" } }],
  ],
  [
    "bounds",
    withFeatures([{ ...first, bounds: [1, 0, 10, 10] }, last]),
    [{ frame: 0, path: "bounds", change: "changed", before: [0, 0, 10, 10], after: [1, 0, 10, 10] }],
  ],
  [
    "fractions of pixels",
    withFeatures([{ ...first, bounds: [0.25, 0, 10, 1e-7] }, last]),
    [{ frame: 0, path: "bounds", change: "changed", before: [0, 0, 10, 10], after: [0.25, 0, 10, 1e-7] }],
  ],
  [
    "notes",
    withFeatures([{ ...first, notes: [] }, last]),
    [{ frame: 0, path: "notes", change: "deleted", before: ["seen"] }],
  ],
  [
    "geometry by kind and key",
    withFeatures([{ ...first, geometry: { type: "FeatureCollection", features: [point("head", 2)] } }, last]),
    [{ frame: 0, path: "geometry/Point/head", change: "added", after: point("head", 2) }],
  ],
  [
    "a detection that is new",
    withFeatures([first, { frame: 2, bounds: [2, 0, 12, 10], keyframe: true }, last]),
    [{ frame: 2, change: "added" }],
  ],
  [
    "a detection that is gone, without its consequence for end",
    withFeatures([first]),
    [{ frame: 4, change: "deleted" }],
  ],
];

describe("says what differs:", () => {
  test.each(cases)("%s", (_, b, expected) => {
    const diff = changes({ tracks: { 3: fish } }, b);
    expect(diff.changes).toEqual(expected.map((change) => ({ kind: "track", id: 3, ...change })));
    expect(diff.tracks).toEqual({ added: 0, deleted: 0, changed: 1 });
  });

  test("whole tracks and groups, members of groups, and of the document", () => {
    const group = {
      id: 1,
      begin: 0,
      end: 4,
      confidencePairs: [],
      attributes: {},
      members: { 3: { ranges: [[0, 4]] } },
    };
    const a = { tracks: { 3: fish }, groups: { 1: group }, source: "a" };
    const b = {
      tracks: { 3: fish, 7: { ...fish, id: 7 } },
      groups: {
        1: { ...group, members: { 3: { ranges: [[0, 2]] }, 7: { ranges: [[0, 4]] } } },
        2: { ...group, id: 2 },
      },
    };
    const diff = changes(a, b);
    expect(diff.changes).toEqual([
      { kind: "document", path: "source", change: "deleted", before: "a" },
      { kind: "track", id: 7, change: "added" },
      {
        kind: "group",
        id: 1,
        path: "members/3",
        change: "changed",
        before: { ranges: [[0, 4]] },
        after: { ranges: [[0, 2]] },
      },
      { kind: "group", id: 1, path: "members/7", change: "added", after: { ranges: [[0, 4]] } },
      { kind: "group", id: 2, change: "added" },
    ]);
    expect(diff).toMatchObject({
      isEqual: false,
      changeCount: 5,
      tracks: { added: 1, deleted: 0, changed: 0 },
      groups: { added: 1, deleted: 0, changed: 1 },
      fields: { source: 1, members: 2 },
    });
  });

  test("numbers beyond those of JavaScript", () => {
    const json = '{"tracks":{"0":{"id":0,"begin":0,"end":0,"big":12345678901234567890,"features":[]}}}';
    const [a, b] = [cores(), cores()];
    a.reader.readDiveJson(utf8(json));
    b.reader.readDiveJson(utf8(json.replace("890,", "891,")));
    expect(diffAnnotations(a, b)).toMatchObject({ changeCount: 1, fields: { big: 1 } });
  });
});

describe("says nothing:", () => {
  test("about another order of members", () => {
    const { attributes, ...rest } = fish;
    const turned = { attributes: Object.fromEntries(Object.entries(attributes).toReversed()), ...rest };
    expect(changes({ tracks: { 3: fish } }, { tracks: { 3: turned } })).toMatchObject({ isEqual: true });
  });

  test("about members of detections that mean what their absence means", () => {
    const empty = {
      notes: [],
      attributes: {},
      interpolate: false,
      geometry: { type: "FeatureCollection", features: [] },
    };
    const [a, b] = [withFeatures([first, last]), withFeatures([first, { ...empty, ...last }])];
    expect(changes(a, b)).toMatchObject({ isEqual: true });
    expect(changes(b, a)).toMatchObject({ isEqual: true });
  });

  test("about a document and itself, whatever is in it", () => {
    fc.assert(
      fc.property(documents(), (document) => {
        expect(changes(document, document)).toMatchObject({ isEqual: true, changeCount: 0, changes: [] });
      }),
      { numRuns: 200, seed: 31 },
    );
  });
});

test("lists as many changes as asked for and counts all", () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, id) => [id, { ...fish, id }]));
  const diff = diffAnnotations(open(cores(), { tracks: {} }), open(cores(), { tracks: many } as unknown as Document), {
    listed: 4,
  });
  expect(diff.changes).toHaveLength(4);
  expect(diff).toMatchObject({ changeCount: 30, tracks: { added: 30, deleted: 0, changed: 0 } });
});
