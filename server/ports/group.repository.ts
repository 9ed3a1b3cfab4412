/** Groups, their members, and users who are invited or ask to join. */
import type { GroupMemberRecord, GroupRecord, Page, Paged, Sort, UserRecord, Viewer } from "./records.ts";

export type GroupSort = "name" | "lowerName" | "created" | "updated";

export interface GroupRepository {
  insert(group: GroupRecord): Promise<void>;
  update(id: string, changes: Partial<Omit<GroupRecord, "id">>): Promise<void>;
  /** Also removes its members. */
  remove(id: string): Promise<void>;
  find(id: string): Promise<GroupRecord | undefined>;
  findMany(ids: readonly string[]): Promise<GroupRecord[]>;
  findByName(name: string): Promise<GroupRecord | undefined>;
  /** Groups that the viewer may read: public ones, and those the viewer belongs to or is invited to. */
  list(
    query: { text?: string; prefix?: string; name?: string } & Page,
    sort: Sort<GroupSort>,
    viewer: Viewer,
  ): Promise<Paged<GroupRecord>>;
  /** Replaces the existing record of this user. */
  putMember(member: GroupMemberRecord): Promise<void>;
  removeMember(groupId: string, userId: string): Promise<void>;
  findMember(groupId: string, userId: string): Promise<GroupMemberRecord | undefined>;
  /** Users by login, with their role in the group. */
  listMembers(
    groupId: string,
    states: readonly GroupMemberRecord["state"][],
    page: Page,
  ): Promise<Paged<{ user: UserRecord; member: GroupMemberRecord }>>;
  /** All records of one user. */
  listOfUser(userId: string): Promise<GroupMemberRecord[]>;
}
