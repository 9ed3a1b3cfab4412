/**
 * Three-way merge: two versions, `a` and `b`, of one document `base` become one, at (track, frame, field).
 *
 * Changes of only one side are taken from it; equal changes of both sides are taken once. A conflict is a field that
 * both changed differently, or a track, group or detection that one side deleted and the other changed. Different
 * tracks that both sides drew under one id are not a conflict: `a` keeps the id and `b`'s track gets a free one, as when
 * two people save to a server, where the second save gets free ids.
 */
import { concatenate } from "../join-bytes.ts";
import { rangesOf, type GroupMemberJson } from "../edits/group-json.ts";
import { isTrackId } from "../groups.ts";
import { encodeText } from "../instance.ts";
import type { AnnotationCore, TrackId } from "../types.ts";
import { documentFields, type Place } from "./diff.ts";
import {
  Detection,
  joinGroup,
  joinMembers,
  joinTrack,
  splitGroup,
  splitTrack,
  type Entity,
  type Fields,
} from "./fields.ts";
import { isEqual, isObject, parseJson, type JsonObject } from "../json.ts";
import { sideBySide } from "./rows.ts";

/** `undefined` values mean absent: deleted, or never set. */
export interface Conflict extends Place {
  readonly base: unknown;
  readonly a: unknown;
  readonly b: unknown;
}

export type Side = "base" | "a" | "b";

export interface MergeOptions {
  /** Which version wins a conflict, for all of them or for each. Default `a`. */
  readonly prefer?: Side | ((conflict: Conflict) => Side);
  /** Maximum number of conflicts to list. Default 1000. */
  readonly listed?: number;
}

export interface MergeResult {
  /** DIVE annotation JSON, compact. */
  readonly document: Uint8Array<ArrayBuffer>;
  /** The first `listed` conflicts; `conflictCount` counts all. */
  readonly conflicts: readonly Conflict[];
  readonly conflictCount: number;
  /** New ids of what `b` had drawn under ids also used by `a`, by their ids in `b`. */
  readonly renumbered: {
    readonly tracks: ReadonlyMap<number, number>;
    readonly groups: ReadonlyMap<number, number>;
  };
}

interface Row {
  readonly id: number;
  readonly json: string;
}

/** One of the three versions: tracks and groups as JSON, by ascending id. */
export interface MergeVersion {
  readonly tracks: Iterable<Row>;
  readonly groups: Iterable<Row>;
  /** Members of the document other than these. */
  readonly members?: Fields;
  hasTrack(id: TrackId): boolean;
}

export function mergeAnnotations(
  base: AnnotationCore,
  a: AnnotationCore,
  b: AnnotationCore,
  options: MergeOptions = {},
): MergeResult {
  return mergeVersions(versionOf(base), versionOf(a), versionOf(b), options);
}

function versionOf(core: AnnotationCore): MergeVersion {
  return {
    tracks: core.writer.trackRows({ bounds: "exact" }),
    groups: core.writer.groupRows(),
    members: documentFields(core),
    hasTrack: (id) => core.hasTrack(id),
  };
}

/** Merges versions that are not held in a core. */
export function mergeVersions(
  base: MergeVersion,
  a: MergeVersion,
  b: MergeVersion,
  { prefer = "a", listed = 1000 }: MergeOptions = {},
): MergeResult {
  const merge = new Merge(prefer, listed);
  const versions = [base, a, b] as const;
  const [inBase, inA, inB] = versions.map(({ members: fields }) => fields ?? new Map());
  const members = joinMembers(merge.fields({ kind: "document" }, inBase!, inA!, inB!));
  const tracks = merge.rows(
    versions.map((version) => version.tracks),
    {
      place: (id) => ({ kind: "track", id }),
      split: splitTrack,
      join: joinTrack,
    },
  );
  const groups = merge.rows([base.groups, a.groups, renameMembers(b.groups, tracks.renumbered)], {
    place: (id) => ({ kind: "group", id }),
    split: splitGroup,
    join: joinGroup,
    finish: (json, inA, inB) =>
      withoutDeleted(json, tracks.ids, [
        [inA, a],
        [inB, b],
      ]),
  });
  const rest = Object.entries(members).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return {
    document: concatenate([
      encodeText('{"tracks":{'),
      ...tracks.entries,
      encodeText('},"groups":{'),
      ...groups.entries,
      encodeText(`},"version":2${rest.join("")}}`),
    ]),
    conflicts: merge.conflicts,
    conflictCount: merge.conflictCount,
    renumbered: { tracks: tracks.renumbered, groups: groups.renumbered },
  };
}

