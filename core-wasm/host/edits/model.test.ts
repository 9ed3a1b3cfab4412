/**
 * Random edits against a naive JavaScript model: equal after every step; undoing everything restores the start, redoing
 * everything the end; replayed in another core, of either build, they give the same state. Seeds are fixed;
 * WAKELINE_MODEL_RUNS sets the number of sequences; `npm run test:long` runs more.
 */
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builds, frame, utf8 } from "../testing/cores.ts";
import { EditModel } from "../testing/edit-model.ts";
import { boundsAt } from "../testing/model-features.ts";
import { Refused, type ModelFeature, type ModelGroup, type ModelTrack } from "../testing/model-types.ts";
import { edit, editKinds, lastFrame, type Edit } from "../testing/edit-steps.ts";
import type { AnnotationCore } from "../types.ts";
import { CoreError } from "../types.ts";

const runs = Number(process.env["WAKELINE_MODEL_RUNS"] ?? 200);
const seed = 20261128;

const feature = (at: number, more: Partial<ModelFeature> = {}): ModelFeature => ({
  frame: at,
  bounds: [at, at * 2, at + 30, at * 2 + 20],
  keyframe: true,
  ...more,
});
const track = (id: number, features: readonly ModelFeature[], more: Partial<ModelTrack> = {}): ModelTrack => ({
  id,
  begin: features[0]?.frame ?? 3,
  end: features.at(-1)?.frame ?? 8,
  confidencePairs: [],
  attributes: {},
  features,
  ...more,
});

const point = {
  type: "FeatureCollection",
  features: [{ type: "Feature", properties: { key: "head" }, geometry: { type: "Point", coordinates: [1.5, 2] } }],
} as const;
const startTracks: readonly ModelTrack[] = [
  track(
    0,
    [
      feature(0, { interpolate: true }),
      feature(10, { interpolate: false, geometry: point }),
      feature(20, { interpolate: true }),
    ],
    {
      confidencePairs: [["fish", 0.5]],
      attributes: { size: 1.25, userAttributes: { ann: { size: "x" } } },
    },
  ),
  track(1, [
    feature(2, { interpolate: true, notes: ["a"] }),
    feature(6, { keyframe: false, fishLength: 3, attributes: { größe: null } }),
    feature(9, { keyframe: false, interpolate: true }),
    feature(14),
  ]),
  track(2, []),
  track(3, [feature(5)], {
    confidencePairs: [
      ["crab", 1],
      ["fish", 0.25],
    ],
  }),
];
const startGroups: readonly ModelGroup[] = [
  {
    id: 1,
    begin: 0,
    end: 20,
    confidencePairs: [["school", 1]],
    attributes: {},
    members: {
      0: {
        ranges: [
          [0, 4],
          [8, 20],
        ],
      },
      1: { ranges: [] },
    },
  },
];

interface Import {
  readonly kind: "import";
  readonly tracks: readonly ModelTrack[];
  readonly groups: readonly ModelGroup[];
}
type Step = readonly Edit[] | "undo" | "redo" | Import;

const imported: fc.Arbitrary<Import> = fc
  .tuple(fc.nat({ max: lastFrame }), fc.nat({ max: 3 }), fc.boolean())
  .map(([at, id, grouped]) => {
    const part = { begin: at, end: at, confidencePairs: [["fish", 1]], attributes: {} } as const;
    return {
      kind: "import",
      tracks: [track(id, [feature(at)], { confidencePairs: [["fish", 0.5]] }), track(id + 2, [feature(at)])],
      groups: grouped ? [{ ...part, id, members: { [id + 2]: { ranges: [[at, at]] } } }] : [],
    };
  });
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { arbitrary: fc.array(edit, { minLength: 1, maxLength: 1 }), weight: 24 },
    { arbitrary: fc.array(edit, { minLength: 2, maxLength: 4 }), weight: 8 },
    { arbitrary: fc.constantFrom("undo" as const, "redo" as const), weight: 9 },
    { arbitrary: imported, weight: 1 },
  ),
  { minLength: 1, maxLength: 30, size: "max" },
);

