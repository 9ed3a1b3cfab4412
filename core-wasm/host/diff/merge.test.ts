/** Merging: a change on one side is taken, different changes on both sides are a conflict, and nothing else is. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCores } from "../testing/cores.ts";
import { documents, open as openDocument, tracks, type Document, type Track } from "../testing/documents.ts";
import type { AnnotationCore } from "../types.ts";
import { diffAnnotations } from "./diff.ts";
import { mergeAnnotations, type MergeOptions } from "./merge.ts";

const seeded = (numRuns: number) => ({ numRuns, seed: 32 });
/** More than any test has open at once; creating one takes longer than everything else. */
const cores = await createCores(16);
const open = (document: Document): AnnotationCore => openDocument(cores(), document);

function merge(base: Document, a: Document, b: Document, options?: MergeOptions) {
  const result = mergeAnnotations(open(base), open(a), open(b), options);
  const core = cores();
  const { problems } = core.reader.readDiveJson(result.document);
  // Random boxes are small, and some end before they begin.
  const suspected = /^(group-member-unknown|boxes-like-.*)$/;
  expect(problems.filter(({ code }) => !suspected.test(code))).toEqual([]);
  return { ...result, core };
}

function expectSame(core: AnnotationCore, expected: Document): void {
  expect(diffAnnotations(open(expected), core).changes).toEqual([]);
}

// ------------------------------------------------------------------------------------------------------ properties

test("with one side unchanged the result is the other", () => {
  fc.assert(
    fc.property(documents(), documents(), (base, changed) => {
      for (const [a, b] of [
        [changed, base],
        [base, changed],
        [changed, changed],
      ] as const) {
        const { core, conflictCount, renumbered } = merge(base, a, b);
        expect({ conflictCount, renumbered: renumbered.tracks.size }).toEqual({ conflictCount: 0, renumbered: 0 });
        expectSame(core, changed);
      }
    }),
    seeded(100),
  );
});

const someTrack = (id: number, attributes: object = {}): object => ({
  id,
  begin: 3,
  end: 3,
  confidencePairs: [["fish", 1]],
  attributes,
  features: [{ frame: 3, bounds: [0, 0, 1, 1], keyframe: true }],
});
const byId = (list: readonly object[]): object =>
  Object.fromEntries(list.map((one) => [(one as { id: number }).id, one]));
const documentWith = (tracks: readonly object[], groups: readonly object[] = []): Document =>
  ({ tracks: byId(tracks), groups: byId(groups), version: 2 }) as unknown as Document;

test("two people who give their own attributes have no conflict", () => {
  const of = (userAttributes: object): Document => documentWith([someTrack(0, { userAttributes, kept: 1 })]);
  const base = of({ ann: { size: 1, "a/b": 1 }, bob: { size: 1 }, carl: {} });
  const a = of({ ann: { size: 2, "a/b": 1 }, bob: { size: 1 }, carl: {} });
  const b = of({ ann: { size: 1 }, bob: { size: 3, constructor: 4 }, carl: {} });
  const { core, conflicts } = merge(base, a, b);
  expect(conflicts).toEqual([]);
  expectSame(core, of({ ann: { size: 2 }, bob: { size: 3, constructor: 4 }, carl: {} }));
  const both = merge(base, a, of({ ann: { size: 5, "a/b": 1 }, bob: { size: 1 }, carl: {} }));
  expect(both.conflicts).toEqual([
    { kind: "track", id: 0, path: "attributes/userAttributes/ann/size", base: 1, a: 2, b: 5 },
  ]);
});

test("empty attributes, as servers add them, neither change a track nor make it another one", () => {
  const sent = { ...someTrack(0), features: [{ frame: 3, bounds: [0, 0, 1, 1], keyframe: true, attributes: {} }] };
  const drawn = merge(documentWith([]), documentWith([sent]), documentWith([someTrack(0)]));
  expect(drawn.renumbered.tracks.size).toBe(0);
  const deleted = merge(documentWith([someTrack(0)]), documentWith([sent]), documentWith([]));
  expect(deleted.conflicts).toEqual([]);
  expectSame(deleted.core, documentWith([]));
});