/** The differences between tracks and groups in a merge. */
interface Kind {
  place(id: number): Place;
  split(json: string): Entity;
  join(id: number, entity: Entity): JsonObject;
  /** Post-processes a merged text; the other two are those of `a` and `b`. `undefined` deletes it. */
  finish?(json: string, a: Text, b: Text): Text;
}

interface MergedRows {
  /** Members of a JSON object, with the commas between them. */
  readonly entries: readonly Uint8Array[];
  readonly ids: ReadonlySet<number>;
  readonly renumbered: ReadonlyMap<number, number>;
}

class Merge {
  readonly conflicts: Conflict[] = [];
  conflictCount = 0;
  readonly #prefer: NonNullable<MergeOptions["prefer"]>;
  readonly #listed: number;

  constructor(prefer: NonNullable<MergeOptions["prefer"]>, listed: number) {
    this.#prefer = prefer;
    this.#listed = listed;
  }

  rows(sides: readonly Iterable<Row>[], kind: Kind): MergedRows {
    const entries: Uint8Array[] = [];
    const drawnByB: Row[] = [];
    let nextId = 0;
    const ids = new Set<number>();
    const put = (id: number, merged: string, a: Text, b: Text): void => {
      const json = kind.finish === undefined ? merged : kind.finish(merged, a, b);
      if (json === undefined) return;
      ids.add(id);
      entries.push(encodeText(`${entries.length === 0 ? "" : ","}"${id}":${json}`));
    };
    for (const [id, base, a, b] of sideBySide(sides)) {
      nextId = id + 1;
      if (base === undefined && a !== undefined && b !== undefined && !isSame(kind, a.json, b.json)) {
        put(id, a.json, a.json, undefined);
        drawnByB.push(b);
      } else {
        const json = this.#entity(kind, id, [base?.json, a?.json, b?.json]);
        if (json !== undefined) put(id, json, a?.json, b?.json);
      }
    }
    const renumbered = new Map<number, number>();
    for (const { id, json } of drawnByB) {
      renumbered.set(id, nextId);
      put(nextId, JSON.stringify({ ...(parseJson(json) as JsonObject), id: nextId }), undefined, json);
      nextId += 1;
    }
    return { entries, ids, renumbered };
  }

  /** @param texts of base, a and b */
  #entity(kind: Kind, id: number, texts: Sides<Text>): Text {
    const [base, a, b] = texts;
    if (a === b || b === base) return a;
    if (a === base) return b;
    const [inBase, inA, inB] = texts.map((text) => (text === undefined ? undefined : kind.split(text)));
    if (inBase === undefined || inA === undefined || inB === undefined) {
      if (isSame(kind, base, a)) return b;
      if (isSame(kind, base, b) || isSame(kind, a, b)) return a;
      return this.#conflict(kind.place(id), texts, (text) => (text === undefined ? undefined : parseJson(text)));
    }
    const place = kind.place(id);
    const fields = this.fields(place, inBase.fields, inA.fields, inB.fields);
    const detections = this.#detections(place, inBase.detections, inA.detections, inB.detections);
    // A track whose detections were all deleted, some by each side, is deleted.
    if (detections.size === 0 && inBase.detections.size > 0) return undefined;
    return JSON.stringify(kind.join(id, { fields, detections }));
  }

  #detections(
    place: Place,
    base: Entity["detections"],
    a: Entity["detections"],
    b: Entity["detections"],
  ): Map<number, Detection> {
    const merged = new Map<number, Detection>();
    for (const frame of new Set([...base.keys(), ...a.keys(), ...b.keys()])) {
      const sides = [base.get(frame), a.get(frame), b.get(frame)] as const;
      const detection = this.#detection({ ...place, frame }, sides);
      if (detection !== undefined) merged.set(frame, detection);
    }
    return merged;
  }

  #detection(place: Place, sides: Sides<Detection | undefined>): Detection | undefined {
    const [base, a, b] = sides;
    if (base !== undefined && a !== undefined && b !== undefined) {
      if (isEqual(a.json, b.json) || isEqual(b.json, base.json)) return a;
      if (isEqual(a.json, base.json)) return b;
      return Detection.ofFields(this.fields(place, base.fields, a.fields, b.fields));
    }
    if (areEqual(a, b) || areEqual(b, base)) return a;
    if (areEqual(a, base)) return b;
    return this.#conflict(place, sides, (detection) => detection?.json);
  }

  fields(place: Place, base: Fields, a: Fields, b: Fields): Fields {
    const merged: Fields = new Map();
    for (const path of new Set([...a.keys(), ...b.keys()])) {
      const value = this.#value({ ...place, path }, [base.get(path), a.get(path), b.get(path)]);
      if (value !== undefined) merged.set(path, value);
    }
    return merged;
  }

  #value(place: Place, values: Sides<unknown>): unknown {
    const [base, a, b] = values;
    if (isEqual(a, b) || isEqual(b, base)) return a;
    if (isEqual(a, base)) return b;
    // Both sides have changed the members of the group, which determine its span.
    if (place.kind === "group" && place.path === "begin") return Math.min(a as number, b as number);
    if (place.kind === "group" && place.path === "end") return Math.max(a as number, b as number);
    return this.#conflict(place, values, (value) => value);
  }

  /** Records a conflict and returns the preferred side. */
  #conflict<T>(place: Place, sides: Sides<T>, show: (side: T) => unknown): T {
    const [base, a, b] = sides;
    this.conflictCount += 1;
    const conflict = (): Conflict => ({ ...place, base: show(base), a: show(a), b: show(b) });
    if (this.conflicts.length < this.#listed) this.conflicts.push(conflict());
    const side = typeof this.#prefer === "string" ? this.#prefer : this.#prefer(conflict());
    return { base, a, b }[side];
  }
}

