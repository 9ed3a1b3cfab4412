/** Which groups a track belongs to, and what becomes of them when the track goes away. */
import { livingGroups } from "../groups.ts";
import { encodeText, type CoreInstance } from "../instance.ts";
import type { GroupId, TrackId } from "../types.ts";

interface GroupJson {
  readonly members?: Readonly<Record<string, unknown>>;
}

/** The ids of all members of all groups, looked up once for many deletions. */
export class Membership {
  readonly #core: CoreInstance;
  readonly #groupsOf = new Map<TrackId, Set<GroupId>>();

  constructor(core: CoreInstance) {
    this.#core = core;
    for (const { id, json } of livingGroups(core)) {
      const { members = {} } = JSON.parse(core.sliceText(json)) as GroupJson;
      for (const member of Object.keys(members)) this.#note(Number(member) as TrackId, id);
    }
  }

  /** Members that are not tracks of the core. */
  unknownMembers(): readonly { readonly group: GroupId; readonly track: TrackId }[] {
    const unknown = [...this.#groupsOf].filter(([track]) => this.#core.exports.track_find(track) < 0);
    return unknown.flatMap(([track, groups]) => [...groups].map((group) => ({ group, track })));
  }

  /** Takes a track out of its groups; a group without members is deleted. */
  remove(track: TrackId): void {
    for (const group of this.#groupsOf.get(track) ?? []) this.#removeFrom(group, track);
    this.#groupsOf.delete(track);
  }

  #note(track: TrackId, group: GroupId): void {
    const groups = this.#groupsOf.get(track) ?? new Set();
    groups.add(group);
    this.#groupsOf.set(track, groups);
  }

  #removeFrom(id: GroupId, track: TrackId): void {
    const { exports } = this.#core;
    const group = exports.group_find(id);
    if (group < 0) return;
    const json = JSON.parse(this.#core.sliceText(exports.group_json(group))) as GroupJson;
    const members = Object.entries(json.members ?? {}).filter(([member]) => Number(member) !== track);
    const image =
      members.length === 0
        ? new Uint8Array()
        : encodeGroup(exports.group_begin(group), exports.group_last(group), {
            ...json,
            members: Object.fromEntries(members),
          });
    exports.edit_put_group(id, this.#core.transfer(image), image.length);
  }
}

/** The image of a group: begin u32, end u32, JSON (assembly/edit/images.ts). */
function encodeGroup(begin: number, end: number, json: GroupJson): Uint8Array<ArrayBuffer> {
  const text = encodeText(JSON.stringify(json));
  const image = new Uint8Array(8 + text.length);
  const view = new DataView(image.buffer);
  view.setUint32(0, begin, true);
  view.setUint32(4, end, true);
  image.set(text, 8);
  return image;
}
