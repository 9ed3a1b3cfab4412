/** Which contents are stored, in SQL. */
import { sql } from "kysely";

import type { BlobRepository } from "../../ports/blob.repository.ts";
import { pictureFactsOf, storePictureFacts } from "./picture-facts.ts";
import type { Db } from "./tables.ts";

const contents = { table: "blobs", key: "hash" } as const;

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
    pictureFacts: (hashes) => pictureFactsOf(db, contents, hashes),
    setPictureFacts: (facts) => storePictureFacts(db, contents, facts),
    async hasAny() {
      return (await db.selectFrom("blobs").select("hash").limit(1).executeTakeFirst()) !== undefined;
    },
    async remove(hash) {
      await db.deleteFrom("blobs").where("hash", "=", hash).where("sweeping", "=", 1).execute();
    },
  };
}
