/** Which groups every track belongs to, computed once for many lookups and kept until groups change elsewhere. */
import { isTrackId, liveGroups } from "../groups.ts";
import type { CoreInstance } from "../instance.ts";
import type { GroupId, TrackId } from "../types.ts";
import { parseGroup } from "./group-json.ts";

/** The lookup while it is valid; transactions keep it up to date, undo and reads drop it. */
export class MembershipCache {
  #membership: Membership | undefined;

  find(): Membership | undefined {
    return this.#membership;
  }

  get(core: CoreInstance): Membership {
    this.#membership ??= new Membership(core);
    return this.#membership;
  }

  drop(): void {
    this.#membership = undefined;
  }
}

export interface UnknownMember {
  readonly group: GroupId;
  readonly member: string;
}

export class Membership {
  readonly #core: CoreInstance;
  readonly #groupsOf = new Map<TrackId, Set<GroupId>>();
  /** Keys of members, as read, that are not track ids. */
  readonly #nonTrackMembers: UnknownMember[] = [];

  constructor(core: CoreInstance) {
    this.#core = core;
    for (const { id, json } of liveGroups(core)) {
      const { members } = parseGroup(core.sliceText(json));
      const nonTrackMembers = Object.keys(members).filter((key) => !isTrackId(key));
      this.#nonTrackMembers.push(...nonTrackMembers.map((member) => ({ group: id, member })));
      this.add(id, trackIdsOf(members));
    }
  }

  /** Members that are not tracks of the core. */
  unknownMembers(): readonly UnknownMember[] {
    const unknown = [...this.#groupsOf].filter(([track]) => this.#core.exports.track_find(track) < 0);
    const ids = unknown.flatMap(([track, groups]) => [...groups].map((group) => ({ group, member: String(track) })));
    return [...ids, ...this.#nonTrackMembers];
  }

  groupsOf(track: TrackId): readonly GroupId[] {
    return [...(this.#groupsOf.get(track) ?? [])].toSorted((a, b) => a - b);
  }

  add(group: GroupId, members: readonly TrackId[]): void {
    for (const member of members) {
      const groups = this.#groupsOf.get(member) ?? new Set();
      groups.add(group);
      this.#groupsOf.set(member, groups);
    }
  }

  remove(group: GroupId, members: readonly TrackId[]): void {
    for (const member of members) this.#groupsOf.get(member)?.delete(group);
  }
}

/** The keys of members that are track ids. */
export function trackIdsOf(members: object): readonly TrackId[] {
  return Object.keys(members)
    .filter(isTrackId)
    .map((key) => Number(key) as TrackId);
}
