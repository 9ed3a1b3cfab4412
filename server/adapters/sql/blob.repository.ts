/** Which contents are stored, in SQL. */
import { sql } from "kysely";

import type { BlobRepository, PictureFacts } from "../../ports/blob.repository.ts";
import { chunks, rowsPerInsert } from "./queries.ts";
import type { Db } from "./tables.ts";

const noPicture: PictureFacts = { width: 0, height: 0, orientation: 1 };

export function blobsRepository(db: Db): BlobRepository {
  return {
    async claim(hash, size, nowMs) {
      const result = await db
        .insertInto("blobs")
        .values({ hash, size, claimed_ms: nowMs, sweeping: 0 })
        .onConflict((conflict) =>
          conflict.column("hash").doUpdateSet({ claimed_ms: nowMs }).where("blobs.sweeping", "=", 0),
        )
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    async isKept(hash) {
      const blob = await db.selectFrom("blobs").select("sweeping").where("hash", "=", hash).executeTakeFirst();
      return blob?.sweeping === 0;
    },
    async markUnreferenced(beforeMs, limit) {
      const { rows } = await sql<{ hash: string }>`
        UPDATE blobs SET sweeping = 1
        WHERE hash IN (
          SELECT hash FROM blobs WHERE claimed_ms < ${beforeMs}
            AND NOT EXISTS (SELECT 1 FROM files WHERE files.blob_hash = blobs.hash)
          LIMIT ${limit}
        )
        RETURNING hash`.execute(db);
      return rows.map((row) => row.hash);
    },
    async pictureFacts(hashes) {
      const known = new Map<string, PictureFacts | undefined>();
      for (const chunk of chunks(hashes)) {
        const rows = await db
          .selectFrom("blobs")
          .select(["hash", "width", "height", "orientation"])
          .where("hash", "in", chunk)
          .where("width", "is not", null)
          .execute();
        for (const { hash, width, height, orientation } of rows) {
          const facts = { width: width ?? 0, height: height ?? 0, orientation: orientation ?? 1 };
          known.set(hash, facts.width > 0 ? facts : undefined);
        }
      }
      return known;
    },
    async setPictureFacts(facts) {
      for (const chunk of chunks([...facts], rowsPerInsert)) {
        const rows = chunk.map(([hash, { width, height, orientation } = noPicture]) => {
          const numbers = [width, height, orientation].map((number) => sql`CAST(${number} AS INTEGER)`);
          return sql`(${hash}, ${sql.join(numbers)})`;
        });
        await sql`
          WITH measured(hash, width, height, orientation) AS (VALUES ${sql.join(rows)})
          UPDATE blobs
          SET width = measured.width, height = measured.height, orientation = measured.orientation
          FROM measured WHERE blobs.hash = measured.hash`.execute(db);
      }
    },
    async hasAny() {
      return (await db.selectFrom("blobs").select("hash").limit(1).executeTakeFirst()) !== undefined;
    },
    async remove(hash) {
      await db.deleteFrom("blobs").where("hash", "=", hash).where("sweeping", "=", 1).execute();
    },
  };
}
