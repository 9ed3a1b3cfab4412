/** Edits of groups, and how groups follow when their tracks are deleted, split or merged. */
import { freeGroupId, groupPairs, liveGroups } from "../groups.ts";
import type {
  CopySource,
  ConfidencePair,
  FrameNumber,
  FrameRange,
  GroupEdits,
  GroupId,
  GroupMember,
  JsonValue,
  NewGroup,
  TrackId,
} from "../types.ts";
import { CoreError } from "../types.ts";
import { none } from "../wasm-exports.ts";
import { requireId, requireName } from "./arguments.ts";
import { attributePath } from "./attribute-path.ts";
import {
  cutRanges,
  encodeGroup,
  joinRanges,
  parseGroup,
  rangesOf,
  type GroupJson,
  type GroupMemberJson,
} from "./group-json.ts";
import { trackIdsOf, type MembershipCache } from "./group-members.ts";
import { encodeValue, setMember, withoutBraces } from "./members-text.ts";
import type { OpenCore } from "./open-core.ts";
import { checkPairs, renamePair, wirePairs } from "./pairs.ts";

const defaultGroupType = "no-group";

type Members = Readonly<Record<string, GroupMemberJson>>;

export class CoreGroupEdits implements GroupEdits {
  readonly #open: OpenCore;
  readonly #membership: MembershipCache;
  /** Deleted tracks that are still in their groups: they are removed together. */
  readonly #leaving = new Set<TrackId>();

  constructor(open: OpenCore, membership: MembershipCache) {
    this.#open = open;
    this.#membership = membership;
  }

