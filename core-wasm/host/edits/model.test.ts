/**
 * Random edits against a naive model in JavaScript: equal after every step, undone completely they leave the start, and
 * replayed elsewhere they lead to the same state. Seeds are fixed.
 */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builds, frame, id, utf8 } from "../testing/cores.ts";
import type { AnnotationCore, Bounds, EditTransaction } from "../types.ts";
import { CoreError } from "../types.ts";

const RUNS = 100;
const SEED = 20261121;
const LAST_FRAME = 40;

interface ModelFeature {
  readonly frame: number;
  readonly bounds: Bounds;
  readonly keyframe: true;
  readonly interpolate?: boolean;
  /** Only on detections that were made by an edit. */
  readonly attributes?: Record<never, never>;
}

interface ModelTrack {
  readonly pairs: readonly (readonly [string, number])[];
  readonly features: readonly ModelFeature[];
}

type Model = ReadonlyMap<number, ModelTrack>;

type Edit =
  | { readonly kind: "add"; readonly id: number; readonly frame: number; readonly bounds: Bounds }
  | { readonly kind: "delete"; readonly id: number }
  | { readonly kind: "bounds"; readonly id: number; readonly frame: number; readonly bounds: Bounds }
  | { readonly kind: "toggle"; readonly id: number; readonly frame: number }
  | { readonly kind: "interpolate"; readonly id: number; readonly frame: number; readonly on: boolean }
  | { readonly kind: "interpolateAll"; readonly id: number; readonly on: boolean }
  | { readonly kind: "pairs"; readonly id: number; readonly pairs: readonly (readonly [string, number])[] };

// ------------------------------------------------------------------------------------------------------------ arbitraries

const trackId = fc.nat({ max: 5 });
const frameNumber = fc.nat({ max: LAST_FRAME });
const coordinate = fc.integer({ min: -50, max: 500 });
const bounds = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .map(([x1, y1, x2, y2]): Bounds => [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]);
const pair = fc.tuple(fc.constantFrom("fish", "crab", "señal", "\u{1f980}"), fc.constantFrom(0.1, 0.25, 0.5, 1));

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), id: trackId, frame: frameNumber, bounds }),
  fc.record({ kind: fc.constant("delete" as const), id: trackId }),
  {
    arbitrary: fc.record({ kind: fc.constant("bounds" as const), id: trackId, frame: frameNumber, bounds }),
    weight: 4,
  },
  { arbitrary: fc.record({ kind: fc.constant("toggle" as const), id: trackId, frame: frameNumber }), weight: 3 },
  fc.record({ kind: fc.constant("interpolate" as const), id: trackId, frame: frameNumber, on: fc.boolean() }),
  fc.record({ kind: fc.constant("interpolateAll" as const), id: trackId, on: fc.boolean() }),
  fc.record({ kind: fc.constant("pairs" as const), id: trackId, pairs: fc.array(pair, { maxLength: 3 }) }),
);
const steps = fc.array(fc.oneof({ arbitrary: edit, weight: 6 }, fc.constantFrom("undo" as const, "redo" as const)), {
  minLength: 1,
  maxLength: 40,
});

// ------------------------------------------------------------------------------------------------------------------ model

/** The model after an edit; undefined when a rule forbids it. */
function applyToModel(model: Model, step: Edit): Model | undefined {
  const track = model.get(step.id);
  if (step.kind === "add") {
    if (track !== undefined) return undefined;
    const feature = {
      frame: step.frame,
      bounds: step.bounds,
      keyframe: true,
      interpolate: true,
      attributes: {},
    } as const;
    return new Map([...model, [step.id, { pairs: [["fish", 1]], features: [feature] }]]);
  }
  if (track === undefined) return undefined;
  if (step.kind === "delete") return new Map([...model].filter(([key]) => key !== step.id));
  if (step.kind === "pairs") {
    return new Map([...model, [step.id, { ...track, pairs: step.pairs.toSorted((a, b) => b[1] - a[1]) }]]);
  }
  const features = changeFeatures(track.features, step);
  return features === undefined ? undefined : new Map([...model, [step.id, { ...track, features }]]);
}

function changeFeatures(
  features: readonly ModelFeature[],
  step: Exclude<Edit, { kind: "add" | "delete" | "pairs" }>,
): readonly ModelFeature[] | undefined {
  if (step.kind === "interpolateAll") return features.map((feature) => ({ ...feature, interpolate: step.on }));
  const before = features.findLast((feature) => feature.frame <= step.frame);
  if (step.kind === "interpolate") {
    return before && features.map((feature) => (feature === before ? { ...feature, interpolate: step.on } : feature));
  }
  if (step.kind === "bounds") return putFeature(features, step.frame, step.bounds);
  if (before?.frame === step.frame) return features.length === 1 ? undefined : features.filter((f) => f !== before);
  const box = boundsAt(features, step.frame);
  return box && putFeature(features, step.frame, box.map((value) => Math.round(value)) as unknown as Bounds);
}

function putFeature(features: readonly ModelFeature[], at: number, box: Bounds): readonly ModelFeature[] {
  const before = features.findLast((feature) => feature.frame <= at) ?? features[0];
  const existing = features.find((feature) => feature.frame === at);
  const { interpolate } = existing ?? before ?? {};
  const feature = {
    ...(existing ?? { frame: at, keyframe: true, attributes: {} }),
    bounds: box,
    ...(interpolate === undefined ? {} : { interpolate }),
  } as const;
  return [...features.filter((other) => other.frame !== at), feature].toSorted((a, b) => a.frame - b.frame);
}

