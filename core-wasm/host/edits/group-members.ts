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

export class Membership {
  readonly #core: CoreInstance;
  readonly #groupsOf = new Map<TrackId, Set<GroupId>>();

  constructor(core: CoreInstance) {
    this.#core = core;
    for (const { id, json } of livingGroups(core)) {
      this.add(id, Object.keys(parseGroup(core.sliceText(json)).members).map(Number));
    }
  }

  /** Members that are not tracks of the core. */
  unknownMembers(): readonly { readonly group: GroupId; readonly track: TrackId }[] {
    const unknown = [...this.#groupsOf].filter(([track]) => this.#core.exports.track_find(track) < 0);
    return unknown.flatMap(([track, groups]) => [...groups].map((group) => ({ group, track })));
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
