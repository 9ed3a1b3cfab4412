/** Groups in SQL. */
import { sql, type Selectable, type SqlBool, type Updateable } from "kysely";

import type { GroupRepository, GroupSort } from "../../ports/group.repository.ts";
import type { GroupMemberRecord, GroupRecord } from "../../ports/records.ts";
import { namesOf } from "./names-of.ts";
import { beginsWith, chunks, inColumns, matches, paged } from "./queries.ts";
import type { Db } from "./tables.ts";
import { bit } from "./tables.ts";
import type { GroupMembersTable, GroupsTable } from "./tables/accounts.ts";
import { fromUserRow } from "./user.repository.ts";

const sortColumns = {
  name: "name",
  lowerName: "sort_name",
  created: "created_ms",
  updated: "updated_ms",
} as const satisfies Record<GroupSort, keyof GroupsTable>;

export function groupsRepository(db: Db): GroupRepository {
  return {
    async insert(group) {
      await db
        .insertInto("groups")
        .values({
          id: group.id,
          ...namesOf(group.name),
          description: group.description,
          public: bit(group.public),
          add_allowed: group.addAllowed,
          created_ms: group.createdMs,
          updated_ms: group.updatedMs,
        })
        .execute();
    },
    async update(id, changes) {
      const row: Updateable<GroupsTable> = {};
      if (changes.name !== undefined) Object.assign(row, namesOf(changes.name));
      if (changes.description !== undefined) row.description = changes.description;
      if (changes.public !== undefined) row.public = bit(changes.public);
      if (changes.addAllowed !== undefined) row.add_allowed = changes.addAllowed;
      if (changes.updatedMs !== undefined) row.updated_ms = changes.updatedMs;
      await db.updateTable("groups").set(row).where("id", "=", id).execute();
    },
    async remove(id) {
      await db.deleteFrom("groups").where("id", "=", id).execute();
    },
    async find(id) {
      const row = await db.selectFrom("groups").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromRow(row);
    },
    async findMany(ids) {
      const groups: GroupRecord[] = [];
      for (const chunk of chunks(ids)) {
        const rows = await db.selectFrom("groups").selectAll().where("id", "in", chunk).execute();
        groups.push(...rows.map(fromRow));
      }
      return groups;
    },
    async findByName(name) {
      const row = await db.selectFrom("groups").selectAll().where("name", "=", name).executeTakeFirst();
      return row && fromRow(row);
    },
    async list({ text, prefix, name, ...page }, sort, viewer) {
      let query = db.selectFrom("groups");
      if (!viewer.seesAll) {
        const belongs = sql<SqlBool>`EXISTS (SELECT 1 FROM group_members WHERE group_members.group_id = groups.id
          AND group_members.user_id = ${viewer.userId ?? ""} AND group_members.state <> 'requested')`;
        query = query.where((eb) => eb.or([eb("public", "=", 1), belongs]));
      }
      if (name !== undefined) query = query.where("name", "=", name);
      if (prefix !== undefined) query = query.where(beginsWith("lower_name", prefix.toLowerCase()));
      if (text !== undefined) {
        query = query.where(matches(text, inColumns("lower_name", "description")));
      }
      const { n } = await query.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
      const ordered = query
        .selectAll()
        .orderBy(sortColumns[sort.by], sort.descending ? "desc" : "asc")
        .orderBy("id");
      return { rows: (await paged(ordered, page).execute()).map(fromRow), total: Number(n) };
    },
    async putMember({ groupId, userId, state, level }) {
      await db
        .insertInto("group_members")
        .values({ group_id: groupId, user_id: userId, state, level })
        .onConflict((conflict) => conflict.columns(["group_id", "user_id"]).doUpdateSet({ state, level }))
        .execute();
    },
    async removeMember(groupId, userId) {
      await db.deleteFrom("group_members").where("group_id", "=", groupId).where("user_id", "=", userId).execute();
    },
    async findMember(groupId, userId) {
      const row = await db
        .selectFrom("group_members")
        .selectAll()
        .where("group_id", "=", groupId)
        .where("user_id", "=", userId)
        .executeTakeFirst();
      return row && fromMemberRow(row);
    },
    async listMembers(groupId, states, page) {
      const query = db
        .selectFrom("group_members")
        .innerJoin("users", "users.id", "group_members.user_id")
        .where("group_members.group_id", "=", groupId)
        .where("group_members.state", "in", [...states]);
      const { n } = await query.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
      const ordered = query
        .selectAll("users")
        .select(["group_members.group_id", "group_members.user_id", "group_members.state", "group_members.level"])
        .orderBy("users.login");
      const rows = await paged(ordered, page).execute();
      return { rows: rows.map((row) => ({ user: fromUserRow(row), member: fromMemberRow(row) })), total: Number(n) };
    },
    async listOfUser(userId) {
      const query = db.selectFrom("group_members").selectAll().where("user_id", "=", userId).orderBy("group_id");
      return (await query.execute()).map(fromMemberRow);
    },
  };
}

function fromRow(row: Selectable<GroupsTable>): GroupRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    public: row.public === 1,
    addAllowed: row.add_allowed,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  };
}

function fromMemberRow(row: Selectable<GroupMembersTable>): GroupMemberRecord {
  return { groupId: row.group_id, userId: row.user_id, state: row.state, level: row.level };
}