test("a track that one side has deleted is in no group of the other", () => {
  const group = (id: number, members: object, begin = 3, end = 9): object => ({
    id,
    begin,
    end,
    attributes: {},
    members,
  });
  const at = (...range: number[]): object => ({ ranges: [range] });
  const [one, two] = [someTrack(1), someTrack(2)];
  const base = documentWith([one, two], [group(0, { 1: at(3, 9), 2: at(5, 9) })]);
  const a = documentWith([two], [group(0, { 2: at(5, 9) }, 5)]);
  const b = documentWith(
    [one, two],
    [
      group(0, { 1: at(3, 9), 2: at(5, 9) }),
      group(1, { 1: at(3, 3), 2: at(5, 9), 77: {} }),
      group(2, { 1: {} }),
      group(3, { 1: at(3, 9), 2: at(6, 8) }),
    ],
  );
  const { core, conflicts } = merge(base, a, b);
  expect(conflicts).toEqual([]);
  const groups = [group(0, { 2: at(5, 9) }, 5), group(1, { 2: at(5, 9), 77: {} }), group(3, { 2: at(6, 8) }, 6, 8)];
  expectSame(core, documentWith([two], groups));
});

interface Edit {
  readonly isMine: boolean;
  /** Index of the track and of its detection, modulo their number; no detection: the track itself. */
  readonly track: number;
  readonly detection?: number;
  /** Path of the field; `+`: a new detection on this frame. */
  readonly field: string;
  readonly frame?: number;
  readonly value: unknown;
}

const trackNumber = fc.nat({ max: 3 });
const side = fc.boolean();
const fieldValue = fc.oneof(fc.integer({ min: 1000, max: 9999 }), fc.constantFrom("new", "newer"));
const newBounds = fc.tuple(
  fc.integer({ min: 200, max: 300 }),
  fc.nat(9),
  fc.integer({ min: 310, max: 400 }),
  fc.nat(9),
);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    isMine: side,
    track: trackNumber,
    field: fc.constantFrom("attributes/sex", "attributes/x", "unknown"),
    value: fieldValue,
  }),
  fc.record({
    isMine: side,
    track: trackNumber,
    detection: fc.nat({ max: 3 }),
    field: fc.constantFrom("attributes/sex", "attributes/x", "notes", "unknown"),
    value: fieldValue.map((text) => [text]),
  }),
  fc.record({
    isMine: side,
    track: trackNumber,
    detection: fc.nat({ max: 3 }),
    field: fc.constant("bounds"),
    value: newBounds,
  }),
  fc.record({
    isMine: side,
    track: trackNumber,
    field: fc.constant("+"),
    frame: fc.integer({ min: 20, max: 30 }),
    value: newBounds,
  }),
);

/** The place of an edit in the document; two edits with the same place affect the same field. */
function placeOf(base: Document, { track, detection, field, frame }: Edit): string {
  const list = Object.values(base.tracks);
  const chosen = list[track % list.length]!;
  const index = detection === undefined ? undefined : detection % chosen.features.length;
  return JSON.stringify([chosen.id, index, field, frame]);
}

function apply(base: Document, edits: readonly Edit[]): Document {
  const document = structuredClone(base) as { tracks: Record<number, Track> };
  for (const edit of edits) {
    const [id, index, field, frame] = JSON.parse(placeOf(base, edit)) as [number, number | null, string, number];
    const track = document.tracks[id]!;
    const [name = "", key] = field.split("/");
    const set = <T extends object>(target: T): T =>
      key === undefined
        ? { ...target, [name]: edit.value }
        : { ...target, [name]: { ...(target as Record<string, object>)[name], [key]: edit.value } };
    const features =
      field === "+"
        ? [...track.features, { frame, bounds: edit.value as number[], keyframe: true }]
        : track.features.map((feature) =>
            index !== null && feature.frame === base.tracks[id]!.features[index]!.frame ? set(feature) : feature,
          );
    const changed = index === null && field !== "+" ? set(track) : track;
    const ordered = features.toSorted((a, b) => a.frame - b.frame);
    document.tracks[id] = { ...changed, features: ordered, end: ordered.at(-1)!.frame };
  }
  return document;
}

