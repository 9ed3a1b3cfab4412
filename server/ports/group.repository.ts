/** Groups, and who belongs to them or might. */
import type { GroupMemberRecord, GroupRecord, Page, Paged, Sort, UserRecord, Viewer } from "./records.ts";

export type GroupSort = "name" | "lowerName" | "created" | "updated";

export interface GroupRepository {
  insert(group: GroupRecord): Promise<void>;
  update(id: string, changes: Partial<Omit<GroupRecord, "id">>): Promise<void>;
  /** With its members. */
  remove(id: string): Promise<void>;
  find(id: string): Promise<GroupRecord | undefined>;
  findMany(ids: readonly string[]): Promise<GroupRecord[]>;
  findByName(name: string): Promise<GroupRecord | undefined>;
  /** What the viewer may read: public ones, and those that the viewer belongs to or is invited to. */
  list(
    query: { text?: string; prefix?: string; name?: string } & Page,
    sort: Sort<GroupSort>,
    viewer: Viewer,
  ): Promise<Paged<GroupRecord>>;
  /** Replaces what there is of this user. */
  putMember(member: GroupMemberRecord): Promise<void>;
  removeMember(groupId: string, userId: string): Promise<void>;
  findMember(groupId: string, userId: string): Promise<GroupMemberRecord | undefined>;
  /** Users by login, with their place in the group. */
  listMembers(
    groupId: string,
    states: readonly GroupMemberRecord["state"][],
    page: Page,
  ): Promise<Paged<{ user: UserRecord; member: GroupMemberRecord }>>;
  /** Everything about one user. */
  listOfUser(userId: string): Promise<GroupMemberRecord[]>;
}
