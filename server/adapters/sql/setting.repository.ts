/** Settings in SQL. */
import type { SettingRepository } from "../../ports/setting.repository.ts";
import type { Db } from "./tables.ts";

export function settingsRepository(db: Db): SettingRepository {
  return {
    async get(key) {
      const row = await db.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
      return row === undefined ? undefined : (JSON.parse(row.value) as unknown);
    },
    async set(key, value) {
      const text = JSON.stringify(value);
      await db
        .insertInto("settings")
        .values({ key, value: text })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: text }))
        .execute();
    },
    async remove(key) {
      await db.deleteFrom("settings").where("key", "=", key).execute();
    },
  };
}