const withTracks = documents().filter((document) => Object.keys(document.tracks).length > 0);

test("disjoint edits merge without a conflict and equal doing both", () => {
  fc.assert(
    fc.property(withTracks, fc.array(edit, { minLength: 1, maxLength: 8 }), (base, all) => {
      const edits = [...new Map(all.map((one) => [placeOf(base, one), one])).values()];
      const a = apply(
        base,
        edits.filter(({ isMine }) => isMine),
      );
      const b = apply(
        base,
        edits.filter(({ isMine }) => !isMine),
      );
      const { core, conflicts } = merge(base, a, b);
      expect(conflicts).toEqual([]);
      expectSame(core, apply(base, edits));
    }),
    seeded(200),
  );
});

test("an edit of one place by both, differently, is one conflict, and the preferred side is taken", () => {
  fc.assert(
    fc.property(withTracks, edit, fc.constantFrom("a", "b", "base"), (base, mine, prefer) => {
      const theirs = { ...mine, value: mine.field === "bounds" || mine.field === "+" ? [1, 1, 7, 7] : "theirs" };
      const sides = { base, a: apply(base, [mine]), b: apply(base, [theirs]) };
      const { core, conflictCount } = merge(base, sides.a, sides.b, { prefer });
      expect(conflictCount).toBe(1);
      expectSame(core, sides[prefer]);
    }),
    seeded(100),
  );
});

test("three documents that have nothing to do with each other merge, and the sides have the same conflicts", () => {
  fc.assert(
    fc.property(documents(), documents(), documents(), (base, a, b) => {
      const [one, other] = [merge(base, a, b), merge(base, b, a)];
      expect(one.conflictCount).toBe(other.conflictCount);
      expect(one.renumbered.tracks.size).toBe(other.renumbered.tracks.size);
      const agreed = diffAnnotations(open(a), one.core).changeCount;
      if (one.conflictCount === 0 && diffAnnotations(open(base), open(b)).isEqual) expect(agreed).toBe(0);
    }),
    seeded(150),
  );
});

test("a new track on one side comes over as it is", () => {
  fc.assert(
    fc.property(documents(), tracks, (base, drawn) => {
      const b = { ...base, tracks: { ...base.tracks, 9: { id: 9, ...drawn } } };
      const { core, conflictCount } = merge(base, base, b);
      expect(conflictCount).toBe(0);
      expectSame(core, b);
    }),
    seeded(50),
  );
});

// -------------------------------------------------------------------------------------------------------- examples

const track = (
  id: number,
  type: string,
  features: readonly object[] = [{ frame: 0, bounds: [0, 0, 9, 9], keyframe: true }],
) =>
  ({
    id,
    begin: 0,
    end: features.length - 1,
    confidencePairs: [[type, 1]],
    attributes: {},
    features,
  }) as unknown as Track;
const group = (members: readonly number[], span: readonly [number, number] = [0, 0]) => ({
  id: 0,
  begin: span[0],
  end: span[1],
  confidencePairs: [],
  attributes: {},
  members: Object.fromEntries(members.map((id) => [id, { ranges: [span] }])),
});

