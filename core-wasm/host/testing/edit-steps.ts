/** Random edits as data, applied to the core and to the naive model. */
import * as fc from "fast-check";
import type { Bounds, EditTransaction, FrameRange, GroupId, Point, TrackId } from "../types.ts";
import { frame, id } from "./cores.ts";
import { setAttribute, sorted, type EditModel } from "./edit-model.ts";
import {
  deleteStretch,
  putGeometry,
  putKeyframe,
  removeGeometry,
  setInterpolate,
  toggleKeyframe,
} from "./model-features.ts";
import { refuse, type Pairs, type Range } from "./model-types.ts";

export const lastFrame = 40;

/** An edit, applied to both. */
export interface Edit {
  readonly text: string;
  readonly core: (tx: EditTransaction) => void;
  readonly model: (model: EditModel) => void;
}

const trackId = fc.nat({ max: 5 });
/** Most edits hit frames where the start has detections. */
const at = fc.oneof(fc.nat({ max: lastFrame }), { arbitrary: fc.constantFrom(0, 5, 6, 10, 14), weight: 2 });
const coordinate = fc.integer({ min: -50, max: 500 });
const bounds = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .map(([x1, y1, x2, y2]): Bounds => [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]);
const type = fc.constantFrom("fish", "crab", "señal", "\u{1f980}", "unknown");
const pairs: fc.Arbitrary<Pairs> = fc.array(fc.tuple(type, fc.constantFrom(0.1, 0.25, 0.5, 1)), { maxLength: 3 });
const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 5 });
const geometryKey = fc.constantFrom("", "head", "other");
const name = fc.constantFrom("size", "größe", 'a"b');
const value = fc.constantFrom<(string | number | boolean | null | undefined)[]>(
  undefined,
  undefined,
  null,
  1.5,
  "text",
  true,
);
const user = fc.constantFrom(undefined, undefined, "ann", "bob");
const groupId = fc.nat({ max: 3 });
const ranges = fc.option(fc.array(fc.tuple(at, fc.nat({ max: 9 })), { minLength: 1, maxLength: 3 }), {
  nil: undefined,
});
const members = fc.array(fc.record({ trackId, ranges }), { minLength: 1, maxLength: 2 });

const group = (value: number): GroupId => value as GroupId;
const toPairs = (list: Pairs): { type: string; confidence: number }[] =>
  list.map(([type, confidence]) => ({ type, confidence }));
const ids = fc.array(trackId, { minLength: 1, maxLength: 3 });

/** Ranges are generated as begin and length. */
function memberLists(drawn: readonly { trackId: number; ranges: [number, number][] | undefined }[]): {
  readonly core: readonly { readonly trackId: TrackId; readonly ranges?: readonly FrameRange[] }[];
  readonly model: readonly { readonly trackId: number; readonly ranges?: readonly Range[] }[];
} {
  const list = drawn.map(({ trackId, ranges }) => ({
    trackId,
    ...(ranges && { ranges: ranges.map(([begin, length]): Range => [begin, begin + length]) }),
  }));
  return { core: list as never, model: list };
}

/** For an open ring: on the wire it is closed. */
function isClosed(ring: readonly Point[]): boolean {
  return ring.length > 1 && String(ring[0]) === String(ring.at(-1));
}