function boundsAt(features: readonly ModelFeature[], at: number): Bounds | undefined {
  const before = features.findLast((feature) => feature.frame <= at);
  if (before === undefined || before.frame === at) return before?.bounds;
  const after = features.find((feature) => feature.frame > at);
  if (after === undefined || before.interpolate !== true) return undefined;
  const weight = (at - before.frame) / (after.frame - before.frame);
  return before.bounds.map(
    (value, index) => value * (1 - weight) + (after.bounds[index] ?? 0) * weight,
  ) as unknown as Bounds;
}

// ------------------------------------------------------------------------------------------------------------------- core

function applyToCore(core: AnnotationCore, step: Edit): void {
  core.transact(step.kind, frame(0), (tx) => run(tx, step));
}

function run(tx: EditTransaction, step: Edit): void {
  const track = id(step.id);
  if (step.kind === "add") tx.addTrack({ id: track, type: "fish", frame: frame(step.frame), bounds: step.bounds });
  else if (step.kind === "delete") tx.deleteTrack(track);
  else if (step.kind === "bounds") tx.setBounds(track, frame(step.frame), step.bounds);
  else if (step.kind === "toggle") tx.toggleKeyframe(track, frame(step.frame));
  else if (step.kind === "interpolate") tx.setInterpolate(track, frame(step.frame), step.on);
  else if (step.kind === "interpolateAll") tx.setInterpolateAll(track, step.on);
  else
    tx.setPairs(
      track,
      step.pairs.map(([type, confidence]) => ({ type, confidence })),
    );
}

function stateOf(core: AnnotationCore): Model {
  return new Map(
    [...core.trackRows()].map((row) => {
      const { confidencePairs, features } = JSON.parse(row.json) as {
        confidencePairs: [string, number][];
        features: ModelFeature[];
      };
      return [row.id, { pairs: confidencePairs, features }] as const;
    }),
  );
}

const START: Model = new Map([
  [0, { pairs: [["fish", 0.5]], features: [0, 10, 20].map((at) => feature(at, at !== 10)) }],
  [3, { pairs: [], features: [{ frame: 5, bounds: [1, 2, 3, 4], keyframe: true }] }],
]);

function feature(at: number, interpolate: boolean): ModelFeature {
  return { frame: at, bounds: [at, at * 2, at + 30, at * 2 + 20], keyframe: true, interpolate };
}

function loadStart(core: AnnotationCore): void {
  const tracks = [...START].map(([key, { pairs, features }]) => ({ id: key, confidencePairs: pairs, features }));
  core.beginLoad();
  core.loadTrackPage(utf8(JSON.stringify(tracks)));
  core.endLoad();
}

/** Every frame of every track, by both kinds of query. */
function expectSameFrames(core: AnnotationCore, model: Model): void {
  for (let at = 0; at <= LAST_FRAME; at++) {
    const expected = [...model]
      .toSorted(([a], [b]) => a - b)
      .flatMap(([key, { features }]) => {
        const box = boundsAt(features, at);
        return box === undefined ? [] : [[key, ...box.map(Math.fround)]];
      });
    const list = core.frameQuery(frame(at));
    const drawn = Array.from({ length: list.count }, (_, index) => [
      list.trackIds[index],
      ...list.bounds.subarray(index * 4, index * 4 + 4),
    ]);
    expect(drawn).toEqual(expected);
  }
}

describe.each(builds)("$name build", { timeout: 120_000 }, ({ create }) => {
  test("random edits, undo and redo agree with the model after every step", async () => {
    const core = await create();
    const check = fc.property(steps, (sequence) => {
      loadStart(core);
      let model = START;
      const past: Model[] = [];
      let future: Model[] = [];
      for (const step of sequence) {
        if (step === "undo") {
          expect(core.undo() === undefined).toBe(past.length === 0);
          const earlier = past.pop();
          if (earlier !== undefined) future.push(model);
          model = earlier ?? model;
        } else if (step === "redo") {
          expect(core.redo() === undefined).toBe(future.length === 0);
          const later = future.pop();
          if (later !== undefined) past.push(model);
          model = later ?? model;
        } else {
          const next = applyToModel(model, step);
          if (next === undefined) {
            expect(() => applyToCore(core, step)).toThrow(CoreError);
          } else {
            const seq = core.seq;
            applyToCore(core, step);
            if (core.seq !== seq) {
              past.push(model);
              future = [];
            }
            model = next;
          }
        }
        core.assertIntegrity();
        expect(stateOf(core)).toEqual(new Map([...model].toSorted(([a], [b]) => a - b)));
      }
      expectSameFrames(core, model);
    });
    fc.assert(check, { seed: SEED, numRuns: RUNS });
  });

  test("undone completely, random edits leave the start, and nothing to save", async () => {
    const core = await create();
    const check = fc.property(steps, (sequence) => {
      loadStart(core);
      runAll(core, sequence);
      while (core.canUndo) core.undo();
      expect(stateOf(core)).toEqual(START);
      expect(core.changesSince(0).tracks).toEqual({ upsert: [], delete: [] });
    });
    fc.assert(check, { seed: SEED + 1, numRuns: RUNS });
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
      expect(stateOf(other)).toEqual(stateOf(core));
      expect(other.changesSince(0)).toEqual(core.changesSince(0));
      expect([other.seq, other.canUndo, other.canRedo]).toEqual([core.seq, core.canUndo, core.canRedo]);
    });
    fc.assert(check, { seed: SEED + 2, numRuns: RUNS });
  });
});

function runAll(core: AnnotationCore, sequence: readonly (Edit | "undo" | "redo")[]): void {
  for (const step of sequence) {
    if (step === "undo") core.undo();
    else if (step === "redo") core.redo();
    else {
      try {
        applyToCore(core, step);
      } catch (error) {
        if (!(error instanceof CoreError)) throw error;
      }
    }
  }
}
