/** How a job gets from its owner to a worker, and back when that worker stops. */
import { sql } from "kysely";

import { claimableStatuses, outstandingStatuses } from "../../domain/job-status.ts";
import type { ClaimFilter, JobQueue, Lease } from "../../ports/job-queue.ts";
import { jobFromRow } from "./job.repository.ts";
import type { QueueDialect } from "./queue-dialect.ts";
import type { Db } from "./tables.ts";

type Claiming = Pick<
  JobQueue,
  "offer" | "hasWaiting" | "claim" | "renew" | "isHeld" | "hasEnded" | "release" | "end" | "reclaim"
>;

export function jobClaiming(db: Db, { nowMs, tickets }: QueueDialect): Claiming {
  const waiting = ({ queues, has }: ClaimFilter) =>
    db
      .selectFrom("jobs")
      .where("queue", "in", [...queues])
      .where((is) => is.or([is("needs", "is", null), ...(has.length === 0 ? [] : [is("needs", "in", [...has])])]))
      .where("status", "in", claimableStatuses)
      .where("worker", "is", null)
      .where("when_ms", "<=", nowMs);
  const held = ({ jobId, worker, attempt }: Lease) =>
    db.updateTable("jobs").where("id", "=", jobId).where("worker", "=", worker).where("attempt", "=", attempt);

  /**
   * An owner's jobs in a queue have consecutive turns, starting with the turn of the job that is next. So each owner
   * has one job per turn, however many wait.
   */
  const nextTurn = async (jobId: string, queue: string): Promise<number> => {
    const job = await db.selectFrom("jobs").where("id", "=", jobId).select("user_id").executeTakeFirst();
    const owner = job?.user_id ?? null;
    const inQueue = db.selectFrom("jobs").where("queue", "=", queue).where("status", "in", outstandingStatuses);
    const turns = await inQueue
      .select((each) => [
        each.fn.min("turn").filterWhere("worker", "is", null).as("next"),
        each.fn.max("turn").filterWhere("worker", "is not", null).as("current"),
        each.fn
          .max("turn")
          .filterWhere("user_id", owner === null ? "is" : "=", owner)
          .as("own"),
      ])
      .executeTakeFirst();
    const own = turns?.own == null ? 0 : Number(turns.own) + 1;
    return Math.max(own, Number(turns?.next ?? turns?.current ?? 0));
  };

  return {
    async offer(jobId, queue, needs = undefined) {
      const turn = await nextTurn(jobId, queue);
      await db
        .updateTable("jobs")
        .set({ queue, needs: needs ?? null, turn })
        .where("id", "=", jobId)
        .execute();
      await tickets?.send(db, ticketOf({ queue, needs: needs ?? null }), jobId);
    },
    async hasWaiting(takes) {
      if (takes.queues.length === 0) return false;
      return (await waiting(takes).select("id").limit(1).executeTakeFirst()) !== undefined;
    },
    async claim(takes, worker, leaseMs) {
      if (takes.queues.length === 0) return undefined;
      const row = await waiting(takes)
        .selectAll()
        .orderBy("turn")
        .orderBy("created_ms")
        .orderBy("id")
        .limit(1)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      // A ticket with the same needs: any other could be for a job that this worker cannot do.
      if (tickets !== undefined && !(await tickets.take(db, ticketOf(row)))) return undefined;
      const attempt = row.attempt + 1;
      const { numUpdatedRows } = await db
        .updateTable("jobs")
        .set({ worker, attempt, lease_ms: sql<number>`${nowMs} + ${sql.lit(leaseMs)}` })
        .where("id", "=", row.id)
        .where("worker", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return undefined;
      return { job: jobFromRow(row), queue: row.queue ?? "", lease: { jobId: row.id, worker, attempt } };
    },
    async renew(lease, leaseMs) {
      const changes = { lease_ms: sql<number>`${nowMs} + ${sql.lit(leaseMs)}` };
      return (await held(lease).set(changes).executeTakeFirst()).numUpdatedRows > 0n;
    },
    async isHeld({ jobId, worker, attempt }) {
      const row = await db.selectFrom("jobs").select(["worker", "attempt"]).where("id", "=", jobId).executeTakeFirst();
      return row?.worker === worker && row.attempt === attempt;
    },
    async hasEnded({ jobId, attempt }) {
      const row = await db.selectFrom("jobs").select(["queue", "attempt"]).where("id", "=", jobId).executeTakeFirst();
      return row?.queue === null && row.attempt === attempt;
    },
    async release(lease) {
      const row = await db
        .selectFrom("jobs")
        .select(["queue", "needs"])
        .where("id", "=", lease.jobId)
        .executeTakeFirst();
      const changes = { worker: null, lease_ms: null, attempt: lease.attempt - 1 };
      const { numUpdatedRows } = await held(lease).set(changes).executeTakeFirst();
      if (numUpdatedRows > 0n && row?.queue != null) await tickets?.send(db, ticketOf(row), lease.jobId);
    },
    async end(jobId) {
      const changes = { queue: null, worker: null, lease_ms: null };
      await db.updateTable("jobs").set(changes).where("id", "=", jobId).execute();
    },
    async reclaim(maxAttempts) {
      const lost = await db
        .selectFrom("jobs")
        .where("queue", "is not", null)
        .where("status", "in", outstandingStatuses)
        .where("lease_ms", "<", nowMs)
        .selectAll()
        .orderBy("created_ms")
        .orderBy("id")
        .execute();
      const isOver = ({ status, attempt }: (typeof lost)[number]): boolean =>
        !claimableStatuses.includes(status) || attempt >= maxAttempts;
      const requeued = lost.filter((row) => !isOver(row));
      for (const { id } of lost) {
        await db.updateTable("jobs").set({ worker: null, lease_ms: null }).where("id", "=", id).execute();
      }
      // A backup contains no tickets, and a database's own queue may have let one expire.
      if (tickets !== undefined) {
        const all = db.selectFrom("jobs").where("queue", "is not", null).where("worker", "is", null);
        const rows = await all.where("status", "in", claimableStatuses).select(["id", "queue", "needs"]).execute();
        for (const row of rows) await tickets.send(db, ticketOf(row), row.id);
      }
      return { requeued: requeued.map(jobFromRow), over: lost.filter(isOver).map(jobFromRow) };
    },
  };
}

/** Jobs with the same needs share a queue of tickets. */
const ticketOf = ({ queue, needs }: { readonly queue: string | null; readonly needs: string | null }): string =>
  `${queue ?? ""}${needs === null ? "" : `\n${needs}`}`;
