/** Attribute filters and values against a naive model that reads parsed JSON. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allTracks, builds, frame, id } from "../testing/cores.ts";
import { documents, load, seed, type NaiveTrack } from "../testing/naive-tracks.ts";
import type { AttributeFilter, AttributeKey, AttributeScalar, AttributeTest, TrackId } from "../types.ts";
import { CoreError } from "../types.ts";
import { attributeFilterOf, listedAttributes, type AttributeTrackFilter, type PanelFilter } from "./filter-config.ts";

const runs = 300;

const scalar = fc.constantFrom<AttributeScalar>(
  0,
  1,
  2.5,
  10,
  true,
  false,
  "",
  "a",
  "ab",
  "señal",
  "10",
  "2.50",
  "true",
);
const number = fc.constantFrom(-5, 0, 1, 2.5, 10, 1e6);
const scalars = fc.array(scalar, { minLength: 1, maxLength: 3 });
const attributeTest: fc.Arbitrary<AttributeTest> = fc.oneof(
  fc.record({ op: fc.constantFrom("=" as const, "≠" as const), values: scalars }),
  fc.record({ op: fc.constantFrom("contains" as const, "starts" as const), values: scalars }),
  fc.record({ op: fc.constantFrom(">" as const, "<" as const, ">=" as const, "<=" as const), value: number }),
  fc.record({ op: fc.constant("range" as const), min: number, max: number }),
  fc.constant({ op: "exists" as const }),
  fc.record({ op: fc.constant("top" as const), count: fc.nat({ max: 4 }) }),
);
const names = ["size", "kind", "señal", 'quo"te', "attributes", "tab\t"] as const;
const types = ["fish", "crab", "ray", "unknown"];
const attributeFilter: fc.Arbitrary<AttributeFilter> = fc.record(
  {
    belongs: fc.constantFrom("track" as const, "detection" as const),
    attribute: fc.constantFrom(...names),
    user: fc.constantFrom("ann", "bob"),
    types: fc.subarray(types),
    ignoreUndefined: fc.boolean(),
    match: fc.constantFrom("every" as const, "some" as const),
    test: attributeTest,
  },
  { requiredKeys: ["belongs", "attribute", "test"] },
);

// ------------------------------------------------------------------------------------------------------------------ model

function valueOf(attributes: Readonly<Record<string, unknown>> = {}, { attribute, user }: AttributeKey): unknown {
  const byUser = attributes["userAttributes"] as Record<string, Record<string, unknown>> | undefined;
  const owner = user === undefined ? attributes : byUser?.[user];
  return owner?.[attribute] ?? undefined;
}

const readsAsNumber = (text: string): boolean => text.trim() !== "" && !Number.isNaN(Number(text));

function equals(value: unknown, other: AttributeScalar): boolean {
  if (typeof value === typeof other) return value === other;
  if (typeof value === "object") return false;
  const [number, text] = typeof value === "number" ? [value, other] : [other, value];
  if (typeof number === "number" && typeof text === "string") return readsAsNumber(text) && Number(text) === number;
  return typeof number !== "number" && typeof text !== "number" && String(value) === String(other);
}

function toNumber(value: unknown): number {
  if (typeof value === "string") return readsAsNumber(value) ? Number(value) : NaN;
  return typeof value === "number" ? value : NaN;
}

function passes(value: unknown, attributeTestOfValue: AttributeTest): boolean {
  if (value === undefined) return false;
  const isPart = typeof value !== "object";
  switch (attributeTestOfValue.op) {
    case "=":
      return attributeTestOfValue.values.some((other) => equals(value, other));
    case "≠":
      return !attributeTestOfValue.values.some((other) => equals(value, other));
    case "contains":
      return isPart && attributeTestOfValue.values.some((part) => String(value).includes(String(part)));
    case "starts":
      return isPart && attributeTestOfValue.values.some((part) => String(value).startsWith(String(part)));
    case ">":
      return toNumber(value) > attributeTestOfValue.value;
    case "<":
      return toNumber(value) < attributeTestOfValue.value;
    case ">=":
      return toNumber(value) >= attributeTestOfValue.value;
    case "<=":
      return toNumber(value) <= attributeTestOfValue.value;
    case "range":
      return toNumber(value) >= attributeTestOfValue.min && toNumber(value) <= attributeTestOfValue.max;
    default:
      return true;
  }
}

function passing(tracks: readonly NaiveTrack[], filter: AttributeFilter): Set<number> {
  const { test: of, ignoreUndefined = false, match = of.op === "exists" ? "some" : "every" } = filter;
  const isTested = ({ confidencePairs }: NaiveTrack): boolean =>
    (filter.types ?? []).length === 0 || filter.types!.includes(confidencePairs[0]?.[0] ?? "unknown");
  const valuesOf = ({ attributes, features }: NaiveTrack): unknown[] =>
    (filter.belongs === "track" ? [attributes] : features.map((feature) => feature.attributes)).map((object) =>
      valueOf(object, filter),
    );
  const largest = (track: NaiveTrack): number => {
    const numbers = valuesOf(track).map(toNumber);
    return Math.max(...numbers.filter((value) => !Number.isNaN(value)));
  };
  const tested = tracks.filter(isTested);
  const best =
    of.op === "top"
      ? tested
          .filter((track) => largest(track) !== -Infinity)
          .toSorted((a, b) => largest(b) - largest(a))
          .slice(0, of.count)
      : [];
  const isTransient = (track: NaiveTrack): boolean => {
    if (!isTested(track)) return true;
    const values = valuesOf(track);
    if (of.op === "top") return largest(track) === -Infinity ? ignoreUndefined : best.includes(track);
    const asked = ignoreUndefined ? values.filter((value) => value !== undefined) : values;
    if (asked.length === 0) return ignoreUndefined;
    return match === "every" ? asked.every((value) => passes(value, of)) : asked.some((value) => passes(value, of));
  };
  return new Set(tracks.filter(isTransient).map((track) => track.id));
}

function naiveVisible(tracks: readonly NaiveTrack[], filters: readonly AttributeFilter[]): number[] {
  const sets = filters.map((filter) => passing(tracks, filter));
  return tracks.map((track) => track.id).filter((key) => sets.every((set) => set.has(key)));
}

// ------------------------------------------------------------------------------------------------------------------ tests

type Edit =
  | {
      readonly kind: "track" | "detection";
      readonly id: number;
      readonly name: string;
      readonly value: AttributeScalar;
    }
  | { readonly kind: "type"; readonly id: number; readonly type: string }
  | { readonly kind: "delete" | "undo" | "redo" | "add" | "fail"; readonly id: number };
const trackId = fc.nat({ max: 7 }).map((index) => index * 3);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("track" as const, "detection" as const),
    id: trackId,
    name: fc.constantFrom(...names),
    value: scalar,
  }),
  fc.record({ kind: fc.constant("type" as const), id: trackId, type: fc.constantFrom(...types, "new type") }),
  fc.record({ kind: fc.constantFrom("delete" as const, "add" as const, "fail" as const), id: trackId }),
  fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const), id: trackId }),
);

describe.each(builds)("$name build", ({ create }) => {
  test("[V-FILTER-02, V-FILTER-16] tracks that meet the attribute filters are shown, the others nowhere", async () => {
    const core = await create();
    fc.assert(
      fc.property(
        documents,
        fc.array(attributeFilter, { minLength: 1, maxLength: 3 }),
        fc.nat({ max: 2 }),
        (tracks, attributes, indent) => {
          load(core, tracks, indent);
          core.shown.apply({ thresholds: {}, attributes });
          const expected = naiveVisible(tracks, attributes);
          expect([...core.shown.trackIds()]).toEqual(expected);
          const counted = core.shown.typeCounts().reduce((sum, { trackCount }) => sum + trackCount, 0);
          expect(counted).toBe(expected.length);
          core.assertIntegrity();
          core.shown.apply({ thresholds: {} });
          expect(core.shown.trackIds().length).toBe(tracks.length);
        },
      ),
      { seed: seed, numRuns: runs },
    );
  });

  test("of equal numbers the tracks with smaller ids are at the top", async () => {
    const core = await create();
    const sizes = [5, 7, 5, "7", 5, null, "large"];
    load(
      core,
      sizes.map((size, index) => ({
        id: 10 - index,
        confidencePairs: [["fish", 1]],
        attributes: { size },
        features: [{ frame: 0, bounds: [0, 0, 1, 1] }],
      })),
    );
    const top = (count: number): number[] => {
      const attributes = [{ belongs: "track", attribute: "size", test: { op: "top", count } }] as const;
      core.shown.apply({ thresholds: {}, attributes });
      return [...core.shown.trackIds()];
    };
    expect(top(1)).toEqual([7]);
    expect(top(3)).toEqual([6, 7, 9]);
    expect(top(9)).toEqual([6, 7, 8, 9, 10]);
  });

  test("verdicts stay with their tracks when the core packs its columns, and span up to infinity", async () => {
    const core = await create();
    const sizes = Array.from({ length: 4000 }, (_, index) => index % 5);
    const tracks = sizes.map((size, index): NaiveTrack & { readonly attributes: { readonly size: number } } => ({
      id: index,
      confidencePairs: [["fish", 1]],
      attributes: { size },
      features: [{ frame: 0, bounds: [0, 0, 1, 1], attributes: { size } }],
    }));
    load(core, tracks);
    const filter = (belongs: "track" | "detection", test: AttributeTest) =>
      core.shown.apply({ thresholds: {}, attributes: [{ belongs, attribute: "size", match: "some", test }] });
    filter("track", { op: "top", count: 900 });
    expect(core.shown.trackIds()).toHaveLength(900);
    filter("detection", { op: ">", value: 3 });
    core.transact("delete", frame(0), (tx) => {
      for (let index = 0; index < 3000; index++) tx.tracks.delete(id(index));
    });
    const left = (min: number): number[] =>
      tracks.filter((each) => each.id >= 3000 && each.attributes.size >= min).map((each) => each.id);
    expect([...core.shown.trackIds()]).toEqual(left(4));
    filter("track", { op: "top", count: 200 });
    expect([...core.shown.trackIds()]).toEqual(left(4));
    core.undo();
    expect([...core.shown.trackIds()]).toEqual(
      tracks
        .filter((each) => each.attributes.size === 4)
        .slice(0, 200)
        .map((each) => each.id),
    );
    for (const belongs of ["track", "detection"] as const) {
      filter(belongs, { op: ">", value: Infinity });
      expect(core.shown.trackIds()).toHaveLength(0);
      filter(belongs, { op: "<", value: -Infinity });
      expect(core.shown.trackIds()).toHaveLength(0);
      filter(belongs, { op: "range", min: -Infinity, max: Infinity });
      expect(core.shown.trackIds()).toHaveLength(4000);
    }
  });

  test("edits, undo and redo are judged as they happen", async () => {
    const core = await create();
    fc.assert(
      fc.property(
        documents,
        fc.array(attributeFilter, { minLength: 1, maxLength: 2 }),
        fc.array(attributeFilter, { maxLength: 1 }),
        fc.array(edit),
        (tracks, attributes, others, edits) => {
          load(core, tracks);
          core.shown.apply({ thresholds: {}, attributes });
          for (const step of edits) {
            const key = id(step.id);
            try {
              if (step.kind === "undo") core.undo();
              else if (step.kind === "redo") core.redo();
              else {
                core.transact("edit", frame(0), (tx) => {
                  if (step.kind === "track") tx.tracks.setAttribute(key, step.name, step.value);
                  else if (step.kind === "detection") {
                    tx.detections.setAttribute(key, core.track(key).begin, step.name, step.value);
                  } else if (step.kind === "type") tx.tracks.setType([key], step.type);
                  else if (step.kind === "add") {
                    tx.tracks.add({ id: key, type: "fish", frame: frame(3), bounds: [0, 0, 1, 1] });
                  } else {
                    tx.tracks.delete(key);
                    if (step.kind === "fail") throw new CoreError("broken", "Taken back.");
                  }
                });
              }
            } catch (error) {
              if (!(error instanceof CoreError)) throw error;
            }
            const now = allTracks(core) as NaiveTrack[];
            expect([...core.select({ thresholds: {}, attributes: others })]).toEqual(naiveVisible(now, others));
            expect([...core.shown.trackIds()]).toEqual(naiveVisible(now, attributes));
          }
        },
      ),
      { seed: seed, numRuns: 100 },
    );
  });

  test("attributes and their values over frames are those of the document", async () => {
    const core = await create();
    fc.assert(
      fc.property(documents, fc.nat({ max: 2 }), (tracks, indent) => {
        load(core, tracks, indent);
        for (const track of tracks) {
          const key = id(track.id);
          expect(core.trackAttributes(key)).toEqual(track.attributes);
          for (const feature of track.features) {
            expect(core.detectionAttributes(key, frame(feature.frame))).toEqual(feature.attributes ?? {});
          }
          for (const user of [undefined, "ann"]) {
            for (const attribute of names) {
              const asked = user === undefined ? { attribute } : { attribute, user };
              const expected = track.features
                .map(
                  (feature) =>
                    [feature.frame, valueOf(feature.attributes, { ...asked, belongs: "detection" })] as const,
                )
                .filter(([, value]) => value !== undefined && typeof value !== "object");
              const { frames, values } = core.attributeSeries(key, asked);
              expect(frames.map((at, index) => [at, values[index]])).toEqual(expected);
            }
          }
        }
      }),
      { seed: seed, numRuns: 100 },
    );
    expect(core.detectionAttributes(id(0), frame(9999))).toEqual({});
    expect(() => core.trackAttributes(9999 as TrackId)).toThrow("there is no track 9999.");
  });
});

const config = (filter: AttributeTrackFilter["filter"]): AttributeTrackFilter => ({
  name: "Large",
  attribute: "size",
  type: "track",
  enabled: true,
  filter,
});

test("[V-FILTER-01, V-FILTER-02] attribute track filters become filters of the core", () => {
  const testOf = (filter: AttributeTrackFilter["filter"]): unknown => attributeFilterOf(config(filter))?.test;
  expect(testOf({ op: "=", val: 5 })).toEqual({ op: "=", values: [5] });
  expect(testOf({ op: "≠", val: "a" })).toEqual({ op: "≠", values: ["a"] });
  expect(testOf({ op: ">=", val: "2.5" })).toEqual({ op: ">=", value: 2.5 });
  expect(testOf({ op: "<", val: "much" })).toBeUndefined();
  expect(testOf({ op: "range", val: [0, 1] })).toEqual({ op: "range", min: 0, max: 1 });
  expect(testOf({ op: "rangeFilter", val: 0.2, range: [0, 1] })).toEqual({ op: ">", value: 0.2 });
  expect(testOf({ op: "in", val: ["a", "b"] })).toEqual({ op: "=", values: ["a", "b"] });
  expect(testOf({ op: "contains", val: "a" })).toEqual({ op: "contains", values: ["a"] });
  expect(testOf({ op: "=", val: false })).toEqual({ op: "=", values: [false] });
  expect(testOf({ op: "=", val: null })).toBeUndefined();
  expect(testOf({})).toEqual({ op: "exists" });
  expect(attributeFilterOf({ ...config({ op: "=", val: 1 }), enabled: false })).toBeUndefined();
  const own = attributeFilterOf(config({ op: ">", val: 1, userDefined: true }), 7);
  expect(own?.test).toEqual({ op: ">", value: 7 });
  expect(attributeFilterOf({ ...config({ op: "=", val: 1 }), typeFilter: ["fish"], ignoreUndefined: true })).toEqual({
    belongs: "track",
    attribute: "size",
    types: ["fish"],
    ignoreUndefined: true,
    test: { op: "=", values: [1] },
  });
});

test("[V-FILTER-14, V-FILTER-15, V-FILTER-16, V-FILTER-17] panel filters choose the attributes that are listed", () => {
  const values = { a: 1, b: 5, c: 3, kind: "sea star", note: "none", seen: true, userAttributes: {} };
  const number = (filterData: object): PanelFilter =>
    ({
      dataType: "number",
      filterData: {
        active: true,
        appliedTo: ["all"],
        type: "range",
        comp: ">",
        value: 0,
        range: [0, 1],
        ...filterData,
      },
    }) as PanelFilter;
  const texts = (filterData: object): PanelFilter =>
    ({
      dataType: "text",
      filterData: { active: true, appliedTo: ["all"], comp: "=", value: [], ...filterData },
    }) as PanelFilter;
  const key = (appliedTo: string[]): PanelFilter => ({
    dataType: "key",
    filterData: { type: "key", active: true, value: true, appliedTo },
  });
  const all = ["a", "b", "c", "kind", "note", "seen"];
  expect(listedAttributes(values, [])).toEqual(all);
  expect(listedAttributes(values, [number({ value: 2 })])).toEqual(["b", "c", "kind", "note", "seen"]);
  expect(listedAttributes(values, [number({ value: 3, comp: "<=" })])).toEqual(["a", "c", "kind", "note", "seen"]);
  expect(listedAttributes(values, [number({ value: 2, appliedTo: ["b"] })])).toEqual(all);
  expect(listedAttributes(values, [number({ value: 2, active: false })])).toEqual(all);
  expect(listedAttributes(values, [number({ type: "top", value: 2 })])).toEqual(["b", "c", "kind", "note", "seen"]);
  expect(listedAttributes(values, [texts({ comp: "starts", value: ["sea"] })])).toEqual([
    "a",
    "b",
    "c",
    "kind",
    "seen",
  ]);
  expect(listedAttributes(values, [texts({ comp: "≠", value: ["none"] })])).toEqual(["a", "b", "c", "kind", "seen"]);
  expect(listedAttributes(values, [key(["kind", "a"])])).toEqual(["a", "kind"]);
  expect(listedAttributes(values, [key(["all"]), number({ value: 4 })])).toEqual(["b", "kind", "note", "seen"]);
});
