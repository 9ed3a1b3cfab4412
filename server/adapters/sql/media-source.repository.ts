/** Media sources in SQL. */
import type { MediaSourceRecord, MediaSourceRepository } from "../../ports/media-source.repository.ts";
import type { Db } from "./tables.ts";
import type { MediaSourcesTable } from "./tables/tree.ts";

export function mediaSourcesRepository(db: Db): MediaSourceRepository {
  return {
    async insert({ id, name, location, createdMs }) {
      await db.insertInto("media_sources").values({ id, name, location, created_ms: createdMs }).execute();
    },
    async update(id, { name, location }) {
      await db.updateTable("media_sources").set({ name, location }).where("id", "=", id).execute();
    },
    async find(id) {
      const row = await db.selectFrom("media_sources").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromRow(row);
    },
    async list() {
      return (await db.selectFrom("media_sources").selectAll().orderBy("id").execute()).map(fromRow);
    },
    async remove(id) {
      await db.deleteFrom("media_sources").where("id", "=", id).execute();
    },
  };
}

const fromRow = ({ id, name, location, created_ms }: MediaSourcesTable): MediaSourceRecord => ({
  id,
  name,
  location,
  createdMs: Number(created_ms),
});
