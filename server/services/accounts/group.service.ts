/**
 * Groups: users who are given rights together. A member may read the group, a moderator may change it and invite users,
 * an administrator of the group may delete it and appoint others.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { MissingError, RequestError, ValidationError } from "../../base/errors.ts";
import { requireObjectId } from "../../base/object-id.ts";
import type { Repositories } from "../../ports/database.ts";
import type { GroupSort } from "../../ports/group.repository.ts";
import type { Ports } from "../../ports/index.ts";
import type {
  AuditChange,
  GroupMemberRecord,
  GroupRecord,
  Page,
  Paged,
  Sort,
  UserRecord,
} from "../../ports/records.ts";
import { wholeList } from "../../ports/whole-list.ts";
import type { Accessible, AccessService } from "../access/access.service.ts";
import { requireAccount, requireUser, viewerOf, type Actor } from "../access/actor.ts";
import { differences, writeAudit } from "../access/audit.service.ts";
import { checkName } from "../tree/names.ts";

export type GroupView = Accessible<GroupRecord>;
export interface GroupMemberView {
  readonly user: UserRecord;
  readonly member: GroupMemberRecord;
}

export interface GroupChanges {
  name?: string;
  description?: string;
  public?: boolean;
  addAllowed?: GroupRecord["addAllowed"];
}

export class GroupService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  async list(
    actor: Actor,
    query: { text?: string; prefix?: string; name?: string } & Page,
    sort: Sort<GroupSort>,
  ): Promise<Paged<GroupView>> {
    const { total, rows } = await this.#ports.database.groups.list(query, sort, viewerOf(actor));
    const views = await Promise.all(
      rows.map(async (record) => ({ record, level: await this.#levelOf(actor, record) })),
    );
    return { total, rows: views };
  }

  async get(actor: Actor, id: string): Promise<GroupView> {
    return await this.#require(actor, id, AccessLevel.read);
  }

  /** The creator becomes its administrator. */
  async create(actor: Actor, given: { name: string; description: string; public: boolean }): Promise<GroupView> {
    const user = requireUser(actor);
    const name = checkName(given.name, "Group");
    const { clock, ids, database } = this.#ports;
    return await database.transaction("site", async (tx) => {
      await requireAccount(tx, user.id);
      await requireFreeName(tx, name, undefined);
      const nowMs = clock.nowMs();
      const record: GroupRecord = {
        id: ids.next(),
        name,
        description: given.description.trim(),
        public: given.public,
        addAllowed: "default",
        createdMs: nowMs,
        updatedMs: nowMs,
      };
      await tx.groups.insert(record);
      await tx.groups.putMember({ groupId: record.id, userId: user.id, state: "member", level: AccessLevel.admin });
      await this.#note(tx, actor, record, "group.created");
      return { record, level: AccessLevel.admin };
    });
  }

  async update(actor: Actor, id: string, given: GroupChanges): Promise<GroupView> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const { record, level } = await this.#require(actor, id, AccessLevel.write, tx);
      const changes: Partial<GroupRecord> = { ...given, updatedMs: this.#ports.clock.nowMs() };
      if (given.name !== undefined) changes.name = checkName(given.name, "Group");
      if (changes.name !== undefined) await requireFreeName(tx, changes.name, record.id);
      await tx.groups.update(record.id, changes);
      const { updatedMs: _when, ...changed } = changes;
      const before = Object.fromEntries(Object.keys(changed).map((key) => [key, record[key as keyof GroupRecord]]));
      await this.#note(tx, actor, record, "group.changed", differences(before, changed));
      return { record: { ...record, ...changes }, level };
    });
  }

  /** Also removes it from every access list. */
  async remove(actor: Actor, id: string): Promise<GroupRecord> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const { record } = await this.#require(actor, id, AccessLevel.admin, tx);
      await tx.access.removeSubject("group", record.id);
      await tx.groups.remove(record.id);
      await this.#note(tx, actor, record, "group.deleted");
      return record;
    });
  }

  async members(actor: Actor, id: string, page: Page): Promise<Paged<GroupMemberView>> {
    return await this.#listMembers(actor, id, ["member"], page);
  }

  async invitations(actor: Actor, id: string, page: Page): Promise<Paged<GroupMemberView>> {
    return await this.#listMembers(actor, id, ["invited"], page);
  }

  /** Users who asked to join; visible only to moderators. */
  async requests(actor: Actor, id: string): Promise<GroupMemberView[]> {
    const view = await this.#require(actor, id, AccessLevel.read);
    if (view.level < AccessLevel.write) return [];
    return (await this.#listMembers(actor, id, ["requested"], wholeList)).rows;
  }

  /**
   * Invites a user, who becomes a member by accepting; a user who had asked to join becomes a member immediately.
   * @param force adds without asking; for site administrators, and if the group allows it
   */
  async invite(actor: Actor, id: string, userId: string, level: 0 | 1 | 2, force: boolean): Promise<GroupView> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const view = await this.#require(actor, id, AccessLevel.write, tx);
      const user = await requireKnownUser(tx, userId);
      if (level > view.level) {
        throw this.#access.denied("group", view.record.id, AccessLevel.admin, actor);
      }
      if (force && !mayAddDirectly(actor, view)) {
        throw new RequestError("You may not add people to this group without inviting them.", 403);
      }
      const before = await tx.groups.findMember(view.record.id, user.id);
      if (before?.state === "member") throw new ValidationError("User is already in this group.", "userId");
      const state = force || before?.state === "requested" ? "member" : "invited";
      await tx.groups.putMember({ groupId: view.record.id, userId: user.id, state, level });
      await this.#recordMember(tx, actor, view.record, user, before, { state, level });
      return view;
    });
  }

  /** Accepts an invitation; without one, asks to join. */
  async join(actor: Actor, id: string): Promise<GroupView> {
    const user = requireUser(actor);
    return await this.#ports.database.transaction("site", async (tx) => {
      const { record } = await this.#require(actor, id, AccessLevel.read, tx);
      await requireAccount(tx, user.id);
      const before = await tx.groups.findMember(record.id, user.id);
      if (before?.state === "member") throw new ValidationError("You are already a member of this group.", "id");
      const state = before?.state === "invited" ? "member" : "requested";
      const level = before?.state === "invited" ? before.level : AccessLevel.read;
      await tx.groups.putMember({ groupId: record.id, userId: user.id, state, level });
      await this.#recordMember(tx, actor, record, user, before, { state, level });
      return await this.#require(actor, id, AccessLevel.read, tx);
    });
  }

  /** Makes a member a moderator or administrator, or revokes that. */
  async setLevel(
    actor: Actor,
    id: string,
    userId: string,
    change: { from?: 1 | 2; to: 0 | 1 | 2 },
  ): Promise<GroupView> {
    return await this.#ports.database.transaction("site", async (tx) => {
      const view = await this.#require(actor, id, AccessLevel.admin, tx);
      const user = await requireKnownUser(tx, userId);
      const member = await tx.groups.findMember(view.record.id, user.id);
      if (member?.state !== "member") throw new ValidationError("The user is not a member of this group.", "userId");
      if (change.from !== undefined && member.level !== change.from) return view;
      await tx.groups.putMember({ ...member, level: change.to });
      await this.#recordMember(tx, actor, view.record, user, member, { ...member, level: change.to });
      return view;
    });
  }

  /** @param userId absent: the caller leaves, or declines an invitation */
  async removeMember(actor: Actor, id: string, userId: string | undefined): Promise<GroupView> {
    const caller = requireUser(actor);
    const isSelf = userId === undefined || userId === "" || userId === caller.id;
    return await this.#ports.database.transaction("site", async (tx) => {
      const view = await this.#require(actor, id, isSelf ? AccessLevel.read : AccessLevel.write, tx);
      const removedId = isSelf ? caller.id : requireObjectId(userId, "userId");
      const member = await tx.groups.findMember(view.record.id, removedId);
      if (!isSelf && (member?.level ?? AccessLevel.none) >= view.level && view.level < AccessLevel.admin) {
        throw this.#access.denied("group", view.record.id, AccessLevel.admin, actor);
      }
      await tx.groups.removeMember(view.record.id, removedId);
      const removed = await tx.users.find(removedId);
      if (removed !== undefined && member !== undefined) {
        await this.#recordMember(tx, actor, view.record, removed, member, undefined);
      }
      return view;
    });
  }

  async #note(
    tx: Repositories,
    actor: Actor,
    { id, name }: GroupRecord,
    action: "group.created" | "group.changed" | "group.deleted" | "group.membersChanged",
    changes: readonly AuditChange[] = [],
  ): Promise<void> {
    await writeAudit(tx, this.#ports, actor, { action, target: { type: "group", id, name }, changes });
  }

  async #recordMember(
    tx: Repositories,
    actor: Actor,
    group: GroupRecord,
    { login }: UserRecord,
    before: Membership | undefined,
    after: Membership | undefined,
  ): Promise<void> {
    const changes = differences({ [login]: before && summarize(before) }, { [login]: after && summarize(after) });
    if (changes.length > 0) await this.#note(tx, actor, group, "group.membersChanged", changes);
  }

  async #listMembers(
    actor: Actor,
    id: string,
    states: readonly GroupMemberRecord["state"][],
    page: Page,
  ): Promise<Paged<GroupMemberView>> {
    const { record } = await this.#require(actor, id, AccessLevel.read);
    return await this.#ports.database.groups.listMembers(record.id, states, page);
  }

  async #require(
    actor: Actor,
    id: string,
    level: AccessLevel,
    db: Repositories = this.#ports.database,
  ): Promise<GroupView> {
    const record = await db.groups.find(requireObjectId(id));
    if (record === undefined) throw new MissingError("group", id);
    const actual = await this.#levelOf(actor, record, db);
    if (actual < level) throw this.#access.denied("group", record.id, level, actor);
    return { record, level: actual };
  }

  async #levelOf(actor: Actor, group: GroupRecord, db: Repositories = this.#ports.database): Promise<AccessLevel> {
    if (actor.user?.admin === true) return AccessLevel.admin;
    const member = actor.user && (await db.groups.findMember(group.id, actor.user.id));
    if (member?.state === "member") return member.level;
    return group.public || member?.state === "invited" ? AccessLevel.read : AccessLevel.none;
  }
}

type Membership = Pick<GroupMemberRecord, "state" | "level">;
const ranks = ["member", "moderator", "administrator"] as const;
const summarize = ({ state, level }: Membership): string => (state === "member" ? (ranks[level] ?? state) : state);

async function requireKnownUser(tx: Repositories, id: string): Promise<UserRecord> {
  const user = await tx.users.find(requireObjectId(id, "userId"));
  if (user === undefined) throw new MissingError("user", id);
  return user;
}

function mayAddDirectly(actor: Actor, { record, level }: GroupView): boolean {
  if (actor.user?.admin === true) return true;
  if (record.addAllowed === "yesadmin") return level >= AccessLevel.admin;
  return record.addAllowed === "yesmod" && level >= AccessLevel.write;
}

async function requireFreeName(tx: Repositories, name: string, ownId: string | undefined): Promise<void> {
  const same = await tx.groups.findByName(name);
  if (same !== undefined && same.id !== ownId) {
    throw new ValidationError("A group with that name already exists.", "name");
  }
}
