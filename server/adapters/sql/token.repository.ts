/** Tokens in SQL. */
import type { TokenRecord } from "../../ports/records.ts";
import type { TokenRepository } from "../../ports/token.repository.ts";
import type { Db, Row } from "./tables.ts";

export function tokensRepository(db: Db): TokenRepository {
  return {
    async insert(token) {
      await db
        .insertInto("tokens")
        .values({
          id: token.id,
          hash: token.hash,
          user_id: token.userId,
          scopes: JSON.stringify(token.scopes),
          created_ms: token.createdMs,
          expires_ms: token.expiresMs,
          api_key_id: token.apiKeyId,
          address: token.address,
          agent: token.agent,
          last_use_ms: token.lastUseMs,
        })
        .execute();
    },
    async findByHash(hash) {
      const row = await db.selectFrom("tokens").selectAll().where("hash", "=", hash).executeTakeFirst();
      return row && fromRow(row);
    },
    async listOfUser(userId) {
      const query = db.selectFrom("tokens").selectAll().where("user_id", "=", userId);
      return (await query.orderBy("created_ms", "desc").orderBy("id", "desc").execute()).map(fromRow);
    },
    async touch(id, lastUseMs) {
      await db.updateTable("tokens").set({ last_use_ms: lastUseMs }).where("id", "=", id).execute();
    },
    async setScopes(id, scopes) {
      await db
        .updateTable("tokens")
        .set({ scopes: JSON.stringify(scopes) })
        .where("id", "=", id)
        .execute();
    },
    async remove(id) {
      const result = await db.deleteFrom("tokens").where("id", "=", id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
    async removeOfUser(userId, keepId) {
      let query = db.deleteFrom("tokens").where("user_id", "=", userId);
      if (keepId !== undefined) query = query.where("id", "!=", keepId);
      await query.execute();
    },
    async removeOfApiKey(apiKeyId) {
      await db.deleteFrom("tokens").where("api_key_id", "=", apiKeyId).execute();
    },
    async removeExpired(nowMs) {
      const result = await db.deleteFrom("tokens").where("expires_ms", "<=", nowMs).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

const fromRow = (row: Row<"tokens">): TokenRecord => ({
  id: row.id,
  hash: row.hash,
  userId: row.user_id,
  scopes: JSON.parse(row.scopes) as string[],
  createdMs: row.created_ms,
  expiresMs: row.expires_ms,
  apiKeyId: row.api_key_id,
  address: row.address,
  agent: row.agent,
  lastUseMs: row.last_use_ms,
});
