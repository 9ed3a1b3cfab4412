/** Tokens in SQL. */
import type { TokenRepository } from "../../ports/token.repository.ts";
import type { Db } from "./repositories.ts";

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
        })
        .execute();
    },
    async findByHash(hash) {
      const row = await db.selectFrom("tokens").selectAll().where("hash", "=", hash).executeTakeFirst();
      if (row === undefined) return undefined;
      return {
        id: row.id,
        hash: row.hash,
        userId: row.user_id,
        scopes: JSON.parse(row.scopes) as string[],
        createdMs: row.created_ms,
        expiresMs: row.expires_ms,
        apiKeyId: row.api_key_id,
      };
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