describe("tracks drawn under one id by both", () => {
  const base = { tracks: { 0: track(0, "fish") } };

  test("are both kept: the second side's gets a free id, and its groups follow", () => {
    const a = { tracks: { ...base.tracks, 1: track(1, "crab"), 4: track(4, "crab") } };
    const b = {
      tracks: { ...base.tracks, 1: track(1, "scallop"), 2: track(2, "scallop") },
      groups: { 0: group([0, 1]) },
    };
    const { core, conflicts, renumbered } = merge(base, a, b);
    expect(conflicts).toEqual([]);
    expect([...renumbered.tracks]).toEqual([[1, 5]]);
    expectSame(core, {
      tracks: { ...a.tracks, 2: track(2, "scallop"), 5: track(5, "scallop") },
      groups: { 0: group([0, 5]) },
    });
  });

  test("are one when they are the same", () => {
    const both = { tracks: { ...base.tracks, 1: track(1, "crab") } };
    const { core, renumbered } = merge(base, both, both);
    expect(renumbered.tracks.size).toBe(0);
    expectSame(core, both);
  });

  test("so are groups", () => {
    const [a, b] = [
      { ...base, groups: { 0: group([0]) } },
      { ...base, groups: { 0: group([]) } },
    ];
    const { core, renumbered } = merge(base, a, b);
    expect([...renumbered.groups]).toEqual([[0, 1]]);
    expectSame(core, { ...base, groups: { 0: group([0]), 1: { ...group([]), id: 1 } } });
  });
});

describe("deleted here, changed there", () => {
  const two = [
    { frame: 0, bounds: [0, 0, 9, 9], keyframe: true },
    { frame: 1, bounds: [0, 0, 9, 9], keyframe: true },
  ];
  const base = { tracks: { 0: track(0, "fish", two) } };

  test("is a conflict of the track", () => {
    const b = { tracks: { 0: track(0, "crab", two) } };
    const { conflicts, core } = merge(base, { tracks: {} }, b, { prefer: "b" });
    expect(conflicts).toMatchObject([{ kind: "track", id: 0, a: undefined, b: { confidencePairs: [["crab", 1]] } }]);
    expectSame(core, b);
  });

  test("is a conflict of the detection", () => {
    const a = { tracks: { 0: track(0, "fish", two.slice(0, 1)) } };
    const b = { tracks: { 0: track(0, "fish", [two[0]!, { ...two[1]!, bounds: [1, 1, 8, 8] }]) } };
    const { conflicts, core } = merge(base, a, b);
    expect(conflicts).toEqual([
      {
        kind: "track",
        id: 0,
        frame: 1,
        base: { bounds: [0, 0, 9, 9], keyframe: true },
        a: undefined,
        b: { bounds: [1, 1, 8, 8], keyframe: true },
      },
    ]);
    expectSame(core, a);
  });

  test("is none when both deleted", () => {
    const [a, b] = [{ tracks: { 0: track(0, "fish", two.slice(0, 1)) } }, { tracks: {} }];
    expect(merge(base, b, b).conflictCount).toBe(0);
    expect(merge(base, a, a).conflictCount).toBe(0);
  });
});

test("members that both add to a group are both in it, and its span covers them", () => {
  const base = { tracks: {}, groups: { 0: group([0], [2, 3]) } };
  const a = { tracks: {}, groups: { 0: { ...group([0, 1], [2, 3]), begin: 0 } } };
  const b = { tracks: {}, groups: { 0: { ...group([0, 2], [2, 3]), begin: 1, end: 7 } } };
  const { core, conflicts } = merge(base, a, b);
  expect(conflicts).toEqual([]);
  expectSame(core, { tracks: {}, groups: { 0: { ...group([0, 1, 2], [2, 3]), begin: 0, end: 7 } } });
});

test("members of the document are merged one by one", () => {
  const base = { tracks: {}, source: "one", kept: 1 };
  const { core, conflicts } = merge(base, { tracks: {}, source: "two", kept: 1 }, { tracks: {}, source: "three" });
  expect(conflicts).toEqual([{ kind: "document", path: "source", base: "one", a: "two", b: "three" }]);
  expectSame(core, { tracks: {}, source: "two" });
});

test("lists as many conflicts as asked for and counts all", () => {
  const of = (type: string): Document => ({ tracks: Object.fromEntries([0, 1, 2].map((id) => [id, track(id, type)])) });
  const { conflicts, conflictCount } = merge(of("fish"), of("crab"), of("scallop"), { listed: 1 });
  expect({ listed: conflicts.length, conflictCount }).toEqual({ listed: 1, conflictCount: 3 });
});
