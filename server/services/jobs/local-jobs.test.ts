/** Jobs of the server while it stops: finished work stays, the rest says that it must be started again. */
import { expect, test } from "vitest";

import { JobStatus } from "#schemas";

import type { JobRecord } from "../../ports/records.ts";
import { anonymous } from "../access/actor.ts";
import type { JobChange } from "./job.service.ts";
import { LocalJobs, type LocalTask } from "./local-jobs.ts";

/** Runs a job that is interrupted by stopping the server. @returns its last status and log */
async function stopDuring(work: (run: Parameters<LocalTask>[0]) => Promise<void>): Promise<[number, string]> {
  let status: number = JobStatus.inactive;
  let log = "";
  const stored = {
    change: async (_id: string, change: JobChange) => {
      status = change.status ?? status;
      log += change.log ?? "";
      return {} as JobRecord;
    },
    statusOf: async () => status,
  };
  const jobs = new LocalJobs(stored, { keepAlive: async (_id, run) => await run() });
  const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>();
  const { promise: stopping, resolve: stop } = Promise.withResolvers<void>();
  jobs.run(anonymous, { id: "0".repeat(24) } as JobRecord, async (run) => {
    hasStarted();
    await stopping;
    await work(run);
  });
  await started;
  const closed = jobs.close();
  stop();
  await closed;
  return [status, log];
}

test("a job that ends by itself while the server stops has succeeded", async () => {
  expect(await stopDuring(async () => {})).toEqual([JobStatus.success, ""]);
});

test("a job that stops on request says that it has to be started again", async () => {
  const given = stopDuring(async ({ isStopped }) => expect(await isStopped()).toBe(true));
  expect(await given).toEqual([JobStatus.error, "The server was stopped before the job was done. Start it again.\n"]);
});
