/** Which groups every track belongs to, looked up once for many questions and kept until groups change elsewhere. */
import { livingGroups } from "../groups.ts";
import type { CoreInstance } from "../instance.ts";
import type { GroupId, TrackId } from "../types.ts";
import { parseGroup } from "./group-json.ts";

/** The lookup as long as it holds; transactions keep it up to date, undo and reads drop it. */
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
  /** Keys of members, as read, that are no ids of tracks. */
  readonly #strangers: UnknownMember[] = [];

  constructor(core: CoreInstance) {
    this.#core = core;
    for (const { id, json } of livingGroups(core)) {
      const keys = Object.keys(parseGroup(core.sliceText(json)).members);
      this.#strangers.push(...keys.filter((key) => !isTrackId(key)).map((member) => ({ group: id, member })));
      this.add(id, keys.filter(isTrackId).map(Number));
    }
  }

  /** Members that are not tracks of the core. */
  unknownMembers(): readonly UnknownMember[] {
    const unknown = [...this.#groupsOf].filter(([track]) => this.#core.exports.track_find(track) < 0);
    const ids = unknown.flatMap(([track, groups]) => [...groups].map((group) => ({ group, member: String(track) })));
    return [...ids, ...this.#strangers];
  }

  groupsOf(track: TrackId): readonly GroupId[] {
    return [...(this.#groupsOf.get(track) ?? [])].toSorted((a, b) => a - b);
  }

  add(group: GroupId, members: readonly number[]): void {
    for (const member of members) {
      const groups = this.#groupsOf.get(member as TrackId) ?? new Set();
      groups.add(group);
      this.#groupsOf.set(member as TrackId, groups);
    }
  }

  remove(group: GroupId, members: readonly number[]): void {
    for (const member of members) this.#groupsOf.get(member as TrackId)?.delete(group);
  }
}

function isTrackId(key: string): boolean {
  return /^\d+$/.test(key);
}
