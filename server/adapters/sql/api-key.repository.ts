/** API keys in SQL. */
import type { Selectable, Updateable } from "kysely";

import type { ApiKeyRepository, ApiKeySort } from "../../ports/api-key.repository.ts";
import type { ApiKeyRecord } from "../../ports/records.ts";
import { paged } from "./queries.ts";
import type { Db } from "./tables.ts";
import { bit } from "./tables.ts";
import type { ApiKeysTable } from "./tables/accounts.ts";

const sortColumns = { name: "name", created: "created_ms", lastUse: "last_use_ms" } as const satisfies Record<
  ApiKeySort,
  keyof ApiKeysTable
>;

export function apiKeysRepository(db: Db): ApiKeyRepository {
  return {
    async insert(key) {
      await db
        .insertInto("api_keys")
        .values({
          id: key.id,
          user_id: key.userId,
          hash: key.hash,
          hint: key.hint,
          name: key.name,
          scopes: key.scopes === null ? null : JSON.stringify(key.scopes),
          token_days: key.tokenDays,
          active: bit(key.active),
          created_ms: key.createdMs,
          last_use_ms: key.lastUseMs,
        })
        .execute();
    },
    async update(id, changes) {
      const row: Updateable<ApiKeysTable> = {};
      if (changes.name !== undefined) row.name = changes.name;
      if (changes.scopes !== undefined) row.scopes = changes.scopes === null ? null : JSON.stringify(changes.scopes);
      if (changes.tokenDays !== undefined) row.token_days = changes.tokenDays;
      if (changes.active !== undefined) row.active = bit(changes.active);
      if (changes.lastUseMs !== undefined) row.last_use_ms = changes.lastUseMs;
      await db.updateTable("api_keys").set(row).where("id", "=", id).execute();
    },
    async remove(id) {
      await db.deleteFrom("api_keys").where("id", "=", id).execute();
    },
    async removeOfUser(userId) {
      await db.deleteFrom("api_keys").where("user_id", "=", userId).execute();
    },
    async find(id) {
      const row = await db.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromRow(row);
    },
    async findByHash(hash) {
      const row = await db.selectFrom("api_keys").selectAll().where("hash", "=", hash).executeTakeFirst();
      return row && fromRow(row);
    },
    async listOfUser(userId, page, sort) {
      const query = db
        .selectFrom("api_keys")
        .selectAll()
        .where("user_id", "=", userId)
        .orderBy(sortColumns[sort.by], sort.descending ? "desc" : "asc")
        .orderBy("id");
      return (await paged(query, page).execute()).map(fromRow);
    },
  };
}

function fromRow(row: Selectable<ApiKeysTable>): ApiKeyRecord {
  return {
    id: row.id,
    userId: row.user_id,
    hash: row.hash,
    hint: row.hint,
    name: row.name,
    scopes: row.scopes === null ? null : (JSON.parse(row.scopes) as string[]),
    tokenDays: row.token_days,
    active: row.active === 1,
    createdMs: row.created_ms,
    lastUseMs: row.last_use_ms,
  };
}
