/** Which workers are present, and what they can do. */
import { sql } from "kysely";

import type { JobQueue, WorkerOffer } from "../../ports/job-queue.ts";
import type { QueueDialect } from "./queue-dialect.ts";
import type { Db } from "./tables.ts";

export function connectedWorkers(db: Db, { nowMs }: QueueDialect): Pick<JobQueue, "announce" | "withdraw" | "workers"> {
  return {
    async announce({ name, queues, offer }, forMs) {
      await db.deleteFrom("workers").where("until_ms", "<", nowMs).execute();
      const until = sql<number>`${nowMs} + ${sql.lit(forMs)}`;
      const row = { queues: JSON.stringify(queues), offer: JSON.stringify(offer), until_ms: until };
      await db
        .insertInto("workers")
        .values({ name, ...row })
        .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
        .execute();
    },
    async withdraw(worker) {
      await db.deleteFrom("workers").where("name", "=", worker).execute();
    },
    async workers() {
      const rows = await db.selectFrom("workers").selectAll().where("until_ms", ">=", nowMs).orderBy("name").execute();
      return rows.map(({ name, queues, offer }) => ({
        name,
        queues: JSON.parse(queues) as string[],
        offer: JSON.parse(offer) as WorkerOffer,
      }));
    },
  };
}
