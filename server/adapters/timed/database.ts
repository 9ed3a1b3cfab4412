/** A `Database` that measures its calls. The work of a transaction is counted when it commits. */
import type { Database, Repositories, Scope } from "../../ports/database.ts";
import type { Observer } from "../../ports/observer.ts";
import { timedCalls, type TimedCalls } from "./timed-calls.ts";

export function timedDatabase(database: Database, observer: Observer): Database {
  const time = timedCalls((operation, seconds, ok) => observer.storageCall("database", operation, seconds, ok));
  return {
    ...database,
    ...timeAll(database, time, observer, (observe) => observe()),
    transaction: <T>(scope: Scope | readonly Scope[], work: (tx: Repositories) => Promise<T>) =>
      time.call("transaction", async () => {
        const done: (() => void)[] = [];
        const result = await database.transaction(scope, (tx) =>
          work(timeAll(tx, time, observer, (observe) => done.push(observe))),
        );
        for (const observe of done) observe();
        return result;
      }),
  };
}

function timeAll(
  repositories: Repositories,
  time: TimedCalls,
  observer: Observer,
  whenCommitted: (observe: () => void) => unknown,
): Repositories {
  const parts = Object.entries(repositories).filter(([, part]) => typeof part === "object" && part !== null);
  const timed = Object.fromEntries(
    parts.map(([name, part]) => [name, time.object(`${name}.`, part as object)]),
  ) as unknown as Repositories;
  const { annotations, files } = timed;
  return {
    ...timed,
    annotations: {
      ...annotations,
      insertRevision: async (revision) => {
        await annotations.insertRevision(revision);
        const kind = (/^\w+/.exec(revision.description)?.[0] ?? "other").toLowerCase();
        whenCommitted(() => observer.revision(kind, revision.additions, revision.deletions));
      },
    },
    files: {
      ...files,
      insert: async (file) => {
        await files.insert(file);
        whenCommitted(() => observer.file());
      },
    },
  };
}
