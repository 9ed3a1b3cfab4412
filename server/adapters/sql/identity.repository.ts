/** Identities in SQL. */
import type { IdentityRepository } from "../../ports/identity.repository.ts";
import type { Db } from "./tables.ts";

export function identitiesRepository(db: Db): IdentityRepository {
  return {
    async insert({ issuer, subject, userId, createdMs }) {
      const row = { issuer, subject, user_id: userId, created_ms: createdMs };
      await db.insertInto("identities").values(row).execute();
    },
    async find(issuer, subject) {
      const all = db.selectFrom("identities").selectAll().where("issuer", "=", issuer);
      const row = await all.where("subject", "=", subject).executeTakeFirst();
      return row && { issuer, subject, userId: row.user_id, createdMs: Number(row.created_ms) };
    },
    async removeOfUser(userId) {
      await db.deleteFrom("identities").where("user_id", "=", userId).execute();
    },
  };
}
