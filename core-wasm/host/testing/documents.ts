/** Random annotation documents, small enough that ids, frames and names often coincide. */
import * as fc from "fast-check";
import type { AnnotationCore } from "../types.ts";
import { utf8 } from "./cores.ts";

export interface Detection {
  readonly frame: number;
  readonly bounds: readonly number[];
  readonly [member: string]: unknown;
}

export interface Track {
  readonly id: number;
  readonly begin: number;
  readonly end: number;
  readonly confidencePairs: readonly (readonly [string, number])[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly features: readonly Detection[];
}

export interface Document {
  readonly tracks: Readonly<Record<number, Track>>;
  readonly groups?: Readonly<Record<number, unknown>>;
  readonly [member: string]: unknown;
}

export function open(core: AnnotationCore, document: Document): AnnotationCore {
  core.reader.readDiveJson(utf8(JSON.stringify({ version: 2, ...document })));
  return core;
}

const name = fc.constantFrom("sex", "length", "a/b", "~", "name with blanks", "10", "名前");
const value = fc.oneof(fc.integer(), fc.boolean(), fc.constantFrom("f", "m", ""), fc.constant([1, { deep: null }]));
const attributes = fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true });
const pairs = fc
  .uniqueArray(fc.tuple(fc.constantFrom("fish", "crab", "scallop"), fc.constantFrom(0.25, 0.5, 1)), {
    selector: ([type]) => type,
    maxLength: 2,
  })
  .map((list) => list.toSorted(([, a], [, b]) => b - a));
const coordinate = fc.oneof(fc.integer({ min: 0, max: 99 }), fc.constantFrom(0.1, 1e-7, 12.75));
const bounds = fc.tuple(coordinate, coordinate, coordinate, coordinate);
const shape = fc.record({
  type: fc.constant("Feature"),
  properties: fc.record({ key: fc.constantFrom("", "head", "tail") }),
  geometry: fc.oneof(
    fc.record({ type: fc.constant("Point"), coordinates: fc.tuple(coordinate, coordinate) }),
    fc.record({
      type: fc.constant("Polygon"),
      coordinates: fc.tuple(fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 5 })),
    }),
  ),
});
const geometry = fc
  .array(shape, { minLength: 1, maxLength: 3 })
  .map((features) => ({ type: "FeatureCollection", features }));

const optional = { requiredKeys: ["frame", "bounds", "keyframe"] } as const;
const detection = fc.record(
  {
    frame: fc.nat({ max: 8 }),
    bounds,
    keyframe: fc.constant(true),
    interpolate: fc.constant(true),
    attributes,
    notes: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
    fishLength: fc.constantFrom(1, 2.5),
    geometry,
    unknown: value,
  },
  { ...optional, requiredKeys: [...optional.requiredKeys], noNullPrototype: true },
);

const features: fc.Arbitrary<readonly Detection[]> = fc
  .uniqueArray(detection, { selector: ({ frame }) => frame, minLength: 1, maxLength: 4 })
  .map((list) => list.toSorted((a, b) => a.frame - b.frame));

/** A track whose id the caller adds. */
export const tracks: fc.Arbitrary<Omit<Track, "id">> = fc
  .record({ confidencePairs: pairs, attributes, features })
  .map((track) => ({ ...track, begin: track.features[0]?.frame ?? 0, end: track.features.at(-1)?.frame ?? 0 }));

const group = fc.record({
  begin: fc.constant(0),
  end: fc.constant(8),
  confidencePairs: pairs,
  attributes,
  members: fc.dictionary(fc.nat({ max: 5 }).map(String), fc.constant({ ranges: [[0, 8]] }), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
});

const withIds = <T extends object>(list: readonly (readonly [number, T])[]): Record<number, T & { id: number }> =>
  Object.fromEntries(list.map(([id, entry]) => [id, { id, ...entry }]));
const byId = <T extends object>(entry: fc.Arbitrary<T>, maxLength: number) =>
  fc.uniqueArray(fc.tuple(fc.nat({ max: 5 }), entry), { selector: ([id]) => id, maxLength }).map(withIds);

export function documents(): fc.Arbitrary<Document> {
  return fc.record({ tracks: byId(tracks, 4), groups: byId(group, 2) }, { noNullPrototype: true });
}
