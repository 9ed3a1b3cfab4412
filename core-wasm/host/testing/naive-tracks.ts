/** Random documents for tests of queries, and a naive computation of where their tracks are on a frame. */
import * as fc from "fast-check";
import { utf8 } from "./cores.ts";
import type { AnnotationCore, Bounds } from "../types.ts";

export const seed = 20261121;

export interface NaiveFeature {
  readonly frame: number;
  readonly bounds: Bounds;
  readonly keyframe?: boolean;
  readonly interpolate?: boolean;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

export interface NaiveTrack {
  readonly id: number;
  readonly confidencePairs: readonly (readonly [string, number])[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly features: readonly NaiveFeature[];
}

const coordinate = fc.integer({ min: -400, max: 4000 }).map((quarters) => quarters / 4);
const bounds = fc.tuple(coordinate, coordinate, coordinate, coordinate) as fc.Arbitrary<Bounds>;
const scalar = fc.oneof(
  fc.constantFrom<unknown>(0, 1, 2.5, -3, 10, 1e300, true, false, "", "a", "ab", "señal", "10", "\u{1f41f}\n", null),
  fc.constantFrom<unknown>([1, 2], { nested: "a" }),
);
/** Names that need escapes in JSON, or look like known members. */
const name = fc.constantFrom("size", "kind", "señal", 'quo"te', "attributes", "tab\t");
const attributes = fc.dictionary(name, scalar, { maxKeys: 4, noNullPrototype: true });
const withUserAttributes = fc
  .tuple(attributes, fc.option(fc.dictionary(fc.constantFrom("ann", "bob"), attributes, { noNullPrototype: true })))
  .map(([own, byUser]) => (byUser === null ? own : { ...own, userAttributes: byUser }));

const feature = fc.record(
  {
    frame: fc.nat({ max: 40 }),
    bounds,
    keyframe: fc.boolean(),
    interpolate: fc.boolean(),
    attributes: withUserAttributes,
  },
  { requiredKeys: ["frame", "bounds"] },
);
const pair = fc.tuple(fc.constantFrom("fish", "crab", "ray", "unknown"), fc.constantFrom(0.1, 0.25, 0.5, 1));
const track = fc.record({
  confidencePairs: fc.uniqueArray(pair, { maxLength: 3, selector: ([type]) => type }),
  attributes: withUserAttributes,
  features: fc.uniqueArray(feature, { minLength: 1, maxLength: 6, selector: ({ frame }) => frame }),
});

/** Up to 8 tracks whose ids have gaps; features and pairs in the order of the core. */
export const documents: fc.Arbitrary<readonly NaiveTrack[]> = fc.array(track, { maxLength: 8 }).map((tracks) =>
  tracks.map((each, index): NaiveTrack => ({
    ...each,
    id: index * 3,
    confidencePairs: each.confidencePairs.toSorted((a, b) => b[1] - a[1]),
    features: each.features.toSorted((a, b) => a.frame - b.frame),
  })),
);

/** `indent`: blanks per level; 0 for compact JSON. */
export function load(core: AnnotationCore, tracks: readonly NaiveTrack[], indent = 0): void {
  const wire = tracks.map((each) => {
    const [begin, end] = [each.features[0]?.frame, each.features.at(-1)?.frame];
    return { ...each, begin, end };
  });
  core.reader.beginLoad();
  core.reader.loadTrackPage(utf8(JSON.stringify(wire, undefined, indent)));
  core.reader.endLoad();
}

export function isKeyframe({ keyframe }: NaiveFeature): boolean {
  return keyframe !== false;
}

/** The bounds of the track on a frame; `undefined` when it is absent. */
export function naiveBounds({ features }: NaiveTrack, frame: number): Bounds | undefined {
  const stored = features.find((each) => each.frame === frame);
  if (stored !== undefined) return stored.bounds;
  const before = features.findLast((each) => each.frame < frame && isKeyframe(each));
  const after = features.find((each) => each.frame > frame && isKeyframe(each));
  if (before?.interpolate !== true || after === undefined) return undefined;
  const weight = (frame - before.frame) / (after.frame - before.frame);
  return before.bounds.map((from, side) => from * (1 - weight) + after.bounds[side]! * weight) as unknown as Bounds;
}

export const allFrames = Array.from({ length: 42 }, (_, index) => index);