/** Values of base, a and b. */
type Sides<T> = readonly [T, T, T];
type Text = string | undefined;

/** By field: servers add members that say nothing, such as empty attributes. */
function isSame({ split }: Kind, a: Text, b: Text): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const [inA, inB] = [split(a), split(b)];
  return (
    haveSameFields(inA.fields, inB.fields) &&
    inA.detections.size === inB.detections.size &&
    [...inA.detections].every(([frame, detection]) => areEqual(detection, inB.detections.get(frame)))
  );
}

function areEqual(a: Detection | undefined, b: Detection | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return haveSameFields(a.fields, b.fields);
}

function haveSameFields(a: Fields, b: Fields): boolean {
  return a.size === b.size && [...a].every(([path, value]) => b.has(path) && isEqual(value, b.get(path)));
}

/**
 * A group without the tracks that one side deleted while the other kept them as members; `undefined` when none remains.
 * Members that were not tracks on their own side stay.
 */
function withoutDeleted(
  json: string,
  tracks: ReadonlySet<number>,
  sides: readonly (readonly [group: Text, version: MergeVersion])[],
): Text {
  const group = parseJson(json) as JsonObject;
  const members = membersOf(group);
  const holders = sides.map(([text, version]) => ({
    members: text === undefined ? {} : membersOf(parseJson(text) as JsonObject),
    version,
  }));
  const isDeleted = (key: string): boolean =>
    isTrackId(key) &&
    !tracks.has(Number(key)) &&
    holders.every((side) => !Object.hasOwn(side.members, key) || side.version.hasTrack(Number(key) as TrackId));
  const kept = Object.entries(members).filter(([key]) => !isDeleted(key));
  if (kept.length === Object.keys(members).length) return json;
  return kept.length === 0
    ? undefined
    : JSON.stringify({ ...group, ...spanOf(kept), members: Object.fromEntries(kept) });
}

function membersOf(group: JsonObject): JsonObject {
  return isObject(group["members"]) ? group["members"] : {};
}

/** From the first to the last frame of the members' ranges, if all have ranges. */
function spanOf(members: readonly (readonly [string, unknown])[]): { readonly begin?: number; readonly end?: number } {
  const ranges = members.map(([, member]) => rangesOf(member as GroupMemberJson | undefined));
  if (ranges.some((list) => list.length === 0)) return {};
  const frames = ranges.flat(2);
  return { begin: Math.min(...frames), end: Math.max(...frames) };
}

/** Groups whose members have new ids. */
function* renameMembers(rows: Iterable<Row>, ids: ReadonlyMap<number, number>): Generator<Row> {
  for (const { id, json } of rows) {
    const group = ids.size === 0 ? undefined : (parseJson(json) as JsonObject);
    if (group === undefined || !isObject(group["members"])) yield { id, json };
    else {
      const members = Object.entries(group["members"]).map(([member, value]) => [
        String(ids.get(Number(member)) ?? member),
        value,
      ]);
      yield { id, json: JSON.stringify({ ...group, members: Object.fromEntries(members) }) };
    }
  }
}