// ------------------------------------------------------------------------------------------------------------------- core

function loadStart(core: AnnotationCore): void {
  core.reader.beginLoad();
  core.reader.loadTrackPage(utf8(JSON.stringify(startTracks)));
  core.reader.loadGroupPage(utf8(JSON.stringify(startGroups)));
  core.reader.endLoad();
}

function runOnCore(core: AnnotationCore, step: Step): void {
  if (step === "undo") core.undo();
  else if (step === "redo") core.redo();
  else if (isImport(step)) core.reader.readDiveJson(utf8(documentOf(step)), { mode: "additive", typePrefix: "new" });
  else {
    core.transact(step.map(({ text }) => text).join(), frame(0), (tx) => {
      for (const { core: run } of step) run(tx);
    });
  }
}

function runAll(core: AnnotationCore, sequence: readonly Step[]): void {
  for (const step of sequence) {
    try {
      runOnCore(core, step);
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
    }
  }
}

function isImport(step: Step): step is Import {
  return typeof step === "object" && "kind" in step;
}

function documentOf({ tracks, groups }: Import): string {
  const byId = (items: readonly { readonly id: number }[]): unknown =>
    Object.fromEntries(items.map((item) => [item.id, item]));
  return JSON.stringify({ tracks: byId(tracks), groups: byId(groups), version: 2 });
}

interface State {
  readonly tracks: readonly ModelTrack[];
  readonly groups: readonly ModelGroup[];
}

function stateOf(core: AnnotationCore): State {
  const tracks = [...core.writer.trackRows()].map((row) => ({ ...row, parsed: JSON.parse(row.json) as ModelTrack }));
  for (const { id, begin, end, label, parsed } of tracks) {
    expectEqual([id, begin, end, label], [parsed.id, parsed.begin, parsed.end, parsed.confidencePairs[0]?.[0]]);
  }
  const groups = [...core.writer.groupRows()].map((row) => ({ ...row, parsed: JSON.parse(row.json) as ModelGroup }));
  for (const { id, begin, end, parsed } of groups) expectEqual([id, begin, end], [parsed.id, parsed.begin, parsed.end]);
  expectEqual([core.trackCount, core.groupCount], [tracks.length, groups.length]);
  return { tracks: tracks.map(({ parsed }) => parsed), groups: groups.map(({ parsed }) => parsed) };
}

// ------------------------------------------------------------------------------------------------------------------ model

const byId = <T extends { readonly id: number }>(items: ReadonlyMap<number, T>): readonly T[] =>
  [...items.values()].toSorted((a, b) => a.id - b.id);

const modelState = (model: EditModel): State => ({ tracks: byId(model.tracks), groups: byId(model.groups) });

/** Returns false, with the model unchanged, when a rule forbids one of the edits. */
function edited(model: EditModel, edits: readonly Edit[]): boolean {
  const { tracks, groups, nextTrackId } = model;
  try {
    for (const { model: run } of edits) run(model);
    model.settle();
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    model.rollBackLeaving();
    Object.assign(model, { tracks, groups, nextTrackId });
    return false;
  }
}

function importInto(model: EditModel, { tracks, groups }: Import): void {
  const [trackOffset, groupOffset] = [model.nextTrackId, model.nextGroupId];
  for (const { id, confidencePairs, ...rest } of tracks) {
    const pairs = confidencePairs.map(([type, confidence]) => [`new_${type}`, confidence] as const);
    model.putTrack({ ...rest, id: id + trackOffset, confidencePairs: pairs });
  }
  for (const { id, members, ...rest } of groups) {
    const moved = Object.entries(members).map(([member, value]) => [Number(member) + trackOffset, value] as const);
    model.putGroup({ ...rest, id: id + groupOffset, members: Object.fromEntries(moved) });
  }
}

