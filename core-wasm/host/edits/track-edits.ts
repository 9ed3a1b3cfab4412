/** Edits of whole tracks; their groups are updated too. */
import { sliceLength, sliceStart } from "../instance.ts";
import type { CopySource, ConfidencePair, FrameNumber, JsonValue, NewTrack, TrackEdits, TrackId } from "../types.ts";
import { CoreError, unknownType } from "../types.ts";
import { none } from "../wasm-exports.ts";
import { maxId, requireFrame, requireId, requireName } from "./arguments.ts";
import { attributePath } from "./attribute-path.ts";
import { throwEditError } from "./edit-errors.ts";
import type { CoreGroupEdits } from "./group-edits.ts";
import { encodeValue, parseMembers, setMember, withoutBraces, type MemberPath } from "./members-text.ts";
import type { OpenCore } from "./open-core.ts";
import { encodePairs } from "./pairs-image.ts";
import { checkPairs, joinPairs, renamePair } from "./pairs.ts";

/** Members that have their own columns or methods. */
const knownMembers: ReadonlySet<string> = new Set([
  "id",
  "trackId",
  "begin",
  "end",
  "confidencePairs",
  "attributes",
  "features",
]);
const userAttributes = "userAttributes";

export class CoreTrackEdits implements TrackEdits {
  readonly #open: OpenCore;
  readonly #groups: CoreGroupEdits;
  readonly #typeNames = new Map<number, string>();

  constructor(open: OpenCore, groups: CoreGroupEdits) {
    this.#open = open;
    this.#groups = groups;
  }

  add(track: NewTrack): TrackId {
    const { frame, bounds, interpolate = true, id } = track;
    const { exports } = this.#open.core;
    const newId = id ?? this.#freeTrackId();
    requireId("track id", newId);
    requireFrame(frame);
    const pairs = "pairs" in track ? track.pairs : [{ type: track.type, confidence: track.confidence ?? 1 }];
    checkPairs(pairs);
    const image = encodePairs(pairs);
    const address = this.#open.core.transfer(image);
    const answer = exports.edit_add_track(newId, frame, ...bounds, Number(interpolate), address, image.length);
    throwEditError(answer, newId, frame);
    return newId as TrackId;
  }

