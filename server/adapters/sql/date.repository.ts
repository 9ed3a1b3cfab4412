/** Corrects timestamps of a clock that was ahead, in SQL. */
import type { UpdateResult } from "kysely";

import { outstandingStatuses } from "../../domain/job-status.ts";
import type { DateRepository } from "../../ports/date.repository.ts";
import type { Db } from "./tables.ts";

export function datesRepository(db: Db): DateRepository {
  return {
    async resetFutureDates(laterThanMs, nowMs) {
      const done: readonly UpdateResult[] = [
        await db
          .updateTable("tokens")
          .set((eb) => ({
            expires_ms: eb(eb("expires_ms", "-", eb.ref("created_ms")), "+", nowMs),
            created_ms: nowMs,
          }))
          .where("created_ms", ">", laterThanMs)
          .executeTakeFirstOrThrow(),
        await db
          .updateTable("uploads")
          .set({ updated_ms: nowMs })
          .where("updated_ms", ">", laterThanMs)
          .executeTakeFirstOrThrow(),
        await db
          .updateTable("blobs")
          .set({ claimed_ms: nowMs })
          .where("claimed_ms", ">", laterThanMs)
          .executeTakeFirstOrThrow(),
        await db
          .updateTable("jobs")
          .set({ updated_ms: nowMs })
          .where("status", "in", [...outstandingStatuses])
          .where("updated_ms", ">", laterThanMs)
          .executeTakeFirstOrThrow(),
        await db
          .updateTable("trash")
          .set({ deleted_ms: nowMs })
          .where("deleted_ms", ">", laterThanMs)
          .executeTakeFirstOrThrow(),
        await db
          .updateTable("notifications")
          .set({ expires_ms: laterThanMs })
          .where("expires_ms", ">", laterThanMs)
          .executeTakeFirstOrThrow(),
      ];
      return done.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
    },
  };
}