const makers = {
  add: fc.tuple(fc.option(trackId, { nil: undefined }), at, bounds).map(([newId, where, box]): Omit<Edit, "text"> => ({
    core: (tx) =>
      void tx.tracks.add({
        type: "fish",
        frame: frame(where),
        bounds: box,
        ...(newId === undefined ? {} : { id: id(newId) }),
      }),
    model: (model) => {
      if (newId !== undefined && model.tracks.has(newId)) refuse();
      const features = [{ frame: where, bounds: box, keyframe: true, interpolate: true, attributes: {} }];
      const track = { id: newId ?? model.nextTrackId, begin: where, end: where, attributes: {}, features };
      model.putTrack({ ...track, confidencePairs: [["fish", 1]] });
    },
  })),
  delete: ids.map((list) => ({
    core: (tx) => tx.tracks.deleteAll(list.map(id)),
    model: (model) => model.removeTracks(list),
  })),
  bounds: fc.tuple(trackId, at, bounds).map(([track, where, box]) => ({
    core: (tx) => tx.detections.setBounds(id(track), frame(where), box),
    model: (model) => model.changeFeatures(track, (features) => putKeyframe(features, where, box)),
  })),
  toggle: fc.tuple(trackId, at).map(([track, where]) => ({
    core: (tx) => tx.detections.toggleKeyframe(id(track), frame(where)),
    model: (model) => model.changeFeatures(track, (features) => toggleKeyframe(features, where)),
  })),
  interpolate: fc.tuple(trackId, at, fc.boolean()).map(([track, where, on]) => ({
    core: (tx) => tx.detections.setInterpolate(id(track), frame(where), on),
    model: (model) => model.changeFeatures(track, (features) => setInterpolate(features, where, on)),
  })),
  interpolateAll: fc.tuple(trackId, fc.boolean()).map(([track, on]) => ({
    core: (tx) => tx.detections.setInterpolateAll(id(track), on),
    model: (model) =>
      model.changeFeatures(track, (features) =>
        features.map((feature) => (feature.keyframe ? { ...feature, interpolate: on } : feature)),
      ),
  })),
  stretch: fc.tuple(trackId, at, fc.nat({ max: 12 })).map(([track, begin, length]) => ({
    core: (tx) => tx.detections.delete(id(track), frame(begin), frame(begin + length)),
    model: (model) => model.changeFeatures(track, (features) => deleteStretch(features, begin, begin + length)),
  })),
  pairs: fc.tuple(trackId, pairs).map(([track, list]) => ({
    core: (tx) => tx.tracks.setPairs(id(track), toPairs(list)),
    model: (model) => model.putTrack({ ...model.track(track), confidencePairs: sorted(list) }),
  })),
  type: fc.tuple(ids, type).map(([list, name]) => ({
    core: (tx) => tx.tracks.setType(list.map(id), name, 0.5),
    model: (model) => {
      for (const track of list) model.putTrack({ ...model.track(track), confidencePairs: [[name, 0.5]] });
    },
  })),
  renameType: fc.tuple(type, type).map(([from, to]) => ({
    core: (tx) => void tx.tracks.renameType(from, to),
    model: (model) => model.renameType(from, to),
  })),
  deleteType: type.map((name) => ({
    core: (tx) => void tx.tracks.deleteType(name),
    model: (model) => model.renameType(name, undefined),
  })),
  split: fc.tuple(trackId, at).map(([track, where]) => ({
    core: (tx) => void tx.tracks.split(id(track), frame(where)),
    model: (model) => model.split(track, where),
  })),
  merge: ids.map((list) => ({
    core: (tx) => tx.tracks.merge(list.map(id)),
    model: (model) => model.merge(list),
  })),
  trackAttribute: fc.tuple(trackId, name, value, user).map(([track, key, each, login]) => ({
    core: (tx) => tx.tracks.setAttribute(id(track), key, each, login),
    model: (model) => {
      const old = model.track(track);
      model.putTrack({ ...old, attributes: setAttribute(old.attributes, key, each, login) });
    },
  })),
  attribute: fc.tuple(trackId, at, name, value, user).map(([track, where, key, each, login]) => ({
    core: (tx) => tx.detections.setAttribute(id(track), frame(where), key, each, login),
    model: (model) =>
      model.changeFeature(track, where, (feature) => {
        const attributes = setAttribute(feature.attributes ?? {}, key, each, login);
        return each === undefined && feature.attributes === undefined ? feature : { ...feature, attributes };
      }),
  })),
  notes: fc.tuple(trackId, at, fc.array(fc.string(), { maxLength: 2 })).map(([track, where, notes]) => ({
    core: (tx) => tx.detections.setNotes(id(track), frame(where), notes),
    model: (model) =>
      model.changeFeature(track, where, ({ notes: _old, ...feature }) =>
        notes.length > 0 ? { ...feature, notes } : feature,
      ),
  })),
  length: fc.tuple(trackId, at, fc.constantFrom(undefined, 1.5, 0)).map(([track, where, length]) => ({
    core: (tx) => tx.detections.setLength(id(track), frame(where), length),
    model: (model) =>
      model.changeFeature(track, where, ({ fishLength: _old, ...feature }) =>
        length === undefined ? feature : { ...feature, fishLength: length },
      ),
  })),
  polygon: fc
    .tuple(trackId, at, fc.array(points, { minLength: 1, maxLength: 2 }), geometryKey)
    .map(([track, where, rings, key]) => ({
      core: (tx) => tx.detections.setPolygon(id(track), frame(where), rings, key),
      model: (model) => {
        const closed = rings.map((ring) => (isClosed(ring) ? ring : [...ring, ...ring.slice(0, 1)]));
        if (closed.some((ring) => ring.length < 4)) refuse();
        const [xs, ys] = [0, 1].map((axis) => closed.flat().map((each) => each[axis] ?? 0));
        const box: Bounds = [Math.min(...xs!), Math.min(...ys!), Math.max(...xs!), Math.max(...ys!)];
        setShape(model, track, where, box, "Polygon", key, closed);
      },
    })),
  point: fc.tuple(trackId, at, coordinate, coordinate, geometryKey).map(([track, where, x, y, key]) => ({
    core: (tx) => tx.detections.setPoint(id(track), frame(where), [x, y], key),
    model: (model) => setShape(model, track, where, [x, y, x, y], "Point", key, [x, y]),
  })),
  removeGeometry: fc
    .tuple(
      trackId,
      at,
      fc.constantFrom("Polygon" as const, "Point" as const),
      fc.option(geometryKey, { nil: undefined }),
    )
    .map(([track, where, kind, key]) => ({
      core: (tx) => tx.detections.removeGeometry(id(track), frame(where), kind, key),
      model: (model) => model.changeFeature(track, where, (feature) => removeGeometry(feature, kind, key)),
    })),
  createGroup: fc.tuple(fc.option(groupId, { nil: undefined }), members).map(([newId, drawn]) => ({
    core: (tx) => {
      const own = newId === undefined ? {} : { id: group(newId) };
      tx.groups.create({ ...own, type: "school", confidence: 0.5, members: memberLists(drawn).core });
    },
    model: (model) => {
      model.settle();
      if (newId !== undefined && model.groups.has(newId)) refuse();
      const added = { id: newId ?? model.nextGroupId, begin: 0, end: 0, confidencePairs: [["school", 0.5]] as Pairs };
      model.createGroup({ ...added, attributes: {}, members: {} }, memberLists(drawn).model);
    },
  })),
  deleteGroup: groupId.map((which) => ({
    core: (tx) => tx.groups.delete(group(which)),
    model: (model) => model.putGroup({ ...model.group(which), members: {} }),
  })),
  putMembers: fc.tuple(groupId, members).map(([which, drawn]) => ({
    core: (tx) => tx.groups.putMembers(group(which), memberLists(drawn).core),
    model: (model) => model.putMembers(which, memberLists(drawn).model),
  })),
  removeMembers: fc.tuple(groupId, ids).map(([which, list]) => ({
    core: (tx) => tx.groups.removeMembers(group(which), list.map(id)),
    model: (model) => model.removeMembers(which, list),
  })),
  groupPairs: fc.tuple(groupId, pairs).map(([which, list]) => ({
    core: (tx) => tx.groups.setPairs(group(which), toPairs(list)),
    model: (model) => model.putGroup({ ...model.group(which), confidencePairs: sorted(list) }),
  })),
  renameGroupType: fc.tuple(fc.constantFrom("school", "fish", "crab"), type).map(([from, to]) => ({
    core: (tx) => void tx.groups.renameType(from, to),
    model: (model) => model.renameGroupType(from, to),
  })),
  groupAttribute: fc.tuple(groupId, name, value, user).map(([which, key, each, login]) => ({
    core: (tx) => tx.groups.setAttribute(group(which), key, each, login),
    model: (model) => model.setGroupAttribute(which, key, each, login),
  })),
} satisfies Record<string, fc.Arbitrary<Omit<Edit, "text">>>;

function setShape(
  model: EditModel,
  track: number,
  where: number,
  box: Bounds,
  kind: string,
  key: string,
  coordinates: unknown,
): void {
  model.changeFeatures(track, (features) =>
    model.isDetected(track, where) ? features : putKeyframe(features, where, box),
  );
  model.changeFeature(track, where, (feature) => putGeometry(feature, kind, key, coordinates));
}

/** Edits that create and change many detections are more frequent than those that remove much. */
const weights: Partial<Record<keyof typeof makers, number>> = {
  add: 3,
  bounds: 6,
  toggle: 4,
  split: 2,
  createGroup: 3,
};

export const edit: fc.Arbitrary<Edit> = fc.oneof(
  ...Object.entries(makers).map(([text, arbitrary]) => ({
    arbitrary: (arbitrary as fc.Arbitrary<Omit<Edit, "text">>).map((made) => ({ text, ...made })),
    weight: weights[text as keyof typeof makers] ?? 1,
  })),
);
export const editKinds: readonly string[] = Object.keys(makers);
