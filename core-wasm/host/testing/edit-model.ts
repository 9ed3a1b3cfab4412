/**
 * The naive model of the core's edits: tracks and groups in wire format in plain maps, every rule implemented in the
 * simplest way. It is slow and copies everything; tests compare the core with it after every step.
 */
import { boundsAt, cutLine, storeLine, withKeyframe } from "./model-features.ts";
import {
  refuse,
  type Attributes,
  type ModelFeature,
  type ModelGroup,
  type ModelTrack,
  type Pairs,
  type Range,
} from "./model-types.ts";

export class EditModel {
  tracks: ReadonlyMap<number, ModelTrack>;
  groups: ReadonlyMap<number, ModelGroup>;
  nextTrackId: number;
  nextGroupId: number;
  readonly #leaving = new Set<number>();

  constructor(tracks: readonly ModelTrack[], groups: readonly ModelGroup[]) {
    this.tracks = new Map(tracks.map((track) => [track.id, track]));
    this.groups = new Map(groups.map((group) => [group.id, group]));
    this.nextTrackId = Math.max(-1, ...this.tracks.keys()) + 1;
    this.nextGroupId = Math.max(-1, ...this.groups.keys()) + 1;
  }

  track(id: number): ModelTrack {
    return this.tracks.get(id) ?? refuse();
  }

  group(id: number): ModelGroup {
    this.settle();
    return this.groups.get(id) ?? refuse();
  }

  // ------------------------------------------------------------------------------------------------------- as wholes

  putTrack(track: ModelTrack): void {
    const first = track.features[0];
    const last = track.features.at(-1);
    const range = first && last ? { begin: first.frame, end: last.frame } : {};
    this.tracks = new Map([...this.tracks, [track.id, { ...track, ...range }]]);
    this.nextTrackId = Math.max(this.nextTrackId, track.id + 1);
  }

  removeTracks(ids: readonly number[]): void {
    const gone = new Set<number>();
    for (const id of ids) {
      if (gone.has(id)) refuse();
      gone.add(this.track(id).id);
    }
    this.#forget(gone);
    for (const id of gone) this.#leaving.add(id);
  }