  create({ type = defaultGroupType, confidence = 1, members, id }: NewGroup): GroupId {
    this.settle();
    const newId = (id ?? freeGroupId(this.#open.core)) as GroupId;
    requireId("group id", newId);
    if (this.#open.core.exports.group_find(newId) !== none) {
      throw new CoreError("group-id-taken", `There is a group ${newId} already.`);
    }
    if (members.length === 0) throw new CoreError("no-members", "A group needs at least one member.");
    checkPairs([{ type, confidence }]);
    const confidencePairs = [[type, confidence]] as const;
    const group = { id: newId, begin: 0, end: 0, confidencePairs, attributes: {}, members: {} };
    this.#write(newId, undefined, { ...group, members: this.#withMembers({}, members) });
    return newId;
  }

  delete(id: GroupId): void {
    this.#write(id, this.#read(id), undefined);
  }

  setPairs(id: GroupId, pairs: readonly ConfidencePair[]): void {
    checkPairs(pairs);
    const group = this.#read(id);
    this.#write(id, group, { ...group, confidencePairs: wirePairs(pairs) });
  }

  renameType(from: string, to: string): number {
    requireName("bad-pair", to);
    this.settle();
    let count = 0;
    for (const { id } of liveGroups(this.#open.core)) {
      const group = this.#read(id);
      const pairs = groupPairs(group.confidencePairs).map(([type, confidence]) => ({ type, confidence }));
      const renamed = renamePair(pairs, from, to);
      if (renamed === undefined) continue;
      this.#write(id, group, { ...group, confidencePairs: wirePairs(renamed) });
      count++;
    }
    return count;
  }

  putMembers(id: GroupId, members: readonly GroupMember[]): void {
    const group = this.#read(id);
    this.#write(id, group, { ...group, members: this.#withMembers(group.members, members) });
  }

  removeMembers(id: GroupId, trackIds: readonly TrackId[]): void {
    const group = this.#read(id);
    for (const track of trackIds) {
      if (Object.hasOwn(group.members, track)) continue;
      throw new CoreError("not-a-member", `Track ${track} is not a member of group ${id}.`);
    }
    this.#writeMembers(id, group, withoutMembers(group.members, new Set(trackIds)));
  }

  copy(id: GroupId, from: CopySource): void {
    requireId("group id", id);
    this.settle();
    const before = this.#open.core.exports.group_find(id) === none ? undefined : this.#read(id);
    const row = [...from.writer.groupRows()].find((each) => each.id === id);
    if (row === undefined) {
      if (before !== undefined) this.#write(id, before, undefined);
      return;
    }
    const group = parseGroup(row.json);
    const missing = trackIdsOf(group.members).filter((track) => this.#open.core.exports.track_find(track) === none);
    const members = withoutMembers(group.members, new Set(missing));
    if (Object.keys(members).length === 0) {
      throw new CoreError("no-members", `No track of group ${id} is here: take its tracks over first.`);
    }
    if (missing.length > 0) return this.#write(id, before, { ...group, members });
    const membership = this.#membership.find();
    membership?.remove(id, trackIdsOf(before?.members ?? {}));
    membership?.add(id, trackIdsOf(members));
    this.#put(id, row, row.json);
  }

  setAttribute(id: GroupId, name: string, value: JsonValue | undefined, user?: string): void {
    const path = ["attributes", ...attributePath(name, user)] as const;
    const group = this.#read(id);
    const members = withoutBraces(this.#text(id));
    this.#put(id, group, `{${setMember(members, path, value === undefined ? undefined : encodeValue(value))}}`);
  }

  // ------------------------------------------------------------------------------------------------- fate of tracks

  /** Marks a deleted track for removal from its groups, at the end of the transaction or when groups are next read. */
  leave(track: TrackId): void {
    this.#leaving.add(track);
  }

  settle(): void {
    if (this.#leaving.size === 0) return;
    const leaving = new Set(this.#leaving);
    this.#leaving.clear();
    const membership = this.#membership.get(this.#open.core);
    for (const id of new Set([...leaving].flatMap((track) => membership.groupsOf(track)))) {
      const group = this.#read(id);
      this.#writeMembers(id, group, withoutMembers(group.members, leaving));
    }
  }

  /** Replaces a split track with its parts, each with the ranges on its side of the cut. */
  split(track: TrackId, frame: FrameNumber, parts: readonly [TrackId, TrackId]): void {
    for (const id of this.#groupsOf(track)) {
      const group = this.#read(id);
      const { [track]: member, ...rest } = group.members;
      const members: Record<string, GroupMemberJson> = rest;
      const cut = cutRanges(rangesOf(member), frame);
      const isAlways = rangesOf(member).length === 0;
      for (const [index, part] of parts.entries()) {
        const ranges = cut[index] ?? [];
        if (isAlways || ranges.length > 0) members[part] = { ...member, ranges };
      }
      this.#writeMembers(id, group, members);
    }
  }

  /** Replaces a track with its renumbered version. */
  renumber(track: TrackId, newId: TrackId): void {
    for (const id of this.#groupsOf(track)) {
      const group = this.#read(id);
      const { [track]: member, ...rest } = group.members;
      this.#writeMembers(id, group, { ...rest, [newId]: { ...member, ranges: rangesOf(member) } });
    }
  }

  /**
   * Replaces absorbed tracks with the absorbing one. A member without ranges was one for its whole span; the result has
   * no ranges only if none of them had any.
   */
  merge(all: readonly [TrackId, ...TrackId[]], spans: readonly (readonly FrameRange[])[]): void {
    const [first, ...others] = all;
    for (const id of new Set(others.flatMap((track) => this.#groupsOf(track)))) {
      const group = this.#read(id);
      const joined = all.map((track) => (Object.hasOwn(group.members, track) ? group.members[track] : undefined));
      const isAlways = joined.every((member) => member !== undefined && rangesOf(member).length === 0);
      const ranges = joined.flatMap((member, index) => {
        if (member === undefined) return [];
        const own = rangesOf(member);
        return own.length > 0 ? own : (spans[index] ?? []);
      });
      const members = withoutMembers(group.members, new Set(others));
      const member = { ...joined.find((one) => one !== undefined), ranges: isAlways ? [] : joinRanges(ranges) };
      this.#writeMembers(id, group, { ...members, [first]: member });
    }
  }

  // ---------------------------------------------------------------------------------------------------------------

  #groupsOf(track: TrackId): readonly GroupId[] {
    this.settle();
    return this.#membership.get(this.#open.core).groupsOf(track);
  }

  #read(id: GroupId): GroupJson {
    this.settle();
    return parseGroup(this.#text(id));
  }

  /** Throws `no-such-group`. */
  #text(id: GroupId): string {
    const { group_find, group_json } = this.#open.core.exports;
    const group = group_find(id);
    if (group === none) throw new CoreError("no-such-group", `There is no group ${id}.`);
    return this.#open.core.sliceText(group_json(group));
  }

  #writeMembers(id: GroupId, before: GroupJson, members: Members): void {
    const isEmpty = Object.keys(members).length === 0;
    this.#write(id, before, isEmpty ? undefined : { ...before, members });
  }

  #write(id: GroupId, before: GroupJson | undefined, after: GroupJson | undefined): void {
    const membership = this.#membership.find();
    membership?.remove(id, trackIdsOf(before?.members ?? {}));
    membership?.add(id, trackIdsOf(after?.members ?? {}));
    if (after === undefined) {
      this.#open.core.exports.edit_put_group(id, 0, 0);
      return;
    }
    const span = this.#spanOf(after);
    this.#put(id, span, JSON.stringify({ ...after, ...span }));
  }

  #put(id: GroupId, span: { begin: number; end: number }, json: string): void {
    const image = encodeGroup(span, json);
    this.#open.core.exports.edit_put_group(id, this.#open.core.transfer(image), image.length);
  }

  /** From the first to the last frame of the members' ranges; members without ranges count with their whole span. */
  #spanOf({ begin, end, members }: GroupJson): { begin: number; end: number } {
    const ranges = trackIdsOf(members).flatMap((track) => {
      const own = rangesOf(members[track]);
      return own.length > 0 ? own : this.#open.wholeRange(track);
    });
    if (ranges.length === 0) return { begin, end };
    return {
      begin: ranges.reduce((min, range) => Math.min(min, range[0]), Infinity),
      end: ranges.reduce((max, range) => Math.max(max, range[1]), 0),
    };
  }

  #withMembers(members: Members, added: readonly GroupMember[]): Members {
    const changed: Record<string, GroupMemberJson> = { ...members };
    for (const { trackId, ranges } of added) {
      this.#open.requireTrack(trackId);
      changed[trackId] = { ...members[trackId], ranges: joinRanges(ranges ?? this.#open.wholeRange(trackId)) };
    }
    return changed;
  }
}

function withoutMembers(members: Members, left: ReadonlySet<TrackId>): Members {
  const keys = new Set([...left].map(String));
  return Object.fromEntries(Object.entries(members).filter(([key]) => !keys.has(key)));
}
