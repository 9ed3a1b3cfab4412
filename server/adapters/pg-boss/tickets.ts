/**
 * Tickets of the job queue as pg-boss jobs, sent and taken on the connection of the transaction that stores or takes
 * the job. pg-boss only knows ids: state, order and lease are in the rows of the jobs. So its limits on queue names, on
 * the run time of a job and on how long it is kept do not apply. Its tables are in a separate schema next to that of
 * the site.
 */
import { createHash } from "node:crypto";

import { type ConstructorOptions, fromKysely, PgBoss } from "pg-boss";

import type { Tickets } from "../sql/queue-dialect.ts";
import type { Db } from "../sql/tables.ts";

export interface PgBossTickets extends Tickets {
  close(): Promise<void>;
}

/** Milliseconds that stopping waits for its own connection. */
const stopTimeoutMs = 2000;

/** Nothing is connected or created before the first ticket. @param site the schema of the site */
export function pgBossTickets(url: string, site: string, onError: (error: unknown) => void): PgBossTickets {
  let starting: Promise<PgBoss> | undefined;
  const queues = new Map<string, Promise<string>>();

  const boss = (): Promise<PgBoss> => {
    starting ??= start();
    starting.catch(() => (starting = undefined));
    return starting;
  };
  const start = async (): Promise<PgBoss> => {
    const options: ConstructorOptions = {
      connectionString: url,
      max: 1,
      application_name: "wakeline queue",
      schema: `pgboss_${site}`.slice(0, 50),
      // No background tasks: tickets never expire and are deleted when they are taken.
      supervise: false,
      schedule: false,
    };
    const fresh = new PgBoss(options);
    fresh.on("error", onError);
    await fresh.start();
    return fresh;
  };
  /** The name of a queue in pg-boss, which does not allow `@` and limits the length. */
  const queueOf = (queue: string): Promise<string> => {
    const known = queues.get(queue);
    if (known !== undefined) return known;
    const name = `q_${createHash("sha256").update(queue).digest("hex").slice(0, 20)}`;
    const created = (async () => {
      await (await boss()).createQueue(name, { policy: "short", retryLimit: 0 });
      return name;
    })();
    queues.set(queue, created);
    created.catch(() => queues.delete(queue));
    return created;
  };
  const within = (db: Db) => ({ db: fromKysely(db as unknown as Parameters<typeof fromKysely>[0]) });

  return {
    async send(db, queue, jobId) {
      const name = await queueOf(queue);
      // A ticket that is already waiting stays the only one.
      await (await boss()).send(name, { jobId }, { ...within(db), singletonKey: jobId });
    },
    async take(db, queue) {
      const name = await queueOf(queue);
      const [ticket] = await (await boss()).fetch(name, within(db));
      if (ticket === undefined) return false;
      await (await boss()).deleteJob(name, ticket.id, within(db));
      return true;
    },
    async close() {
      const started = await starting?.catch(() => undefined);
      await started?.stop({ graceful: false, timeout: stopTimeoutMs });
    },
  };
}