/** Deep equality, fast as long as it holds. */
function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Compares every frame of every track. */
function expectSameFrames(core: AnnotationCore, model: EditModel): void {
  for (let at = 0; at <= lastFrame + 12; at++) {
    const expected = byId(model.tracks).flatMap(({ id, features }) => {
      const box = boundsAt(features, at);
      return box === undefined ? [] : [[id, ...box.map(Math.fround)]];
    });
    const list = core.shown.frameQuery(frame(at));
    const drawn = Array.from({ length: list.count }, (_, index) => [
      list.trackIds[index],
      ...list.bounds.subarray(index * 4, index * 4 + 4),
    ]);
    expectEqual(drawn, expected);
  }
}

describe.each(builds)("$name build", { timeout: 600_000 }, ({ create }) => {
  test("random edits, imports, undo and redo agree with the model after every step", async () => {
    const core = await create();
    const done = new Set<string>();
    const check = fc.property(steps, (sequence) => {
      loadStart(core);
      const model = new EditModel(startTracks, startGroups);
      const past: Pick<EditModel, "tracks" | "groups">[] = [];
      let future: Pick<EditModel, "tracks" | "groups">[] = [];
      for (const step of sequence) {
        const before = { tracks: model.tracks, groups: model.groups };
        if (step === "undo" || step === "redo") {
          const [from, to] = step === "undo" ? [past, future] : [future, past];
          const other = from.pop();
          expect(step === "undo" ? core.undo() : core.redo()).toEqual(other && expect.anything());
          if (other !== undefined) to.push(before);
          Object.assign(model, other);
        } else if (isImport(step) || edited(model, step)) {
          if (isImport(step)) importInto(model, step);
          else for (const { text } of step) done.add(text);
          const { seq } = core;
          runOnCore(core, step);
          if (core.seq !== seq) {
            past.push(before);
            future = [];
          }
        } else {
          expect(() => runOnCore(core, step)).toThrow(CoreError);
        }
        core.assertIntegrity();
        expectEqual(stateOf(core), modelState(model));
      }
      expectSameFrames(core, model);
    });
    fc.assert(check, { seed: seed, numRuns: runs });
    // Every kind of edit was accepted at least once.
    expect([...done].toSorted()).toEqual(editKinds.toSorted());
  });

  test("undone completely they leave the start and nothing to save, redone completely the end", async () => {
    const core = await create();
    const check = fc.property(steps, (sequence) => {
      loadStart(core);
      const start = stateOf(core);
      runAll(core, sequence);
      while (core.canRedo) core.redo();
      const end = stateOf(core);
      while (core.canUndo) core.undo();
      expectEqual(stateOf(core), start);
      const nothing = { upsert: [], delete: [] };
      expect(core.changesSince(0)).toEqual({ tracks: nothing, groups: nothing });
      while (core.canRedo) core.redo();
      expectEqual(stateOf(core), end);
    });
    fc.assert(check, { seed: seed + 1, numRuns: runs });
  });

  test("a replayed journal is the state, and its changes are those that were made", async () => {
    const core = await create();
    const other = await create();
    const check = fc.property(steps, (sequence) => {
      loadStart(core);
      runAll(core, sequence);
      loadStart(other);
      expect(other.replay(core.opsSince(0))).toBe(true);
      other.assertIntegrity();
      expectEqual(stateOf(other), stateOf(core));
      expect(other.changesSince(0)).toEqual(core.changesSince(0));
      expect([other.seq, other.canUndo, other.canRedo]).toEqual([core.seq, core.canUndo, core.canRedo]);
    });
    fc.assert(check, { seed: seed + 2, numRuns: runs });
  });
});

test("the release and the debug build agree to the byte", { timeout: 600_000 }, async () => {
  const [release, debug] = await Promise.all(builds.map(({ create }) => create()));
  if (release === undefined || debug === undefined) throw new Error("There are two builds.");
  const check = fc.property(steps, (sequence) => {
    for (const core of [release, debug]) {
      loadStart(core);
      runAll(core, sequence);
    }
    expect(release.opsSince(0)).toEqual(debug.opsSince(0));
    expect(release.writer.writeDiveJson().bytes).toEqual(debug.writer.writeDiveJson().bytes);
  });
  fc.assert(check, { seed: seed + 3, numRuns: Math.ceil(runs / 4) });
});