  delete(id: TrackId): void {
    throwEditError(this.#open.core.exports.edit_delete_track(id), id, 0);
    this.#groups.leave(id);
  }

  deleteAll(ids: readonly TrackId[]): void {
    for (const id of ids) this.delete(id);
  }

  setPairs(id: TrackId, pairs: readonly ConfidencePair[]): void {
    checkPairs(pairs);
    this.#putPairs([id], pairs);
  }

  setType(ids: readonly TrackId[], type: string, confidence = 1): void {
    const pairs = [{ type, confidence }];
    checkPairs(pairs);
    this.#putPairs(ids, pairs);
  }

  renameType(from: string, to: string): number {
    requireName("bad-pair", to);
    const ids = this.#tracksWithType(from);
    // Tracks without pairs have nothing to rename: they get the new type with the confidence an import would give to
    // `unknown`.
    const implied = [{ type: to, confidence: 1 }];
    for (const id of ids) this.#putPairs([id], renamePair(this.#pairsOf(id), from, to) ?? implied);
    return ids.length;
  }

  deleteType(type: string): number {
    const ids = this.#tracksWithType(type);
    for (const id of ids) {
      const pairs = renamePair(this.#pairsOf(id), type, undefined) ?? [];
      if (pairs.length === 0) this.delete(id);
      else this.#putPairs([id], pairs);
    }
    return ids.length;
  }

  split(id: TrackId, frame: FrameNumber): readonly [TrackId, TrackId] {
    requireFrame(frame);
    const [first, second] = this.#freeTrackIds();
    throwEditError(this.#open.core.exports.edit_split(id, frame, first, second), id, frame);
    this.#groups.split(id, frame, [first, second]);
    return [first, second];
  }

  merge(ids: readonly TrackId[]): void {
    const [first, ...others] = new Set(ids);
    if (first === undefined || others.length === 0) {
      throw new CoreError("too-few-tracks", "Merging needs at least two different tracks.");
    }
    const all = [first, ...others] as const;
    const pairs = joinPairs(...all.map((id) => this.#pairsOf(id)));
    const attributes = joinMembers(all.map((id) => this.#text(id, "attributes")));
    const members = joinMembers(all.map((id) => this.#text(id, "members")));
    const spans = all.map((id) => this.#open.wholeRange(id));
    const address = this.#open.core.transfer(new Uint8Array(Uint32Array.from(all).buffer));
    throwEditError(this.#open.core.exports.edit_merge(address, all.length), first, 0);
    this.#putPairs([first], pairs);
    this.#putText(first, "attributes", attributes);
    this.#putText(first, "members", members);
    this.#groups.merge(all, spans);
  }

  copy(id: TrackId, from: CopySource): void {
    requireId("track id", id);
    const image = from.writer.trackImage(id);
    if (image !== undefined) this.#open.core.exports.edit_put_track(id, this.#open.core.transfer(image), image.length);
    else if (this.#open.core.exports.track_find(id) !== none) this.delete(id);
  }

  renumber(id: TrackId, newId: TrackId): void {
    this.#open.requireTrack(id);
    requireId("track id", newId);
    throwEditError(this.#open.core.exports.edit_renumber(id, newId), newId, 0);
    this.#groups.renumber(id, newId);
  }

  setAttribute(id: TrackId, name: string, value: JsonValue | undefined, user?: string): void {
    this.#setMember(id, "attributes", attributePath(name, user), value);
  }

  setMember(id: TrackId, name: string, value: JsonValue | undefined): void {
    requireName("bad-argument", name);
    if (knownMembers.has(name)) throw new CoreError("bad-argument", `The member ${name} has its own method.`);
    this.#setMember(id, "members", [name], value);
  }

  // ----------------------------------------------------------------------------------------------------------------

  #freeTrackId(): number {
    const next = Number(this.#open.core.exports.track_largest_id()) + 1;
    return next <= maxId ? next : this.#gapFrom(0);
  }

  #freeTrackIds(): readonly [TrackId, TrackId] {
    const next = Number(this.#open.core.exports.track_largest_id()) + 1;
    const first = next < maxId ? next : this.#gapFrom(0);
    return [first as TrackId, (next < maxId ? next + 1 : this.#gapFrom(first + 1)) as TrackId];
  }

  /** There is no id after the largest possible one, which files of other programs may contain. */
  #gapFrom(id: number): number {
    let free = id;
    while (this.#open.core.exports.track_find(free) !== none) free++;
    return free;
  }

  #putPairs(ids: readonly TrackId[], pairs: readonly ConfidencePair[]): void {
    const image = encodePairs(pairs);
    const address = this.#open.core.transfer(image);
    for (const id of ids) throwEditError(this.#open.core.exports.edit_set_pairs(id, address, image.length), id, 0);
  }

  #pairsOf(id: TrackId): readonly ConfidencePair[] {
    const { exports } = this.#open.core;
    const pairs = exports.track_pairs(this.#open.requireTrack(id));
    const first = sliceStart(pairs);
    return Array.from({ length: sliceLength(pairs) }, (_, index) => ({
      type: this.#typeName(exports.pair_type(first + index)),
      confidence: exports.pair_confidence(first + index),
    }));
  }

  #typeName(type: number): string {
    const name = this.#typeNames.get(type) ?? this.#open.core.sliceText(this.#open.core.exports.type_name(type));
    this.#typeNames.set(type, name);
    return name;
  }

  /** A track without pairs is shown, and counts, as `unknown`. */
  #tracksWithType(name: string): readonly TrackId[] {
    const { exports } = this.#open.core;
    const type = this.#findType(name);
    const ids: TrackId[] = [];
    if (type < 0 && name !== unknownType) return ids;
    for (let position = 0; position < exports.track_count.value; position++) {
      const track = exports.track_at(position);
      const pairs = exports.track_pairs(track);
      const first = sliceStart(pairs);
      let pair = first + sliceLength(pairs) - 1;
      while (pair >= first && exports.pair_type(pair) !== type) pair--;
      const isImplied = name === unknownType && sliceLength(pairs) === 0;
      if (pair >= first || isImplied) ids.push((exports.track_id(track) >>> 0) as TrackId);
    }
    return ids;
  }

  /** The index of a type, or -1. */
  #findType(name: string): number {
    const { type_count, type_name } = this.#open.core.exports;
    let type = type_count.value - 1;
    while (type >= 0 && this.#open.core.sliceText(type_name(type)) !== name) type--;
    return type;
  }

  #setMember(id: TrackId, place: Place, path: MemberPath, value: JsonValue | undefined): void {
    const text = value === undefined ? undefined : encodeValue(value);
    this.#putText(id, place, setMember(this.#text(id, place), path, text));
  }

  /** The attributes of a track, or its extra members, without braces. */
  #text(id: TrackId, place: Place): string {
    const { track_attributes, track_extra } = this.#open.core.exports;
    const track = this.#open.requireTrack(id);
    const slice = place === "attributes" ? track_attributes(track) : track_extra(track);
    const text = sliceLength(slice) === 0 ? "" : this.#open.core.sliceText(slice);
    return place === "attributes" ? withoutBraces(text) : text;
  }

  #putText(id: TrackId, place: Place, members: string): void {
    const isAttributes = place === "attributes";
    // An absent text stands for `{}`.
    const text = isAttributes && members !== "" ? `{${members}}` : members;
    this.#open.core.exports.edit_set_track_text(id, Number(isAttributes), ...this.#open.transferText(text));
  }
}

type Place = "attributes" | "members";

/** All members of several texts; of those with the same key the first. User attributes are joined user by user. */
function joinMembers([first = "", ...others]: readonly string[]): string {
  let joined = first;
  for (const [name, value] of others.flatMap((text) => Object.entries(parseMembers(text)))) {
    for (const [path, inner] of name === userAttributes ? userPaths(value) : [[[name] as MemberPath, value] as const]) {
      if (valueAt(parseMembers(joined), path) === undefined) joined = setMember(joined, path, encodeValue(inner));
    }
  }
  return joined;
}

function userPaths(users: JsonValue): readonly (readonly [MemberPath, JsonValue])[] {
  return entriesOf(users).flatMap(([user, values]) =>
    entriesOf(values).map(([name, value]) => [[userAttributes, user, name], value] as const),
  );
}

function entriesOf(value: JsonValue): readonly [string, JsonValue][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function valueAt(value: JsonValue | undefined, [key, ...inner]: readonly string[]): JsonValue | undefined {
  if (key === undefined) return value;
  const found = entriesOf(value ?? null).find(([name]) => name === key);
  return found && valueAt(found[1], inner);
}