  /**
   * Removes deleted tracks from their groups, when groups are next read or at the latest when the transaction ends.
   */
  settle(): void {
    for (const group of this.groups.values()) {
      const members = without(group.members, this.#leaving);
      if (Object.keys(members).length < Object.keys(group.members).length) this.putGroup({ ...group, members });
    }
    this.#leaving.clear();
  }

  /** Call it when the transaction is rolled back. */
  rollBackLeaving(): void {
    this.#leaving.clear();
  }

  /** Begin and end follow the members; a group without members is deleted. */
  putGroup(group: ModelGroup): void {
    this.nextGroupId = Math.max(this.nextGroupId, group.id + 1);
    const others = [...this.groups].filter(([id]) => id !== group.id);
    const members = Object.entries(group.members);
    if (members.length === 0) {
      this.groups = new Map(others);
      return;
    }
    const ranges = members.flatMap(([id, member]) =>
      member.ranges.length > 0 ? member.ranges : this.#whole(Number(id)),
    );
    const span =
      ranges.length === 0
        ? {}
        : { begin: Math.min(...ranges.map(([begin]) => begin)), end: Math.max(...ranges.map(([, end]) => end)) };
    this.groups = new Map([...others, [group.id, { ...group, ...span }]]);
  }

  createGroup(
    group: ModelGroup,
    members: readonly { readonly trackId: number; readonly ranges?: readonly Range[] }[],
  ): void {
    this.groups = new Map([...this.groups, [group.id, group]]);
    this.putMembers(group.id, members);
  }

  setGroupAttribute(id: number, name: string, value: unknown, user?: string): void {
    const group = this.group(id);
    const attributes = setAttribute(group.attributes, name, value, user);
    this.groups = new Map([...this.groups, [id, { ...group, attributes }]]);
  }

  putMembers(id: number, added: readonly { readonly trackId: number; readonly ranges?: readonly Range[] }[]): void {
    const group = this.group(id);
    const members = { ...group.members };
    for (const { trackId, ranges } of added) {
      this.track(trackId);
      members[trackId] = { ranges: join(ranges ?? this.#whole(trackId)) };
    }
    this.putGroup({ ...group, members });
  }

  removeMembers(id: number, trackIds: readonly number[]): void {
    const group = this.group(id);
    if (trackIds.some((track) => group.members[track] === undefined)) refuse();
    this.putGroup({ ...group, members: without(group.members, new Set(trackIds)) });
  }

  renameType(from: string, to: string | undefined): void {
    for (const track of [...this.tracks.values()]) {
      const isImplied = track.confidencePairs.length === 0 && from === "unknown";
      if (!isImplied && !track.confidencePairs.some(([type]) => type === from)) continue;
      const pairs: Pairs = isImplied ? [["unknown", 1]] : track.confidencePairs;
      const confidencePairs = renamed(pairs, from, to);
      if (confidencePairs.length === 0) this.removeTracks([track.id]);
      else this.putTrack({ ...track, confidencePairs });
    }
  }

  renameGroupType(from: string, to: string): void {
    this.settle();
    for (const group of [...this.groups.values()]) {
      if (!group.confidencePairs.some(([type]) => type === from)) continue;
      this.putGroup({ ...group, confidencePairs: renamed(group.confidencePairs, from, to) });
    }
  }

  split(id: number, at: number): void {
    const track = this.track(id);
    if (track.features.length === 0 || at <= track.begin || at > track.end) refuse();
    const features = cutLine(cutLine(track.features, at), at - 1);
    const [first, second] = [this.nextTrackId, this.nextTrackId + 1];
    const parts = [features.filter(({ frame }) => frame < at), features.filter(({ frame }) => frame >= at)];
    this.#forget(new Set([id]));
    for (const [index, part] of parts.entries()) {
      this.putTrack({ ...track, id: first + index, features: withKeyframe(part) });
    }
    this.settle();
    for (const group of this.groups.values()) {
      const member = group.members[id];
      if (member === undefined) continue;
      const members = without(group.members, new Set([id]));
      const before = member.ranges
        .filter(([begin]) => begin < at)
        .map(([begin, end]) => [begin, Math.min(end, at - 1)] as const);
      const after = member.ranges
        .filter(([, end]) => end >= at)
        .map(([begin, end]) => [Math.max(begin, at), end] as const);
      if (before.length > 0 || member.ranges.length === 0) members[first] = { ranges: before };
      if (after.length > 0 || member.ranges.length === 0) members[second] = { ranges: after };
      this.putGroup({ ...group, members });
    }
  }

  merge(ids: readonly number[]): void {
    const all = [...new Set(ids)].map((id) => this.track(id));
    const [first, ...others] = all;
    if (first === undefined || others.length === 0) refuse();
    const byFrame = new Map(
      all.toReversed().flatMap(({ features }) => features.map((feature) => [feature.frame, feature])),
    );
    this.putTrack({
      ...first,
      confidencePairs: sorted(joined(all.flatMap(({ confidencePairs }) => confidencePairs))),
      attributes: others.reduce((merged, { attributes }) => mergeAttributes(merged, attributes), first.attributes),
      features: [...byFrame.values()].toSorted((a, b) => a.frame - b.frame),
    });
    const gone = new Set(others.map(({ id }) => id));
    this.#forget(gone);
    this.settle();
    for (const group of this.groups.values()) {
      const members = all.flatMap(({ id }) => group.members[id] ?? []);
      if (!others.some(({ id }) => group.members[id])) continue;
      // Without ranges: for the track's whole span.
      const isAlways = members.length === all.length && members.every((member) => member.ranges.length === 0);
      const ranges = all.flatMap(({ id, begin, end }): readonly Range[] => {
        const own = group.members[id]?.ranges;
        return own?.length === 0 ? [[begin, end]] : (own ?? []);
      });
      const member = { ranges: isAlways ? [] : join(ranges) };
      this.putGroup({ ...group, members: { ...without(group.members, gone), [first.id]: member } });
    }
  }

  // ------------------------------------------------------------------------------------------------------- on frames

  isDetected(id: number, at: number): boolean {
    return boundsAt(this.track(id).features, at) !== undefined;
  }

  changeFeatures(id: number, change: (features: readonly ModelFeature[]) => readonly ModelFeature[]): void {
    const track = this.track(id);
    this.putTrack({ ...track, features: change(track.features) });
  }

  /** Changes a stored detection; an interpolated one becomes a keyframe first. */
  changeFeature(id: number, at: number, change: (feature: ModelFeature) => ModelFeature): void {
    this.changeFeatures(id, (features) => {
      const stored = features.some(({ frame }) => frame === at) ? features : storeLine(features, at);
      return stored.map((feature) => (feature.frame === at ? change(feature) : feature));
    });
  }

  #forget(ids: ReadonlySet<number>): void {
    this.tracks = new Map([...this.tracks].filter(([id]) => !ids.has(id)));
  }

  #whole(id: number): readonly Range[] {
    const track = this.tracks.get(id);
    return track === undefined ? [] : [[track.begin, track.end]];
  }
}

// ------------------------------------------------------------------------------------------------------ smaller things

export function sorted(pairs: Pairs): Pairs {
  return pairs.toSorted((a, b) => b[1] - a[1]);
}

function joined(pairs: Pairs): Pairs {
  const best = new Map<string, number>();
  for (const [type, confidence] of pairs) best.set(type, Math.max(confidence, best.get(type) ?? 0));
  return [...best];
}

function renamed(pairs: Pairs, from: string, to: string | undefined): Pairs {
  if (to === undefined) return pairs.filter(([type]) => type !== from);
  return sorted(joined(pairs.map(([type, confidence]) => [type === from ? to : type, confidence])));
}

export function setAttribute(attributes: Attributes, name: string, value: unknown, user?: string): Attributes {
  if (user === undefined) return set(attributes, name, value);
  const users = attributes["userAttributes"] as Attributes | undefined;
  const own = users?.[user] as Attributes | undefined;
  if (value === undefined && own === undefined) return attributes;
  return { ...attributes, userAttributes: { ...users, [user]: set(own ?? {}, name, value) } };
}

function set(object: Attributes, name: string, value: unknown): Attributes {
  const { [name]: _old, ...others } = object;
  return value === undefined ? others : { ...others, [name]: value };
}

/** The first one takes precedence. */
function mergeAttributes(strong: Attributes, weak: Attributes): Attributes {
  let merged = strong;
  for (const [name, value] of Object.entries(weak)) {
    if (name === "userAttributes") {
      for (const [user, own] of Object.entries(value as Record<string, Attributes>)) {
        const present = (merged["userAttributes"] as Record<string, Attributes> | undefined)?.[user] ?? {};
        for (const [inner, each] of Object.entries(own)) {
          if (!Object.hasOwn(present, inner)) merged = setAttribute(merged, inner, each, user);
        }
      }
    } else if (!Object.hasOwn(merged, name)) {
      merged = { ...merged, [name]: value };
    }
  }
  return merged;
}

function without<T>(members: Readonly<Record<number, T>>, gone: ReadonlySet<number>): Record<number, T> {
  return Object.fromEntries(Object.entries(members).filter(([id]) => !gone.has(Number(id))));
}

function join(ranges: readonly Range[]): readonly Range[] {
  if (ranges.some(([begin, end]) => begin > end)) refuse();
  const frames = new Set(
    ranges.flatMap(([begin, end]) => Array.from({ length: end - begin + 1 }, (_, i) => begin + i)),
  );
  // Ranges that merely touch stay separate.
  const starts = new Set(
    ranges.map(([begin]) => begin).filter((begin) => !ranges.some(([b, e]) => b < begin && begin <= e)),
  );
  return [...starts]
    .toSorted((a, b) => a - b)
    .map((begin) => {
      let end = begin;
      while (frames.has(end + 1) && !starts.has(end + 1)) end++;
      return [begin, end] as const;
    });
}
